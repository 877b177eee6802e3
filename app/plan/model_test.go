package plan

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/kit"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// Ensure that time goes by what is examined and answered and by the requests, that queries at once share them and each has pages of its own, and that nothing is told of
// numbers that are not there.
func TestModelled(t *testing.T) {
	for name, test := range map[string]struct {
		c     *wire.Cost
		m     *wire.MatchReply
		ideal bool
		price float64
		want  string
	}{
		"a point":               {&wire.Cost{Examined: 1, Queries: 1}, &wire.MatchReply{RoundTrips: 1, Bytes: 200}, false, 0, "about 33 ms · 1 request billed"},
		"a scan":                {&wire.Cost{Examined: 1_000_000, Queries: 1}, &wire.MatchReply{RoundTrips: 12, Bytes: 2 << 20}, false, 0.00036, "about 11 s · 12 requests billed · 0.43 for a million of them at your price"},
		"at once":               {&wire.Cost{Examined: 400, Queries: 4}, &wire.MatchReply{RoundTrips: 1, Parallel: 4}, true, 0, "about 34 ms · 4 requests billed"},
		"at once, in pages":     {&wire.Cost{Examined: 400, Queries: 4}, &wire.MatchReply{RoundTrips: 5, Parallel: 7}, true, 0, "about 59 ms · 7 requests billed"},
		"hops":                  {&wire.Cost{Examined: 400, Queries: 4}, &wire.MatchReply{RoundTrips: 1}, true, 0, "about 34 ms · at least 4 requests billed"},
		"not counted":           {nil, &wire.MatchReply{}, false, 1, ""},
		"matches to be counted": {&wire.Cost{Examined: 1, Queries: 1}, nil, false, 1, ""},
		"on an account":         {&wire.Cost{Examined: wire.Unknown, Queries: 1}, &wire.MatchReply{}, false, 1, ""},
		"not worked out":        {&wire.Cost{}, &wire.MatchReply{}, false, 1, ""},
	} {
		if got := strings.ReplaceAll(Modelled(test.c, test.m, test.ideal, test.price), "\u00a0", " "); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// Ensure that the strip says what its numbers count while the text is no filter yet, and says nothing of them when there are none.
func TestStrip_Earlier(t *testing.T) {
	unfinished := &filterlang.SyntaxError{Code: filterlang.InvalidInput, Span: filterlang.Span{Start: 4, End: 4}}
	wrong := &filterlang.SyntaxError{Code: filterlang.InvalidInput, Span: filterlang.Span{Start: 2, End: 3}}
	for want, last := range map[string]*Plan{
		"Not a filter yet: numbers of the whole table.": {Plan: filterlang.NewPlan(nil), Explain: &wire.ExplainReply{Entities: 1}},
		"Not a filter yet: numbers of the last filter.": {Plan: filterlang.NewPlan(&filterlang.BoolProperty{Property: "A"}), Match: &wire.MatchReply{}},
		"Not a filter yet.":                             nil,
	} {
		if len(want) > 49 {
			t.Errorf("%q is longer than a line of a phone", want)
		}
		for _, refused := range []*filterlang.SyntaxError{unfinished, wrong} { // of which only a pause tells that it is refused
			s := &Strip{Table: "T", Plan: &Plan{Filter: "A eq", Err: refused, Last: last}}
			shown, earlier := s.Plan.Shown()
			if got := app.HTMLString(kit.H("div", s.headline(shown, earlier)...)); !strings.Contains(got, ">"+want+"<") || !strings.Contains(got, "incomplete") {
				t.Errorf("%s, %v: %s", want, refused.Span, got)
			}
		}
	}
}

// Ensure that the strip promises and shows no numbers of the filter before when they were never counted.
func TestStrip_EarlierUncounted(t *testing.T) {
	refused := &filterlang.SyntaxError{Code: filterlang.InvalidInput, Span: filterlang.Span{Start: 4, End: 4}}
	s := &Strip{Table: "T", Plan: &Plan{Filter: "A eq", Err: refused, Last: &Plan{Plan: filterlang.NewPlan(nil)}}}
	shown, earlier := s.Plan.Shown()
	if got := app.HTMLString(kit.H("div", s.headline(shown, earlier)...)); !earlier || strings.Contains(got, "Numbers") || !strings.Contains(got, ">Not a filter yet.<") {
		t.Errorf("%s", got)
	}
	if got := app.HTMLString(s.facts(shown)); strings.Contains(got, "examines") || strings.Contains(got, "room") || !strings.Contains(got, "facts") {
		t.Errorf("%s", got)
	}
	shown.Explain = &wire.ExplainReply{Entities: 7}
	if got := app.HTMLString(s.facts(shown)); !strings.Contains(got, "examines") || !strings.Contains(shown.whose(), "numbers of") {
		t.Errorf("counted: %s", got)
	}
}
