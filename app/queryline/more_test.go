package queryline

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/copies"
)

// Ensure that the label of a table's ••• menu names what the menu holds: Count… is there for the table of an account only.
func TestPanel_TableMenuLabel(t *testing.T) {
	for source, want := range map[string]string{
		"":     "More about this table: compare, export, copy, statistics, clone, engine, move, delete",
		"shop": "More about this table: compare, export, copy, count, statistics, delete",
	} {
		p := &Panel{Table: "Movies", Source: source, Copies: &copies.Model{}}
		if text := app.HTMLString(p.tableMore()); !strings.Contains(text, want) || strings.Contains(text, "Count…") != strings.Contains(want, "count") {
			t.Errorf("of %q: no label %q in\n%s", source, want, text)
		}
	}
}
