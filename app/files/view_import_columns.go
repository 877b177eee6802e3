package files

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang/edm"
)

// importColumns maps columns to properties.
func (p *panel) importColumns(im *Import) app.UI {
	shown, all := im.Found()
	return H("div",
		Slot(len(im.Columns) > ImportColumnsShown, func() app.UI {
			return H("div.row",
				H("input#import-find type=search autocomplete=off spellcheck=false placeholder=Find", Label("Find a column"), Typed(p.s, "input", "import-find", func(v string) page.Msg { return ImportTyped{Field: "find", Text: v} })),
				H("span.dim role=status", words.Number(len(shown))+" of "+words.Count(len(im.Columns), "column", "columns")+" shown, "+words.Number(all)+" found. Columns that you do not change here are imported as they are."))
		}),
		H("div.scroll-x.tall tabindex=0 role=region", Label("Columns"), H("table.spec-rows",
			H("thead", H("tr", H("th scope=col", "Column"), H("th scope=col", "Property"), H("th scope=col", "Type"), H("th scope=col", "Examples"))),
			H("tbody", Each(2*len(shown), func(n int) app.UI {
				i := shown[n/2]
				if n%2 == 0 {
					return p.importColumn(i, im.Columns[i])
				}
				c := im.Columns[i]
				why := c.Why != "" && c.Type == c.Column.Type // of the proposed type, and no other
				differs := c.differs(im.Table)
				advised := c.Nearly != nil || c.Dates != nil
				return Slot(!c.Skip && (advised || why || differs != ""), func() app.UI {
					if advised {
						return p.importAdvice(i, &c, im, differs)
					}
					return H("tr", H("td.dim colspan=4", Slot(why, func() app.UI { return H("div", c.Why) }), Slot(differs != "", func() app.UI { return H("div", differs) })))
				})
			})),
		)),
	)
}

func (p *panel) importColumn(i int, c ImportColumn) app.UI {
	id := strconv.Itoa(i)
	set := func(change func(*ImportColumnSet)) {
		msg := ImportColumnSet{Index: i, Property: c.Property, Type: c.Type, Skip: c.Skip, Date: c.Date, Leave: c.Leave}
		change(&msg)
		p.s.Send(msg)
	}
	scope := app.EventScope(i, c.Property, c.Type, c.Skip, c.Date, c.Leave)
	each := "Detect per value"
	if c.Declared {
		each = "as the file says (" + c.Column.Type.String() + ")"
		if c.Mixed {
			each = "as the file says (mixed)"
		}
	}
	types := []string{strconv.Itoa(int(edm.NoType)), each}
	for _, t := range edm.Types {
		text := t.String()
		if t == edm.Double && c.Nearly != nil && c.Nearly.Double != "" {
			text += " (rounds long numbers)"
		} else if !slices.Contains(c.Fits, t) && (t != edm.DateTime || c.Dates == nil || c.Nearly != nil) {
			text += " (not every row fits)"
		}
		types = append(types, strconv.Itoa(int(t)), text)
	}
	examples := ""
	for n, e := range c.Examples {
		if n > 0 {
			examples += " · "
		}
		examples += e
	}
	return El("tr").Body(
		El("td").Body(El("label").Class("row nowrap").Body(
			Void("input").Attr("type", "checkbox").Attr("checked", !c.Skip).Aria("label", "Take the column "+c.Name).OnChange(func(ctx app.Context, e app.Event) {
				on := ctx.JSSrc().Get("checked").Bool()
				set(func(m *ImportColumnSet) { m.Skip = !on })
			}, scope),
			El("span").Text(c.Name),
		)),
		El("td").Body(Void("input").ID("import-name-"+id).Attr("type", "text").Attr("autocomplete", "off").Spellcheck(false).Attr("disabled", c.Skip).Aria("label", "Property for "+c.Name).OnInput(func(ctx app.Context, e app.Event) {
			v := ValueOf(ctx.JSSrc())
			set(func(m *ImportColumnSet) { m.Property = v })
		}, scope)),
		El("td").Body(El("select").Aria("label", "Type of "+c.Name).Attr("disabled", c.Skip).OnChange(func(ctx app.Context, e app.Event) {
			if n, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
				set(func(m *ImportColumnSet) {
					if m.Type, m.Date, m.Leave = edm.Type(n), "", false; m.Type == edm.DateTime && len(c.Dates) == 1 {
						m.Date = c.Dates[0]
					}
				})
			}
		}, scope).Body(Options(strconv.Itoa(int(c.Type)), types...)...)),
		El("td").Class("dim example").Text(examples),
	)
}

// importAdvice says what keeps a column from the type of most of its values, or that its texts are dates, and offers to read them so.
func (p *panel) importAdvice(i int, c *ImportColumn, im *Import, differs string) app.UI {
	type offer struct {
		text string
		set  ImportColumnSet
	}
	var offers []offer
	add := func(text string, t edm.Type, date string, leave bool) {
		offers = append(offers, offer{text, ImportColumnSet{Index: i, Property: c.Property, Type: t, Skip: c.Skip, Date: date, Leave: leave}})
	}
	text, to, n, cells := c.Why, edm.DateTime, c.Nearly, ""
	if n != nil && n.Read == "" {
		cells = words.Plural(n.Values-n.Fit, "; leave that cell empty", "; leave those cells empty")
	}
	switch {
	case c.Dates == nil:
		to = n.Type
		if n.Double != "" && c.Type != edm.Double {
			add("Read as Double", edm.Double, "", false)
		}
		if c.Type != to && (n.Double == "" || to != edm.Double) {
			add("Read as "+to.String()+cells, to, "", n.Read == "")
		}
	case c.Type != to:
		for _, form := range c.Dates {
			press := "Read as dates"
			if len(c.Dates) > 1 {
				press = "Read as " + form
			}
			add(press+cells, to, form, n != nil)
		}
	case c.Date != "":
		text = "Read as " + c.Date + ", in UTC."
	}
	rounded := n != nil && n.Double != "" && c.Type == edm.Double
	if c.Type == to || rounded {
		add("Keep as String", edm.String, "", false)
		if rounded || n != nil && n.Read != "" {
			// every value is taken
		} else if n != nil && c.Leave {
			add(words.Plural(n.Values-n.Fit, "Refuse that row instead", "Refuse those rows instead"), to, c.Date, false)
		} else if n != nil {
			add("L"+strings.TrimPrefix(cells, "; l"), to, c.Date, true)
		}
	}
	if n != nil {
		text += " " + nearlyText(n, c.Type, c.Leave, im.Stop, im.place())
	}
	return H("tr", H("td colspan=4", H("div.advice-box", H("span", strings.TrimSpace(text+" "+differs)),
		H("div.row", Each(len(offers), func(k int) app.UI { return Press(p.s, ".btn", offers[k].text, offers[k].set) })))))
}

// nearlyText says which value keeps a column from a type, and what becomes of it or of its row when that type is chosen.
func nearlyText(n *interchange.Nearly, chosen edm.Type, leave, stop bool, place string) string {
	const asText = " As String, every row is imported, but filters compare the values as text."
	if n.Read != "" {
		all := "Each of the " + words.Number(n.Values) + " values looked at can be read as " + n.Type.String() + ": " + words.Quote(n.Odd) + " (" + place + " " + words.Number(n.Line) + ") becomes " + n.Read + "."
		if chosen == n.Type {
			return all
		}
		return all + asText
	}
	not, all := words.Plural(n.Values-n.Fit, "is not", "are not"), words.Number(n.Fit)+" of "+words.Number(n.Values)+" values "
	unfit := ""
	if n.Type == edm.Double {
		unfit = unfitDouble(n.Odd)
	}
	switch {
	case unfit != "":
		all, not = all+"fit a Double", words.Plural(n.Values-n.Fit, "does not", "do not")
	case (n.Type == edm.Int32 || n.Type == edm.Int64) && strings.Trim(n.Odd, "-0123456789") == "": // it is a number, and a longer one
		all, not = all+"fit an "+n.Type.String(), words.Plural(n.Values-n.Fit, "does not", "do not")
	case n.Type == edm.Int32 || n.Type == edm.Int64 || n.Type == edm.Double:
		all += "are numbers"
	case n.Type == edm.DateTime:
		all += "are dates"
	default:
		all += "are " + n.Type.String() + " values"
	}
	odd, at := n.Values-n.Fit, place+" "+words.Number(n.Line)
	all += "; " + words.Quote(n.Odd) + " (" + at + ")" + unfit + " "
	if odd > 1 {
		all += "and " + words.Count(odd-1, "other", "others") + " "
	}
	rows := strings.ToUpper(at[:1]) + at[1:] + " is "
	if odd > 1 {
		rows = "These " + words.Number(odd) + " rows are "
	}
	rounds := ""
	if n.Double != "" {
		rounds = " As Double, " + words.Plural(odd, "it is rounded to ", "they are rounded, the first to ") + n.Double + ": a Double keeps 15 to 17 digits."
	}
	switch all += not + "."; {
	case rounds != "" && chosen == edm.Double:
		return all + rounds
	case chosen != n.Type:
		return all + asText + rounds
	}
	switch all += " "; {
	case leave:
		return all + rows + "imported without this property."
	case stop:
		return all + "The import stops at " + at + "."
	}
	return all + rows + "refused and listed after the import."
}

// unfitDouble says why a text that is a number fits no Double, "" of any other text.
func unfitDouble(text string) string {
	if strings.Trim(text, "+-.,eE0123456789") != "" {
		return ""
	}
	switch _, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64); {
	case err == nil:
		return ", a number with more digits than a Double keeps,"
	case errors.Is(err, strconv.ErrRange):
		return ", a number beyond the largest Double,"
	}
	return ""
}

// previewColumns is the most columns that the preview shows.
const previewColumns = 60
