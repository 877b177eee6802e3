package state

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"rangefinder/app/loadsim"
	"rangefinder/app/wire"
)

// Ensure that every preset can be simulated, comes back from its address, and is told apart from the others.
func TestSimPresets_Usable(t *testing.T) {
	for i := range SimPresets {
		p := &SimPresets[i]
		s := p.Setup()
		if field, message := s.check(); field != "" {
			t.Errorf("%s: %s %s", p.Title, field, message)
		}
		back, ok := decodeSetup(s.Encode())
		if !ok || back.Encode() != s.Encode() || !reflect.DeepEqual(back, s) {
			t.Errorf("%s: %q comes back as %+v, %v", p.Title, s.Encode(), back, ok)
		}
		if got := presetOf(&s); got != i {
			t.Errorf("%s is found as preset %d", p.Title, got)
		}
		again, faults := setupOf(s.texts())
		if !reflect.DeepEqual(again, s) || strings.Join(faults, "") != "" {
			t.Errorf("%s: the form gives %+v, %q", p.Title, again, faults)
		}
	}
}

// Ensure that the presets show the numbers that they speak of.
func TestSimPresets_Published(t *testing.T) {
	for _, tt := range []struct {
		title            string
		served, from, to float64 // entities/s, refused in percent
	}{
		{"Figure 8: inserts into one partition", 1000, 0, 0.1},
		{"Figure 12: 16 VMs with 15 threads", 17_000, 0, 0.1},
		{"Figure 15: 20 threads, batches into one partition", 2300, 0, 1},
		{"Figure 15: 50 threads, batches into one partition", 2500, 19, 25},
	} {
		found := false
		for i := range SimPresets {
			if SimPresets[i].Title != tt.title {
				continue
			}
			found = true
			r, err := loadsim.New(SimPresets[i].Setup().Config)
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Step(r.Since(0, 0).Now+24*time.Hour, nil); err != nil {
				t.Fatal(err)
			}
			total := r.Totals()
			served, refused := rate(total.Entities, total.Seconds), 100*float64(total.Refused)/float64(total.Billed)
			if served < tt.served*0.85 || served > tt.served*1.15 || refused < tt.from || refused > tt.to {
				t.Errorf("%s serves %.0f entities/s and refuses %.1f %%", tt.title, served, refused)
			}
		}
		if !found {
			t.Errorf("there is no preset %q", tt.title)
		}
	}
}

// Ensure that a damaged setup is refused whole, whatever it is.
func TestDecodeSetup_Damaged(t *testing.T) {
	for _, text := range []string{"2", "1vms:3", "1,", "1,vms", "1,vms:", "1,vms:x", "1,vms:0", "1,nothing:1", "1,keys:unheard", "1,length:25 h", "1,get:0,batch:0", "1,keys:table,template:{", "1,order:a:b", "1,vms:10,threads:-5", strings.Repeat("1", 3000), "1,batchsize:100,entity:1000000"} {
		if s, ok := decodeSetup(text); ok {
			t.Errorf("%.40q is taken as %+v", text, s)
		}
	}
	random := rand.New(rand.NewPCG(5, 6))
	whole := SimPresets[5].Setup()
	whole.Template, whole.Order = "{A},{B|hash(3)}:x", "When"
	text := whole.Encode()
	if back, ok := decodeSetup(text); !ok || !reflect.DeepEqual(back, whole) {
		t.Errorf("%q comes back as %+v", text, back)
	}
	for range 20_000 {
		b := []byte(text)
		for range 1 + random.IntN(3) {
			b[random.IntN(len(b))] = byte(32 + random.IntN(95))
		}
		if s, ok := decodeSetup(string(b)); ok {
			if field, message := s.check(); field != "" {
				t.Fatalf("%q is taken, but %s %s", b, field, message)
			}
		}
	}
}

func TestSpan_RoundTrip(t *testing.T) {
	for text, want := range map[string]time.Duration{"90": 90 * time.Second, " 30 min": 30 * time.Minute, "1h": time.Hour, "0.5 h": 30 * time.Minute, "5 m": 5 * time.Minute, "250 ms": 250 * time.Millisecond, "0": 0} {
		if d, ok := loadsim.ParseSpan(text); !ok || d != want {
			t.Errorf("ParseSpan(%q) = %v, %v", text, d, ok)
		} else if again, ok := loadsim.ParseSpan(loadsim.Span(d)); !ok || again != d {
			t.Errorf("%v is written %q", d, loadsim.Span(d))
		}
	}
	for _, text := range []string{"", "x", "-5 s", "1 day", "s", "1e300 h", "NaN s", "Inf"} {
		if d, ok := loadsim.ParseSpan(text); ok {
			t.Errorf("ParseSpan(%q) = %v", text, d)
		}
	}
}

// simulating plays a model's commands against a run of its own, until nothing is asked any more.
func simulating(t *testing.T, m Model, cmds []Cmd, run **loadsim.Run) Model {
	t.Helper()
	for turn := 0; len(cmds) > 0; turn++ {
		if turn > 10_000 {
			t.Fatal("it never ends")
		}
		var next []Cmd
		for _, c := range cmds {
			ask, ok := c.(AskSim)
			if !ok {
				continue
			}
			if ask.Req.Columns == 0 {
				r, err := loadsim.New(ask.Req.Config)
				if err != nil {
					t.Fatal(err)
				}
				*run = r
			}
			step := (*run).Since(0, 0).Step
			if err := (*run).Step(time.Duration(ask.Req.Until)*step, nil); err != nil {
				t.Fatal(err)
			}
			reply := &wire.SimulateReply{Frame: (*run).Since(ask.Req.Columns, ask.Req.Events)}
			if ask.Req.Columns == 0 {
				reply.Rows = (*run).RowKeys()
			}
			var more []Cmd
			m, more = Update(m, SimStepped{Req: ask.Req, Reply: reply})
			next = append(next, more...)
		}
		cmds = next
	}
	return m
}

// Ensure that playing asks for what it is about to show and no more, ends with the run, and plays again without another.
func TestSim_PlayPauseAgain(t *testing.T) {
	m := New()
	m.Screen, m.Ready = SimulatorScreen, true
	var run *loadsim.Run
	m, cmds := Update(m, SimPlayPressed{})
	m = simulating(t, m, cmds, &run)
	r := m.Sim.Run
	if !m.Sim.Playing || r.Total != 180 || len(r.Columns) == 0 || len(r.Columns) > 20 {
		t.Fatalf("playing %v with %d of %d columns at the start", m.Sim.Playing, len(r.Columns), r.Total)
	}
	for at := 1; at < 40; at++ {
		m, cmds = Update(m, SimPlayed{Run: r.Number, At: at})
		m = simulating(t, m, cmds, &run)
		if ahead := len(m.Sim.Run.Columns) - at; ahead < 1 || ahead > 15 {
			t.Fatalf("%d columns ahead", ahead)
		}
	}
	m, _ = Update(m, SimPlayPressed{})
	have := len(m.Sim.Run.Columns)
	if m, cmds = Update(m, SimPlayed{Run: r.Number, At: 40}); len(cmds) > 0 || m.Sim.Playing || m.Sim.At != 39 {
		t.Errorf("paused, it goes on to %d with %v", m.Sim.At, cmds)
	}
	m, cmds = Update(m, SimScrubbed{At: 5000})
	if m.Sim.At != have || len(cmds) > 0 {
		t.Errorf("went to %d of %d columns", m.Sim.At, have)
	}
	m, cmds = Update(m, SimStepPressed{})
	m = simulating(t, m, cmds, &run)
	if m.Sim.At != have+1 || m.Sim.Playing {
		t.Errorf("a step from %d leads to %d", have, m.Sim.At)
	}
	m, _ = Update(m, SimSpeedChosen{Columns: 0})
	m, cmds = Update(m, SimPlayPressed{})
	m = simulating(t, m, cmds, &run)
	if s := m.Sim; s.Playing || !s.Over() || s.At != 180 || !strings.Contains(SimSummary(s.Run), "goes up through the keys") {
		t.Errorf("at once it ends at %d: %s", s.At, SimSummary(s.Run))
	}
	number := m.Sim.Run.Number
	m, _ = Update(m, SimSpeedChosen{Columns: 120})
	m, cmds = Update(m, SimPlayPressed{})
	if s := m.Sim; !s.Playing || s.At != 0 || s.Run.Number != number || len(cmds) > 0 {
		t.Errorf("again it begins at %d of run %d with %v", s.At, s.Run.Number, cmds)
	}
	// Leaving the screen pauses; other settings begin another run.
	m, _ = Update(m, ScreenChosen{Screen: QueryScreen})
	if m.Sim.Playing {
		t.Error("it plays where nobody sees it")
	}
	m, _ = Update(m, ScreenChosen{Screen: SimulatorScreen})
	m, _ = Update(m, SimKeepPressed{})
	m, cmds = Update(m, SimPresetChosen{Preset: 3})
	if address, ok := cmds[0].(SetAddress); !ok || !address.Push || !strings.Contains(address.Fragment, "random") {
		t.Errorf("a preset leaves the address with %v", cmds)
	}
	m, cmds = Update(m, SimPlayPressed{})
	if m.Sim.Run.Number == number || m.Sim.Kept == nil || m.Sim.Kept.Number != number {
		t.Error("it is not another run beside the one kept")
	}
	stale := SimStepped{Req: wire.SimulateRequest{Run: number}, Reply: &wire.SimulateReply{}}
	if next, more := Update(m, stale); next.Sim != m.Sim && next.Sim.Asked != m.Sim.Asked || len(more) > 0 {
		t.Error("an answer of the run before was taken in")
	}
	m = simulating(t, m, cmds, &run)
	lines := SimLines(m.Sim.Run, m.Sim.Kept)
	if len(lines) < 10 || lines[1].Kept == "" {
		t.Errorf("the comparison is %+v", lines)
	}
}

// Ensure that what the worker refuses is told under its field, and anything else as it is.
func TestSim_Refused(t *testing.T) {
	m := New()
	m.Screen, m.Ready = SimulatorScreen, true
	m, cmds := Update(m, SimPlayPressed{})
	req := cmds[0].(AskSim).Req
	refused, _ := Update(m, SimStepped{Req: req, Err: &wire.Failure{Code: "InvalidInput", Field: "Template", Detail: "No."}})
	if s := refused.Sim; s.Run != nil || s.Faulty() < 0 || SimFields[s.Faulty()].ID != "template" || s.Faults[s.Faulty()] != "No." {
		t.Errorf("refused: %+v", s.Faults)
	}
	failed, _ := Update(m, SimStepped{Req: req, Err: errors.New("lost")})
	if failed.Sim.Run.Failed == nil || failed.Sim.Playing {
		t.Error("a failure is not told")
	}
	if again, cmds := Update(failed, SimPlayPressed{}); again.Sim.Run.Failed != nil || len(cmds) == 0 {
		t.Error("it cannot be tried again")
	}
	// Keys of a table need one of this browser.
	for _, source := range []string{"", "prod"} {
		n := New()
		q := *n.Query
		q.Source, q.Table = source, ""
		n.Query = &q
		n, _ = Update(n, SimPresetChosen{Preset: 5})
		n, cmds := Update(n, SimPlayPressed{})
		for _, c := range cmds {
			if _, ok := c.(AskSim); ok {
				t.Errorf("source %q: asked without a table", source)
			}
		}
		if n.Sim.Faulty() < 0 {
			t.Errorf("source %q: nothing is told", source)
		}
	}
}

// Ensure that what stood in the way of a run is looked at anew when Play is pressed: a table that was opened or filled meanwhile
// is played, and one that is still on its way says so.
func TestSim_PlaysWhenItCan(t *testing.T) {
	m := New()
	m.Screen, m.Ready = SimulatorScreen, true
	m, _ = Update(m, SimPresetChosen{Preset: 5})
	fault := func(m Model) string {
		if bad := m.Sim.Faulty(); bad >= 0 {
			return SimFields[bad].ID + ": " + m.Sim.Faults[bad]
		}
		return ""
	}
	play := func() (asked []AskSim) {
		var cmds []Cmd
		m, cmds = Update(m, SimPlayPressed{})
		for _, c := range cmds {
			if ask, ok := c.(AskSim); ok {
				asked = append(asked, ask)
			}
		}
		return asked
	}
	if asked := play(); len(asked) > 0 || !strings.Contains(fault(m), "keys: No table is open") {
		t.Fatalf("without a table: %v, %q", asked, fault(m))
	}
	q := *m.Query
	q.Table = "Posts"
	m.Query = &q
	if asked := play(); len(asked) > 0 || !strings.Contains(fault(m), "keys: Posts is still being loaded") {
		t.Fatalf("while it is loaded: %v, %q", asked, fault(m))
	}
	tables := *m.Tables
	tables.List = []wire.TableInfo{{Name: "Posts"}}
	m.Tables = &tables
	asked := play()
	if len(asked) != 1 || asked[0].Req.Table != "Posts" || fault(m) != "" {
		t.Fatalf("with a table: %v, %q", asked, fault(m))
	}
	m, _ = Update(m, SimStepped{Req: asked[0].Req, Err: &wire.Failure{Code: "InvalidInput", Field: "Template", Detail: "It is empty."}})
	if fault(m) != "template: It is empty." {
		t.Fatalf("an empty table: %q", fault(m))
	}
	if asked := play(); len(asked) != 1 || fault(m) != "" {
		t.Errorf("when it may have entities: %v, %q", asked, fault(m))
	}
}

// Ensure that a run that is kept while it goes on is not compared with an earlier moment of itself, and that the keyboard stays
// on something when a button goes.
func TestSim_KeptWhileItGoesOn(t *testing.T) {
	m := New()
	m.Screen, m.Ready = SimulatorScreen, true
	var run *loadsim.Run
	m, cmds := Update(m, SimPlayPressed{})
	if f, ok := find[FocusOn](cmds); !ok || f != (FocusOn{From: "sim-start", To: "sim-map"}) {
		t.Errorf("the first Play leaves the keyboard with %v", cmds)
	}
	m = simulating(t, m, cmds, &run)
	m, cmds = Update(m, SimKeepPressed{})
	if f, ok := find[FocusOn](cmds); !ok || f != (FocusOn{From: "sim-keep", To: "sim-drop"}) {
		t.Errorf("keeping leaves the keyboard with %v", cmds)
	}
	m, cmds = Update(m, SimSpeedChosen{Columns: 0})
	m = simulating(t, m, cmds, &run)
	if s := m.Sim; len(s.Run.Columns) != 180 || s.Kept != s.Run {
		t.Errorf("%d columns are kept of a run that has %d", len(s.Kept.Columns), len(s.Run.Columns))
	}
	_, cmds = Update(m, SimKeptDropped{})
	if f, ok := find[FocusOn](cmds); !ok || f != (FocusOn{From: "sim-drop", To: "sim-play"}) {
		t.Errorf("ending the comparison leaves the keyboard with %v", cmds)
	}
}

// Ensure that the times of a run's columns are told apart, however short it is.
func TestClock_TellsColumnsApart(t *testing.T) {
	for _, whole := range []time.Duration{time.Second, 3 * time.Second, 10 * time.Second, 20 * time.Second, time.Minute, 61 * time.Second, 2 * time.Minute, 3 * time.Minute, time.Hour, 24 * time.Hour} {
		c := loadsim.Default()
		c.Duration = whole
		r, err := loadsim.New(c)
		if err != nil {
			t.Fatal(err)
		}
		step, seen := r.Since(0, 0).Step, map[string]bool{}
		for at := time.Duration(0); at < whole; at += step {
			text := Clock(at, whole)
			if seen[text] {
				t.Errorf("of %v two columns of %v are at %q", whole, step, text)
				break
			}
			seen[text] = true
		}
	}
	for _, tt := range []struct {
		at, whole time.Duration
		want      string
	}{{125 * time.Millisecond, time.Second, "0.125 s"}, {7250 * time.Millisecond, time.Minute, "7.25 s"}, {75500 * time.Millisecond, 2 * time.Minute, "01:15.5"}, {435 * time.Second, 30 * time.Minute, "07:15"}, {4035 * time.Second, 2 * time.Hour, "1:07:15"}} {
		if got := Clock(tt.at, tt.whole); got != tt.want {
			t.Errorf("%v of %v is %q, want %q", tt.at, tt.whole, got, tt.want)
		}
	}
}

// Ensure that what the presets say of splits is what happens: where the load is spread they help, elsewhere they do not.
func TestSimPresets_Splits(t *testing.T) {
	for preset, helps := range map[int]bool{0: false, 1: false, 2: true, 3: true} {
		r, err := loadsim.New(SimPresets[preset].Setup().Config)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Step(24*time.Hour, nil); err != nil {
			t.Fatal(err)
		}
		f := r.Since(0, 0)
		var first, last int64 // entities of the first and the last sixth
		for i, c := range f.Columns {
			if i < len(f.Columns)/6 {
				first += int64(c[loadsim.Entities])
			} else if i >= len(f.Columns)-len(f.Columns)/6 {
				last += int64(c[loadsim.Entities])
			}
		}
		if f.Totals.Splits == 0 || (last*2 > first*3) != helps {
			t.Errorf("%s: %d splits, from %d to %d entities in 5 minutes", SimPresets[preset].Title, f.Totals.Splits, first, last)
		}
	}
}

// Ensure that a number beyond every bound is refused as it was typed, with the bound.
func TestSim_HugeNumber(t *testing.T) {
	s := defaultSetup()
	for i := range SimFields {
		f := &SimFields[i]
		if _, err := strconv.Atoi(f.text(&s)); err != nil || f.ID == "seed" || f.ID == "buckets" {
			continue
		}
		for _, typed := range []string{"1e20", "99999999999999999999", "10,000,000,000,000,000,000"} {
			texts := s.texts()
			texts[i] = typed
			_, faults := setupOf(texts)
			if !strings.HasPrefix(faults[i], "This is "+typed+"; it must be from ") {
				t.Errorf("%s of %s: %q", f.ID, typed, faults[i])
			}
		}
	}
}
