package lesson

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// Verdict says whether an attempt does what a step asks for.
type Verdict struct {
	Passed  bool
	Why     string // the first thing that is not as it should be, or what was achieved: a sentence or two
	Numbers Numbers
	Results []Result // of the checks, in their order, as far as they could be made
	Played  *Played  // of a script
	// Keyed is the attempt's table with the keys of a design, as far as every entity has keys of its own; see Was.
	Keyed *Rekeyed
}

// Result is how one check went.
type Result struct {
	Check  *Check
	Passed bool
	Why    string
}

// try is an attempt under way.
type try struct {
	ctx     context.Context
	attempt *Attempt
	account *engine.Image
	answer  *answer
	rekeyed *Rekeyed
	played  *Played
}

// CheckStep judges an attempt as Judge does, where the step finds the lesson's own data.
func CheckStep(ctx context.Context, step *Step, attempt *Attempt, account *engine.Image) (Verdict, error) {
	return Judge(ctx, step, attempt, account, account)
}

// Judge judges an attempt by what it reads and returns, what its keys do, or what its script leaves behind; never by its
// text. account is what the step finds, and begin the lesson's own data, of which the hidden data is made; both stay as they are.
// Hidden data is tried only when all checks hold on account, and its result is one more, the last. What was changed by hand is
// judged with an empty Script. The same arguments give the same verdict. The error is the context's; an attempt that the service
// refuses is a Verdict.
func Judge(ctx context.Context, step *Step, attempt *Attempt, account, begin *engine.Image) (Verdict, error) {
	t := &try{ctx: ctx, attempt: attempt, account: account}
	v := Verdict{}
	if err := t.prepare(); err != nil {
		v.Why = reason(err)
		return v, ctx.Err()
	}
	switch {
	case t.answer != nil:
		v.Numbers = t.answer.numbers
	case t.rekeyed != nil:
		v.Keyed = t.rekeyed
	case t.played != nil:
		v.Played, v.Numbers = t.played, Numbers{Requests: len(t.played.Outcomes)}
	}
	v.Passed = true
	known := step.known(attempt)
	var said []string
	for i := range step.Checks {
		c := &step.Checks[i]
		passed, why, err := false, "", error(nil)
		unmade := t.unmade(c)
		if unmade == "" {
			passed, why, err = t.check(step, c)
		}
		if err != nil {
			if ctx.Err() != nil {
				return Verdict{}, ctx.Err()
			}
			passed, why = false, reason(err)
		}
		switch { // what was not made must not say what is wrong
		case unmade != "":
			why = unmade
		case !passed:
			what, apt := t.written(c, step.Solution)
			if known == "" {
				why = strings.TrimSpace(why + " " + what)
			}
			if apt || known != "" {
				why = c.because(why)
			}
		}
		if !passed && v.Passed {
			why = strings.TrimSpace(known + " " + why)
		}
		v.Results = append(v.Results, Result{c, passed, why})
		if !passed && v.Passed {
			v.Passed, v.Why = false, why
		}
		said = append(said, why)
	}
	if v.Passed && len(step.Checks) > 0 && step.Solution != nil && len(step.Hidden) > 0 && !step.Hidden[0].None {
		why, err := step.unseen(ctx, attempt, begin)
		if err != nil {
			return Verdict{}, err
		}
		v.Passed = why == ""
		if v.Passed {
			why = "It was checked on a second set of data too, which you do not see, and passed there."
		} else {
			why = strings.TrimSpace(known + " " + why)
			v.Why = why
		}
		v.Results = append(v.Results, Result{&Check{Text: "holds on other data"}, v.Passed, why})
		said = append(said, why)
	}
	if v.Passed {
		v.Why = strings.Join(said, " ")
	}
	return v, ctx.Err()
}

// Ask returns the answer to a prediction.
func Ask(ctx context.Context, p *Prediction, account *engine.Image) (int, Numbers, error) {
	s, err := snapshotOf(account, p.Table)
	if err != nil {
		return 0, Numbers{}, err
	}
	a, err := ask(ctx, s, p.Query)
	if err != nil {
		return 0, Numbers{}, err
	}
	return a.numbers.Of(p.Measure), a.numbers, nil
}

func (t *try) prepare() error {
	var err error
	if t.attempt.Script != nil {
		t.played, err = Play(t.ctx, t.attempt.Script, -1, t.account)
		return err
	}
	s, err := snapshotOf(t.account, t.attempt.Table)
	if err != nil {
		return err
	}
	if t.attempt.Design != nil {
		t.rekeyed, err = rekey(t.ctx, s, *t.attempt.Design)
		return err
	}
	t.answer, err = ask(t.ctx, s, t.attempt.Queries...)
	return err
}

// snapshotOf is a table of the lesson. Errors: TableNotFound, in words of a lesson.
func snapshotOf(account *engine.Image, table string) (*engine.Snapshot, error) {
	s, err := account.Snapshot(table)
	if e, ok := errors.AsType[*engine.Error](err); ok && e.Code == engine.TableNotFound {
		return nil, engine.Errorf(e.Code, "There is no table %q in the lesson.", Clip(table))
	}
	return s, err
}

// unmade says why a check cannot be made of the attempt, "" when it can.
func (t *try) unmade(c *Check) string {
	if kind := t.attempt.kind(); !c.fits(kind) {
		return fmt.Sprintf("This step does not ask for %s.", kind)
	}
	if c.Kind >= PatternOf && c.Kind <= PatternApart && t.rekeyed.twice != "" {
		return "“" + c.Filter + "”: not asked, because two entities would have the keys " + t.rekeyed.twice + "."
	}
	return ""
}

func (t *try) check(step *Step, c *Check) (bool, string, error) {
	if c.isState() {
		return t.state(step, c)
	}
	switch c.Kind {
	case Measures:
		if t.played != nil {
			n := len(t.played.Outcomes)
			return c.Relation.holds(n, c.Number), fmt.Sprintf("It took %s; %s", count(n, "request"), c.asked()), nil
		}
		passed, why := c.measured(t.answer.numbers)
		return passed, why, nil
	case SameEntities:
		return t.same(step, c)
	case FirstHas:
		if len(t.answer.entities) == 0 {
			return false, "Nothing came back.", nil
		}
		e := t.answer.entities[0]
		got, _ := e.Value(c.Property)
		return engine.SameValue(got, c.Value), fmt.Sprintf("The first entity is %s, with %s %s.", named(e.PartitionKey(), e.RowKey()), c.Property, shown(got)), nil
	case RefusedWith:
		for _, o := range t.played.Outcomes {
			if o.Err != nil && o.Err.Code == c.Code {
				return true, fmt.Sprintf("The service refused %s with %s.", o.Action.Verb, c.Code), nil
			}
		}
		return false, fmt.Sprintf("No request was refused with %s.", c.Code), nil
	case NothingRefused:
		for _, o := range t.played.Outcomes {
			if o.Err != nil && !o.Lost {
				if o.Err.Code == NotSent {
					return false, fmt.Sprintf("%s was not sent: %s", o.Action.Verb, o.Err.Detail), nil
				}
				return false, fmt.Sprintf("The service refused %s with %s: %s.", o.Action.Verb, o.Err.Code, strings.TrimSuffix(o.Err.Detail, ".")), nil
			}
		}
		return true, "No request was refused.", nil
	case InTransaction:
		most := 0
		for _, o := range t.played.Outcomes {
			if o.Action.Verb == Transaction && o.Err == nil {
				most = max(most, len(o.Action.Actions))
			}
		}
		return c.Relation.holds(most, c.Number), fmt.Sprintf("The largest transaction that was done has %s; %s", count(most, "operation"), c.asked()), nil
	case ReadsBack:
		return t.readsBack(c)
	case CrashSafe:
		return t.crash(step)
	}
	return t.design(c)
}

// measured holds a measure against what was asked for.
func (c *Check) measured(n Numbers) (bool, string) {
	got := n.Of(c.Measure)
	passed := c.Relation.holds(got, c.Number)
	if c.Measure == Class && passed {
		return true, fmt.Sprintf("This is a %s, as the step asks.", queryOf(got))
	}
	if c.Measure == Class {
		wanted := queryOf(c.Number)
		switch { // a point query is the least there is, and a full scan the most
		case c.Relation == AtMost && filterlang.Class(c.Number) != filterlang.Point:
			wanted += " or less"
		case c.Relation == AtLeast && filterlang.Class(c.Number) != filterlang.FullScan:
			wanted += " or more"
		}
		return false, fmt.Sprintf("This is a %s; the step asks for a %s.", queryOf(got), wanted)
	}
	name := c.Measure.String()
	return passed, fmt.Sprintf("%s%s %s; %s", strings.ToUpper(name[:1]), name[1:], number(got), c.asked())
}

// asked ends a sentence with the number that a check wants.
func (c *Check) asked() string {
	if c.Relation == AtMost {
		return "the step allows " + number(c.Number) + "."
	}
	return "the step asks for " + relations[c.Relation] + " " + number(c.Number) + "."
}

// queryOf names the queries of a class in a sentence.
func queryOf(class int) string {
	if filterlang.Class(class) == filterlang.Point {
		return "point query"
	}
	return amount(Class, class)
}

// named is an entity in a sentence.
func named(partitionKey, rowKey string) string {
	return "(" + Clip(partitionKey) + ", " + Clip(rowKey) + ")"
}

// count writes a number with a noun.
func count(n int, noun string) string {
	if n != 1 {
		if noun, ok := strings.CutSuffix(noun, "y"); ok {
			return number(n) + " " + noun + "ies"
		}
		if strings.HasSuffix(noun, "ch") {
			return number(n) + " " + noun + "es"
		}
		noun += "s"
	}
	return number(n) + " " + noun
}

// number writes n with a comma before every three digits, as the screens do.
func number(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// same compares the entities of the queries with those of a reference filter.
func (t *try) same(step *Step, c *Check) (bool, string, error) {
	s, err := snapshotOf(t.account, t.attempt.Table)
	if err != nil {
		return false, "", err
	}
	want, err := ask(t.ctx, s, Query{Filter: c.Filter})
	if err != nil {
		return false, "", err
	}
	e, err := filterlang.Parse(c.Filter)
	if err != nil {
		return false, "", err
	}
	if why := t.differs(s, want, []*filterlang.Plan{filterlang.NewPlan(e)}, step.Solution); why != "" {
		return false, why, nil
	}
	return true, fmt.Sprintf("Exactly the right %s came back.", entities(len(want.entities))), nil
}

func entities(n int) string {
	if n == 1 {
		return "entity"
	}
	return count(n, "entity")
}

// design makes the checks of a design.
func (t *try) design(c *Check) (bool, string, error) {
	r := t.rekeyed
	switch c.Kind {
	case UniqueKeys:
		if r.twice != "" {
			return false, r.shared(), nil
		}
		return true, "Every entity has keys of its own.", nil
	case LargestPartition:
		n := largest(r.Snapshot)
		return c.Relation.holds(n, c.Number), fmt.Sprintf("The largest partition has %s; %s", count(n, "entity"), c.asked()), nil
	case TablePartitions:
		n := r.Partitions()
		are := "There are"
		if n == 1 {
			are = "There is"
		}
		return c.Relation.holds(n, c.Number), fmt.Sprintf("%s %s; %s", are, count(n, "partition"), c.asked()), nil
	}
	prefix := "“" + c.Filter + "”: "
	a, err := r.ask(t.ctx, c.Filter)
	if err != nil {
		return false, "", err
	}
	switch c.Kind {
	case PatternNewest, PatternOrder:
		order := "from the lowest " + c.Property + " up"
		if c.Kind == PatternNewest {
			order = "from the highest " + c.Property + " down"
		}
		passed := ordered(a.entities, c.Property, c.Kind == PatternNewest)
		if passed {
			return true, prefix + "the entities come " + order + ".", nil
		}
		return false, prefix + "the entities do not come " + order + ".", nil
	case PatternTogether:
		partitions := map[string]bool{}
		for _, e := range a.entities {
			partitions[e.PartitionKey()] = true
		}
		return len(partitions) == 1, fmt.Sprintf("%sthe entities lie in %s.", prefix, count(len(partitions), "partition")), nil
	}
	if c.Kind == PatternApart {
		n := r.stretches(a)
		return c.Relation.holds(n, c.Number), fmt.Sprintf("%sthe entities lie in %s of the table; %s", prefix, count(n, "separate stretch"), c.asked()), nil
	}
	passed, why := c.measured(a.numbers)
	return passed, prefix + why, nil
}
