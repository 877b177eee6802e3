// Package harness drives Rangefinder the way a visitor does: it builds and serves the page, opens it in a real Chromium
// and collects everything the browser complains about.
//
// Read in this order: [Bundle] builds the page, [Serve] serves a handler on a free port, [ServeShop] the page with an account, [Launch] starts the browser,
// [Browser.Open] opens an address in a profile of its own as a [Page], and [Page.Problems] and [Page.Axe] say what is
// wrong with it. [StartAzurite] starts the service that ours is compared to.
package harness
