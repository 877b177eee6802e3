package kit

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// CopyTable is a button that puts the table of its section, as it is on screen, on the clipboard for a spreadsheet.
//
//go:noinline
func CopyTable(s Sender, name string) app.UI {
	return H("button.btn.small type=button", Label("Copy the table: "+name), Title("As text with tabs, for a spreadsheet"), "Copy", Listen("click", func(ctx app.Context, e app.Event) {
		lines := linesOf(ctx.JSSrc().Call("closest", "section, dialog").Call("querySelector", "table"))
		s.Send(page.CopyPressed{What: "the table: " + words.Count(max(len(lines)-1, 0), "row", "rows"), Text: wire.TSV(lines)})
	}, app.EventScope(name)))
}

// linesOf reads a table, its head first.
func linesOf(table app.Value) [][]string {
	if !table.Truthy() {
		return nil
	}
	rows := table.Get("rows")
	lines := make([][]string, rows.Length())
	for i := range lines {
		cells := rows.Index(i).Get("cells")
		for k := range cells.Length() {
			cell := cells.Index(k)
			text := strings.TrimSpace(cell.Get("textContent").String())
			switch whole := cell.Call("getAttribute", WholeText); {
			case whole.Truthy():
				text = whole.String()
			case cell.Get("classList").Call("contains", "num").Bool():
				text = plainNumber(text)
			}
			lines[i] = append(lines[i], text)
		}
	}
	return lines
}

// WholeText is the attribute of a cell whose text on screen is cut.
const WholeText = "data-whole"

// plainNumber takes the commas out of a count, and the sign of an estimate: with them it is a number in some countries only. Other
// text is left alone.
func plainNumber(text string) string {
	digits := strings.TrimPrefix(text, "≈ ")
	groups := strings.Split(digits, ",")
	for i, g := range groups {
		if strings.Trim(g, "0123456789") != "" || len(g) > 3 || len(g) == 0 || i > 0 && len(g) != 3 {
			return text
		}
	}
	return strings.Join(groups, "")
}
