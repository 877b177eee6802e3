package ui

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/loadsim"
	"rangefinder/app/shell"
	"rangefinder/app/simulator"
	"rangefinder/app/wire"
)

// simulatorPanels are literal models of the simulator.
func simulatorPanels(store *shell.Store, hostile string) map[string]app.UI {
	column := func(row int, asked, refused int32) []int32 {
		c := make([]int32, loadsim.Heat+2*loadsim.Rows)
		c[loadsim.Served], c[loadsim.Refused], c[loadsim.Entities] = asked-refused, refused, 100*(asked-refused)
		c[loadsim.P50], c[loadsim.P95], c[loadsim.P99], c[loadsim.Ranges] = 700_000, 1_200_000, 2_000_000, 2
		c[loadsim.Heat+2*row], c[loadsim.Heat+2*row+1] = asked, refused
		return c
	}
	rows := make([]string, loadsim.Rows)
	rows[0], rows[1], rows[39] = "", "b", hostile
	setup := simulator.Presets[0].Setup()
	setup.Duration = 40 * time.Second
	run := &simulator.Run{Number: 1, Setup: setup, Title: "Keys in time order", Total: 4, Columns: [][]int32{column(0, 200, 0), column(1, 300, 1), column(39, 400, 80)}, Rows: rows, Peak: 40,
		Events: []loadsim.Event{{At: 12 * time.Second, Kind: loadsim.Split, Key: hostile, Row: 39}, {At: 12 * time.Second, Kind: loadsim.Move, Key: hostile, Row: 39, To: 3, Took: 14 * time.Second}}}
	run.Last.Step, run.Last.Now, run.Last.RangeCount = 10*time.Second, 30*time.Second, 2
	run.Last.Totals = loadsim.Totals{Seconds: 30, Served: 819, Refused: 81, Billed: 900, Entities: 81_900, P50: 700_000, P95: 1_200_000, P99: 2_000_000, Splits: 1, Moves: 1}
	run.Last.Ranges = []loadsim.RangeRow{{Served: 500, Refused: 1, Busy: 0.5}, {From: hostile, Server: 3, Served: 319, Refused: 80, Busy: 1, Moves: 1, Gone: true}}
	run.Last.Latency = []loadsim.Bar{{Below: 1_000_000, Count: 800}, {Below: 1_300_000}, {Below: 1_600_000, Count: 19}}
	kept := *run
	kept.Number, kept.Title, kept.Last.Totals.Entities = 7, hostile, 90_000
	keyed := *run
	keyed.Table, keyed.Setup.Template, keyed.Setup.Order, keyed.Keys = "Movies", hostile, "Released", &wire.KeysFrom{Entities: 50_000, Taken: 20_000, Distinct: 40, Failed: 1, Reason: hostile}
	panel := func(change func(*simulator.Model)) app.UI {
		s := *shell.New().Sim
		change(&s)
		return &simulator.Panel{Store: store, Sim: &s, Table: "Movies"}
	}
	return map[string]app.UI{
		"simulator": panel(func(s *simulator.Model) {}),
		"simulator-playing": panel(func(s *simulator.Model) {
			s.Run, s.At, s.Playing, s.Cross, s.Row, s.Column = run, 3, true, true, 39, 2
		}),
		"simulator-tables": panel(func(s *simulator.Model) {
			s.Run, s.Kept, s.At, s.MapTable, s.TimeTable, s.LatencyTable = run, &kept, 3, true, true, true
		}),
		"simulator-keyed": panel(func(s *simulator.Model) { s.Run, s.At = &keyed, 1 }),
		"simulator-failed": panel(func(s *simulator.Model) {
			s.Preset, s.Form, s.Faults = -1, true, append([]string(nil), s.Faults...)
			s.Faults[9] = hostile
			s.Run = &simulator.Run{Setup: setup, Failed: &wire.Failure{Code: "TableNotFound", Message: hostile}}
		}),
	}
}
