package keydesign

import (
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Data is what has to be known of the entities whose keys a design makes.
type Data struct {
	// PartitionKey, RowKey and Timestamp name the properties under which the entities keep what was theirs in the table before.
	PartitionKey, RowKey, Timestamp string
	// Types returns the types that a property has in the data; when it is nil, a property may have any. An order that a
	// function keeps for Int32 and not for Double is of use only when there is no Double.
	Types func(property string) []edm.Type
}

// types returns the types of a property.
func (d *Data) types(property string) []edm.Type {
	if d.Types == nil || property == filterlang.PartitionKey || property == filterlang.RowKey {
		return edm.Types[:]
	}
	return d.Types(property)
}

// Rewritten is a filter as it is asked of a table of a design.
type Rewritten struct {
	// Filter is nil when every entity is asked for.
	Filter filterlang.Expr
	// Partition and Row hold the keys of every entity that the filter accepts; the filter asks for them.
	Partition, Row filterlang.Interval
	// Uses goes with the operands of the top-level "and" of the filter that was given, nested ones taken apart.
	Uses []Use
}

// Keys returns what the filter asks of the keys alone, nil when it is nothing.
func (r *Rewritten) Keys() filterlang.Expr {
	clauses := append(conditions(filterlang.PartitionKey, r.Partition), conditions(filterlang.RowKey, r.Row)...)
	switch len(clauses) {
	case 0:
		return nil
	case 1:
		return clauses[0]
	}
	return &filterlang.And{Operands: clauses}
}

// Use says which keys an operand narrows under a design.
type Use struct {
	Expr           filterlang.Expr // of the filter that was given
	Partition, Row bool
}

// Rewrite returns a filter on the properties of a table, its keys included, as a filter on a table that has the same entities
// with the design's keys: each entity that the one accepts the other accepts, and no other. filter may be nil.
//
// With "{Channel}" and "{CreatedOn|inverse}", "Channel eq 'Football' and CreatedOn ge datetime'2010-11-01T00:00:00Z'" becomes
// "PartitionKey eq 'Football' and RowKey le '2521…'" and what was given.
func (d Design) Rewrite(filter filterlang.Expr, data Data) Rewritten {
	var r Rewritten
	operands := flatten(nil, filter)
	comparisons := map[string][]*filterlang.Comparison{}
	for _, e := range operands {
		if c := comparison(e); c != nil {
			comparisons[c.Property] = append(comparisons[c.Property], c)
		}
	}
	of := func(p *Part) texts { return p.texts(data.types(p.Property), comparisons[p.Property]) }
	var parts [2][]Part
	var used int
	r.Partition, used = d.Partition.interval(of)
	parts[0] = d.Partition.parts[:used]
	r.Row, used = d.Row.interval(of)
	parts[1] = d.Row.parts[:used]

	clauses := conditions(filterlang.PartitionKey, r.Partition)
	clauses = append(clauses, conditions(filterlang.RowKey, r.Row)...)
	for _, e := range operands {
		use := Use{Expr: e}
		if c := comparison(e); c != nil {
			use.Partition, use.Row = names(parts[0], c.Property), names(parts[1], c.Property)
		}
		r.Uses = append(r.Uses, use)
		clauses = append(clauses, data.rename(e))
	}
	switch len(clauses) {
	case 0:
	case 1:
		r.Filter = clauses[0]
	default:
		r.Filter = &filterlang.And{Operands: clauses}
	}
	return r
}

func names(parts []Part, property string) bool {
	for i := range parts {
		if parts[i].Property == property {
			return true
		}
	}
	return false
}

// flatten appends the operands of a filter's "and", those of nested ones too.
func flatten(dst []filterlang.Expr, e filterlang.Expr) []filterlang.Expr {
	if and, ok := e.(*filterlang.And); ok {
		for _, operand := range and.Operands {
			dst = flatten(dst, operand)
		}
		return dst
	}
	if e != nil {
		dst = append(dst, e)
	}
	return dst
}

// Comparisons returns the comparisons of a filter that may narrow a key: those that have to hold for each entity that it accepts, "ne" and
// the Timestamp aside. Properties that stand alone are not among them.
func Comparisons(filter filterlang.Expr) []*filterlang.Comparison {
	var list []*filterlang.Comparison
	for _, e := range flatten(nil, filter) {
		if c, ok := e.(*filterlang.Comparison); ok && comparison(e) != nil {
			list = append(list, c)
		}
	}
	return list
}

// comparison returns an operand as a comparison that may say something about a key, or nil.
func comparison(e filterlang.Expr) *filterlang.Comparison {
	switch e := e.(type) {
	case *filterlang.Comparison:
		if e.Op != filterlang.Ne && e.Property != filterlang.Timestamp {
			return e
		}
	case *filterlang.BoolProperty:
		return &filterlang.Comparison{Property: e.Property, Op: filterlang.Eq, Literal: edm.NewBoolean(true)}
	}
	return nil
}

// conditions returns the comparisons that ask for an interval of a key.
func conditions(key string, i filterlang.Interval) []filterlang.Expr {
	ask := func(op filterlang.Op, text string) filterlang.Expr {
		return &filterlang.Comparison{Property: key, Op: op, Literal: edm.NewString(text)}
	}
	if text, ok := i.Single(); ok {
		return []filterlang.Expr{ask(filterlang.Eq, text)}
	}
	var clauses []filterlang.Expr
	switch i.Low.Kind {
	case filterlang.Inclusive:
		if i.Low.Value != "" {
			clauses = append(clauses, ask(filterlang.Ge, i.Low.Value))
		}
	case filterlang.Exclusive:
		clauses = append(clauses, ask(filterlang.Gt, i.Low.Value))
	}
	switch i.High.Kind {
	case filterlang.Inclusive:
		clauses = append(clauses, ask(filterlang.Le, i.High.Value))
	case filterlang.Exclusive:
		clauses = append(clauses, ask(filterlang.Lt, i.High.Value))
	}
	return clauses
}

// rename returns a filter that asks for the properties under which the entity's former keys are kept.
func (d *Data) rename(e filterlang.Expr) filterlang.Expr {
	switch e := e.(type) {
	case *filterlang.And:
		return &filterlang.And{Operands: d.renameAll(e.Operands)}
	case *filterlang.Or:
		return &filterlang.Or{Operands: d.renameAll(e.Operands)}
	case *filterlang.Not:
		return &filterlang.Not{Operand: d.rename(e.Operand)}
	case *filterlang.Comparison:
		c := *e
		c.Property = d.name(c.Property)
		return &c
	case *filterlang.BoolProperty:
		return &filterlang.BoolProperty{Property: d.name(e.Property)}
	}
	return e
}

func (d *Data) renameAll(operands []filterlang.Expr) []filterlang.Expr {
	renamed := make([]filterlang.Expr, len(operands))
	for i, e := range operands {
		renamed[i] = d.rename(e)
	}
	return renamed
}

func (d *Data) name(property string) string {
	switch property {
	case filterlang.PartitionKey:
		return d.PartitionKey
	case filterlang.RowKey:
		return d.RowKey
	case filterlang.Timestamp:
		return d.Timestamp
	}
	return property
}
