package filterlang

import (
	"slices"
	"sort"

	"rangefinder/filterlang/edm"
)

// MatchOptions are the switches of evaluation.
type MatchOptions struct {
	// MismatchRanksLow makes ne, lt and le true for a stored value of another type than the literal's, as one set of
	// observations of the live service has it. Off, such an entity is skipped (section 4.4).
	MismatchRanksLow bool
}

// Predicate reports whether a packed entity of the layout it was bound to matches. It allocates nothing and may be used by
// several goroutines at once.
type Predicate func(p edm.Packed) bool

// Matcher evaluates a filter on packed entities. It is immutable.
type Matcher struct {
	filter  Expr
	options MatchOptions
}

// Compile returns the matcher of a filter; a nil filter accepts every entity.
func Compile(filter Expr, options MatchOptions) *Matcher {
	if filter != nil && hasConstant(filter) {
		rest, truth := fold(filter)
		if filter = rest; rest == nil {
			filter = &Constant{Value: truth}
		}
	}
	return &Matcher{filter: filter, options: options}
}

// Binding is a filter made ready for the entities of one property layout.
type Binding struct {
	// Match is never nil, even when the binding is constant.
	Match Predicate

	// Constant says that every entity of the layout gets the answer Value, e.g. because the layout lacks the property that
	// is compared: a scan can accept or skip such an entity without calling Match.
	Constant bool
	Value    bool

	// Mismatches says that some comparison of the filter meets, in every entity of the layout, a value of a type that its
	// literal cannot be widened to, and speaks against the entity for that: under "not" it speaks for it. It is about the
	// filter's text: a comparison counts even where "and" or "or" would not reach it, but not where Boolean constants leave
	// it out. An entity may match all the same.
	Mismatches bool
}

// Bind prepares the filter for the entities of a layout. It costs some microseconds, so a scan binds each layout once.
func (m *Matcher) Bind(layout edm.PackedLayout) Binding {
	if m.filter == nil {
		return Binding{Match: always, Constant: true, Value: true}
	}
	n := m.bind(m.filter, layout)
	return Binding{
		Match:      n.match,
		Constant:   n.cost == 0,
		Value:      n.cost == 0 && n.value,
		Mismatches: m.mismatches(m.filter, layout, false),
	}
}

func always(edm.Packed) bool { return true }
func never(edm.Packed) bool  { return false }

// node is a bound expression.
type node struct {
	match Predicate
	cost  int  // rough, relative; 0 when the node is constant
	value bool // of a constant node
}

func constantNode(value bool) node {
	if value {
		return node{match: always, value: true}
	}
	return node{match: never}
}

// The relative costs of reading a property and comparing it.
const (
	costNumber = 1
	costText   = 3
	costUTF16  = 8
)

func (m *Matcher) bind(e Expr, layout edm.PackedLayout) node {
	switch e := e.(type) {
	case *And:
		return m.bindAll(e.Operands, layout, false)
	case *Or:
		return m.bindAll(e.Operands, layout, true)
	case *Not:
		n := m.bind(e.Operand, layout)
		if n.cost == 0 {
			return constantNode(!n.value)
		}
		match := n.match
		return node{match: func(p edm.Packed) bool { return !match(p) }, cost: n.cost}
	case *Comparison:
		return m.bindComparison(e, layout)
	case *BoolProperty:
		if slot, ok := propertySlot(e.Property, layout); ok && slot.Type == edm.Boolean {
			return node{match: matchBoolean(slot.Offset, true), cost: costNumber}
		}
	case *Constant:
		return constantNode(e.Value)
	}
	return constantNode(false)
}

// bindAll binds the operands of an Or (deciding is true) or an And (deciding is false): an operand with the deciding value
// decides the whole. Operands are tried from cheap to dear, which no one can tell from the outside.
func (m *Matcher) bindAll(operands []Expr, layout edm.PackedLayout, deciding bool) node {
	nodes := make([]node, 0, len(operands))
	cost := 0
	for _, operand := range operands {
		n := m.bind(operand, layout)
		if n.cost == 0 {
			if n.value == deciding {
				return n
			}
			continue
		}
		nodes = append(nodes, n)
		cost += n.cost
	}
	switch len(nodes) {
	case 0:
		return constantNode(!deciding)
	case 1:
		return nodes[0]
	}
	sort.SliceStable(nodes, func(a, b int) bool { return nodes[a].cost < nodes[b].cost })
	match := make([]Predicate, len(nodes))
	for i, n := range nodes {
		match[i] = n.match
	}
	if deciding {
		return node{match: matchAny(match), cost: cost}
	}
	return node{match: matchAll(match), cost: cost}
}

func matchAll(match []Predicate) Predicate {
	a, b := match[0], match[1]
	switch len(match) {
	case 2:
		return func(p edm.Packed) bool { return a(p) && b(p) }
	case 3:
		c := match[2]
		return func(p edm.Packed) bool { return a(p) && b(p) && c(p) }
	}
	return func(p edm.Packed) bool {
		for _, one := range match {
			if !one(p) {
				return false
			}
		}
		return true
	}
}

func matchAny(match []Predicate) Predicate {
	a, b := match[0], match[1]
	switch len(match) {
	case 2:
		return func(p edm.Packed) bool { return a(p) || b(p) }
	case 3:
		c := match[2]
		return func(p edm.Packed) bool { return a(p) || b(p) || c(p) }
	}
	return func(p edm.Packed) bool {
		for _, one := range match {
			if one(p) {
				return true
			}
		}
		return false
	}
}

// propertySlot returns where entities of a layout hold a property. The slot of PartitionKey, RowKey and Timestamp tells only
// the type: they lie in the head of the packed form.
func propertySlot(property string, layout edm.PackedLayout) (edm.PackedSlot, bool) {
	switch property {
	case PartitionKey, RowKey:
		return edm.PackedSlot{Type: edm.String}, true
	case Timestamp:
		return edm.PackedSlot{Type: edm.DateTime}, true
	}
	return layout.Slot(property)
}

// comparableTypes reports whether a literal has the property's type or can be widened to it. The property is never converted.
func comparableTypes(property, literal edm.Type) bool {
	switch property {
	case literal:
		return property != edm.NoType
	case edm.Int64:
		return literal == edm.Int32
	case edm.Double:
		return literal == edm.Int32 || literal == edm.Int64
	}
	return false
}

// mismatchResult is what a comparison with a value of another type gives.
func (o MatchOptions) mismatchResult(op Op) bool {
	return o.MismatchRanksLow && (op == Ne || op == Lt || op == Le)
}

// mismatches reports whether a comparison in e meets a property of another type in the entities of a layout, and speaks against them.
func (m *Matcher) mismatches(e Expr, layout edm.PackedLayout, negated bool) bool {
	among := func(o Expr) bool { return m.mismatches(o, layout, negated) }
	switch e := e.(type) {
	case *And:
		return slices.ContainsFunc(e.Operands, among)
	case *Or:
		return slices.ContainsFunc(e.Operands, among)
	case *Not:
		return m.mismatches(e.Operand, layout, !negated)
	case *Comparison:
		slot, ok := propertySlot(e.Property, layout)
		return ok && !comparableTypes(slot.Type, e.Literal.Type()) && m.options.mismatchResult(e.Op) == negated
	case *BoolProperty:
		slot, ok := propertySlot(e.Property, layout)
		return ok && slot.Type != edm.Boolean && !negated
	}
	return false
}
