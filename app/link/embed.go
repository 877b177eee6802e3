package link

import (
	"html"
	"strings"
)

// Themes that an embedded page takes; "" or "system" follows the browser.
const (
	EmbedLight = "light"
	EmbedDark  = "dark"
)

// EmbedAddress is the address of a link without the chrome. page is where Rangefinder is, with or without a query or fragment
// of its own; those are left out, and with them whatever a person's address might hold besides the view.
func EmbedAddress(page, fragment, theme string) string {
	if i := strings.IndexAny(page, "?#"); i >= 0 {
		page = page[:i]
	}
	query := "?embed"
	if theme == EmbedLight || theme == EmbedDark {
		query += "&theme=" + theme
	}
	return page + query + "#" + strings.TrimPrefix(fragment, "#")
}

// Snippet is the HTML that shows a link on another page.
func Snippet(page, fragment, theme string) string {
	return `<iframe src="` + html.EscapeString(EmbedAddress(page, fragment, theme)) + `" title="A table query in Rangefinder" width="100%" height="480" loading="lazy" referrerpolicy="no-referrer" style="border:0" allow="clipboard-write"></iframe>`
}
