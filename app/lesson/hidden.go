package lesson

import (
	"context"
	"fmt"
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
	Decoded       // the service decodes the keys in an address twice; keys of inserts, transactions and queries are in no address
)

var faults = [...]string{Crash: "crash", Lost: "lost", Decoded: "decoded"}

// Wrong is a plausible answer to an exercise that has to be refused.
type Wrong struct {
	Line    int
	Says    string // words that the refusal contains
	Attempt *Attempt
}

// hidden reads a part hidden, or hidden none.
func (p *parser) hidden(step *Step, at int, words []string, lines []line) {
	h := Hidden{Line: at, None: slices.Equal(words, []string{"none"})}
	if len(words) > 0 && !h.None {
		p.wrong(at, "Write: ```hidden, or: ```hidden none", "%q does not go with hidden.", clip(strings.Join(words, " ")))
	}
	if len(step.Hidden) >= MaxHidden {
		p.wrong(at, fmt.Sprintf("A step has at most %d.", MaxHidden), "There are too many parts hidden.")
		return
	}
	before := len(p.problems)
	for _, l := range lines {
		name, value, _ := strings.Cut(l.text, ": ")
		if first, rest, _ := strings.Cut(l.text, " "); first == "between" || first == "size" {
			name, value = first, rest
		}
		value = strings.TrimSpace(value)
		var err error
		switch {
		case name == "note":
			h.Note = value
		case h.None:
			err = fmt.Errorf("%q is too much; hidden none has a note alone", clip(l.text))
		case name == "fault":
			i := slices.Index(faults[:], value)
			if i < 1 {
				err = fmt.Errorf("there is no fault %q; there are crash, lost and decoded", clip(value))
			}
			h.Fault = Fault(max(i, 0))
		case name == "check":
			var c Check
			if c, err = readCheck(value); err == nil {
				c.Line = l.at
				h.Checks = append(h.Checks, c)
			}
		case name == "size":
			s := Size{Line: l.at}
			if n, _ := fmt.Sscanf(value, "%s %d seed %d", &s.Table, &s.Count, &s.Seed); n < 2 || s.Count < 1 || s.Count > MaxEntities {
				err = fmt.Errorf("%q is no size; write one such as: size Movies 3000, or: size Movies 3000 seed 8", clip(l.text))
			}
			h.Sizes = append(h.Sizes, s)
		default:
			text := l.text
			if name == "between" {
				text = value
			}
			var a Action
			if a, err = readAction(text); err == nil && a.If != "" {
				err = fmt.Errorf("%q has a condition; hidden data knows no ETag", clip(text))
			}
			a.Line = l.at
			if name == "between" {
				h.Between = append(h.Between, a)
			} else {
				h.Changes = append(h.Changes, a)
			}
		}
		if err != nil {
			p.wrong(l.at, "", "%s", sentence(err))
		}
	}
	if h.Note == "" {
		p.wrong(at, "Add a line note: and the idea, which the learner reads when an attempt fails here.", "The part hidden has no note.")
	}
	if len(p.problems) == before && !h.None && len(h.Sizes)+len(h.Changes)+len(h.Between) == 0 && h.Fault == NoFault {
		p.wrong(at, "Add operations, a size, a fault, or between and an operation.", "The part hidden hides nothing.")
	}
	step.Hidden = append(step.Hidden, h)
}

// wrongs reads a part wrong: a line says: and an attempt, again and again.
func (p *parser) wrongs(step *Step, at int, lines []line) {
	for i := 0; i < len(lines); {
		says, ok := strings.CutPrefix(lines[i].text, "says:")
		if says = strings.TrimSpace(says); !ok || says == "" {
			p.wrong(lines[i].at, "Begin each wrong answer with a line such as: says: full scan", "%q does not say what the refusal says.", clip(lines[i].text))
			return
		}
		end := i + 1
		for end < len(lines) && !strings.HasPrefix(lines[end].text, "says:") {
			end++
		}
		if len(step.Wrong) >= MaxWrong {
			p.wrong(lines[i].at, fmt.Sprintf("A step has at most %d.", MaxWrong), "There are too many wrong answers.")
			return
		}
		step.Wrong = append(step.Wrong, Wrong{lines[i].at, says, p.attempt(lines[i].at, lines[i+1:end])})
		i = end
	}
	if len(lines) == 0 {
		p.wrong(at, "Begin each wrong answer with a line such as: says: full scan", "The part wrong has no answer.")
	}
}

// finishHidden looks at the hidden parts of a step when the whole lesson is read.
func (p *parser) finishHidden(s *Step, kind, first string) {
	table := first
	if s.Start != nil {
		table = s.Start.Table
	}
	for i := range s.Hidden {
		h := &s.Hidden[i]
		h.tables, h.ranges = p.lesson.Tables, p.lesson.Ranges
		for _, size := range h.Sizes {
			if !slices.ContainsFunc(h.tables, func(t Table) bool { return t.Name == size.Table && t.Count > 0 }) {
				p.wrong(size.Line, "Name one of the parts generate.", "No rules generate a table %q.", clip(size.Table))
			}
		}
		for j := range h.Checks {
			c := &h.Checks[j]
			if c.Table == "" {
				c.Table = table
			}
			if c.Filter != "" {
				p.filter(c.Line, c.Filter)
			}
			if kind != "" && !c.fits(kind) {
				p.wrong(c.Line, "See the list of checks.", "%q does not go with %s.", clip(c.Text), kind)
			}
		}
		if kind != "" && kind != "operations" && (h.Fault != NoFault || len(h.Between) > 0) {
			p.wrong(h.Line, "Change the data in place of it.", "A fault does not go with %s.", kind)
		}
		if len(h.Between) > 0 && len(h.Checks) == 0 {
			p.wrong(h.Line, "Add a line such as: check: entity Movies 'Action','Alien' has Rating=4.5", "Nothing says what another client's write has to leave.")
		}
	}
	for i := range s.Wrong {
		a := s.Wrong[i].Attempt
		if a.Table == "" {
			a.Table = table
		}
	}
	if len(s.Checks) == 0 && len(s.Hidden)+len(s.Wrong)+len(s.Hints) > 0 {
		p.wrong(s.Line, "Add a part check.", "The step %q has hidden data, wrong answers or hints, and no check.", clip(s.Title))
	}
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
	case h.Fault == Decoded:
		script := slices.Clone(a.Script)
		for i := range script {
			if b := &script[i]; b.Verb != Insert && b.Verb != Transaction {
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
			passed, what, err := t.check(&Step{Checks: checks}, &checks[i])
			if err != nil {
				what = reason(err)
			}
			if !passed || err != nil {
				why = checks[i].because(what)
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
