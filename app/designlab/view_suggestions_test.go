package designlab

import (
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/keydesign/suggest"
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// Ensure that only the reasons of every suggestion are told of all, and none of a single one.
func TestCommon(t *testing.T) {
	list := []suggest.Suggestion{{Reasons: []string{"a", "b", "c"}}, {Reasons: []string{"c", "a"}}, {Reasons: []string{"c", "d", "a"}}}
	if got := common(list); !slices.Equal(got, []string{"a", "c"}) {
		t.Errorf("%q", got)
	}
	if got := common(list[:1]); got != nil {
		t.Errorf("of one: %q", got)
	}
}

// Ensure that progress has whole per cents, of nothing too.
func TestPercent(t *testing.T) {
	for want, p := range map[string]wire.Progress{"95 %": {Done: 957, Total: 1000}, "0 %": {}, "100 %": {Done: 7, Total: 7}} {
		if got := percent(p); got != want {
			t.Errorf("%+v: %s, want %s", p, got, want)
		}
	}
}

// Ensure that the ranking says for how many patterns it assumes the calls a day, and leads to the first of them.
func TestAssumed(t *testing.T) {
	read := func(perDay float64) lab.Pattern { return lab.Pattern{Kind: lab.Read, PerDay: perDay} }
	for want, patterns := range map[string][]lab.Pattern{
		"1,000 calls a day for every pattern":       {read(lab.Assumed), read(lab.Assumed)},
		"1,000 calls a day for 1 of the 2 patterns": {read(5), read(lab.Assumed)},
		"": {read(5), read(50)},
	} {
		p := &Panel{Lab: &Model{Search: &Search{Spec: lab.Spec{Patterns: patterns}, Result: &suggest.Result{}}}}
		if text := app.HTMLString(p.suggestions()); !strings.Contains(text, want) || want == "" && strings.Contains(text, "assumes") {
			t.Errorf("%q is not in %s", want, text)
		}
	}
	m := &Model{Spec: lab.Spec{Patterns: []lab.Pattern{read(5), read(lab.Assumed)}}}
	if _, cmds := m.open(&page.View{}, Did{Act: GiveCalls, At: 1}); !slices.Contains(cmds, page.Cmd(page.Focus{Target: "lab-p1-day"})) {
		t.Errorf("it leads to %+v", cmds)
	}
}

// Ensure that suggestions come into view when they have come, where the keyboard still waits for them, and that a stopped search which
// found nothing goes back to its button.
func TestSearched_Shown(t *testing.T) {
	m := &Model{Table: "Movies"}
	m.Search = &Search{Busy: true, Spec: m.Spec}
	of := SearchKeys{Req: wire.LabSearchRequest{Table: "Movies", Spec: m.Spec.String()}}
	_, cmds, _ := m.searched(Searched{Of: of, Result: &suggest.Result{Tried: 7}})
	if want := (page.FocusOn{From: "lab-suggest-stop", To: "lab-suggest-close", Show: "lab-suggestions"}); !slices.Contains(cmds, page.Cmd(want)) {
		t.Errorf("%+v, want %+v", cmds, want)
	}
	_, cmds, _ = m.searched(Searched{Of: of, Err: wire.Stopped()})
	if want := (page.FocusOn{From: "lab-suggest-stop", To: "lab-suggest"}); !slices.Contains(cmds, page.Cmd(want)) {
		t.Errorf("stopped: %+v, want %+v", cmds, want)
	}
}
