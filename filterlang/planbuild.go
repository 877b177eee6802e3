package filterlang

import "rangefinder/filterlang/edm"

// NewPlan derives what the service reads for e, which may be nil for no filter, and what parallel queries could read
// instead. It never fails; what it cannot turn into keys stays in Residual. "PartitionKey eq 'a' and RowKey lt 'm' and
// A gt 1" gives the row range [start of a…(a,m)) and the residual A gt 1.
//
// The service uses only operands of the top-level and that compare a key with a String by eq, gt, ge, lt or le, and RowKey
// only when PartitionKey is down to one value. Or, not and ne narrow nothing. Boolean constants are folded before: "(true and
// PartitionKey eq 'a') or false" reads the partition a, "false" reads nothing.
func NewPlan(e Expr) *Plan {
	p := &Plan{Filter: e}
	if e == nil {
		p.Class, p.Ideal, p.IdealClass = FullScan, []KeyRange{Everything()}, FullScan
		return p
	}
	top := 1
	if and, ok := e.(*And); ok {
		top = len(and.Operands)
	}
	b := planner{conjuncts: flattenAnd(make([]Conjunct, 0, top), e)}
	if b.folded = hasConstant(e); b.folded {
		b.conjuncts, b.never = foldConjuncts(b.conjuncts)
	}
	b.run(p)
	p.idealize()
	return p
}

// flattenAnd appends the operands of nested ands, in the order they are written.
func flattenAnd(dst []Conjunct, e Expr) []Conjunct {
	if and, ok := e.(*And); ok {
		for _, o := range and.Operands {
			dst = flattenAnd(dst, o)
		}
		return dst
	}
	return append(dst, Conjunct{Expr: e})
}

type planner struct {
	conjuncts []Conjunct
	partition keyBounds
	row       keyBounds
	folded    bool // the filter has Boolean constants, and the conjuncts are without them
	never     bool // a constant makes the filter false
}

func (b *planner) run(p *Plan) {
	b.partition, b.row = newKeyBounds(), newKeyBounds()
	for i := range b.conjuncts {
		if c := keyBound(b.conjuncts[i].Expr); c != nil {
			if c.Property == PartitionKey {
				b.partition.narrow(i, c.Op, c.Literal.Text())
			} else {
				b.row.narrow(i, c.Op, c.Literal.Text())
			}
		}
	}
	b.partition.settle(b.conjuncts)
	b.row.settle(b.conjuncts)
	_, single := b.partition.interval().Single()
	p.Range.Partition = b.partition.interval()
	if single {
		p.Range.Row = b.row.interval()
	}
	if p.Class = p.Range.Class(); b.never {
		p.Class = Empty
	}
	p.WholePartition = p.Class == RowRange && p.Range.Row.All()
	if p.Class == Empty {
		p.Range = Nothing()
	}
	b.explain(single, p.Class)
	p.Conjuncts = b.conjuncts
	p.Residual = b.residual(p)
}

// residual joins the conjuncts that the range does not express.
func (b *planner) residual(p *Plan) Expr {
	if p.Class == Empty {
		return nil
	}
	var rest []Expr
	for i := range b.conjuncts {
		if r := b.conjuncts[i].Role; r == Checked || r == Contradictory {
			rest = append(rest, b.conjuncts[i].Expr)
		}
	}
	switch len(rest) {
	case 0:
		return nil
	case 1:
		return rest[0]
	case len(b.conjuncts):
		if !b.folded {
			return p.Filter
		}
	}
	return &And{Operands: rest, At: Span{rest[0].Span().Start, rest[len(rest)-1].Span().End}}
}

// keyBound returns e when the service can narrow a range by it, otherwise nil.
func keyBound(e Expr) *Comparison {
	c, ok := e.(*Comparison)
	if ok && c.Op != Ne && isKey(c.Property) && c.Literal.Type() == edm.String {
		return c
	}
	return nil
}

func isKey(property string) bool { return property == PartitionKey || property == RowKey }

// keyBounds narrows one key by bound after bound and remembers whose bounds are left.
type keyBounds struct {
	low, high     cut
	lowBy, highBy int // conjunct that gave the bound; -1: none
}

func newKeyBounds() keyBounds { return keyBounds{lowest, highest, -1, -1} }

func (k *keyBounds) interval() Interval { return interval(k.low, k.high) }

func (k *keyBounds) narrow(by int, op Op, v string) {
	low, high := lowest, highest
	switch op {
	case Eq:
		low, high = cut{v, before}, cut{v, after}
	case Gt:
		low = cut{v, after}
	case Ge:
		low = cut{v, before}
	case Lt:
		high = cut{v, before}
	case Le:
		high = cut{v, after}
	}
	if k.low.compare(low) < 0 {
		k.low, k.lowBy = low, by
	}
	if high.compare(k.high) < 0 {
		k.high, k.highBy = high, by
	}
}

// settle gives both bounds of a single value to the first eq that states it: in "ge 'a' and eq 'a'" the ge is redundant.
func (k *keyBounds) settle(conjuncts []Conjunct) {
	v, single := k.interval().Single()
	if !single || k.lowBy < 0 {
		return
	}
	property := conjuncts[k.lowBy].Expr.(*Comparison).Property
	for i := range conjuncts {
		if c := keyBound(conjuncts[i].Expr); c != nil && c.Property == property && c.Op == Eq && c.Literal.Text() == v {
			k.lowBy, k.highBy = i, i
			return
		}
	}
}

func (k *keyBounds) owns(i int) bool { return i == k.lowBy || i == k.highBy }
