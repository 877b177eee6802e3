package queryline

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/words"
)

// properties says which properties come back.
func (q *Panel) properties() string {
	names, problem := query.SelectNames(q.Select)
	switch {
	case problem != "":
		return "Properties ▾"
	case names == nil:
		return "All properties ▾"
	}
	return words.Count(len(names), "property ▾", "properties ▾")
}

func (q *Panel) pageSize() string {
	n, problem := query.TopNumber(q.Top)
	switch {
	case q.Limit.rows():
		return "First " + words.Number(n) + " ▾"
	case problem != "":
		return "Page size ▾"
	case n < 0:
		return "Page size 1,000 ▾"
	}
	return "Page size " + words.Number(n) + " ▾"
}

// mostNames is how many properties can be chosen by a press.
const mostNames = 60

func (q *Panel) selectPanel() app.UI {
	chosen, _ := query.SelectNames(q.Select)
	names := append([]string{"PartitionKey", "RowKey", "Timestamp"}, q.Names...)
	names = names[:min(len(names), mostNames)]
	return H("div.fold-panel",
		field("select", "$select", q.Problems.Select, Void("input").ID("select").Attr("type", "text").Attr("placeholder", "all properties").Attr("autocomplete", "off").Spellcheck(false).
			OnInput(SendValue(q.Store, "select", func(v string) page.Msg { return SelectTyped{Text: v} })).
			OnKeyDown(OnKey(q.Store, "Enter", page.RunPressed{}))),
		H("p.dim", "Names separated by commas; nothing means all. The service still reads whole entities: fewer properties make the answer smaller, not the query cheaper."),
		Slot(len(q.Names) > 0, func() app.UI {
			return H("div.chips role=group", Label("Properties of this table"), Press(q.Store, ".btn.small.chip", "All", SelectToggled{}, Attr("aria-pressed", strconv.FormatBool(len(chosen) == 0))), Each(len(names), func(i int) app.UI {
				name := names[i]
				on := slices.Contains(chosen, name)
				return Press(q.Store, ".btn.small.chip", name, SelectToggled{Name: name}, Attr("aria-pressed", strconv.FormatBool(on)))
			}))
		}))
}

func (q *Panel) topPanel() app.UI {
	text := "Entities per page, 0 to 1,000. This does not limit the result: the rest comes with the continuation token."
	if q.Limit.rows() {
		text = "The statement wants " + firstOf(q.Top) + ", so Run stops there. The service knows only the size of a page, 0 to 1,000: type one to read all pages."
	}
	return H("div.fold-panel",
		field("top", "$top", q.Problems.Top, Void("input").ID("top").Attr("type", "text").Attr("inputmode", "numeric").Attr("placeholder", "1000").Attr("autocomplete", "off").Class("narrow").
			OnInput(SendValue(q.Store, "top", func(v string) page.Msg { return TopTyped{Text: v} })).
			OnKeyDown(OnKey(q.Store, "Enter", page.RunPressed{}))),
		H("p.dim", text))
}

// then is the step that this browser does.
func (q *Panel) then() app.UI {
	class, problem := "div.field.then", q.Problems.Then
	run, scope := OnKey(q.Store, "Enter", page.RunPressed{})
	in := []any{Listen("keydown", run, scope), Typed(q.Store, "input", "then", func(v string) page.Msg { return ThenTyped{Text: v} })}
	if problem != "" {
		class += ".bad"
		in = append(in, Attr("aria-invalid", "true"), Attr("aria-describedby", "then-err"))
	}
	return H("div",
		H("div.row.then-row",
			H(class, H("label for=then", "Then, in this browser"), H("input#then type=text autocomplete=off spellcheck=false maxlength=2000", append(in, Attr("placeholder", "contains(Title,'war') and not endswith(RowKey,'x')"))...)),
			H("span.tag.odd", "▽ client-side: the service does not know it"),
			Press(q.Store, ".icon.small#then-off", "✕", page.ThenClosed{}, Label("Remove the client-side step"))),
		Slot(problem != "", func() app.UI { return H("p.err#then-err", problem) }),
	)
}

func field(id, label, problem string, input app.HTMLElemSelfClosing) app.UI {
	class := "field"
	if problem != "" {
		class += " bad"
		input = input.Aria("invalid", "true").Aria("describedby", id+"-err")
	}
	return H("div", El("div").Class(class).Body(El("label").Attr("for", id).Text(label), input),
		Slot(problem != "", func() app.UI { return H("p.err#"+id+"-err", problem) }))
}
