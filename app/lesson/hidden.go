package lesson

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"rangefinder/engine"
)

// MaxHidden is the most parts hidden of one step, and MaxWrong the most wrong answers.
const (
	MaxHidden = 12
	MaxWrong  = 24
)

// Hidden is a case that an exercise is played on and that the learner does not see: other data, or a fault. An answer that only
// fits the visible entities fails there.
type Hidden struct {
	Line int
	// Note is the idea that an attempt misses which fails here. It follows the reason of the refusal. Of an exercise that
	// needs no hidden data it says why.
	Note    string
	None    bool     // the exercise needs no hidden data
	Sizes   []Size   // generated tables that are made anew
	Changes []Action // done to the lesson's data before the attempt; they come after Sizes
	Fault   Fault
	Between []Action // another client does them, each before the attempt's last write to the same entity
	// Checks take the place of the step's checks when there are any. Without them the step's checks are made, and where one has
	// a number it is that of the solution on the hidden data, if that asks for less.
	Checks []Check

	tables []Table // those of the lesson, for Sizes
	ranges []string
}

// Size makes a generated table of the lesson anew, with another number of entities or another seed.
type Size struct {
	Line  int
	Table string
	Count int
	Seed  uint64 // 0: the table's own
}

// Fault is what goes wrong while a script runs.
type Fault uint8

// The faults.
const (
	NoFault Fault = iota
	Crash         // the script is cut short after any of its requests, and begins anew
	Lost          // the answer to any one request is lost, and the request is repeated
	Address       // the part of an address that names the table and both keys has at most maxAddress characters, as in 2009
	Decoded       // the service decodes the keys in an address twice; keys of inserts, transactions and queries are in no address
)

var faults = [...]string{Crash: "crash", Lost: "lost", Address: "address", Decoded: "decoded"}

// maxAddress is the limit of the fault Address.
const maxAddress = 260

// Wrong is a plausible answer to an exercise that has to be refused.
type Wrong struct {
	Line    int
	Says    string // words that the refusal contains
	Attempt *Attempt
}

// account is the lesson's data as this case has it.
func (h *Hidden) account(ctx context.Context, begin *engine.Image) (*engine.Image, error) {
	l := Lesson{Ranges: h.ranges}
	db := engine.Open(l.Options())
	if err := db.Replace(ctx, begin); err != nil {
		return nil, err
	}
	for _, s := range h.Sizes {
		t := h.tables[slices.IndexFunc(h.tables, func(t Table) bool { return t.Name == s.Table })]
		t.Count = s.Count
		if s.Seed != 0 {
			t.Seed = s.Seed
		}
		if err := db.DeleteTable(ctx, t.Name); err != nil {
			return nil, err
		}
		if err := t.load(ctx, db); err != nil {
			return nil, err
		}
	}
	for i := range h.Changes {
		if err := act(ctx, db, &h.Changes[i], nil); err != nil {
			return nil, err
		}
	}
	return db.Image(), nil
}

// checks are those that are made here. A number is the solution's, where that asks for less than the step does.
func (h *Hidden) checks(ctx context.Context, step *Step, account *engine.Image) ([]Check, error) {
	if len(h.Checks) > 0 {
		return h.Checks, nil
	}
	t := &try{ctx: ctx, attempt: step.Solution, account: account}
	if err := t.prepare(); err != nil {
		return nil, err
	}
	var checks []Check
	for _, c := range step.Checks {
		if h.Fault == Lost && c.Kind == Measures {
			continue // a repetition is one request more
		}
		if n, ok, err := t.number(&c); err != nil {
			return nil, err
		} else if ok {
			switch c.Relation {
			case AtMost:
				n = max(n, c.Number)
			case AtLeast:
				n = min(n, c.Number)
			}
			c.Number = n
		}
		if c.Kind == FirstHas && len(t.answer.entities) > 0 {
			c.Value, _ = t.answer.entities[0].Value(c.Property)
		}
		checks = append(checks, c)
	}
	if h.Fault == Crash {
		checks = append(checks, Check{Kind: CrashSafe})
	}
	return checks, nil
}

// variants are the attempt as the faults have it.
func (h *Hidden) variants(a *Attempt) []*Attempt {
	with := func(script []Action) *Attempt {
		b := *a
		b.Script = script
		return &b
	}
	switch {
	case h.Fault == Lost:
		var all []*Attempt
		for i, action := range a.Script {
			if !action.Lost {
				again := slices.Insert(slices.Clone(a.Script), i+1, action)
				again[i].Lost = true
				all = append(all, with(again))
			}
		}
		return all
	case h.Fault == Address:
		script := slices.Clone(a.Script)
		for i := range script {
			script[i].barred = script[i].addressed() && len([]rune(script[i].segment())) > maxAddress
		}
		return []*Attempt{with(script)}
	case h.Fault == Decoded:
		script := slices.Clone(a.Script)
		for i := range script {
			if b := &script[i]; b.addressed() {
				b.PartitionKey, b.RowKey = decoded(b.PartitionKey), decoded(b.RowKey)
			}
		}
		return []*Attempt{with(script)}
	case len(h.Between) > 0:
		script := slices.Clone(a.Script)
		for _, b := range h.Between {
			at := len(script)
			for i := range script {
				if script[i].writes(b.Table, b.PartitionKey, b.RowKey) {
					at = i
				}
			}
			script = slices.Insert(script, at, b)
		}
		return []*Attempt{with(script)}
	}
	return []*Attempt{a}
}

// addressed reports whether a request has the keys of its entity in its address.
func (a *Action) addressed() bool {
	return a.Verb != Insert && a.Verb != Transaction && a.Verb != Create && a.Verb != Drop
}

// segment is the part of the address with the keys.
func (a *Action) segment() string {
	double := strings.NewReplacer("'", "''")
	return a.Table + "(PartitionKey='" + double.Replace(a.PartitionKey) + "',RowKey='" + double.Replace(a.RowKey) + "')"
}

func decoded(key string) string {
	if d, err := url.PathUnescape(key); err == nil {
		return d
	}
	return key
}

// writes reports whether an action writes to an entity, or drops its table.
func (a *Action) writes(table, partitionKey, rowKey string) bool {
	if a.Verb == Transaction {
		return slices.ContainsFunc(a.Actions, func(b Action) bool { return b.writes(table, partitionKey, rowKey) })
	}
	return a.Verb != Get && a.Verb != Create && strings.EqualFold(a.Table, table) && (a.Verb == Drop || a.PartitionKey == partitionKey && a.RowKey == rowKey)
}

// where begins the reason of a refusal.
func (h *Hidden) where() string {
	switch {
	case h.Fault == Lost:
		return "When an answer is lost and its request is repeated: "
	case h.Fault == Address:
		return "Where an address has room for " + number(maxAddress) + " characters: "
	case h.Fault == Decoded:
		return "On a service that decodes keys twice: "
	case h.Fault == Crash:
		return ""
	case len(h.Between) > 0:
		return "When another client writes in between: "
	}
	return "On another table with the same shape: "
}

// refuses returns why an attempt fails here, "" when it passes. Errors: those of the data and of ctx.
func (h *Hidden) refuses(ctx context.Context, step *Step, attempt *Attempt, begin *engine.Image) (string, error) {
	if h.None {
		return "", nil
	}
	account, err := h.account(ctx, begin)
	if err != nil {
		return "", err
	}
	checks, err := h.checks(ctx, step, account)
	if err != nil {
		return "", err
	}
	for _, a := range h.variants(attempt) {
		t := &try{ctx: ctx, attempt: a, account: account}
		why := ""
		if err := t.prepare(); err != nil {
			why = reason(err)
		}
		for i := 0; i < len(checks) && why == ""; i++ {
			passed, what, err := t.check(&Step{Checks: checks, Solution: step.Solution}, &checks[i])
			if err != nil {
				what = reason(err)
			}
			if !passed || err != nil {
				why = what // the note says the idea that is missed here
			}
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		if why != "" {
			return h.where() + why + " " + h.Note, nil
		}
	}
	return "", nil
}

// unseen returns why an attempt fails on hidden data, "" when it passes on all. Hidden data that cannot be made, as after the
// tables were changed, is left out; Validate tells of it. The error is the context's.
func (s *Step) unseen(ctx context.Context, attempt *Attempt, begin *engine.Image) (string, error) {
	for i := range s.Hidden {
		why, err := s.Hidden[i].refuses(ctx, s, attempt, begin)
		if ctx.Err() != nil || why != "" {
			return why, ctx.Err()
		} else if err != nil {
			continue
		}
	}
	return "", nil
}

// number is the number that a check holds against its own; false for a check without one.
func (t *try) number(c *Check) (int, bool, error) {
	switch c.Kind {
	case Measures:
		if t.played != nil {
			return len(t.played.Outcomes), true, nil
		}
		return t.answer.numbers.Of(c.Measure), true, nil
	case LargestPartition:
		return largest(t.rekeyed.Snapshot), true, nil
	case TablePartitions:
		return t.rekeyed.Partitions(), true, nil
	case PatternOf, PatternApart:
		a, err := t.rekeyed.ask(t.ctx, c.Filter)
		if err != nil {
			return 0, false, err
		}
		if c.Kind == PatternApart {
			return t.rekeyed.stretches(a), true, nil
		}
		return a.numbers.Of(c.Measure), true, nil
	case CountOf:
		s, err := t.played.After.Snapshot(c.Table)
		if err != nil {
			return 0, false, nil // a table that is gone has no number
		}
		a, err := ask(t.ctx, s, Query{Filter: c.Filter})
		if err != nil {
			return 0, false, err
		}
		return a.numbers.Returned, true, nil
	}
	return 0, false, nil
}
