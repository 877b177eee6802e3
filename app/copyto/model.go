package copyto

import (
	"strconv"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/engine/tablecopy"
)

// kind is that of the dialog.
const kind page.DialogKind = "copy-to"

// Step is where a copy stands.
type Step uint8

// The steps, in order.
const (
	Choosing Step = iota
	Planning
	Planned
	Writing
	Verifying
	Ended
)

// Verification is how much of what was written is read back.
type Verification string

// The checks.
const (
	Sample Verification = "sample" // of sampleSize
	All    Verification = "all"
	None   Verification = "none"
)

// sampleSize is how many entities a sample has.
const sampleSize = 100

// Model is a copy from the press that opens its dialog until that is closed, or until the copy ends after that; the zero Model while there
// is none.
type Model struct {
	Source, Table     string    // that is copied; a source of "" is this browser
	Rows              page.Rows // of a result of it; a Reply of nil is none
	More              bool      // the account has more of the result than was read
	Result            bool      // the entities of the result are copied, not all of the table
	File              port.FileRef
	Import            *wire.ImportRequest // the rows of File are copied, not a table; nil otherwise
	Design            *page.DesignWanted  // of Table is deployed; nil otherwise
	Checks            bool                // its copies that are there are checked instead
	ToSource, ToTable string
	Existing          tablecopy.Existing
	Check             Verification
	Name              string // of ToTable as it was typed, which an account that is marked production asks for

	Step          Step
	Plan          *wire.CopyToPlan // nil before it came, and when the form changed
	Price         string           // of 10,000 requests, as it was typed in the design lab, "" where it does not apply
	Reply         *wire.CopyToReply
	Verified      *wire.CopyToVerified
	Met           *Met      // the entity that is open, nil for none
	Decided       []decided // entities that the rule does not decide
	Err, ErrField string

	nth       int  // counts plans
	unlocking bool // the dialog gave way to the one that opens the lock
	unread    bool // it ended while its dialog was closed
}

// What the person did.
type (
	// Pressed opens the dialog for the table on screen; Result: for the result.
	Pressed struct{ Result bool }
	// Chosen says that a field has another value.
	Chosen struct{ Field, Value string }
	// PlanPressed has it found out what the copy will do.
	PlanPressed struct{}
	// WritePressed does it, or goes on with it.
	WritePressed struct{}
	// VerifyPressed reads all of it back.
	VerifyPressed struct{}
	// OpenLockPressed goes to the dialog that opens the account's lock, and LockOpened comes back from it.
	OpenLockPressed struct{}
	LockOpened      struct{}
	// ReportPressed shows the report of a copy that ended while the dialog was closed.
	ReportPressed struct{}
)

// Update takes a message of the dialog; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case Pressed:
		next, cmds = m.open(v, msg.Result)
	case page.FileCopyWanted:
		next, cmds = m.file(v, msg)
	case page.DesignWanted:
		next, cmds = m.design(v, msg)
	case Chosen:
		next, cmds = m.choose(v, msg)
	case PlanPressed:
		next, cmds = m.plan(v)
	case planned:
		next, cmds = m.planned(v, msg)
	case WritePressed:
		next, cmds = m.write(v)
	case wrote:
		next, cmds = m.wrote(v, msg)
	case VerifyPressed:
		next, cmds = m.verify(v, -1)
	case verified:
		next, cmds = m.verified(v, msg)
	case OpenLockPressed:
		next, cmds = m.unlock()
	case LockOpened:
		next, cmds = m.back(v)
	case ReportPressed:
		next, cmds = m.back(v)
	default:
		return m.updateMet(v, msg)
	}
	return next, cmds, true
}

// busy reports whether a step is under way.
func (m *Model) busy() bool {
	return m.Step == Planning || m.Step == Writing || m.Step == Verifying
}

// open opens the dialog. A copy that is under way is shown instead.
func (m *Model) open(v *page.View, result bool) (*Model, []page.Cmd) {
	if m.busy() || m.unread {
		return m.back(v)
	}
	q := v.Query
	if q.Table == "" {
		return m, nil
	}
	next := &Model{Source: q.Source, Table: q.Table, Check: Sample, nth: m.nth}
	if r := v.Rows; r.Reply != nil && !r.Running && r.Source == q.Source && r.Table == q.Table && r.Count > 0 {
		next.Rows, next.Result = r, result
		next.More = r.Reply.Live != nil && r.Reply.Live.More || r.Reply.Canceled
	} else if result {
		return m, []page.Cmd{page.Notify{Notice: page.Notice{Text: "There is no result to copy. Run a query first."}}}
	}
	if q.Source == "" {
		next.propose(v)
	}
	next.ToTable = next.freeName(v)
	return next, next.show("copyto-table")
}

// propose chooses an account to copy to, one with an open lock if there is any.
func (m *Model) propose(v *page.View) {
	if v.Accounts == nil {
		return
	}
	for _, a := range v.Accounts.List {
		if m.ToSource == "" || v.Accounts.Locked(m.ToSource) && a.Writes {
			m.ToSource = a.Name
		}
	}
}

// show opens the dialog with the keyboard somewhere.
func (m *Model) show(focus string) []page.Cmd {
	return append([]page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: kind, Source: m.Source, Table: m.Table}}, page.OpenDialog{}}, m.reset(focus)...)
}

// design opens the dialog for a design of the lab.
func (m *Model) design(v *page.View, msg page.DesignWanted) (*Model, []page.Cmd) {
	if m.busy() || m.unread {
		return m.back(v)
	}
	next := &Model{Table: msg.Table, Design: &msg, ToTable: msg.ToTable, Check: Sample, nth: m.nth}
	next.propose(v)
	return next, next.show("copyto-table")
}

// file opens the dialog for the rows of a file, and plans at once: the form of the import has said where they go.
func (m *Model) file(v *page.View, msg page.FileCopyWanted) (*Model, []page.Cmd) {
	if m.busy() || m.unread {
		next, cmds := m.back(v)
		return next, append(cmds, page.ForgetFile{Token: msg.File.Token}, page.Announce{Text: "A copy is under way. Give the file again when it has ended."})
	}
	next := &Model{Table: msg.File.Name, File: msg.File, Import: &msg.Req, ToSource: msg.Source, ToTable: msg.Table, Check: Sample, nth: m.nth}
	next.Existing = map[string]tablecopy.Existing{"skip": tablecopy.Skip, "replace": tablecopy.Replace, "merge": tablecopy.Merge}[msg.Req.OnExisting]
	cmds := append([]page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: kind, Source: msg.Source, Table: msg.Table}}, page.OpenDialog{}}, next.reset("copyto-go")...)
	next, plan := next.plan(v)
	return next, append(cmds, plan...)
}

// reset writes the names of the table into their fields, and puts the keyboard somewhere.
func (m *Model) reset(focus string) []page.Cmd {
	return []page.Cmd{page.ResetFields{Values: map[string]string{"copyto-table": m.ToTable, nameField: m.Name}}, page.Focus{Target: focus}}
}

// freeName is the name of the table, with a number in this browser when there is one of that name.
func (m *Model) freeName(v *page.View) string {
	name := m.Table
	for n := 2; m.ToSource == "" && v.Table(name) != nil; n++ {
		number := strconv.Itoa(n)
		name = m.Table[:min(len(m.Table), 63-len(number))] + number
	}
	return name
}

// choose takes in what was typed or chosen. A plan is one of what was chosen before, so it goes.
func (m *Model) choose(v *page.View, msg Chosen) (*Model, []page.Cmd) {
	if m.busy() || m.Table == "" {
		return m, nil
	}
	next := *m
	var cmds []page.Cmd
	if msg.Field != "check" && msg.Field != "name" {
		cmds = next.forget()
	}
	switch msg.Field {
	case "what":
		next.Result = msg.Value == "result" && m.Rows.Reply != nil
	case "do":
		next.Checks = msg.Value == "check" && m.Design != nil
	case "source":
		name := m.freeName(v)
		if next.ToSource = msg.Value; m.Design == nil && m.ToTable == name { // nobody has typed another
			next.ToTable = next.freeName(v)
			cmds = append(cmds, page.ResetFields{Values: map[string]string{"copyto-table": next.ToTable}})
		}
	case "table":
		next.ToTable = msg.Value
		next.Err, next.ErrField = next.nameProblem(), "copyto-table"
	case "existing":
		n, _ := strconv.Atoi(msg.Value)
		next.Existing = tablecopy.Existing(min(max(n, 0), int(tablecopy.Merge)))
	case "check":
		next.Check = Verification(msg.Value)
	case "name":
		next.Name = msg.Value
	}
	return &next, cmds
}

// forget drops the plan and what came of it.
func (m *Model) forget() []page.Cmd {
	plan := m.Plan
	m.Step, m.Plan, m.Reply, m.Verified, m.Err, m.ErrField = Choosing, nil, nil, nil, "", ""
	m.Met, m.Decided, m.Name = nil, nil, ""
	m.nth++
	if plan == nil {
		return nil
	}
	return []page.Cmd{leave{plan.Copy}}
}

func (m *Model) nameProblem() string {
	if err := engine.CheckTableName(m.ToTable); err != nil {
		return page.Detail(err)
	}
	if !m.Result && !m.Checks && m.Import == nil && m.Source == m.ToSource && strings.EqualFold(m.Table, m.ToTable) {
		return "That is the table itself. Choose another name or another place."
	}
	return ""
}

// unlock gives way to the dialog that opens the lock of the account.
func (m *Model) unlock() (*Model, []page.Cmd) {
	if m.busy() || m.ToSource == "" {
		return m, nil
	}
	next := *m
	next.unlocking = true
	return &next, []page.Cmd{page.Send{Msg: page.UnlockPressed{Source: m.ToSource, Then: LockOpened{}}}}
}

// back shows the dialog as it was left.
func (m *Model) back(v *page.View) (*Model, []page.Cmd) {
	if m.Table == "" {
		return m, nil
	}
	next := *m
	next.unlocking, next.unread = false, false
	return &next, next.show(next.goesOn(v))
}

// Follow ends a plan whose dialog was closed, and forgets a copy that nobody looks at any more.
func (m *Model) Follow(v *page.View) (*Model, []page.Cmd) {
	if m.Table == "" || v.Dialog != nil && (v.Dialog.Kind == kind || m.unlocking) {
		return m, nil
	}
	return m.left()
}

// left is what follows when the dialog is closed. Writing goes on.
func (m *Model) left() (*Model, []page.Cmd) {
	if m.Step == Writing || m.Step == Verifying || m.unread {
		return m, nil
	}
	next := &Model{nth: m.nth + 1}
	var cmds []page.Cmd
	if m.Step == Planning {
		cmds = append(cmds, page.Stop{Slot: page.LoadSlot})
	}
	if m.Plan != nil {
		cmds = append(cmds, leave{m.Plan.Copy})
	}
	if m.Import != nil {
		cmds = append(cmds, page.ForgetFile{Token: m.File.Token})
	}
	return next, cmds
}
