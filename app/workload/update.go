package workload

import (
	"cmp"
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/stable"
	"rangefinder/engine/workload"
)

// Update takes a message of the screen; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	n := *m
	switch msg := msg.(type) {
	case page.LogsGiven:
		next, cmds = m.read(&Log{Files: msg.Files})
		return next, append(cmds, page.Send{Msg: page.ScreenChosen{Screen: page.WorkloadScreen}}), true

	case SampleTried:
		n = *New()
		n.readings = m.readings
		next, cmds = n.read(&Log{Sample: sample.Logs[0].Name}, &Log{Sample: sample.Logs[1].Name})
		return next, append(m.forget(), cmds...), true

	case Progressed:
		if m.Reading == nil || m.Reading.Number != msg.Number {
			return m, nil, true
		}
		r := *m.Reading
		r.Progress, n.Reading = msg.Progress, &r
		return &n, nil, true

	case Ended:
		next, cmds = m.ended(msg)
		return next, cmds, true

	case Stopped:
		if m.Reading == nil || m.Reading.Stopping {
			return m, nil, true
		}
		r := *m.Reading
		r.Stopping, r.Next, n.Reading = true, nil, &r
		return &n, append(forget(m.Reading.Next...), page.Stop{Slot: readSlot}), true

	case LogClosed:
		if msg.At < 0 || msg.At >= len(m.Logs) {
			return m, nil, true
		}
		gone := m.Logs[msg.At]
		n.Logs = slices.Delete(slices.Clone(m.Logs), msg.At, msg.At+1)
		n.settle()
		focus := "work-close-0"
		if len(n.Logs) == 0 {
			focus = "work-choose"
		}
		return &n, append(forget(gone), page.Focus{Target: focus}, page.Announce{Text: "Closed " + gone.Name() + "."}), true

	case ImportPressed:
		if m.Failed == nil {
			return m, nil, true
		}
		files := m.Failed.Log.Files
		n.Failed = nil
		return &n, []page.Cmd{page.Send{Msg: page.FilesGiven{AsData: true, Files: files}}}, true

	case FailureClosed:
		if m.Failed == nil {
			return m, nil, true
		}
		n.Failed = nil
		return &n, append(forget(m.Failed.Log), page.Focus{Target: "work-choose"}), true

	case TableChosen:
		n.Table, n.Open, n.Shown = msg.Table, "", firstShapes
		return &n, nil, true

	case ShapeOpened:
		if n.Open = msg.Key; m.Open == msg.Key {
			n.Open = ""
		}
		return &n, nil, true

	case ChangeOpened:
		if n.Change = msg.Key; m.Change == msg.Key {
			n.Change = ""
		}
		return &n, nil, true

	case MoreWanted:
		n.Shown += moreShapes
		return &n, nil, true

	case NumbersTurned:
		n.Numbers = !n.Numbers
		return &n, nil, true

	case QueryPressed:
		s := m.shape(msg.Key)
		if s == nil {
			return m, nil, true
		}
		return m, []page.Cmd{page.Send{Msg: page.QueryWanted{Query: query.Query{Table: nameHere(v, s.Table), Filter: msg.Filter}}}}, true

	case LabPressed:
		next, cmds = m.toLab(v)
		return next, cmds, true

	case PatternsMade:
		n.Making = false
		return &n, patternsMade(msg), true
	}
	return m, nil, false
}

// read reads logs, after those that are read already. A log that comes when two are on screen begins anew.
func (m *Model) read(logs ...*Log) (*Model, []page.Cmd) {
	n := *m
	var cmds []page.Cmd
	if n.Failed != nil {
		cmds, n.Failed = forget(n.Failed.Log), nil
	}
	if r := n.Reading; r != nil && !r.Stopping {
		more := *r
		more.Next = append(slices.Clone(r.Next), logs...)
		n.Reading = &more
		return &n, cmds
	}
	if len(n.Logs) == 2 {
		cmds = append(cmds, forget(n.Logs...)...)
		n.Logs = nil
	}
	if n.Reading != nil { // it is being stopped, and nobody waits for it any more
		cmds = append(cmds, forget(n.Reading.Log)...)
	}
	next, more := n.begin(logs)
	return next, append(cmds, more...)
}

// begin reads the first of the logs.
func (m *Model) begin(logs []*Log) (*Model, []page.Cmd) {
	n := *m
	n.readings++
	n.Reading = &Reading{Number: n.readings, Log: logs[0], Next: logs[1:]}
	req := wire.WorkloadRequest{Sample: logs[0].Sample}
	for _, f := range logs[0].Files {
		req.Tokens = append(req.Tokens, f.Token)
	}
	return &n, []page.Cmd{Read{n.readings, req}, page.FocusOn{From: "work-sample", To: "work-stop"}, page.FocusOn{From: "work-choose", To: "work-stop"}, page.Announce{Text: "Reading " + logs[0].Name() + "."}}
}

// ended takes in what was read, and reads the next.
func (m *Model) ended(msg Ended) (*Model, []page.Cmd) {
	r := m.Reading
	if r == nil || r.Number != msg.Number {
		return m, nil
	}
	n := *m
	log := *r.Log
	n.Reading = nil
	var cmds []page.Cmd
	switch f := wire.FailureOf(msg.Err); {
	case f != nil && f.Code == wire.Canceled: // nothing came of it before it was stopped
		cmds = forget(&log)
	case f != nil:
		n.Failed = &Failed{Log: &log, Text: log.Name() + ": " + strings.TrimSpace(f.Message+" "+f.Detail)}
	case msg.Reply.Calls == 0 && msg.Reply.Stopped:
		cmds = forget(&log)
	case msg.Reply.Calls == 0:
		n.Failed = nothingIn(&log, msg.Reply)
	default:
		log.Reply = msg.Reply
		if n.Logs = append(slices.Clone(m.Logs), &log); len(n.Logs) > 2 {
			cmds = forget(n.Logs[0])
			n.Logs = n.Logs[1:]
		}
		stable.Sort(n.Logs, func(a, b *Log) int { return a.Reply.First.Compare(b.Reply.First) })
		n.settle()
		cmds = append(cmds, page.Announce{Text: log.Name() + ": " + Counted(msg.Reply) + "."})
	}
	if n.Failed != nil {
		cmds = append(cmds, page.Announce{Text: n.Failed.Text})
	}
	if len(r.Next) == 0 {
		return &n, append(cmds, page.FocusOn{From: "work-stop", To: "work-choose"})
	}
	next, more := n.begin(r.Next)
	return next, append(cmds, more...)
}

// settle forgets what is no longer of the logs on screen.
func (m *Model) settle() {
	m.Shown = firstShapes
	if m.Table != "" && !slices.ContainsFunc(m.Tables(), func(name string) bool { return strings.EqualFold(name, m.Table) }) {
		m.Table = ""
	}
	if m.shape(m.Open) == nil {
		m.Open = ""
	}
	if len(m.Logs) < 2 || m.shape(m.Change) == nil {
		m.Change = ""
	}
}

// nothingIn says why a log has no call: what is wrong with the first file of which something is.
func nothingIn(log *Log, r *wire.WorkloadReply) *Failed {
	for _, f := range r.Files {
		name := cmp.Or(f.Name, log.Name())
		switch {
		case f.Unknown && len(log.Files) == 1 && log.Files[0].Size == 0:
			return &Failed{Log: log, Text: name + " is empty."}
		case f.Unknown:
			return &Failed{Log: log, Unknown: true, Text: name + " is not a log of a known kind: line 1 does not begin like any log below."}
		case f.Problem != "":
			return &Failed{Log: log, Text: name + " could not be read: " + f.Problem}
		case f.NotUnderstood > 0:
			return &Failed{Log: log, Kind: f.Kind, Lines: f.Examples, Text: noneOf(f) + " a call to a Table service."}
		}
	}
	return &Failed{Log: log, Text: log.Name() + " holds no call to a Table service."}
}

// noneOf begins a sentence that says what no line of a file is.
func noneOf(f wire.WorkloadFile) string {
	switch {
	case f.Lines == 1:
		return "The only line of " + f.Name + " is not"
	case f.Kind == workload.HAR || f.Kind == workload.MonitorJSON:
		return "None of the " + words.Number(f.Lines) + " elements of " + f.Name + " is"
	}
	return "None of the " + words.Number(f.Lines) + " lines of " + f.Name + " is"
}

// toLab makes patterns of the shapes of a table.
func (m *Model) toLab(v *page.View) (*Model, []page.Cmd) {
	table := m.LabTable()
	refuse := func(text string) (*Model, []page.Cmd) {
		return m, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: text}}}
	}
	switch {
	case m.Latest() == nil || m.Making:
		return m, nil
	case table == "":
		return refuse("Choose a table first: the lab compares keys for one table.")
	case v.Table(table) == nil:
		return refuse("The lab measures on entities, and there is no table " + words.Quote(table) + " in this browser. Import some of its entities under that name, or pull a copy.")
	}
	n := *m
	n.Making = true
	req := wire.WorkloadPatternsRequest{Table: nameHere(v, table)}
	for _, s := range m.Latest().Reply.Shapes {
		if strings.EqualFold(s.Table, table) && s.Operation != workload.Tables {
			s.Findings = nil
			req.Shapes = append(req.Shapes, s)
		}
	}
	return &n, []page.Cmd{MakePatterns{req}}
}

// patternsMade takes patterns to the lab.
func patternsMade(msg PatternsMade) []page.Cmd {
	switch {
	case msg.Err != nil:
		return []page.Cmd{page.Fail{What: "No patterns were made", Err: msg.Err}}
	case len(msg.Reply.Patterns) == 0:
		return []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: "No pattern can be made of what the log says of " + msg.Req.Table + "."}}}
	}
	return []page.Cmd{page.Send{Msg: page.PatternsGiven{Table: msg.Reply.Table, Patterns: msg.Reply.Patterns, Left: msg.Reply.Left}}}
}

// nameHere is a table's name as it is spelled in this browser, or as the log has it.
func nameHere(v *page.View, name string) string {
	if t := v.Table(name); t != nil {
		return t.Name
	}
	return name
}

// forget frees the files of all logs.
func (m *Model) forget() []page.Cmd {
	cmds := forget(m.Logs...)
	if m.Failed != nil {
		cmds = append(cmds, forget(m.Failed.Log)...)
	}
	if m.Reading != nil {
		cmds = append(append(cmds, forget(m.Reading.Log)...), forget(m.Reading.Next...)...)
	}
	return cmds
}

func forget(logs ...*Log) (cmds []page.Cmd) {
	for _, l := range logs {
		for _, f := range l.Files {
			cmds = append(cmds, page.ForgetFile{Token: f.Token})
		}
	}
	return cmds
}
