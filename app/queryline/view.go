package queryline

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/builder"
	"rangefinder/app/copies"
	"rangefinder/app/history"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/result"
	"rangefinder/app/sample"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// Problems say what is wrong with $select, $top and the step in the browser, and Note what is odd about a $select that works; ""
// when nothing is.
type Problems struct{ Select, Top, Note, Then string }

// Panel is the editor with $select, $top, the examples and Run. The filter is not among its fields: the editor has it, and
// a key typed there need not draw anything here.
type Panel struct {
	app.Compo
	Store    Sender
	Table    string
	Select   string
	Top      string
	Names    []string // properties of the table; nil until they are known
	Problems Problems
	Examples []sample.Query
	Tables   []wire.TableInfo
	Loading  bool // something is taken in
	Running  bool
	Copies   *copies.Model
	Source   string             // account, "" for this browser
	ReadOnly string             // why nothing can be written to it
	Builder  bool               // is open
	Missing  string             // the table that the query waits for, "" for none
	Then     bool               // the step in the browser is on screen
	Profile  filterlang.Profile // that plans are for
	Limit    *Limit             // nil when nothing came with a statement
	Lesson   string             // name of the open lesson, "" for none

	Answered bool // the introduction names the next step, and what Run would bring is on screen: Run steps back

	Why bool // the plan explains itself: what else can be done makes room for it

	tools map[string]bool // on a phone, by lesson: what else can be done is unfolded
	why   bool            // Why as it was drawn last
}

func (q *Panel) Render() app.UI {
	note := q.Problems.Note
	if q.Why && !q.why {
		delete(q.tools, q.Lesson)
	}
	q.why = q.Why
	class := "query"
	if q.tools[q.Lesson] || q.Problems.Select != "" || q.Problems.Top != "" {
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
			copies.Actions(q.Store, q.Copies, q.Source, q.Table, q.Loading),
			Slot(q.Table != "", func() app.UI {
				return Press(q.Store, ".btn.small#add-entity", "+ Entity", page.NewEntityPressed{}, Title(cmp.Or(q.ReadOnly, "Insert a new entity")), Off(q.ReadOnly != ""))
			}),
			Slot(q.Table != "", func() app.UI { return q.tableMore() })),
		El("div").ID("editor").Class("editor"),
		H("div.row.query-fields",
			q.unfold(),
			// While a table of this browser is opened its examples are still to come: nothing is pushed away by them.
			Slot(len(q.Examples) > 0 || q.Source == "" && (q.Loading || q.Table == "" && q.Missing == ""), func() app.UI { return q.examples() }),
			Press(q.Store, ".btn.quiet.roomier#builder-toggle", "Builder", builder.Toggled{}, Expanded(q.Builder), Title("The filter as clauses, in step with the text")),
			&Fold{Store: q.Store, ID: "properties", Class: "quiet", Text: q.properties(), Title: "Which properties come back: $select", Bad: q.Problems.Select != "", Panel: q.selectPanel()},
			&Fold{Store: q.Store, ID: "page-size", Class: "quiet", Text: q.pageSize(), Title: "How many entities a page holds: $top", Bad: q.Problems.Top != "", Panel: q.topPanel()},
			Slot(q.Limit != nil, func() app.UI {
				back := "Back to " + q.Limit.back() + ": " + q.Limit.now() + " came with the statement, for this filter only"
				return Press(q.Store, ".btn.quiet.small#limit-off", "", LimitLeft{q.Limit}, Label(back), Title(back), H("span.only-phone", q.Limit.now()+" "), H("span", "✕"))
			}),
			H("span.grow"),
			// Always there, so that nothing moves when the first table comes.
			Press(q.Store, ".btn.quiet.roomy#history", "History…", history.HistoryPressed{}, Title("The queries that were run")),
			Press(q.Store, ".btn.quiet.roomy#code", "Code…", page.CodePressed{}, Title(codeTitle), Off(q.Table == "")),
			H("span.either", // one place for all: nothing moves when a run begins and ends
				Press(q.Store, map[bool]string{true: ".btn.quiet.roomy.unseen", false: ".btn.quiet.roomy"}[q.Running]+"#save-query", "Save…", page.SaveQueryPressed{}, Title("Keep this query under a name"), Off(q.Table == "")),
				H(map[bool]string{true: "span.tight.unseen", false: "span.tight"}[q.Running], q.queryMore()),
				Press(q.Store, map[bool]string{true: ".btn", false: ".btn.unseen"}[q.Running], "Stop", result.StopPressed{})),
			Press(q.Store, map[bool]string{true: ".btn.primary.answered#run", false: ".btn.primary#run"}[q.Answered], "", page.RunPressed{}, Off(q.Table == "" || q.Missing != ""), "Run ", H("kbd", "Ctrl ⏎"))),
		Slot(q.Then, func() app.UI { return q.then() }),
		Slot(q.Problems.Select != "" || q.Problems.Top != "", func() app.UI {
			return H("p.err#field-err", strings.TrimSpace(q.Problems.Select+" "+q.Problems.Top))
		}),
		Slot(note != "", func() app.UI { return H("p.dim#select-note", note) }),
	)
}

const codeTitle = "This query as an HTTP request, cURL, C#, Go, JavaScript, Python, Java, az or Markdown; its plan as text or a picture"

// queryMore is what has no room in the line of a narrow window.
func (q *Panel) queryMore() app.UI {
	return &Fold{Store: q.Store, ID: "query-more", Class: "quiet", Label: "More about this query: builder, history, code, save", Items: []FoldItem{
		{Text: "Builder", Title: "The filter as clauses, in step with the text", Msg: builder.Toggled{}},
		{Text: "History…", Title: "The queries that were run", Msg: history.HistoryPressed{}},
		{Text: "Code…", Title: codeTitle, Off: q.Table == "", Msg: page.CodePressed{}},
		{Text: "Save…", Title: "Keep this query under a name", Off: q.Table == "", Msg: page.SaveQueryPressed{}},
	}}
}

// unfold shows what stands between the filter and its plan where the window is too narrow for all of it.
func (q *Panel) unfold() app.UI {
	open, text := q.tools[q.Lesson], "Tools ▾"
	if open {
		text = "Tools ▴"
	}
	return Button("btn only-phone", text).ID("tools").Aria("expanded", strconv.FormatBool(open)).OnClick(func(ctx app.Context, e app.Event) {
		if q.tools == nil {
			q.tools = map[string]bool{}
		}
		q.tools[q.Lesson] = !q.tools[q.Lesson]
		ctx.Update()
	}).OnKeyDown(func(ctx app.Context, e app.Event) {
		if e.Get("key").String() == "Escape" && q.tools[q.Lesson] {
			delete(q.tools, q.Lesson)
			ctx.Update()
		}
	})
}

// examples is a menu of instructive filters; choosing one only fills the editor.
func (q *Panel) examples() app.UI {
	list := q.Examples
	return El("select").ID("examples").Class("btn").Attr("disabled", len(list) == 0).Aria("label", "Example filters").OnChange(func(ctx app.Context, e app.Event) {
		el := ctx.JSSrc()
		i, err := strconv.Atoi(el.Get("value").String())
		el.Set("selectedIndex", 0)
		if err == nil && i >= 0 && i < len(q.Examples) {
			q.Store.Send(page.FilterSet{Text: q.Examples[i].Filter})
		}
	}).Body(
		El("option").Attr("value", "").Text("Examples"),
		app.Range(list).Slice(func(i int) app.UI {
			return El("option").Attr("value", strconv.Itoa(i)).Text(list[i].Title)
		}),
	)
}
