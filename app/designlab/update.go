package designlab

import (
	"strings"
	"time"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// measurePause is how long typing has to rest before what was typed is measured.
const measurePause = 150 * time.Millisecond

// Follow asks for what the screen needs, whichever way it or its table changed, and leaves nothing behind in the worker when
// another is shown.
func (m *Model) Follow(v *page.View, msg page.Msg) (*Model, []page.Cmd) {
	l := *m
	if v.Screen != page.LabScreen || v.Query.Source != "" || v.Query.Table == "" {
		if !l.Shown {
			return m, nil
		}
		l.Shown, l.Measuring, l.Again = false, false, false
		return &l, []page.Cmd{Leave{}} // a search for keys goes on: it holds entities of its own
	}
	changed, _ := msg.(page.TableChanged)
	switch {
	case !v.Ready || v.Table(v.Query.Table) == nil:
		return m, nil // its sample is being loaded
	case l.Table != v.Query.Table:
		n := l.Elsewhere(l.Apart)
		n.Table, n.Shown = v.Query.Table, true
		cmds := n.begin(v)
		if n.Price == "" {
			cmds = append(cmds, ReadPrice{})
		}
		if l.Search != nil && l.Search.Busy {
			cmds = append(cmds, page.Stop{Slot: searchSlot})
		}
		return n, cmds
	case !l.Shown:
		l.Shown = true
		if !l.Have {
			return &l, l.begin(v)
		}
		if l.brought() {
			return l.takeBrought()
		}
		return l.measure(0)
	case l.Have && l.brought():
		return l.takeBrought()
	case l.Have && (changed.Table == l.Table || v.Again):
		if l.Measuring {
			l.Again = true
			return &l, nil
		}
		return l.measure(measurePause)
	}
	return m, nil
}

// measure asks for the numbers of the comparison.
func (m *Model) measure(pause time.Duration) (*Model, []page.Cmd) {
	l := *m
	l.Measuring, l.Again, l.Stopped, l.Failed, l.Progress = true, false, false, nil, wire.Progress{}
	return &l, []page.Cmd{Measure{wire.LabRequest{Table: l.Table, Spec: l.Spec.String()}, pause}}
}

// takeLink makes the comparison of a link that of its table.
func (m *Model) takeLink() (*Model, []page.Cmd) {
	l := *m
	spec, err := lab.Parse(l.Linked)
	l.Linked = ""
	if err != nil {
		next, ask := l.measure(0)
		return next, append([]page.Cmd{page.Tell{Notice: page.Notice{Bad: true, Text: "The link's comparison was left out. " + err.Error()}}}, ask...)
	}
	next, cmds := l.change(spec, "the link's comparison", "", fieldTexts{})
	return next, append(cmds, page.Tell{Notice: page.Notice{Text: "The link's comparison is shown. Undo in the lab brings back what was here."}},
		page.Readdress{}) // a reload shall not undo what is changed now
}

// Update takes a message of the lab; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	next, cmds, ok = m, nil, true
	l := *m
	switch msg := msg.(type) {
	case SpecRead:
		next, cmds = l.read(v, msg)
	case SpecKept:
		if msg.Err != nil {
			cmds = []page.Cmd{page.Fail{What: "The comparison was not saved", Err: msg.Err}}
		}
	case Measuring:
		if l.Measuring && msg.Req.Table == l.Table {
			l.Progress = msg.Progress
			next = &l
		}
	case Measured:
		next, cmds = l.measured(msg)
	case Stopped:
		if l.Measuring {
			l.Measuring, l.Stopped = false, true
			next, cmds = &l, []page.Cmd{page.Stop{Slot: measureSlot}, page.Announce{Text: "Stopped."}}
		}
	case Again:
		if l.Have {
			next, cmds = l.measure(0)
		} else {
			l.Failed = nil
			next, cmds = &l, l.begin(v)
		}
	case FieldTyped:
		next, cmds = l.take(msg)
	case Did:
		next, cmds = l.did(v, msg)
	case KeepNamed:
		next, cmds = l.keep(v, msg.Name)
	case DesignKeeping:
		l.KeepAt = msg.Progress
		next = &l
	case DesignKept:
		next, cmds = l.kept(msg)
	case Replaced:
		next, cmds = l.replace(msg)
	case DesignBack:
		next, cmds = l.designBack(msg)
	case PatternBack:
		next, cmds = l.patternBack(msg)
	case TemplateTyped, TemplateEntered, TemplateLeft, OfferMoved, OfferTaken, OfferClosed, PropertyInserted:
		next, cmds = m.completed(msg)
	default:
		if next, cmds, ok = l.grown(msg); !ok {
			next, cmds, ok = l.searched(msg)
		}
	}
	return next, cmds, ok
}

// read takes in a comparison that was kept or suggested.
func (m *Model) read(v *page.View, msg SpecRead) (*Model, []page.Cmd) {
	l := *m
	if msg.Table != l.Table || l.Have {
		return m, nil
	}
	spec, err := lab.Parse(msg.Text)
	if msg.Err != nil { // a suggestion in its place would be written over it
		err = msg.Err
	} else if (err != nil || len(spec.Designs) == 0) && !msg.Suggested {
		return m, []page.Cmd{SuggestSpec{l.suggestion(v)}}
	}
	if err != nil {
		l.Failed = wire.FailureOf(err)
		return &l, nil
	}
	l.Have = true
	if len(l.past) > 0 { // begun anew: what was measured is of the comparison before
		l.Texts, l.Errs = nil, nil
		next, cmds := l.settle(spec, true)
		return next, append(cmds, page.Focus{Target: "lab-add-design"})
	}
	l.Spec = spec
	if l.brought() {
		return l.takeBrought()
	}
	return l.measure(0)
}

// measured takes in numbers.
func (m *Model) measured(msg Measured) (*Model, []page.Cmd) {
	l := *m
	if msg.Req.Table != l.Table || !l.Shown {
		return m, nil
	}
	l.Measuring = false
	f := wire.FailureOf(msg.Err)
	switch {
	case f != nil && f.Code == wire.Canceled:
		l.Stopped = true
	case f != nil:
		l.Failed = f
	case msg.fits(l.Spec):
		l.Report = msg.Report
		lab.Rank(l.Spec, l.Report) // calls a day may have changed since
	}
	if l.Again && l.Failed == nil {
		return l.measure(measurePause)
	}
	return &l, nil
}

// fits reports whether what was measured is still of the shape of the comparison on screen.
func (msg Measured) fits(spec lab.Spec) bool {
	of, err := lab.Parse(msg.Req.Spec)
	return err == nil && sameShape(of, spec) && len(msg.Report.Designs) == len(spec.Designs) && len(msg.Report.Patterns) == len(spec.Patterns)
}

// begin asks for the comparison that was kept, or for one to begin with.
func (l *Model) begin(v *page.View) []page.Cmd {
	if l.Apart {
		return []page.Cmd{SuggestSpec{l.suggestion(v)}}
	}
	return []page.Cmd{ReadSpec{l.Table}}
}

func (l *Model) suggestion(v *page.View) wire.LabSuggestRequest {
	return wire.LabSuggestRequest{Table: l.Table, Asked: asked(v)}
}

// asked returns the queries that are known of the open table: those of its sample, those that were saved, the one on screen.
// Of a lesson it is the last alone, and not before its question is answered.
func asked(v *page.View) []lab.Asked {
	var list []lab.Asked
	seen := map[string]bool{}
	add := func(name, filter string) {
		filter = filterlang.WithoutComments(filter)
		if !seen[filter] && filter != "" && len(filter) <= lab.MaxFilter {
			seen[filter] = true
			list = append(list, lab.Asked{Name: words.Cut(name, lab.MaxName), Filter: filter})
		}
	}
	for _, q := range v.Saved {
		if q.Source == "" && !v.Lesson && strings.EqualFold(q.Table, v.Query.Table) {
			add(q.Name, q.Filter)
		}
	}
	for _, q := range v.Examples {
		add(q.Title, q.Filter)
	}
	if (v.Draft || len(list) == 0) && !v.Hides {
		add("The query on screen", v.Query.Filter)
	}
	return list
}

// keep makes a table of the design that is given a name.
func (m *Model) keep(v *page.View, name string) (*Model, []page.Cmd) {
	l := *m
	if l.Keeping < 0 || l.KeepBusy {
		return m, nil
	}
	name = strings.TrimSpace(name)
	l.KeepErr = ""
	if v.Table(name) != nil {
		l.KeepErr = "There is a table " + name + " already; choose another name."
		return &l, []page.Cmd{page.Focus{Target: "lab-keep-name"}, page.Announce{Text: l.KeepErr}}
	}
	l.KeepBusy, l.KeepAt = true, wire.Progress{}
	return &l, []page.Cmd{KeepDesign{wire.LabKeepRequest{Table: l.Table, Spec: l.Spec.String(), Design: l.Keeping, Name: name}}}
}

func (m *Model) kept(msg DesignKept) (*Model, []page.Cmd) {
	l := *m
	l.KeepBusy = false
	if f := wire.FailureOf(msg.Err); f != nil {
		if f.Code != wire.Canceled {
			l.KeepErr = strings.TrimSpace(f.Message + " " + f.Detail)
		}
		return &l, []page.Cmd{page.Announce{Text: l.KeepErr}}
	}
	l.Keeping = -1
	return &l, []page.Cmd{page.Made{Undo: msg.Reply.Undo, Text: "Made the table " + strings.Join(msg.Reply.Tables, " and ") + " with " + words.Count(msg.Reply.Entities, "entity", "entities")}}
}
