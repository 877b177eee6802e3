package simulator

import (
	"slices"
	"strconv"

	"rangefinder/app/designlab"
	"rangefinder/app/loadsim"
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// Model is the simulator's screen.
type Model struct {
	Texts  []string   // the form as typed, by Fields
	Faults []string   // what is wrong with each, "" for nothing
	Setup  Setup      // of the form as it was when nothing was wrong last
	Preset int        // that this is, -1 for none
	Own    [][]string // Texts of one's own that others took the place of, the oldest first

	Run     *Run // on screen; nil before the first
	Kept    *Run // to compare with; nil for none
	Made    int  // runs so far
	Speed   int  // columns that are played in a second; 0: all at once
	Playing bool
	At      int  // columns that are shown
	Asked   bool // an answer of the worker is on its way
	Want    int  // columns to simulate, beyond what playing wants
	Still   bool // the run on screen is one that nobody asked for: the preset, simulated to its end
	stilled bool // there was one

	Cross  bool // the cross hair is shown
	Row    int  // of the cross hair, from the lowest keys
	Column int

	MapTable, TimeTable, LatencyTable bool // shown as tables
	Form                              bool // on a phone: the settings are open
	Turned                            int  // bit by group of the settings: it is not as it is at first, folded or unfolded
}

// Run is what is known of a run. It is immutable; Columns only ever grow.
type Run struct {
	Number  int
	Setup   Setup
	Title   string // "Random keys", or "Own settings"
	Table   string // whose keys it has, "" for none
	Total   int    // columns that it will have
	Columns [][]int32
	Events  []loadsim.Event
	Last    wire.SimulateReply // the last answer: totals, ranges, latency; without columns and events
	Rows    []string           // the first key of each row
	Keys    *wire.KeysFrom     // of a table
	Peak    float64            // the most requests/s that a cell of the heat map has
	Failed  *wire.Failure
}

// The speeds of playing, in columns a second.
var Speeds = []struct {
	Columns int
	Text    string
}{{10, "slow"}, {30, "normal"}, {120, "fast"}, {0, "at once"}}

// Ask asks for the next part of a run. A newer one cancels it. Answer: Stepped.
type Ask struct{ Req wire.SimulateRequest }

type (
	Stepped struct {
		Req   wire.SimulateRequest
		Reply *wire.SimulateReply
		Err   error
	}
	FieldTyped struct {
		Field int
		Text  string
	}
	PresetChosen struct{ Preset int }  // of Presets; -2, -3 and so on are those of Own
	PlayPressed  struct{}              // pauses when it plays
	StepPressed  struct{}              // one column on
	AgainPressed struct{}              // from the beginning
	Played       struct{ Run, At int } // the picture of a run has come so far
	Scrubbed     struct{ At int }
	SpeedChosen  struct{ Columns int }
	Pointed      struct {
		Row, Column int
		Keys        bool // by the keyboard: it is said, too
	}
	Left         struct{} // the pointer went
	KeepPressed  struct{} // keeps the run to compare others with
	KeptDropped  struct{}
	TableToggled struct{ What string } // "map", "time", "latency"
	FormToggled  struct{}
	GroupToggled struct{ Group int } // of the settings
	HowPressed   struct{}            // goes to what is said of the model
)

func New() *Model {
	s := &Model{Speed: 30}
	s.show(Presets[0].Setup())
	return s
}

// show puts a setup into the form.
func (s *Model) show(setup Setup) {
	s.Texts = setup.texts()
	s.read()
}

// read reads the form. While something is wrong with it, the settings and their name stay those of before, which are what is on screen.
func (s *Model) read() {
	setup, faults := setupOf(s.Texts)
	if s.Faults = faults; s.Faulty() < 0 {
		s.Setup, s.Preset = setup, presetOf(&setup)
	}
}

// Faulty is the first field that is at fault, -1 when none is.
func (s *Model) Faulty() int {
	for i, f := range s.Faults {
		if f != "" {
			return i
		}
	}
	return -1
}

// Changed reports whether the settings are not those of the run on screen; table is the one that is open.
func (s *Model) Changed(table string) bool {
	return s.Run != nil && (s.Run.Table != "" && s.Run.Table != table || s.Run.Setup.Encode() != s.Setup.Encode())
}

// Over reports whether the run on screen has been played to its end.
func (s *Model) Over() bool { return s.Run != nil && s.Run.Last.Done && s.At >= len(s.Run.Columns) }

// FieldID is the identity of a field's input.
func FieldID(field int) string { return "sim-" + Fields[field].ID }

// WithSetup is the simulator with the settings of an address, and the command that shows them in the form. Settings that cannot be
// used change nothing.
func (m *Model) WithSetup(text string) (*Model, []page.Cmd) {
	setup, ok := ParseSetup(text)
	if !ok {
		return m, nil
	}
	s := *m
	s.keepOwn()
	s.show(setup)
	return &s, []page.Cmd{reset(&s)}
}

// Follow pauses when the screen is left, and begins with a picture: until somebody plays, the preset is simulated to its end.
func (m *Model) Follow(v *page.View) (*Model, []page.Cmd) {
	s := *m
	switch {
	case v.Screen == page.SimulatorScreen && v.Ready && m.wantsStill(v):
		s.Made++
		s.Run, s.Still, s.stilled = &Run{Number: s.Made, Setup: s.Setup, Title: s.title(v)}, true, true
		s.At, s.Want, s.Playing, s.Asked, s.Cross = 0, allColumns, false, false, false
		return s.more()
	case v.Screen == page.SimulatorScreen && s.Still && s.Want == 0: // it was left while the picture was made
		s.Want = allColumns
		return s.more()
	case v.Screen == page.SimulatorScreen || !s.Playing && !s.Asked:
		return m, nil
	}
	s.Playing, s.Asked, s.Want = false, false, 0
	return &s, []page.Cmd{page.Stop{Slot: runSlot}}
}

// allColumns is more than a run has.
const allColumns = 1 << 20

// wantsStill reports whether the picture has to be made: there is none, or it is of another preset.
func (m *Model) wantsStill(v *page.View) bool {
	return !m.waits() && (m.Run == nil && !m.stilled || m.Still && m.Changed(v.Query.Table))
}

// waits reports whether the settings are simulated only by Play: settings of one's own and keys of a table are.
func (m *Model) waits() bool { return m.Preset < 0 || given(&m.Setup) || m.Faulty() >= 0 }

// Before reports whether what is drawn is a run of other settings than the form has.
func (m *Model) Before(table string) bool { return m.Changed(table) && (!m.Still || m.waits()) }

// wrong reports whether the form has a setting that Play refuses whatever table is open.
func (m *Model) wrong() bool {
	_, faults := setupOf(m.Texts)
	return slices.ContainsFunc(faults, func(f string) bool { return f != "" })
}

// Update takes a message of the simulator; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	next, ok = m, true
	s := *m
	switch msg := msg.(type) {
	case FieldTyped:
		next, cmds = s.typed(msg)
		if next.Playing && next.Changed(v.Query.Table) { // half of a number is nothing to play
			n := *next
			n.Playing, n.Want = false, 0
			next, cmds = &n, append(cmds, page.Announce{Text: "Paused: the settings have changed since this run began."})
		}
	case PresetChosen:
		if own := -2 - msg.Preset; msg.Preset < len(Presets) && own != -1 && own < len(s.Own) {
			if s.keepOwn(); own >= 0 {
				s.Texts = m.Own[own]
				s.read()
			} else {
				s.show(Presets[msg.Preset].Setup())
			}
			next, cmds = &s, []page.Cmd{page.Readdress{Push: true}, reset(&s)}
			if s.Playing { // it goes on with what was chosen
				s.Playing = false
				begun, more := s.begin(v, true)
				next, cmds = begun, append(append(cmds, more...), page.Announce{Text: "Plays " + s.title(v) + " from the beginning."})
			}
		}
	case designlab.Simulated:
		next, cmds = s.showDesign(msg)
	case PlayPressed:
		if s.Playing {
			s.Playing, s.Want = false, 0
			next, cmds = &s, []page.Cmd{page.Announce{Text: "Paused. " + Moment(&s)}}
		} else {
			next, cmds = s.begin(v, s.Over())
		}
	case AgainPressed:
		next, cmds = s.begin(v, true)
	case StepPressed:
		next, cmds = s.step(v)
	case Scrubbed:
		if s.Run != nil {
			s.At = min(max(msg.At, 0), len(s.Run.Columns))
			next = &s
		}
	case Played:
		if s.Run != nil && s.Playing && msg.Run == s.Run.Number {
			s.At = min(max(msg.At, 0), len(s.Run.Columns))
			next, cmds = s.played()
		}
	case Stepped:
		next, cmds = s.stepped(msg)
	case SpeedChosen:
		s.Speed = msg.Columns
		next, cmds = s.more()
	case Pointed:
		if s.Run != nil && len(s.Run.Columns) > 0 {
			s.Cross, s.Row, s.Column = true, min(max(msg.Row, 0), loadsim.Rows-1), min(max(msg.Column, 0), max(min(s.At, len(s.Run.Columns)), 1)-1)
			if next = &s; msg.Keys {
				cmds = []page.Cmd{page.Announce{Text: CellText(&s)}}
			}
		}
	case Left:
		s.Cross = false
		next = &s
	case KeepPressed:
		if s.Run != nil && len(s.Run.Columns) > 0 {
			s.Kept = s.Run
			next, cmds = s.more(page.FocusOn{From: "sim-keep", To: "sim-drop"}, page.Announce{Text: KeptText(s.Run) + ". Change the settings and play again: the two runs stand side by side."})
		}
	case KeptDropped:
		if s.Kept != s.Run { // what is asked for may be of that
			s.Asked = false
		}
		s.Kept = nil
		next, cmds = s.more(page.FocusOn{From: "sim-drop", To: "sim-play"})
	case TableToggled:
		switch msg.What {
		case "map":
			s.MapTable = !s.MapTable
		case "time":
			s.TimeTable = !s.TimeTable
		case "latency":
			s.LatencyTable = !s.LatencyTable
		}
		next = &s
	case HowPressed:
		cmds = []page.Cmd{page.Focus{Target: "sim-how"}}
	case GroupToggled:
		if msg.Group >= 0 && msg.Group < len(Groups) {
			s.Turned ^= 1 << msg.Group
			next = &s
		}
	case FormToggled:
		s.Form = !s.Form
		next = &s
	default:
		ok = false
	}
	return next, cmds, ok
}

// typed takes what is typed into a field of the form.
func (s *Model) typed(msg FieldTyped) (*Model, []page.Cmd) {
	if msg.Field < 0 || msg.Field >= len(s.Texts) {
		return s, nil
	}
	n := *s
	n.Texts = append([]string(nil), s.Texts...)
	n.Texts[msg.Field] = msg.Text
	n.read()
	var cmds []page.Cmd
	if n.Faulty() < 0 {
		cmds = append(cmds, page.Readdress{})
	}
	if n.chosen() != s.chosen() {
		cmds = append(cmds, page.ResetFields{Values: map[string]string{"sim-preset": strconv.Itoa(n.chosen())}})
	}
	return &n, cmds
}
