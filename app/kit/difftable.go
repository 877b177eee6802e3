package kit

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// DiffTable lines up what sides hold; word says in the last column what a property's row means.
//
//go:noinline
func DiffTable(name string, heads []string, sides []*wire.EntityReply, word func(page.DiffRow) app.UI) app.UI {
	rows := page.Diff(sides...)
	return H("div.scroll-x role=region tabindex=0", Label(name), H("table.preview.diff",
		H("thead", H("tr", H("th scope=col", "Property"),
			Each(len(heads), func(i int) app.UI {
				text := heads[i]
				if sides[i] == nil {
					text += ": not there"
				}
				return H("th scope=col", text)
			}),
			H("th scope=col", "Is"),
		)),
		H("tbody", Each(len(rows), func(i int) app.UI {
			r := rows[i]
			what, at := "tr.differs", r.Apart(0)
			if r.Same {
				what = "tr"
			}
			return H(what, H("th scope=row", words.Clip(r.Name, 100)), Each(len(r.Cells), func(n int) app.UI { return DiffCell(r.Cells[n], at, "", "") }), H("td", word(r)))
		})),
	))
}

// DiffCell is a cell with a value; of a long one the part around the character at. class begins with a dot, attrs with a space;
// before stands in front of the value.
//
//go:noinline
func DiffCell(v wire.TextProperty, at int, class, attrs string, before ...any) app.UI {
	text := excerpt(v.Text, at, 200)
	switch {
	case v.Type == edm.NoType:
		return H("td.dim"+class+attrs, append(before, "·")...)
	case text == "":
		return H("td.dim"+class+attrs, append(before, "(empty)")...)
	}
	return H("td"+class+attrs, append(before, text, H("small.dim", " "+v.Type.String()))...)
}

// excerpt cuts a long text at so many characters; what is cut off in front is before the character at, which stays in sight.
func excerpt(text string, at, runes int) string {
	r := []rune(text)
	if len(r) <= runes {
		return text
	}
	from := max(0, min(at-runes/4, len(r)-runes))
	cut := string(r[from : from+runes])
	if from > 0 {
		cut = "…" + cut
	}
	if from+runes < len(r) {
		cut += "…"
	}
	return cut
}
