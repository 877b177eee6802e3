package designlab

import (
	"strings"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// Model is the design lab: other keys for the entities of a table, compared by what access patterns cost under them. It is
// immutable: Update returns another.
type Model struct {
	Table string // whose comparison Spec is
	Shown bool   // the screen is on, so that the worker keeps tables for it
	Have  bool   // Spec came
	Apart bool   // the table is a lesson's: its comparison begins anew and ends with the lesson
	Spec  lab.Spec
	// Linked is a comparison that a link brought for the table LinkedTo, until that is shown.
	Linked, LinkedTo string
	Given            *page.PatternsGiven // patterns of a log, until their table is shown; nil for none

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

	Checked int // design that the checklist is about: the one that was typed into last, or was chosen

	Template string     // the field of a template that had the keyboard last, "" for none
	Typing   string     // the field that is being typed into, "" for none: what is wrong at its end may only be unfinished
	Offers   *Offers    // what could be completed there, nil for nothing
	unfolded fieldTexts // the indexes that show their fields: the texts' ids are the beginnings of the fields'

	Keeping  int // design that is given a name, -1 for none
	KeepErr  string
	KeepBusy bool
	KeepAt   wire.Progress

	Search *Search // for keys, nil when none was asked for

	Price  string // of 10,000 requests, as typed
	Growth lab.Growth
	Grown  int // design whose patterns are shown in a larger table

	past, future []step
	typed        string // field that was typed into last: more of it is one step
}

// step is a comparison as it was, with the texts that it could not use, and what was done to it then.
type step struct {
	spec  lab.Spec
	what  string
	typed string // the field that it was done in, "" for none
	texts fieldTexts
}

// New returns the lab of a table, whose comparison is not read yet.
func New(table string) *Model {
	return &Model{Table: table, Pattern: -1, Row: -1, Pairs: -1, Keeping: -1}
}

// Elsewhere returns the lab for the tables of a lesson, or again for those of the workspace: a table of the same name is another.
func (l *Model) Elsewhere(lesson bool) *Model {
	n := New("")
	n.Shown, n.Apart, n.Price, n.Growth = l.Shown, lesson, l.Price, l.Growth
	n.Linked, n.LinkedTo, n.Given = l.Linked, l.LinkedTo, l.Given
	return n
}

// Aside is the lab of the workspace while a lesson's tables are on screen: a search for keys goes on, and all else is as it was left.
func (l *Model) Aside() *Model {
	n := *l
	n.Shown, n.Measuring, n.Again, n.KeepBusy = false, false, false, false // those answers come to nobody
	n.Template, n.Typing, n.Offers = "", "", nil
	return &n
}

// Resumed is the lab that was set aside, with what came for it while the lesson's took its place.
func (l *Model) Resumed(aside *Model) *Model {
	n := *aside
	n.Price, n.Growth = l.Price, l.Growth
	n.Linked, n.LinkedTo, n.Given = l.Linked, l.LinkedTo, l.Given
	return &n
}

// Undoable and Redoable say what would be taken back or done again, "" for nothing.
func (l *Model) Undoable() string { return top(l.past) }
func (l *Model) Redoable() string { return top(l.future) }

func top(steps []step) string {
	if len(steps) == 0 {
		return ""
	}
	return steps[len(steps)-1].what
}

// WithLink returns the lab with the comparison that a link brings for a table, which is taken in when that is shown.
func (l *Model) WithLink(spec, table string) *Model {
	n := *l
	n.Linked, n.LinkedTo = spec, table
	return &n
}

// linked reports whether a link brought a comparison for the table.
func (l *Model) linked() bool { return l.Linked != "" && strings.EqualFold(l.LinkedTo, l.Table) }

// Best is the first design that ranks first, the first of all when none does.
func (l *Model) Best() int {
	if l.Report != nil {
		for i := range l.Report.Designs {
			if l.Report.Designs[i].Rank == 1 {
				return i
			}
		}
	}
	return 0
}
