package filterlang

import "fmt"

// maxCosmosRowKey is the longest RowKey of Azure Cosmos DB for Table, in bytes.
const maxCosmosRowKey = 255

// gives says what is done with an entity that matches.
func (p Profile) gives() string {
	if p == Cosmos {
		return "returned"
	}
	return "read"
}

// byIndex says what the index of values does for the filter, and what it cannot do.
func (f *finder) byIndex() {
	if f.plan.Class == Empty {
		return
	}
	for _, c := range f.plan.Conjuncts {
		switch c.Expr.(type) {
		case *Or, *Not:
			if keyIn(c.Expr) != nil && alwaysTrue(c.Expr) {
				f.removesNothing(c.Expr)
			}
		}
	}
	f.fansOut()
	f.notIndexed()
	f.noOrder()
}

// fansOut reports the want of one PartitionKey. What the missing key costs grows with the table's physical partitions, of which
// a plan knows nothing: so it is advice, and a warning where the index does not help either.
func (f *finder) fansOut() {
	n := Finding{Kind: FansOut, Severity: Advice, Span: f.plan.Filter.Span()}
	switch {
	case f.plan.FilterIsFalse || f.plan.Class == PointRead || f.plan.Class == OnePartition:
		return
	case f.plan.Class == NoIndexHelp:
		n.Severity = Warning
	}
	n.Message = "No single PartitionKey is named, so the query fans out to every physical partition, and each of them charges request units. "
	switch {
	case len(f.parallel) > 1:
		n.Message += fmt.Sprintf("%d queries, one for each PartitionKey, ask one partition each.", len(f.parallel))
	case len(f.parallel) == 1:
		n.Message += "Written with PartitionKey eq it asks one partition."
	default:
		n.Message += "Add PartitionKey eq '…', or ask each partition by itself."
	}
	n.Rewrites = f.offer()
	f.add(n)
}

// notIndexed reports the parts that keep the index from narrowing the query.
func (f *finder) notIndexed() {
	n := Finding{Kind: NotIndexed, Severity: Info}
	if f.plan.Class == NoIndexHelp {
		n.Severity = Warning
		n.Message = ". Every entity is looked at: add a comparison by eq, gt, ge, lt or le."
	} else {
		n.Message = ". It is checked on what the rest of the filter finds."
	}
	for _, c := range f.plan.Conjuncts {
		if c.Role != Unindexed || f.full(NotIndexed) {
			continue
		}
		part := unserved(c.Expr, false)
		if rest, _ := fold(c.Expr); rest != c.Expr || part == nil {
			continue // constants are told of
		}
		one := n
		one.Span = part.Span()
		one.Message = "The index does not help here: " + unservedReason(part) + n.Message
		f.add(one)
	}
}

// noOrder reminds whoever asks for a range of keys that its first entities are not the first of the list.
func (f *finder) noOrder() {
	for _, c := range f.plan.Conjuncts {
		k := keyBound(c.Expr)
		if k == nil || k.Op == Eq || c.Role == Redundant || c.Role == Contradictory {
			continue
		}
		f.add(Finding{Kind: NoOrder, Severity: Info, Span: k.At,
			Message: "The list has no promised order: $top of a range of keys need not return its first entities, and pages may come in another order."})
		return
	}
}
