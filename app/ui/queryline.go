package ui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/builder"
	"rangefinder/app/bulk"
	"rangefinder/app/copies"
	"rangefinder/app/copyto"
	"rangefinder/app/count"
	"rangefinder/app/files"
	"rangefinder/app/history"
	. "rangefinder/app/kit"
	"rangefinder/app/move"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/sample"
	"rangefinder/app/state"
	"rangefinder/app/tables"
	"rangefinder/app/words"
	"rangefinder/filterlang"
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
	Select   string
	Top      string
	Names    []string // properties of the table; nil until they are known
	Problems Problems
	Examples []sample.Query
	Tables   *state.Tables
	Running  bool
	Copies   *copies.Model
	Source   string             // account, "" for this browser
	ReadOnly string             // why nothing can be written to it
	Builder  bool               // is open
	Then     bool               // the step in the browser is on screen
	Profile  filterlang.Profile // that plans are for

	tools bool // on a phone: what else can be done is unfolded
}

func (q *QueryLine) Render() app.UI {
	note := q.Problems.Note
	class := "query"
	if q.tools || q.Problems.Select != "" || q.Problems.Top != "" {
		class += " unfolded"
	}
	return El("section").Class(class).Aria("label", "Query").Body(
		H("div.crumb",
			H("h1", q.title()),
			Slot(q.Source == "" && q.Table != "", func() app.UI {
				return Press(q.Store, ".link-like.dim#facts", q.facts(), tables.StatsPressed{Table: q.Table}, Title("Statistics of this table"))
			}),
			Slot(q.Source != "", func() app.UI { return H("span.dim", q.facts()) }),
			H("span.grow"),
			copies.Actions(q.Store, q.Copies, q.Source, q.Table, q.Tables.Loading != nil),
			Slot(q.Table != "", func() app.UI {
				return Press(q.Store, ".btn.small#add-entity", "+ Entity", state.NewEntityPressed{}, Title(cmp.Or(q.ReadOnly, "Insert a new entity")), Off(q.ReadOnly != ""))
			}),
			Slot(q.Table != "", func() app.UI { return q.tableMore() })),
		El("div").ID("editor").Class("editor"),
		H("div.row.query-fields",
			q.unfold(),
			Slot(len(q.Examples) > 0, func() app.UI { return q.examples() }),
			Press(q.Store, ".btn.quiet.roomier#builder-toggle", "Builder", builder.Toggled{}, Expanded(q.Builder), Title("The filter as clauses, in step with the text")),
			&Fold{Store: q.Store, ID: "properties", Class: "quiet", Text: q.properties(), Title: "Which properties come back: $select", Bad: q.Problems.Select != "", Panel: q.selectPanel()},
			&Fold{Store: q.Store, ID: "page-size", Class: "quiet", Text: q.pageSize(), Title: "How many entities a page holds: $top", Bad: q.Problems.Top != "", Panel: q.topPanel()},
			H("span.grow"),
			// Always there, so that nothing moves when the first table comes.
			Press(q.Store, ".btn.quiet.roomy#history", "History…", history.HistoryPressed{}, Title("The queries that were run")),
			Press(q.Store, ".btn.quiet.roomy#code", "Code…", state.CodePressed{}, Title(codeTitle), Off(q.Table == "")),
			H("span.either", // one place for all: nothing moves when a run begins and ends
				Press(q.Store, map[bool]string{true: ".btn.quiet.roomy.unseen", false: ".btn.quiet.roomy"}[q.Running]+"#save-query", "Save…", page.SaveQueryPressed{}, Title("Keep this query under a name"), Off(q.Table == "")),
				H(map[bool]string{true: "span.tight.unseen", false: "span.tight"}[q.Running], q.queryMore()),
				Press(q.Store, map[bool]string{true: ".btn", false: ".btn.unseen"}[q.Running], "Stop", result.StopPressed{})),
			Press(q.Store, ".btn.primary#run", "", state.RunPressed{}, "Run ", H("kbd", "Ctrl ⏎"))),
		Slot(q.Then, func() app.UI { return q.then() }),
		Slot(q.Problems.Select != "" || q.Problems.Top != "", func() app.UI {
			return H("p.err#field-err", strings.TrimSpace(q.Problems.Select+" "+q.Problems.Top))
		}),
		Slot(note != "", func() app.UI { return H("p.dim#select-note", note) }),
	)
}

const codeTitle = "This query as an HTTP request, cURL, C#, Go, JavaScript, Python, Java, az or Markdown; its plan as text or a picture"

// tableMore is what else can be done with the table.
func (q *QueryLine) tableMore() app.UI {
	items := []FoldItem{
		{ID: "compare", Text: "Compare…", Title: "Compare with another table", Msg: copies.ComparePressed{Table: q.Table}},
		{ID: "export", Text: "Export…", Title: "This result, the whole table or the workspace, to a file", Msg: files.ExportPressed{}},
	}
	items = append(items, FoldItem{ID: "copy-to", Text: "Copy to…", Title: "Into an account, or another table of this browser, with a plan of the requests first", Off: q.Tables.Loading != nil, Msg: copyto.Pressed{}})
	if q.Source == "" {
		items = append(items, FoldItem{ID: "statistics", Text: "Statistics…", Title: "What this table holds, counted", Msg: tables.StatsPressed{Table: q.Table}},
			FoldItem{ID: "clone", Text: "Clone…", Title: "The same entities under another name", Off: q.Tables.Loading != nil, Msg: page.ClonePressed{Table: q.Table}})
	}
	if q.Source != "" {
		items = append(items, FoldItem{ID: "count", Text: "Count…", Title: "How many entities there are, with what it costs first", Msg: count.Pressed{}})
	}
	if q.Source == "" && state.CopiedFrom(q.Copies.Copy(q.Table)) != filterlang.Cosmos {
		items = append(items, engineItem(q.Profile), FoldItem{ID: "move", Text: "Would it move?…", Title: "What changes for this table and its queries in Azure Cosmos DB for Table", Msg: move.Pressed{Table: q.Table}})
	}
	items = append(items, FoldItem{ID: "delete-entities", Text: "Delete entities…", Title: q.ReadOnly, Off: q.ReadOnly != "", Msg: bulk.RemovePressed{}},
		FoldItem{ID: "delete-table", Text: "Delete table…", Title: q.ReadOnly, Off: q.ReadOnly != "", Msg: state.DeleteTablePressed{Table: q.Table}})
	return &Fold{Store: q.Store, ID: "table-more", Class: "small", Label: "More about this table: compare, export, copy, statistics, clone, engine, move, count, delete", Items: items}
}

// queryMore is what has no room in the line of a narrow window.
func (q *QueryLine) queryMore() app.UI {
	return &Fold{Store: q.Store, ID: "query-more", Class: "quiet", Label: "More about this query: builder, history, code, save", Items: []FoldItem{
		{Text: "Builder", Title: "The filter as clauses, in step with the text", Msg: builder.Toggled{}},
		{Text: "History…", Title: "The queries that were run", Msg: history.HistoryPressed{}},
		{Text: "Code…", Title: codeTitle, Off: q.Table == "", Msg: state.CodePressed{}},
		{Text: "Save…", Title: "Keep this query under a name", Off: q.Table == "", Msg: page.SaveQueryPressed{}},
	}}
}

// properties says which properties come back.
func (q *QueryLine) properties() string {
	names, problem := query.SelectNames(q.Select)
	switch {
	case problem != "":
		return "Properties ▾"
	case names == nil:
		return "All properties ▾"
	}
	return words.Count(len(names), "property ▾", "properties ▾")
}

func (q *QueryLine) pageSize() string {
	n, problem := query.TopNumber(q.Top)
	switch {
	case problem != "":
		return "Page size ▾"
	case n < 0:
		return "Page size 1,000 ▾"
	}
	return "Page size " + words.Number(n) + " ▾"
}

// mostNames is how many properties can be chosen by a press.
const mostNames = 60

func (q *QueryLine) selectPanel() app.UI {
	chosen, _ := query.SelectNames(q.Select)
	names := append([]string{"PartitionKey", "RowKey", "Timestamp"}, q.Names...)
	names = names[:min(len(names), mostNames)]
	return H("div.fold-panel",
		field("select", "$select", q.Problems.Select, Void("input").ID("select").Attr("type", "text").Attr("placeholder", "all properties").Attr("autocomplete", "off").Spellcheck(false).
			OnInput(SendValue(q.Store, "select", func(v string) state.Msg { return queryline.SelectTyped{Text: v} })).
			OnKeyDown(OnKey(q.Store, "Enter", state.RunPressed{}))),
		H("p.dim", "Names separated by commas; nothing means all. The service still reads whole entities: fewer properties make the answer smaller, not the query cheaper."),
		Slot(len(q.Names) > 0, func() app.UI {
			return H("div.chips role=group", Label("Properties of this table"), Each(len(names), func(i int) app.UI {
				name := names[i]
				on := slices.Contains(chosen, name)
				return Press(q.Store, ".btn.small.chip", name, queryline.SelectToggled{Name: name}, Attr("aria-pressed", strconv.FormatBool(on)))
			}))
		}))
}

func (q *QueryLine) topPanel() app.UI {
	return H("div.fold-panel",
		field("top", "$top", q.Problems.Top, Void("input").ID("top").Attr("type", "text").Attr("inputmode", "numeric").Attr("placeholder", "1000").Attr("autocomplete", "off").Class("narrow").
			OnInput(SendValue(q.Store, "top", func(v string) state.Msg { return queryline.TopTyped{Text: v} })).
			OnKeyDown(OnKey(q.Store, "Enter", state.RunPressed{}))),
		H("p.dim", "Entities per page, 1 to 1,000. This does not limit the result: the rest comes with the continuation token."))
}

// then is the step that this browser does.
func (q *QueryLine) then() app.UI {
	class, problem := "div.field.then", q.Problems.Then
	run, scope := OnKey(q.Store, "Enter", state.RunPressed{})
	in := []any{Listen("keydown", run, scope), Typed(q.Store, "input", "then", func(v string) state.Msg { return queryline.ThenTyped{Text: v} })}
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

// engineItem changes the engine that plans of this browser's tables are for.
func engineItem(now filterlang.Profile) FoldItem {
	if now == filterlang.Cosmos {
		return FoldItem{ID: "engine-storage", Text: "Plan for Table storage", Title: "Plans as Azure Table storage answers; a copy of a table of Cosmos DB stays planned for that", Msg: state.SettingChosen{ID: state.ProfileSetting}}
	}
	return FoldItem{ID: "engine-cosmos", Text: "Plan for Cosmos DB", Title: "Plans as Azure Cosmos DB for Table answers: by an index of every property, in request units", Msg: state.SettingChosen{ID: state.ProfileSetting, Value: filterlang.Cosmos.String()}}
}
