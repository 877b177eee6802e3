package suggest

import (
	"slices"
	"strings"

	"rangefinder/app/keydesign/lab"
	"rangefinder/filterlang"
)

// need is what a pattern wants of the keys.
type need struct {
	pattern int
	calls   float64
	write   bool

	equal   []*fact // its filter's "and" asks them to be equal to something; of a write, what belongs together
	between []*fact // asked for by a range
	order   *fact   // the property by whose order the first are wanted
	falling bool    // the greatest first
	top     int
	others  bool // the filter asks for more, so that entities that the keys find may not match

	asked []string // the properties that it asks for, keys aside
	wants []string // those and the ones that it gets; nil when it gets all
	rate  float64
	batch int
}

// needsOf reads the patterns. One whose filter cannot be read, or that has none yet, has no need.
func needsOf(spec *lab.Spec, f *facts) []need {
	var list []need
	for i := range spec.Patterns {
		p := &spec.Patterns[i]
		if p.Blank() {
			continue
		}
		n := need{pattern: i, calls: p.PerDay, write: p.Kind != lab.Read, rate: p.Rate, batch: max(1, p.Batch), top: p.Top}
		if n.write {
			if one := f.byName[p.Together]; one != nil && p.Batch > 1 {
				n.equal = []*fact{one}
			}
			list = append(list, n)
			continue
		}
		e, err := filterlang.Parse(p.Filter)
		if err != nil && p.Filter != "" {
			continue
		}
		n.read(e, f)
		if name := strings.TrimPrefix(p.Order, "-"); name != "" {
			n.order, n.falling = f.byName[name], p.Order[0] == '-'
		}
		n.asked = custom(named(p))
		if len(p.Select) > 0 {
			n.wants = custom(append(named(p), p.Select...))
		}
		list = append(list, n)
	}
	return list
}

// read takes a filter apart.
func (n *need) read(e filterlang.Expr, f *facts) {
	switch e := e.(type) {
	case nil:
	case *filterlang.And:
		for _, operand := range e.Operands {
			n.read(operand, f)
		}
	case *filterlang.BoolProperty:
		n.asks(f.byName[e.Property], filterlang.Eq)
	case *filterlang.Comparison:
		n.asks(f.byName[e.Property], e.Op)
	default:
		n.others = true
	}
}

func (n *need) asks(one *fact, op filterlang.Op) {
	switch {
	case one == nil || op == filterlang.Ne:
		n.others = true
	case op == filterlang.Eq:
		if !slices.Contains(n.equal, one) {
			n.equal = append(n.equal, one)
		}
	case !slices.Contains(n.between, one):
		n.between = append(n.between, one)
	}
}

// named returns the properties that a pattern names, those that it only reads or writes aside.
func named(p *lab.Pattern) []string {
	var names []string
	if e, err := filterlang.Parse(p.Filter); err == nil && p.Kind == lab.Read {
		names = filterlang.Properties(e)
	}
	for _, name := range []string{strings.TrimPrefix(p.Order, "-"), p.Together, p.Arrival} {
		if name != "" && name != filterlang.Timestamp {
			names = append(names, name)
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == filterlang.Timestamp })
}

// custom returns the names that are not those of keys and the Timestamp, each once.
func custom(names []string) []string {
	list := []string{}
	for _, name := range names {
		if name != filterlang.PartitionKey && name != filterlang.RowKey && name != filterlang.Timestamp && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}
