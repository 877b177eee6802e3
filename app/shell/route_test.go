package shell

import (
	"os"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/link"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/queryline"
	"rangefinder/app/result"
	"rangefinder/app/wire"
)

func TestRoute_RoundTrip(t *testing.T) {
	for _, r := range []page.Route{
		{Query: query.Query{Table: "Movies"}},
		{Query: query.Query{Table: "Movies", Filter: "PartitionKey eq 'a&b=c#d+e%20 é 𝄞' and Rating gt 4.0", Select: "A,B", Top: "10"}, Why: true, Ran: true},
		{Query: query.Query{Filter: "\n\t'"}},
	} {
		got, _, problem := ParseRoute(r.Fragment())
		if got != r || problem != "" {
			t.Errorf("ParseRoute(%q) = %+v, %q; want %+v", r.Fragment(), got, problem, r)
		}
	}
}

func TestParseRoute_Hostile(t *testing.T) {
	for _, tt := range []struct{ in, problem string }{
		{"", ""},
		{"#", ""},
		{"v=2&t=Movies", "another version"},
		{"%zz", "damaged"},
		{"v=1&t=%ff", "not text"},
		{"t=Movies", "not a link of Rangefinder"},
		{"v=1&t=" + strings.Repeat("x", link.MaxFragment), "more than a view"},
	} {
		r, _, problem := ParseRoute(tt.in)
		if !r.Empty || !strings.Contains(problem, tt.problem) || tt.problem == "" && problem != "" {
			t.Errorf("ParseRoute(%.20q) = %+v, %q; want an empty route and %q", tt.in, r, problem, tt.problem)
		}
	}
	if r, _, problem := ParseRoute("v=1&t=Movies&screen=cinema"); r.Table != "Movies" || r.Screen != page.QueryScreen || !strings.Contains(problem, "screen") {
		t.Errorf("a screen of another version: got %+v, %q; want the query, and it told", r, problem)
	}
	if r, _, problem := ParseRoute("v=1&t=Movies&top=5000"); r.Table != "Movies" || r.Top != "" || problem == "" {
		t.Errorf("a $top out of range: got %+v, %q; want it left out and told", r, problem)
	}
}

func FuzzParseRoute(f *testing.F) {
	f.Add("v=1&t=Movies&f=PartitionKey%20eq%20%27a%27")
	f.Add("%00")
	f.Fuzz(func(t *testing.T, in string) {
		r, _, _ := ParseRoute(in)
		if r.Empty {
			return
		}
		if again, _, problem := ParseRoute(r.Fragment()); again != r || problem != "" {
			t.Fatalf("ParseRoute(%q) = %+v, which comes back as %+v (%s)", in, r, again, problem)
		}
	})
}

// Ensure that Back from a second query leads to the first, not to halves of the second.
func TestUpdate_HistoryHasAnEntryForEachQuery(t *testing.T) {
	m, _ := after(ready(t), result.RunEnded{Reply: &wire.RunReply{}})
	var history []string
	act := func(msg page.Msg) {
		var cmds []page.Cmd
		m, cmds = after(m, msg)
		for _, cmd := range cmds {
			if at, ok := cmd.(page.SetAddress); ok {
				if at.Push || len(history) == 0 {
					history = append(history, at.Fragment)
				}
				history[len(history)-1] = at.Fragment
			}
		}
	}
	history = append(history, routeOf(m).Fragment())
	first := history[0]
	for _, text := range []string{"A", "A e", "A eq 1"} {
		act(queryline.FilterTyped{Text: text})
	}
	act(page.RunPressed{})
	act(result.RunEnded{Reply: &wire.RunReply{}})
	act(queryline.TopTyped{Text: "5"})
	act(queryline.TopTyped{Text: "50"})
	act(page.RunPressed{})
	act(result.RunEnded{Reply: &wire.RunReply{}})
	want := []string{first,
		page.Route{Query: query.Query{Table: "Movies", Filter: "A eq 1"}, Why: m.Plan.Why, Ran: true}.Fragment(),
		page.Route{Query: query.Query{Table: "Movies", Filter: "A eq 1", Top: "50"}, Why: m.Plan.Why, Ran: true}.Fragment()}
	if !slices.Equal(history, want) {
		t.Errorf("history\n%s\nwant\n%s", strings.Join(history, "\n"), strings.Join(want, "\n"))
	}
}

// Ensure that a filter too long for an address does not make an address that is refused.
func TestRoute_Fragment_LongFilter(t *testing.T) {
	r, _, problem := ParseRoute(page.Route{Query: query.Query{Table: "Movies", Filter: strings.Repeat("é", link.MaxFilter)}, Why: true}.Fragment())
	if problem != "" || r.Table != "Movies" || r.Filter != "" || !r.Why {
		t.Errorf("%+v, %q", r, problem)
	}
}

// Ensure that a link to the table of a sample that is not open yet, followed on a page that is in use, shows all of its view when the
// sample has come: the screen, what is selected, and the comparison or the simulation that it brings.
func TestNavigated_SampleNotOpen(t *testing.T) {
	m := ready(t)
	asked := page.Route{Query: query.Query{Table: "Logs", Filter: "RowKey eq 'x'", Select: "Level", Top: "7"}, Screen: page.LabScreen, Why: true, Ran: true, Lab: labbed(t).Lab.Spec.String()}
	m, cmds := after(m, Navigated{Fragment: asked.Fragment()})
	load, ok := find[LoadSample](cmds)
	if !ok || load.Name != "Logs" || load.View == nil || m.Query.Table != "Movies" {
		t.Fatalf("it loads %+v, and the view is of %q meanwhile", load, m.Query.Table)
	}
	m, cmds = after(m, page.Loaded{Reply: &wire.LoadReply{Tables: []string{"Logs"}}, Select: load.Select, View: load.View})
	if m.Screen != page.LabScreen || m.Query.Table != "Logs" || m.Query.Filter != asked.Filter || m.Query.Select != "Level" || m.Query.Top != "7" || !m.Plan.Why {
		t.Errorf("it shows %q of %+v", m.Screen, m.Query)
	}
	if _, ok := find[result.Run](cmds); !ok || m.Lab.Linked == "" || m.Lab.LinkedTo != "Logs" {
		t.Errorf("the comparison is for %q, the commands are %+v", m.Lab.LinkedTo, cmds)
	}

	still := ready(t)
	still, _ = after(still, Navigated{Fragment: asked.Fragment()}, page.Loaded{Err: &wire.Failure{Code: wire.Canceled}, Select: "Logs", View: load.View})
	if still.Screen != page.QueryScreen || still.Query.Table != "Movies" {
		t.Errorf("stopped, it shows %q of %q", still.Screen, still.Query.Table)
	}
}

// Ensure that the link that the guide shows for other programs opens what the guide says.
func TestParseRoute_OfTheGuide(t *testing.T) {
	text, err := os.ReadFile("../../web/static/guide/work.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(text), "`#v")
	fragment, _, _ := strings.Cut(after, "`")
	r, _, problem := ParseRoute("v" + fragment)
	if problem != "" || r.Source != "prod" || r.Table != "Orders" || r.Filter != "PartitionKey eq '2026'" || r.Ran {
		t.Errorf("%q is %+v, %s", fragment, r, problem)
	}
}
