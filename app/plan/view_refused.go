package plan

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// refusal tells what is wrong, where, and offers the fix.
func (s *Strip) refusal(e *filterlang.SyntaxError) app.UI {
	text := e.Detail
	if text == "" {
		text = e.Message
	}
	filter, then, split := s.Plan.Splits()
	fixed := e.Fix != nil && e.SQL == nil
	whole, first := e.SQL != nil && (!split || !e.SQL.Partial), ".btn.small.primary" // else the filter would leave the condition out
	if whole {
		first = ".btn.small"
	}
	mends := fixed // whether what the fix leaves is a filter
	if fixed && split {
		_, err := filterlang.Parse(filterlang.Splice(s.Plan.Filter, e.Fix.Span, e.Fix.Text))
		mends = err == nil
	}
	wanted := e.SQL != nil && e.SQL.Top > 0 && e.SQL.Rows
	at := filterlang.PositionAt(s.Plan.Filter, e.Span.Start)
	place := " Line " + strconv.Itoa(at.Line) + ", column " + strconv.Itoa(at.Column) + "."
	return H("div.refusal#refusal role=group tabindex=0", Label("What is wrong with the filter"),
		H("p", H("b", Coded(text)...), Slot(!s.Plan.Unfinished() && e.SQL == nil && strings.Contains(s.Plan.Filter, "\n"), func() app.UI { return H("span.dim", place) }), Slot(len(e.Expected) > 0 && e.Fix == nil && e.Detail == "", func() app.UI { return H("span.dim", Coded(" Expected "+filterlang.OneOf(e.Expected)+".")...) })),
		Slot(whole, func() app.UI { return s.sql(e.SQL) }),
		Slot(split && !mends, func() app.UI { return s.split(filter, then, first+"#then-take") }),
		Slot(split && e.SQL != nil && e.SQL.Partial, func() app.UI { return notes(e.SQL.Unsaid()) }),
		Slot(split && wanted, func() app.UI {
			return H("p", H("span.dim", "The first "+words.Number(e.SQL.Top)+" are not picked out: this browser shows all that it keeps."))
		}),
		Slot(fixed, func() app.UI {
			text := filterlang.Splice(s.Plan.Filter, e.Fix.Span, e.Fix.Text)
			class, near := "btn small primary", s.near(NearTaken{})
			if near != nil || split && !mends {
				class = "btn small"
			}
			return H("div.sql", Slot(near != nil, func() app.UI { return near }), El("div").Class("row").Body(
				Button(class, strings.ToUpper(e.Fix.Title[:1])+e.Fix.Title[1:]).OnClick(Send(s.Store, page.FilterSet{Text: text})),
				El("code").Text(words.Clip(text, 160)),
				Slot(near != nil, func() app.UI { return H("span.dim", "no entity matches") }),
			))
		}),
		Slot(split && mends, func() app.UI { return s.split(filter, then, ".btn.small#then-take") }), // the service reads less by the fix
		Slot(e.Message != "", func() app.UI {
			return H("details.verbatim", Listen("toggle", func(ctx app.Context, e app.Event) { // the strip does not grow
				ctx.JSSrc().Call("scrollIntoView", map[string]any{"block": "nearest"})
			}, app.EventScope("answer")), H("summary", "What the service answers"), H("p.dim.mono", e.Message))
		}),
	)
}

// split offers what can be taken apart: filter is for the service, then for this browser.
func (s *Strip) split(filter, then, press string) app.UI {
	if filter == "" {
		filter = "no filter"
	}
	return H("div.row",
		Press(s.Store, press, "Check it in this browser instead", ThenTaken{}, Title("The service reads and returns what its part finds; this browser keeps what holds it")),
		H("span", "▽ client-side: the service gets ", H("code", words.Clip(filter, 160)), ", this browser checks ", H("code", words.Clip(then, 160)),
			Slot(s.Then != "" && s.Then != then, func() app.UI { return H("span", " in place of ", H("code", words.Clip(s.Then, 160))) })))
}

// sql offers the filter that SQL comes to, and names what is lost.
func (s *Strip) sql(q *filterlang.SQL) app.UI {
	if !q.Verb.Asks() {
		return s.statement(q)
	}
	take, what, beside, near := "Use it as a filter", ".btn.small.primary#sql-take", s.Beside, s.near(SQLTaken{Near: true})
	if q.Filter == "" {
		take, beside = "Leave the filter empty", strings.TrimPrefix(beside+" · ", " · ")+"every entity of the table"
	}
	if q.URL {
		take = "Take this as a query"
	}
	if q.Begun != "" {
		take, what = "Leave the comparison out", ".btn.small#sql-take"
	}
	if near != nil {
		take, what, beside = "Use it as written", ".btn.small#sql-take", "no entity matches"
	}
	return H("div.sql", Slot(near != nil, func() app.UI { return near }),
		Slot(q.Begun != "", func() app.UI {
			return H("div.row", Press(s.Store, ".btn.small.primary#sql-begun", "Finish the comparison", page.FilterSet{Text: q.Begun}), H("code", words.Clip(q.Begun, 160)))
		}),
		H("div.row", Press(s.Store, what, take, SQLTaken{}), Slot(q.Filter != "", func() app.UI { return H("code", words.Clip(q.Filter, 200)) }), H("span.dim", beside)),
		notes(q.Lost))
}

// notes lists what of a statement is lost.
func notes(lost []string) app.UI {
	return Slot(len(lost) > 0, func() app.UI {
		return H("ul.notes", Each(len(lost), func(i int) app.UI { return H("li", Coded(lost[i])...) }))
	})
}

// near offers the filter near a refused text that matches something, and says what is different; nil when there is none.
func (s *Strip) near(take page.Msg) app.UI {
	if s.Near == nil {
		return nil
	}
	return H("div.row", Press(s.Store, ".btn.small.primary#near-take", "Use this filter", take), H("code", words.Clip(s.Near.Miss.Filter, 200)), H("span.dim", NearText(s.Near)), H("span.dim", s.Beside))
}

// statement offers what does here what a statement asks for that is no query. The refusal has said why it is none.
func (s *Strip) statement(q *filterlang.SQL) app.UI {
	var press []any
	switch {
	case s.Embed:
	case q.Verb == filterlang.SQLInsert && s.Table != "" && !s.Missing:
		press = []any{Press(s.Store, ".btn.small.primary#sql-take", "New entity…", page.NewEntityPressed{}), Press(s.Store, ".btn.small", "Import a file…", page.ImportPressed{})}
	case q.Verb == filterlang.SQLCreate:
		press = []any{Press(s.Store, ".btn.small.primary#sql-take", "New table…", page.NewTablePressed{})}
	case q.Verb == filterlang.SQLDrop && s.Table != "" && !s.Missing:
		press = []any{Press(s.Store, ".btn.small#sql-take", "Delete "+words.Clip(s.Table, 63)+"…", page.DeleteTablePressed{Table: s.Table})}
	}
	return H("div.sql", H("div.row", press...))
}
