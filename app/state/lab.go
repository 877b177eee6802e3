package state

import (
	"strings"
	"time"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Lab is the design lab: other keys for the entities of a table, compared by what access patterns cost under them.
type Lab struct {
	Table string // whose comparison Spec is
	Shown bool   // the screen is on, so that the worker keeps tables for it
	Have  bool   // Spec came
	Spec  lab.Spec
	// Linked is a comparison that a link brought for the table LinkedTo, until that is shown.
	Linked, LinkedTo string

	Report    *lab.Report // of the shape of Spec; nil until it came
	Measuring bool
	Progress  wire.Progress
	Again     bool // an answer on its way will be of something that has changed since
	Stopped   bool
	Failed    *wire.Failure

	Texts map[string]string // of fields that cannot be used as typed, by id
	Errs  map[string]string // what is wrong with them

	Pattern int // whose fields are open, -1 for none
	Row     int // pattern and design of the cell that is open, Row -1 for none
	Column  int
	Pairs   int // design whose duplicates are listed, -1 for none

	Checked int // design that the checklist is about

	Keeping  int // design that is given a name, -1 for none
	KeepErr  string
	KeepBusy bool
	KeepAt   wire.Progress

	past, future []labStep
	typed        string // field that was typed into last: more of it is one step
}

// labStep is a comparison as it was, with the texts that it could not use, and what was done to it then.
type labStep struct {
	spec  lab.Spec
	what  string
	typed string // the field that it was done in, "" for none
	texts fieldTexts
}

func newLab(table string) *Lab {
	return &Lab{Table: table, Pattern: -1, Row: -1, Pairs: -1, Keeping: -1}
}

// Undoable and Redoable say what would be taken back or done again, "" for nothing.
func (l *Lab) Undoable() string { return top(l.past) }
func (l *Lab) Redoable() string { return top(l.future) }

func top(steps []labStep) string {
	if len(steps) == 0 {
		return ""
	}
	return steps[len(steps)-1].what
}

type (
	// ReadLab and KeepLab read and write the comparison of a table. Answer: LabRead, LabKept.
	ReadLab struct{ Table string }
	KeepLab struct{ Table, Text string }
	// SuggestLab asks for a comparison to begin with. Answer: LabRead.
	SuggestLab struct{ Req wire.LabSuggestRequest }
	// AskLab asks for a measurement after a pause; a newer one cancels it. Answer: LabMeasuring, LabMeasured.
	AskLab struct {
		Req   wire.LabRequest
		Pause time.Duration
	}
	// LeaveLab cancels a measurement and drops what the worker keeps.
	LeaveLab struct{}
	// KeepDesign makes a table of a design. Answer: DesignKeeping, DesignKept. Nothing is left when it is stopped.
	KeepDesign struct{ Req wire.LabKeepRequest }
)

type (
	LabRead struct {
		Table, Text string
		Suggested   bool
		Err         error
	}
	LabKept      struct{ Err error }
	LabMeasuring struct {
		Req      wire.LabRequest
		Progress wire.Progress
	}
	LabMeasured struct {
		Req    wire.LabRequest
		Report *lab.Report
		Err    error
	}
	DesignKeeping struct{ Progress wire.Progress }
	DesignKept    struct {
		Reply *wire.LabKeepReply
		Err   error
	}
	// LabTyped is a text in a field of the screen, which is called by its id.
	LabTyped struct{ Field, Text string }
	// LabDid is a button of the screen.
	LabDid struct {
		Act string
		At  int // pattern or design
		Of  int // index, or design of a cell
	}
	LabStopped struct{}
	LabAgain   struct{}
	KeepNamed  struct{ Name string }
)

// LabDocument is the name of the document that holds the comparison of a table, whose name may take 63 of 64 characters.
func LabDocument(table string) string { return "~" + strings.ToLower(table) }

// measurePause is how long typing has to rest before what was typed is measured.
const measurePause = 150 * time.Millisecond

// followLab asks for what the screen needs, whichever way it or its table changed, and leaves nothing behind in the worker when
// another is shown.
func followLab(old, m Model, cmds []Cmd, msg Msg) (Model, []Cmd) {
	if m.Screen != LabScreen || m.Query.Source != "" || m.Query.Table == "" {
		if m.Lab.Shown {
			l := *m.Lab
			l.Shown, l.Report, l.Measuring, l.Again = false, nil, false, false
			m.Lab = &l
			cmds = append(cmds, LeaveLab{})
		}
		return m, cmds
	}
	changed, _ := msg.(TableChanged)
	switch {
	case !m.Ready || tableNamed(m.Tables.List, m.Query.Table) == nil:
		return m, cmds // its sample is being loaded
	case m.Lab.Table != m.Query.Table:
		l := newLab(m.Query.Table)
		l.Shown, l.Linked, l.LinkedTo = true, m.Lab.Linked, m.Lab.LinkedTo
		m.Lab = l
		return m, append(cmds, ReadLab{l.Table})
	case !m.Lab.Shown:
		l := *m.Lab
		l.Shown = true
		m.Lab = &l
		if !l.Have {
			return m, append(cmds, ReadLab{l.Table})
		}
		if l.linked() {
			m, more := taken(m)
			return m, append(cmds, more...)
		}
		m, ask := askLab(m, 0)
		return m, append(cmds, ask)
	case m.Lab.Have && m.Lab.linked():
		m, more := taken(m)
		return m, append(cmds, more...)
	case m.Lab.Have && (changed.Table == m.Lab.Table || old.Reshow && !m.Reshow):
		if m.Lab.Measuring {
			l := *m.Lab
			l.Again = true
			m.Lab = &l
			return m, cmds
		}
		m, ask := askLab(m, measurePause)
		return m, append(cmds, ask)
	}
	return m, cmds
}

func askLab(m Model, pause time.Duration) (Model, Cmd) {
	l := *m.Lab
	l.Measuring, l.Again, l.Stopped, l.Failed, l.Progress = true, false, false, nil, wire.Progress{}
	m.Lab = &l
	return m, AskLab{wire.LabRequest{Table: l.Table, Spec: l.Spec.String()}, pause}
}

// linkLab notes the comparison that a link brings.
func linkLab(m Model, route Route) Model {
	if route.Lab != "" {
		l := *m.Lab
		l.Linked, l.LinkedTo = route.Lab, route.Table
		m.Lab = &l
	}
	return m
}

// linked reports whether a link brought a comparison for the table.
func (l *Lab) linked() bool { return l.Linked != "" && strings.EqualFold(l.LinkedTo, l.Table) }

// taken makes the comparison of a link that of its table.
func taken(m Model) (Model, []Cmd) {
	l := *m.Lab
	spec, err := lab.Parse(l.Linked)
	l.Linked = ""
	m.Lab = &l
	if err != nil {
		m, ask := askLab(m, 0)
		m, cmds := tell(m, Notice{Bad: true, Text: "The link's comparison was left out. " + err.Error()})
		return m, append(cmds, ask)
	}
	m, cmds := changeLab(m, spec, "the link's comparison", "", fieldTexts{})
	m, more := tell(m, Notice{Text: "The link's comparison is shown. Undo in the lab brings back what was here."})
	return m, append(append(cmds, more...), SetAddress{Fragment: routeOf(m).Fragment(), Push: false}) // a reload shall not undo what is changed now
}

// updateLab is the design lab.
func updateLab(m Model, msg Msg) (Model, []Cmd, bool) {
	l := *m.Lab
	switch msg := msg.(type) {
	case LabRead:
		if msg.Table != l.Table || l.Have {
			return m, nil, true
		}
		spec, err := lab.Parse(msg.Text)
		if (msg.Err != nil || err != nil || len(spec.Designs) == 0) && !msg.Suggested {
			return m, []Cmd{SuggestLab{suggestReq(&m)}}, true
		}
		if err := firstError(msg.Err, err); err != nil {
			l.Failed = failureOf(err)
			m.Lab = &l
			return m, nil, true
		}
		l.Have = true
		if len(l.past) > 0 { // begun anew: what was measured is of the comparison before
			m.Lab = &l
			l.Texts, l.Errs = nil, nil
			m, cmds := settleLab(m, spec, true)
			return m, append(cmds, Focus{Target: "lab-add-design"}), true
		}
		l.Spec, m.Lab = spec, &l
		if l.linked() {
			m, cmds := taken(m)
			return m, cmds, true
		}
		m, ask := askLab(m, 0)
		return m, []Cmd{ask}, true

	case LabKept:
		if msg.Err != nil {
			m, cmds := fail(m, "The comparison was not saved", msg.Err)
			return m, cmds, true
		}
		return m, nil, true

	case LabMeasuring:
		if l.Measuring && msg.Req.Table == l.Table {
			l.Progress = msg.Progress
			m.Lab = &l
		}
		return m, nil, true

	case LabMeasured:
		if msg.Req.Table != l.Table || !l.Shown {
			return m, nil, true
		}
		l.Measuring = false
		f := failureOf(msg.Err)
		switch {
		case f != nil && f.Code == wire.Canceled:
			l.Stopped = true
		case f != nil:
			l.Failed = f
		case measuredFits(msg, l.Spec):
			l.Report = msg.Report
			lab.Rank(l.Spec, l.Report) // calls a day may have changed since
		}
		m.Lab = &l
		if l.Again && l.Failed == nil {
			m, ask := askLab(m, measurePause)
			return m, []Cmd{ask}, true
		}
		return m, nil, true

	case LabStopped:
		if !l.Measuring {
			return m, nil, true
		}
		l.Measuring, l.Stopped = false, true
		m.Lab = &l
		return m, []Cmd{Stop{Slot: labSlot}, Announce{Text: "Stopped."}}, true

	case LabAgain:
		if !l.Have {
			l.Failed = nil
			m.Lab = &l
			return m, []Cmd{ReadLab{l.Table}}, true
		}
		m, ask := askLab(m, 0)
		return m, []Cmd{ask}, true

	case LabTyped:
		m, cmds := labTyped(m, msg)
		return m, cmds, true

	case LabDid:
		m, cmds := labDid(m, msg)
		return m, cmds, true

	case KeepNamed, DesignKeeping, DesignKept:
		m, cmds := keepDesign(m, msg)
		return m, cmds, true
	}
	return m, nil, false
}

// measuredFits reports whether what was measured is still of the shape of the comparison on screen.
func measuredFits(msg LabMeasured, spec lab.Spec) bool {
	of, err := lab.Parse(msg.Req.Spec)
	return err == nil && sameShape(of, spec) && len(msg.Report.Designs) == len(spec.Designs) && len(msg.Report.Patterns) == len(spec.Patterns)
}

func firstError(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}

func suggestReq(m *Model) wire.LabSuggestRequest {
	return wire.LabSuggestRequest{Table: m.Lab.Table, Asked: askedOf(m)}
}

// askedOf returns the queries that are known of the open table: those of its sample, those that were saved, the one on screen.
func askedOf(m *Model) []lab.Asked {
	var list []lab.Asked
	seen := map[string]bool{}
	add := func(name, filter string) {
		filter = sent(filter)
		if !seen[filter] && filter != "" && len(filter) <= lab.MaxFilter {
			seen[filter] = true
			list = append(list, lab.Asked{Name: words.Cut(name, lab.MaxName), Filter: filter})
		}
	}
	for _, q := range m.Queries {
		if q.Source == "" && strings.EqualFold(q.Table, m.Query.Table) {
			add(q.Name, q.Filter)
		}
	}
	for _, q := range m.Query.Examples {
		add(q.Title, q.Filter)
	}
	if m.Draft || len(list) == 0 {
		add("The query on screen", m.Query.Filter)
	}
	return list
}

// keepDesign makes a table of a design.
func keepDesign(m Model, msg Msg) (Model, []Cmd) {
	l := *m.Lab
	switch msg := msg.(type) {
	case KeepNamed:
		if l.Keeping < 0 || l.KeepBusy {
			return m, nil
		}
		name := strings.TrimSpace(msg.Name)
		l.KeepErr = ""
		if tableNamed(m.Tables.List, name) != nil {
			l.KeepErr = "There is a table " + name + " already; choose another name."
			m.Lab = &l
			return m, []Cmd{Focus{Target: "lab-keep-name"}, Announce{Text: l.KeepErr}}
		}
		l.KeepBusy, l.KeepAt = true, wire.Progress{}
		m.Lab = &l
		return m, []Cmd{KeepDesign{wire.LabKeepRequest{Table: l.Table, Spec: l.Spec.String(), Design: l.Keeping, Name: name}}}

	case DesignKeeping:
		l.KeepAt = msg.Progress
		m.Lab = &l
		return m, nil

	case DesignKept:
		l.KeepBusy = false
		if f := failureOf(msg.Err); f != nil {
			if f.Code != wire.Canceled {
				l.KeepErr = strings.TrimSpace(f.Message + " " + f.Detail)
			}
			m.Lab = &l
			return m, []Cmd{Announce{Text: l.KeepErr}}
		}
		l.Keeping = -1
		m.Lab = &l
		m, cmds := undoable(m, msg.Reply.Undo, "Made the table "+strings.Join(msg.Reply.Tables, " and ")+" with "+words.Count(msg.Reply.Entities, "entity", "entities"))
		m, cmds = own(m, cmds, true)
		return m, append(cmds, ListTables{})
	}
	return m, nil
}
