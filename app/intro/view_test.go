package intro

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Ensure that a link says which table its query is on, and one without a table names none.
func TestStrip_Link(t *testing.T) {
	for table, want := range map[string]string{
		"Orders": "This link shows a query on the table “Orders”.",
		"":       "This link opens an account. Nothing is read before you run a query.",
	} {
		text := app.HTMLString(&Strip{Kind: Link, Table: table})
		if !strings.Contains(text, want) || strings.Contains(text, "“”") {
			t.Errorf("of a link to %q it says\n%s", table, text)
		}
	}
}
