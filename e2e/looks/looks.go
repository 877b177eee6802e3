// Package looks takes a picture of every screen and compares it with the one that was approved.
//
//	go run ./e2e/shots            write the pictures to e2e/artifacts
//	go run ./e2e/shots -approve   take what they show as right; look at them first
//	go test ./e2e/looks           compare
//
// Approved pictures are a third as wide and high as the screen, so that they are small and that a letter drawn a little
// differently does not count. What changes from run to run, such as times, is not drawn.
//
//	looks.go     what is looked at, and how a picture is taken
//	screens.go   the screens and their states
//	compare.go   reducing and comparing
package looks

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"path/filepath"

	"rangefinder/e2e/harness"
)

// Screen is a state of the page that is worth a look.
type Screen struct {
	Name    string // of its files
	Address string // behind the page's, such as "#v=1&screen=partitions"
	Before  string // JavaScript that runs before the page's own; may be empty
	Ready   string // JavaScript that is true when the page has started; empty: when a result or another screen is shown
	Do      string // JavaScript that then brings the state about; may be empty
	Wait    string // JavaScript that is true when it is there
	Shop    bool   // the page has the account shop; see [harness.ServeShop]
	Few     bool   // is looked at on a light desktop and a dark phone only
	Loads   bool   // something is being loaded meanwhile

	// Then are states that the same page is brought to after this one, each from the one before: Name, Do, Wait and Loads count. A page
	// takes seconds to open, a further state of it none.
	Then []Screen
}

// volatile is what differs from run to run.
const volatile = `(() => {
	const sheet = new CSSStyleSheet();
	const time = [...document.querySelectorAll("#grid [role=columnheader]")].find((e) => e.innerText.trim().startsWith("Timestamp"))?.ariaColIndex;
	sheet.replaceSync((time ? '#grid [role=gridcell][aria-colindex="' + time + '"], ' : "") + ".status, .result-line, .advice-box:not(#import-into), #kept-where { visibility: hidden !important } .status :is(.job, .folded) { visibility: visible !important } .sourcebar .endpoint { visibility: hidden !important } * { caret-color: transparent !important; transition: none !important; animation: none !important }");
	document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
})()`

// Serve serves the page for a screen, on an origin that no page has used.
func Serve(s Screen) (*harness.Site, error) {
	if s.Shop {
		return harness.ServeShop()
	}
	return harness.ServePage()
}

// Opener opens a page in a profile of its own, where a script runs before those of the page: a [harness.Browser] or [harness.Warm].
type Opener interface {
	OpenAfter(script, address string, view harness.View) (*harness.Page, error)
}

// Take opens a screen and gives its pictures, and those of the states after it, in each window size and theme to got, then what the
// browser complained of. The window is changed under the open page, as a person changes it.
func Take(browser Opener, site string, s Screen, got func(of Screen, view harness.View, picture []byte) error) (problems []string, err error) {
	views := harness.Views()
	if s.Few {
		views = []harness.View{views[0], views[len(views)-1]}
	}
	page, err := browser.OpenAfter(s.Before, site+s.Address, views[0])
	if err != nil {
		return nil, err
	}
	defer page.Close()
	ready := s.Ready
	if ready == "" {
		ready = started
	}
	for _, step := range []func() error{
		page.WaitStarted,
		func() error { return page.Wait(ready) },
		func() error { return page.Eval(volatile, nil) },
	} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	for i, state := range append([]Screen{s}, s.Then...) {
		if i > 0 {
			if err := page.View(views[0]); err != nil {
				return nil, fmt.Errorf("%s: %w", state.Name, err)
			}
		}
		if err := take(page, state, views, got); err != nil {
			return nil, err
		}
	}
	return page.Problems(), nil
}

// take brings a page to a state and gives its pictures to got.
func take(page *harness.Page, s Screen, views []harness.View, got func(of Screen, view harness.View, picture []byte) error) error {
	var steps []func() error
	if s.Do != "" {
		steps = append(steps, func() error { return page.Eval(s.Do, nil) })
	}
	if s.Wait != "" {
		steps = append(steps, func() error { return page.Wait(s.Wait) })
	}
	if !s.Loads {
		steps = append(steps, func() error { return page.Wait(opened) })
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
	}
	for _, view := range views {
		if err := page.View(view); err != nil {
			return fmt.Errorf("%s at %s: %w", s.Name, view, err)
		}
		if err := page.Eval(settled, nil); err != nil {
			return fmt.Errorf("%s at %s: %w", s.Name, view, err)
		}
		picture, err := page.Screenshot()
		if err != nil {
			return fmt.Errorf("%s at %s: %w", s.Name, view, err)
		}
		if err := got(s, view, picture); err != nil {
			return err
		}
	}
	return nil
}

// started is true when the first table's result is on screen or another screen is.
const started = `document.querySelector(".result-line")?.textContent.includes("returned") || document.querySelector(".app.wide")`

// opened is true when no table is being opened any more: a screen that needs none is there before the address's table is.
const opened = `!document.querySelector("#side .loading, #side progress")`

// settled waits until nothing has been drawn for a while.
const settled = `new Promise((done) => {
	let quiet;
	const later = () => { clearTimeout(quiet); quiet = setTimeout(() => { watch.disconnect(); requestAnimationFrame(() => requestAnimationFrame(() => done())) }, 250) };
	const watch = new MutationObserver(later);
	watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
	later();
})`

// File is the name of a screen's picture.
func File(s Screen, view harness.View) string { return s.Name + "-" + view.String() + ".png" }

// Approved is the folder of the approved pictures.
func Approved() string { return filepath.Join(harness.Root(), "e2e", "looks", "approved") }

func decode(picture []byte) (image.Image, error) { return png.Decode(bytes.NewReader(picture)) }
