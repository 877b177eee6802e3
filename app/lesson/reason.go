package lesson

import (
	"fmt"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// Reason says why the answer to a prediction is what it is, as the end of a sentence after "because": "both keys are fixed with
// `eq`". The lesson's own reason comes before that of the plan. It is "" when the filter cannot be read.
func (p *Prediction) Reason() string {
	if p.Because != "" || p.Simulated != nil {
		return p.Because
	}
	var e filterlang.Expr
	if p.Query.Filter != "" {
		var err error
		if e, err = filterlang.Parse(p.Query.Filter); err != nil {
			return ""
		}
	}
	plan := filterlang.NewPlan(e)
	class := classReason(plan)
	switch p.Measure {
	case Class:
		return class
	case Examined:
		if p.Query.Top > 0 {
			return "a page ends as soon as it is full"
		}
		return fmt.Sprintf("the service reads every entity of a %s, whether it matches or not: %s", plan.Class, class)
	case Returned:
		keys := keyUse{}
		if e == nil {
			return "without a filter every entity comes back"
		}
		switch keys.look(e); {
		case plan.Class == filterlang.Point && p.Answer == 0:
			return "both keys are fixed with `eq`, and no entity has both of them"
		case plan.Class == filterlang.Point:
			return "both keys are fixed with `eq`, so at most one entity comes back"
		case !keys.other && p.Answer == 0:
			return "no entity has such a key: keys are compared as whole texts, character by character"
		case !keys.other:
			return "keys are compared as texts, character by character"
		}
		return "an entity comes back only if the whole filter is true of it, and a comparison with an absent property or with a value of another type is not"
	case Requests:
		if plan.Class == filterlang.Point {
			return "a point is one request"
		}
		return fmt.Sprintf("a page ends after %s entities and where a range partition ends, and each page is one request", number(engine.MaxPage))
	case Comparisons:
		return "each property that is compared with a literal counts, whatever joins them"
	case Partitions:
		if low := plan.Range.Partition; low.Low == low.High && low.Low.Kind == filterlang.Inclusive {
			return "`eq` on the PartitionKey leaves one partition"
		}
		return "the PartitionKey is not fixed with `eq`"
	case Values:
		if len(p.Query.Select) > 0 {
			return "each entity sends the properties that `select` names, and no other"
		}
		return "each entity sends all its properties, its keys and its Timestamp"
	}
	return ""
}

// classReason says why a plan has its class.
func classReason(p *filterlang.Plan) string {
	switch p.Class {
	case filterlang.Empty:
		return "the conditions on the keys exclude one another"
	case filterlang.Point:
		return "both keys are fixed with `eq`"
	case filterlang.RowRange:
		if p.WholePartition {
			return "the PartitionKey is fixed with `eq` and nothing bounds the RowKey, so the whole partition is read"
		}
		return "the PartitionKey is fixed with `eq` and the RowKey has bounds"
	case filterlang.PartitionRange:
		return "the PartitionKey has bounds and is not fixed with `eq`"
	}
	keys := keyUse{}
	if p.Filter != nil {
		keys.look(p.Filter)
	}
	switch {
	case p.Filter == nil:
		return "there is no filter"
	case keys.partition && keys.negated:
		return "`ne` or `not` on the PartitionKey leaves stretches on both sides, and the service reads only one"
	case keys.partition && keys.or:
		return "`or` joins conditions that have no single stretch of keys in common"
	case keys.row && !keys.partition:
		return "the RowKey alone has a place in every partition, and nothing bounds the PartitionKey"
	case keys.partition:
		return "the condition on the PartitionKey gives no stretch of keys"
	}
	return "no condition is on a key"
}

// keyUse is how a filter uses the keys.
type keyUse struct{ partition, row, other, or, negated bool }

func (k *keyUse) look(e filterlang.Expr) {
	switch e := e.(type) {
	case *filterlang.BoolProperty:
		k.other = true
	case *filterlang.Comparison:
		k.other = k.other || e.Property != filterlang.PartitionKey && e.Property != filterlang.RowKey
		k.partition = k.partition || e.Property == filterlang.PartitionKey
		k.row = k.row || e.Property == filterlang.RowKey
		k.negated = k.negated || e.Property == filterlang.PartitionKey && e.Op == filterlang.Ne
	case *filterlang.Not:
		inside := keyUse{}
		inside.look(e.Operand)
		k.negated = k.negated || inside.partition
		k.partition, k.row, k.other, k.or = k.partition || inside.partition, k.row || inside.row, k.other || inside.other, k.or || inside.or
	case *filterlang.And:
		k.all(e.Operands)
	case *filterlang.Or:
		k.or = true
		k.all(e.Operands)
	}
}

func (k *keyUse) all(operands []filterlang.Expr) {
	for _, e := range operands {
		k.look(e)
	}
}
