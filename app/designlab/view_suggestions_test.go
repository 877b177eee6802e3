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

// Ensure that the sentence of a suggestion compares it with the first design, unless that has no cost to compare with.
func TestGist(t *testing.T) {
	now := suggest.Scores{Reads: 900, Writes: 100, Bytes: 1000, Hottest: 50}
	for _, tt := range []struct {
		s    suggest.Scores
		fits bool
		want string
	}{
		{suggest.Scores{Reads: 450, Writes: 100, Bytes: 4020, Hottest: 50}, true, "550 points a day, 45 % less than “as it is”, with 4.0 × its bytes."},
		{suggest.Scores{Reads: 901, Writes: 100, Bytes: 1010, Hottest: 5}, true, "1,001 points a day, as many as “as it is”, with as many bytes, and less load on the hottest partition."},
		{suggest.Scores{Reads: 1900, Writes: 100, Bytes: 500, Hottest: 90}, true, "2,000 points a day, 100 % more than “as it is”, with 0.5 × its bytes, and more load on the hottest partition."},
		{suggest.Scores{Reads: 450, Writes: 100, Bytes: 2048}, false, "550 points a day, 2 KiB."},
	} {
		p := &Panel{Lab: &Model{
			Search: &Search{Spec: lab.Spec{Designs: []lab.Design{{Name: "as it is"}}}, Result: &suggest.Result{Now: []suggest.Scores{now}}},
			Report: &lab.Report{Designs: []lab.DesignReport{{Impossible: !tt.fits}}},
		}}
		if got := p.gist(&suggest.Suggestion{Scores: tt.s}); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
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
