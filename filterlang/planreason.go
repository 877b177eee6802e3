package filterlang

import "rangefinder/filterlang/edm"

// explain gives each conjunct its role and the reason for it.
func (b *planner) explain(singlePartition bool, class Class) {
	for i := range b.conjuncts {
		c := &b.conjuncts[i]
		k := keyBound(c.Expr)
		switch {
		case c.Reason != "": // a constant decides it
			continue
		case b.never:
			c.Role = Checked
		case k == nil:
			c.Role, c.Reason = Checked, checkedReason(c.Expr)
		case k.Property == PartitionKey:
			c.Role, c.Reason = b.partitionRole(i, k)
		default:
			c.Role, c.Reason = b.rowRole(i, k, singlePartition)
		}
		if class == Empty && c.Role == Checked {
			c.Reason = "nothing is read, so there is nothing to check"
		}
	}
}

func (b *planner) partitionRole(i int, c *Comparison) (Role, string) {
	switch _, single := b.partition.interval().Single(); {
	case b.partition.interval().Empty():
		return b.partition.emptyRole(i, b.conjuncts)
	case !b.partition.owns(i):
		return Redundant, b.partition.redundantReason(c, b.conjuncts)
	case single && b.row.bounded():
		return SetsRange, "one partition; RowKey bounds narrow it"
	case single:
		return SetsRange, "PartitionKey is one value: only that partition is read"
	case i == b.partition.lowBy:
		return SetsRange, "start of the partition range"
	}
	return SetsRange, "end of the partition range"
}

func (b *planner) rowRole(i int, c *Comparison, singlePartition bool) (Role, string) {
	rows := b.row.interval()
	switch _, single := rows.Single(); {
	case b.partition.interval().Empty():
		return Checked, ""
	case singlePartition && rows.Empty():
		return b.row.emptyRole(i, b.conjuncts)
	case rows.Empty() && b.row.owns(i):
		return Contradictory, "the RowKey bounds exclude each other, but without a single PartitionKey the service does not use them: it reads on and returns nothing"
	case !singlePartition:
		return Checked, "RowKey can only narrow the range when PartitionKey is a single value"
	case !b.row.owns(i):
		return Redundant, b.row.redundantReason(c, b.conjuncts)
	case single:
		return SetsRange, "PartitionKey and RowKey are one value each: one entity is read"
	case i == b.row.lowBy:
		return SetsRange, "the range of rows starts here"
	}
	return SetsRange, "the range of rows ends here"
}

func (k *keyBounds) bounded() bool { return k.lowBy >= 0 || k.highBy >= 0 }

// emptyRole tells the two bounds that exclude each other from the others.
func (k *keyBounds) emptyRole(i int, conjuncts []Conjunct) (Role, string) {
	other := k.lowBy
	if i == k.lowBy {
		other = k.highBy
	}
	switch {
	case !k.owns(i):
		return Checked, ""
	case other < 0 || other == i:
		return Contradictory, "no key sorts before the empty string, so nothing is read"
	}
	return Contradictory, "no key meets both this and " + shortText(conjuncts[other].Expr) + ", so nothing is read"
}

func (k *keyBounds) redundantReason(c *Comparison, conjuncts []Conjunct) string {
	by := k.impliedBy(c)
	if by < 0 {
		return "every " + c.Property + " is at or after the empty string"
	}
	return shortText(conjuncts[by].Expr) + " already implies it"
}

// impliedBy returns the conjunct whose bound is at least as narrow as the bound of c, or -1 when c bounds nothing.
func (k *keyBounds) impliedBy(c *Comparison) int {
	switch c.Op {
	case Gt, Ge:
		return k.lowBy
	case Lt, Le:
		return k.highBy
	}
	return max(k.lowBy, k.highBy)
}

func checkedReason(e Expr) string {
	switch e := e.(type) {
	case *Or:
		return "the service can't use “or” to narrow the keys"
	case *Not:
		return "the service does not turn “not” into ranges"
	case *Comparison:
		switch want := fixedType(e.Property); {
		case want != edm.NoType && want != e.Literal.Type():
			return e.Property + " is always a " + want.String() + ", so a comparison with " + withArticle(e.Literal.Type()) + " is never true"
		case e.Property == Timestamp:
			return "Timestamp is not indexed"
		case isKey(e.Property):
			return "ne is not one range, and the service does not use it"
		}
		return quoteName(e.Property) + " is not part of the key"
	case *BoolProperty:
		if fixedType(e.Property) != edm.NoType {
			return e.Property + " is not a Boolean, so it is never true"
		}
		return quoteName(e.Property) + " is not part of the key"
	}
	return ""
}

// fixedType returns the type of a property that every entity has, or NoType.
func fixedType(property string) edm.Type {
	switch property {
	case PartitionKey, RowKey:
		return edm.String
	case Timestamp:
		return edm.DateTime
	}
	return edm.NoType
}

func withArticle(t edm.Type) string {
	if t == edm.Int32 || t == edm.Int64 {
		return "an " + t.String()
	}
	return "a " + t.String()
}

// longestQuoted bounds, in characters, what a message repeats of a filter.
const longestQuoted = 80

// shortText returns e as it is written, cut when it is long.
func shortText(e Expr) string { return quoteName(e.String()) }

// quoteName returns s cut to a length that fits a sentence.
func quoteName(s string) string {
	if len(s) <= longestQuoted {
		return s
	}
	n := 0
	for i := range s {
		if n++; n == longestQuoted {
			return s[:i] + "…"
		}
	}
	return s
}
