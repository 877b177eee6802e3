package simulator

import (
	"strings"
	"testing"
	"time"

	"rangefinder/app/loadsim"
	"rangefinder/app/page"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Ensure that the busiest range partitions are listed wherever they lie, in key order, none that had no request, and what is left out
// is said.
func TestShownRanges(t *testing.T) {
	list := func(load ...int64) (rows []loadsim.RangeRow) {
		for i, n := range load {
			rows = append(rows, loadsim.RangeRow{From: string(rune('a' + i)), Served: n})
		}
		return rows
	}
	for _, test := range []struct {
		name string
		load []int64
		want string
		note string
	}{
		{"few", []int64{0, 5}, "ab", ""},
		{"one has it all", []int64{0, 0, 0, 0, 9}, "e", " All requests went to this one."},
		{"more than fit", []int64{1, 2, 3, 4, 5}, "cde", " The 3 busiest are listed, in key order."},
		{"equal ones do not crowd out a busy one", []int64{1, 1, 1, 1, 5}, "abe", " The 3 busiest are listed, in key order."},
		{"some idle", []int64{7, 0, 0, 0, 5}, "ae", " The 2 that had requests are listed."},
		{"all idle", []int64{0, 0, 0, 0}, "", " None has had a request."},
	} {
		t.Run(test.name, func(t *testing.T) {
			rows, note := ShownRanges(list(test.load...), 3)
			got := ""
			for _, r := range rows {
				got += r.From
			}
			if got != test.want || note != test.note {
				t.Errorf("%q %q, want %q %q", got, note, test.want, test.note)
			}
		})
	}
}

// Ensure that each of the two times on screen says of what it is: the cell under the cross hair, and the moment of the slider.
func TestTimes(t *testing.T) {
	columns := make([]int32, loadsim.Heat+2*loadsim.Rows)
	var setup Setup
	setup.Duration = 30 * time.Minute
	s := &Model{At: 2, Column: 1, Row: 0, Run: &Run{Setup: setup, Total: 180, Columns: [][]int32{columns, columns}, Rows: []string{"a"}}}
	s.Run.Last.Step = 10 * time.Second
	if got, want := CellText(s), "Cross hair: 00:10 into the run · PartitionKeys from a · 0 requests/s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Moment(s); !strings.HasPrefix(got, "00:20 into the run, at this moment: ") {
		t.Errorf("%q", got)
	}
}

// Ensure that the button that leads to a wrong setting does not look like Play, that nothing beside it says that Play would play, that the
// setting is named over a picture that is not of the form, and that Step leaves the picture where it is.
func TestPlay_Faulty(t *testing.T) {
	const fault = "VMs: “-5” is not a whole number from 1 to 1,000."
	m := New()
	for i := range Fields {
		if Fields[i].ID == "vms" {
			m, _ = m.typed(FieldTyped{Field: i, Text: "-5"})
		}
	}
	drawn := func() string { return app.HTMLString(&Map{Sim: m, Before: m.Before("")}) }
	see := func(name string, over bool) {
		t.Helper()
		bar := app.HTMLString((&Panel{Sim: m}).bar(false))
		if !strings.Contains(bar, "Show the wrong setting") || strings.Count(bar, "▶") > 1 { // the width is measured by one
			t.Errorf("%s: %.3000s", name, bar)
		}
		if text := drawn(); strings.Contains(text, fault) != over || strings.Contains(text, "Play runs") || strings.Contains(text, "Press Play") || strings.Contains(text, "Play shows") {
			t.Errorf("%s: %.5000s", name, text)
		}
	}
	see("before a run", true)
	column := make([]int32, loadsim.Heat+2*loadsim.Rows)
	m.Run, m.At, m.Still = &Run{Setup: m.Setup, Title: "Random keys", Total: 3, Columns: [][]int32{column, column, column}}, 3, true
	see("in an example", false)
	if m.Still = false; m.Changed("") {
		t.Fatal("what is right of the settings is of another run")
	}
	see("in a run", false)
	m.Setup.Seed++
	see("in a run of other settings", true)
	if text := drawn(); !strings.Contains(text, "This is still the run of “Random keys”. VMs: ") {
		t.Errorf("%.5000s", text)
	}
	if stepped, _, _ := m.Update(&page.View{}, StepPressed{}); stepped.At != 3 || stepped.Playing {
		t.Errorf("a step leads to column %d", stepped.At)
	}
}

// Ensure that a run says why requests were refused, also where few come and one of them takes its range partition for long.
func TestWhy(t *testing.T) {
	for _, test := range []struct {
		name    string
		refused int64
		why     [loadsim.Reasons]int64
		change  func(*Setup)
		want    string
	}{
		{"none", 0, [loadsim.Reasons]int64{}, func(*Setup) {}, ""},
		{"one", 1, [loadsim.Reasons]int64{loadsim.OtherAccounts: 1}, func(*Setup) {},
			"1 request was refused because the server was busy with other accounts. A request that would wait longer than 207 ms is refused."},
		{"a move", 150, [loadsim.Reasons]int64{loadsim.Moving: 150}, func(*Setup) {},
			"150 requests were refused while the range partition moved to another server (10 to 20 s)."},
		{"long pages", 168, [loadsim.Reasons]int64{loadsim.Moving: 2, loadsim.PartitionBusy: 166}, func(s *Setup) { s.Mix, s.PageSize = loadsim.Mix{Insert: 999, Query: 1}, 473 },
			"168 requests were refused: 2 while the range partition moved to another server (10 to 20 s), 166 because the range partition was at its limit of 2,000 entities a second. At that limit one page of 473 entities takes 237 ms, and a request that would wait longer than 207 ms is refused."},
		{"large entities", 9, [loadsim.Reasons]int64{loadsim.AccountBusy: 9}, func(s *Setup) { s.Mix, s.EntitySize = loadsim.Mix{Insert: 1}, 4096 },
			"9 requests were refused because the account was at its limit of 5,000 entities a second. A request that would wait longer than 207 ms is refused."},
		{"no limits", 9, [loadsim.Reasons]int64{loadsim.PartitionBusy: 5, loadsim.ServerBusy: 4}, func(s *Setup) { s.Era = loadsim.Measured2010 },
			"9 requests were refused: 5 because too much work was waiting for the range partition, 4 because too much work was waiting for the server. A request that would wait longer than 207 ms is refused."},
	} {
		r := &Run{Setup: DefaultSetup()}
		test.change(&r.Setup)
		r.Last.Totals.Refused, r.Last.Totals.Why = test.refused, test.why
		if got := Why(r); got != test.want {
			t.Errorf("%s: %s", test.name, got)
		}
	}
}
