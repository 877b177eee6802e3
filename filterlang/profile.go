package filterlang

import "rangefinder/filterlang/edm"

// Profile says which engine answers a filter, since engines decide costs differently. It is part of every Plan: Profile.Plan
// makes one, NewPlan is Storage.Plan. The zero Profile is Storage.
//
// # Storage and Emulator
//
// Azure Table storage has one index, PartitionKey and RowKey, and reads stretches of it. What a plan says of Range, Residual
// and Ideal is what that service reads. An emulator (Azurite, Rangefinder's endpoint) stands in for such an account and costs
// nothing; its plans are those of the account.
//
// # Cosmos
//
// Azure Cosmos DB for Table indexes the values of every property in each physical partition; PartitionKey eq routes a query to
// one of them, and request units are charged for what the index matches and what is returned. Its classes, from best to worst:
//
//	PointRead      PartitionKey and RowKey are one value each
//	OnePartition   PartitionKey is one value; the index does the rest
//	AllPartitions  every physical partition is asked, and the index narrows what each of them looks at
//	NoIndexHelp    every physical partition is asked, and looks at all it has
//
// An index of values lists, for a property and a range of values, the entities that have such a value. So it serves a
// comparison by eq, gt, ge, lt or le and a property alone; an and of which it serves one operand; an or of which it serves all.
// It does not serve ne, which holds for nearly every value, and no negation over a property that entities may lack: those that
// lack it match and are in no list. The keys and Timestamp are always there, so "not (RowKey lt 'm')" is RowKey ge 'm' and served.
//
// Precisely: with constants folded and not pushed to the comparisons, NoIndexHelp means that no PartitionKey is bound and some term
// of the disjunctive normal form has no comparison that the index serves. Without a filter that term is empty.
//
// Of a Cosmos plan, Range, Residual, Ideal and MultiRange are the key bounds of the filter, by which a local copy of the table
// is read. They are no promise of what the service reads: how many entities it looks at cannot be known from keys, and its
// lists have no order.
type Profile uint8

// The profiles.
const (
	Storage Profile = iota
	Cosmos
	Emulator
)

var profileNames = [...]string{"storage", "cosmos", "emulator"}

// String returns the profile as it is written in flags, headers and JSON: "cosmos".
func (p Profile) String() string { return profileNames[p] }

// Title returns the name of the service for a sentence: "Azure Cosmos DB for Table".
func (p Profile) Title() string {
	return [...]string{"Azure Table storage", "Azure Cosmos DB for Table", "a Table storage emulator"}[p]
}

// ParseProfile reads what String writes.
func ParseProfile(name string) (p Profile, ok bool) {
	for i, n := range profileNames {
		if n == name {
			return Profile(i), true
		}
	}
	return Storage, false
}

// Ordered reports whether lists come in the order of PartitionKey and RowKey.
func (p Profile) Ordered() bool { return p != Cosmos }

// Plan derives what an account of this profile does for e, which may be nil for no filter. It never fails.
func (p Profile) Plan(e Expr) *Plan {
	plan := NewPlan(e)
	plan.Profile = p
	if p == Cosmos {
		plan.byIndex()
	}
	return plan
}

// byIndex turns a plan by key ranges into one by the index of values.
func (p *Plan) byIndex() {
	switch p.Class {
	case Empty:
	case Point:
		p.Class = PointRead
	case RowRange:
		p.Class = OnePartition
	default:
		p.Class = AllPartitions
		if p.unserved() != nil || p.Filter == nil {
			p.Class = NoIndexHelp
		}
	}
	for i := range p.Conjuncts {
		p.Conjuncts[i].byIndex(p.Class)
	}
}

// unserved returns a part of the filter for which the index narrows nothing, or nil when the index serves the filter.
func (p *Plan) unserved() Expr {
	if p.Filter == nil {
		return nil
	}
	rest, truth := fold(p.Filter)
	switch {
	case rest != nil:
		return unserved(rest, false)
	case truth:
		return p.Filter
	}
	return nil
}

// unserved returns the first part of e, or of its negation, that keeps an index of values from serving it, or nil.
func unserved(e Expr, negated bool) Expr {
	switch e := e.(type) {
	case *And:
		return unservedOf(e.Operands, negated, negated)
	case *Or:
		return unservedOf(e.Operands, negated, !negated)
	case *Not:
		part := unserved(e.Operand, !negated)
		if part != nil && part == e.Operand {
			return e
		}
		return part
	case *Comparison:
		op := e.Op
		if negated {
			if fixedType(e.Property) != e.Literal.Type() {
				return e
			}
			op = op.Invert()
		}
		if op == Ne {
			return e
		}
	case *BoolProperty:
		if negated {
			return e
		}
	}
	return nil
}

// unservedOf looks at operands of which all have to be served, or one.
func unservedOf(operands []Expr, negated, all bool) (first Expr) {
	for _, o := range operands {
		part := unserved(o, negated)
		switch {
		case part == nil && !all:
			return nil
		case part != nil && all:
			return part
		case first == nil:
			first = part
		}
	}
	return first
}

// byIndex gives the conjunct its role for an index of values.
func (c *Conjunct) byIndex(class Class) {
	k := keyBound(c.Expr)
	switch part := unserved(c.Expr, false); {
	case c.Role == Contradictory:
		c.Reason = "no entity meets it and the rest, so nothing is returned"
	case class == Empty:
		c.Role, c.Reason = Indexed, "nothing can match, so nothing is returned"
	case c.Role == Redundant:
	case k != nil && k.Property == PartitionKey && class <= OnePartition:
		c.Role, c.Reason = Routes, "PartitionKey is one value: only its partition is asked"
	case k != nil && k.Property == RowKey && class == PointRead:
		c.Role, c.Reason = Indexed, "PartitionKey and RowKey are one value each: one entity is read"
	case part != nil:
		c.Role, c.Reason = Unindexed, unservedReason(part)
	case k != nil && k.Property == PartitionKey:
		c.Role, c.Reason = Indexed, "the index serves it, but only PartitionKey eq goes to one partition"
	default:
		c.Role, c.Reason = Indexed, indexedReason(c.Expr)
	}
}

func indexedReason(e Expr) string {
	switch e := e.(type) {
	case *Or:
		return "the index serves every part of it"
	case *Comparison:
		if want := fixedType(e.Property); want != edm.NoType && want != e.Literal.Type() {
			return checkedReason(e)
		}
		return "the values of " + quoteName(e.Property) + " are indexed"
	case *BoolProperty:
		return "the values of " + quoteName(e.Property) + " are indexed"
	}
	return "the index serves it"
}

// unservedReason says why the index narrows nothing for a part of a filter.
func unservedReason(part Expr) string {
	switch part := part.(type) {
	case *Not:
		if name := customIn(part); name != "" {
			return "not also keeps entities without " + quoteName(name) + ", which no index of its values lists"
		}
		return "it holds for nearly every value"
	case *Comparison:
		if part.Op == Ne {
			return "ne holds for nearly every value"
		}
		return "not over " + shortText(part) + " also keeps entities without " + quoteName(part.Property) + ", which no index of its values lists"
	case *BoolProperty:
		return "not over " + quoteName(part.Property) + " also keeps entities without it, which no index of its values lists"
	}
	return "the index narrows nothing for it"
}

// Asks says for a person what is asked of the service, as the rest of a sentence that begins with the service: "reads all of
// Action", or under Cosmos "asks the partition Action".
func (p *Plan) Asks() string {
	v, _ := p.Range.Partition.Single()
	switch p.Class {
	case Empty:
		if p.Profile == Cosmos {
			return "returns nothing"
		}
	case PointRead:
		return "reads one entity, " + quoteName(p.Range.String())
	case OnePartition:
		return "asks the partition " + quoteName(keyText(v)) + ", by the index"
	case AllPartitions:
		return "asks every physical partition, by the index of each"
	case NoIndexHelp:
		return "asks every physical partition for all it has"
	}
	return "reads " + quoteName(p.Range.String())
}

// byPartition is Parallel for an engine with an index of values: one filter for each PartitionKey, so that none of them fans out.
func (p *Plan) byPartition() []Expr {
	if p.Class != AllPartitions && p.Class != NoIndexHelp || p.FilterIsFalse || p.IdealGaveUp {
		return nil
	}
	var filters []Expr
	last := ""
	for _, r := range p.Ideal {
		v, single := r.Partition.Single()
		switch {
		case !single:
			return nil
		case filters != nil && v == last:
			continue
		}
		filters = append(filters, within(p.Filter, KeyRange{Partition: r.Partition}))
		last = v
	}
	return filters
}
