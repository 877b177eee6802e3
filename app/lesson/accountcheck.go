package lesson

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// readsBack looks whether a script reads an entity after its last write to it.
func (t *try) readsBack(c *Check) (bool, string, error) {
	read := false
	for _, o := range t.played.Outcomes {
		a := o.Action
		if a.writes(c.Table, c.PartitionKey, c.RowKey) {
			read = false
		} else if a.Verb == Get && o.Err == nil && !o.Lost && strings.EqualFold(a.Table, c.Table) && a.PartitionKey == c.PartitionKey && a.RowKey == c.RowKey {
			read = true
		}
	}
	name := named(c.PartitionKey, c.RowKey) + " of " + c.Table
	if !read {
		return false, "Nothing reads " + name + " after the last write to it.", nil
	}
	return true, name + " is read after the last write to it.", nil
}

// state makes a check of the account after the script, and, when it has to hold always, after each of its requests.
func (t *try) state(step *Step, c *Check) (bool, string, error) {
	passed, why, err := c.holds(t.ctx, t.played.After)
	if c.Last && passed && err == nil {
		return t.last(step, c, why)
	}
	final := why
	for n := 0; c.Always && passed && err == nil && n < len(t.attempt.Script); n++ {
		var p *Played
		if p, err = Play(t.ctx, t.attempt.Script, n, t.account); err != nil {
			break
		}
		if passed, why, err = c.holds(t.ctx, p.After); !passed {
			why = fmt.Sprintf("After %s: %s", count(n, "request"), why)
		} else if n == len(t.attempt.Script)-1 {
			why = "After each request; in the end: " + final
		}
	}
	return passed, why, err
}

// last looks whether a state comes before the others: then a crash in between leaves what nobody knows of.
func (t *try) last(step *Step, c *Check, why string) (bool, string, error) {
	for n := range t.attempt.Script {
		p, err := Play(t.ctx, t.attempt.Script, n, t.account)
		if err != nil {
			return false, "", err
		}
		if passed, _, err := c.holds(t.ctx, p.After); !passed || err != nil {
			continue
		}
		for i := range step.Checks {
			if other := &step.Checks[i]; other != c && other.isState() {
				if passed, what, err := other.holds(t.ctx, p.After); !passed || err != nil {
					return false, fmt.Sprintf("After %s it is too early: %s", count(n, "request"), what), err
				}
			}
		}
	}
	return true, "Last of all: " + why, nil
}

// crash cuts the script short after each request, begins anew, and looks at where that ends.
func (t *try) crash(step *Step) (bool, string, error) {
	for n := range len(t.attempt.Script) + 1 { // behind the last request too: the message may come twice
		half, err := Play(t.ctx, t.attempt.Script, n, t.account)
		if err != nil {
			return false, "", err
		}
		whole, err := Play(t.ctx, t.attempt.Script, -1, half.After)
		if err != nil {
			return false, "", err
		}
		for i := range step.Checks {
			if c := &step.Checks[i]; c.isState() {
				if passed, why, err := c.holds(t.ctx, whole.After); !passed && n == 0 {
					return false, "Without any crash: " + why, err
				} else if !passed || err != nil {
					return false, fmt.Sprintf("With a crash after %s and a second run: %s", count(n, "request"), why), err
				}
			}
		}
	}
	return true, "A crash at any step does no harm.", nil
}

// holds makes a check of an account.
func (c *Check) holds(ctx context.Context, account *engine.Image) (bool, string, error) {
	s, err := account.Snapshot(c.Table)
	if err != nil {
		if e, ok := errors.AsType[*engine.Error](err); ok && e.Code == engine.TableNotFound {
			if c.Kind == NoEntity || c.Kind == CountOf && c.Relation.holds(0, c.Number) {
				return true, fmt.Sprintf("The table %s is gone.", c.Table), nil
			}
			return false, fmt.Sprintf("There is no table %s.", c.Table), nil
		}
		return false, "", err
	}
	e, there := s.Get(c.PartitionKey, c.RowKey)
	name := named(c.PartitionKey, c.RowKey) + " of " + c.Table
	switch c.Kind {
	case NoEntity:
		if there {
			return false, name + " is there.", nil
		}
		return true, name + " is not there.", nil
	case CountOf:
		a, err := ask(ctx, s, Query{Filter: c.Filter})
		if err != nil {
			return false, "", err
		}
		n := a.numbers.Returned
		return c.Relation.holds(n, c.Number), fmt.Sprintf("%s has %s of that kind; %s", c.Table, count(n, "entity"), c.asked()), nil
	case KeysAvoid:
		for i := range s.Len() {
			if e := s.At(i); strings.Contains(e.PartitionKey(), c.Property) || strings.Contains(e.RowKey(), c.Property) {
				return false, fmt.Sprintf("%s has %q in a key.", named(e.PartitionKey(), e.RowKey()), c.Property), nil
			}
		}
		return true, fmt.Sprintf("No key of %s contains %q.", c.Table, c.Property), nil
	}
	if !there {
		return false, name + " is not there.", nil
	}
	switch c.Kind {
	case EntityHas:
		for _, p := range c.Properties {
			got, _ := e.Value(p.Name)
			if got.IsZero() && !p.Value.IsZero() {
				return false, fmt.Sprintf("%s has no %s; it should be %s.", name, p.Name, shown(p.Value)), nil
			}
			if !engine.SameValue(got, p.Value) {
				return false, fmt.Sprintf("%s has %s %s, not %s.", name, p.Name, shown(got), shown(p.Value)), nil
			}
		}
		return true, name + " is as it should be.", nil
	case EntityLacks:
		for _, p := range c.Properties {
			if _, ok := e.Value(p.Name); ok {
				return false, fmt.Sprintf("%s still has %s.", name, p.Name), nil
			}
		}
		return true, fmt.Sprintf("%s no longer has the properties that had to go.", name), nil
	}
	got, _ := e.Value(c.Property)
	a, err := ask(ctx, s, Query{Filter: c.Filter})
	if err != nil {
		return false, "", err
	}
	n := a.numbers.Returned
	whole := got.Type() == edm.Int32 || got.Type() == edm.Int64
	return whole && got.Int() == int64(n), fmt.Sprintf("%s says %s %s, and there are %s.", name, c.Property, shown(got), number(n)), nil
}

// shown is a value with its type, as a filter writes it.
func shown(v edm.Value) string {
	if v.IsZero() {
		return "absent"
	}
	return v.Literal()
}
