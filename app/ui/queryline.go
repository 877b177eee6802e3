package ui

import (
	"cmp"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/sample"
	"rangefinder/app/state"
	"rangefinder/app/words"
)

// Problems say what is wrong with $select, $top and the step in the browser, and Note what is odd about a $select that works; ""
// when nothing is.
type Problems struct{ Select, Top, Note, Then string }

// QueryLine is the editor with $select, $top, the examples and Run. The filter is not among its fields: the editor has it, and
// a key typed there need not draw anything here.
type QueryLine struct {
	app.Compo
	Store    *state.Store
	Table    string
	Problems Problems
	Examples []sample.Query
	Tables   *state.Tables
	Running  bool
	Sync     *state.Sync
	Source   string // account, "" for this browser
	ReadOnly string // why nothing can be written to it
	Builder  bool   // is open
	Then     bool   // the step in the browser is on screen

	tools bool // on a phone: what else can be done is unfolded
}

func (q *QueryLine) Render() app.UI {
	note := q.Problems.Note
	class := "query"
	if q.tools || q.Problems.Select != "" || q.Problems.Top != "" {
		class += " unfolded"
	}
	return El("section").Class(class).Aria("label", "Query").Body(
		El("div").Class("crumb").Body(
			El("h1").Text(q.title()),
			Slot(q.Source == "" && q.Table != "", func() app.UI {
				return Press(q.Store, ".link-like.dim#facts", q.facts(), state.StatsPressed{Table: q.Table}, Title("Statistics of this table"))
			}),
			Slot(q.Source != "", func() app.UI { return H("span.dim", q.facts()) }),
			El("span").Class("grow"),
			q.syncActions(),
			Slot(q.Table != "", func() app.UI {
				return Button("btn small", "+ Entity").Attr("title", cmp.Or(q.ReadOnly, "Insert a new entity")).Attr("disabled", q.ReadOnly != "").OnClick(Send(q.Store, state.NewEntityPressed{}))
			}),
			Slot(q.Table != "", func() app.UI {
				return Button("btn small", "Export…").ID("export").Attr("title", "This result, the whole table or the workspace, to a file").OnClick(Send(q.Store, state.ExportPressed{}))
			}),
			Slot(q.Table != "", func() app.UI {
				return Button("btn small quiet", "Delete table…").Attr("title", q.ReadOnly).Attr("disabled", q.ReadOnly != "").OnClick(Send(q.Store, state.DeleteTablePressed{Table: q.Table}))
			}),
		),
		El("div").ID("editor").Class("editor"),
		El("div").Class("row query-fields").Body(
			q.unfold(),
			field("select", "$select", q.Problems.Select, Void("input").ID("select").Attr("type", "text").Attr("placeholder", "all properties").Attr("autocomplete", "off").Spellcheck(false).
				OnInput(SendValue(q.Store, "select", func(v string) state.Msg { return state.SelectTyped{Text: v} })).
				OnKeyDown(OnKey(q.Store, "Enter", state.RunPressed{}))),
			field("top", "$top", q.Problems.Top, Void("input").ID("top").Attr("type", "text").Attr("inputmode", "numeric").Attr("placeholder", "1000").Attr("autocomplete", "off").Class("narrow").
				OnInput(SendValue(q.Store, "top", func(v string) state.Msg { return state.TopTyped{Text: v} })).
				OnKeyDown(OnKey(q.Store, "Enter", state.RunPressed{}))),
			Slot(len(q.Examples) > 0, func() app.UI { return q.examples() }),
			Button("btn quiet", "Builder").ID("builder-toggle").Aria("expanded", strconv.FormatBool(q.Builder)).Attr("title", "The filter as clauses, in step with the text").OnClick(Send(q.Store, state.BuilderToggled{})),
			El("span").Class("grow"),
			// Always there, so that nothing moves when the first table comes.
			Button("btn quiet", "History…").ID("history").Attr("title", "The queries that were run").OnClick(Send(q.Store, state.HistoryPressed{})),
			Button("btn quiet", "Code…").ID("code").Attr("title", "This query as an HTTP request, cURL, C#, Go, JavaScript, Python, Java, az or Markdown; its plan as text or a picture").Attr("disabled", q.Table == "").OnClick(Send(q.Store, state.CodePressed{})),
			H("span.either", // one place for two: nothing moves when a run begins and ends
				Button(map[bool]string{true: "btn quiet unseen", false: "btn quiet"}[q.Running], "Save…").Attr("title", "Keep this query under a name").Attr("disabled", q.Table == "").OnClick(Send(q.Store, state.SaveQueryPressed{})),
				Button(map[bool]string{true: "btn", false: "btn unseen"}[q.Running], "Stop").OnClick(Send(q.Store, state.StopPressed{}))),
			El("button").Attr("type", "button").ID("run").Class("btn primary").OnClick(Send(q.Store, state.RunPressed{})).Body(app.Text("Run "), El("kbd").Text("Ctrl ⏎")),
		),
		Slot(q.Then, func() app.UI { return q.then() }),
		Slot(q.Problems.Select != "" || q.Problems.Top != "", func() app.UI {
			return El("p").ID("field-err").Class("err").Text(q.Problems.Select + " " + q.Problems.Top)
		}),
		Slot(note != "", func() app.UI { return El("p").ID("select-note").Class("dim").Text(note) }),
	)
}

// then is the step that this browser does.
func (q *QueryLine) then() app.UI {
	class, problem := "div.field.then", q.Problems.Then
	run, scope := OnKey(q.Store, "Enter", state.RunPressed{})
	in := []any{Listen("keydown", run, scope), Typed(q.Store, "input", "then", func(v string) state.Msg { return state.ThenTyped{Text: v} })}
	if problem != "" {
		class += ".bad"
		in = append(in, Attr("aria-invalid", "true"), Attr("aria-describedby", "then-err"))
	}
	return H("div",
		H("div.row.then-row",
			H(class, H("label for=then", "Then, in this browser"), H("input#then type=text autocomplete=off spellcheck=false maxlength=2000", append(in, Attr("placeholder", "contains(Title,'war') and not endswith(RowKey,'x')"))...)),
			H("span.tag.odd", "▽ client-side: the service does not know it"),
			Press(q.Store, ".icon.small#then-off", "✕", state.ThenClosed{}, Label("Drop the step in the browser"))),
		Slot(problem != "", func() app.UI { return H("p.err#then-err", problem) }),
	)
}

// unfold shows what stands between the filter and its plan where the window is too narrow for all of it.
func (q *QueryLine) unfold() app.UI {
	text := "Tools ▾"
	if q.tools {
		text = "Tools ▴"
	}
	return Button("btn only-phone", text).ID("tools").Aria("expanded", strconv.FormatBool(q.tools)).OnClick(func(ctx app.Context, e app.Event) {
		q.tools = !q.tools
		ctx.Update()
	})
}

func (q *QueryLine) title() string {
	if q.Table == "" {
		return "No table"
	}
	return q.Table
}

func (q *QueryLine) facts() string {
	if q.Source != "" {
		return "of " + q.Source
	}
	for _, t := range q.Tables.List {
		if t.Name == q.Table {
			return words.Count(t.Entities, "entity", "entities") + " · " + words.Count(t.Partitions, "partition", "partitions") + " · " + words.Bytes(t.Bytes)
		}
	}
	return ""
}

// examples is a menu of instructive filters; choosing one only fills the editor.
func (q *QueryLine) examples() app.UI {
	list := q.Examples
	return El("select").ID("examples").Class("btn").Aria("label", "Example filters").OnChange(func(ctx app.Context, e app.Event) {
		el := ctx.JSSrc()
		i, err := strconv.Atoi(el.Get("value").String())
		el.Set("selectedIndex", 0)
		if err == nil && i >= 0 && i < len(q.Examples) {
			q.Store.Send(state.FilterSet{Text: q.Examples[i].Filter})
		}
	}).Body(
		El("option").Attr("value", "").Text("Examples"),
		app.Range(list).Slice(func(i int) app.UI {
			return El("option").Attr("value", strconv.Itoa(i)).Text(list[i].Title)
		}),
	)
}

func field(id, label, problem string, input app.HTMLElemSelfClosing) app.UI {
	class := "field"
	if problem != "" {
		class += " bad"
		input = input.Aria("invalid", "true").Aria("describedby", "field-err")
	}
	return El("div").Class(class).Body(El("label").Attr("for", id).Text(label), input)
}
