package filterlang

import (
	"slices"
	"strconv"
)

// Constant is true or false written in a filter, as LINQ predicate builders send them: "(true and RowKey eq 'x') or false". It is
// an operand of and, or and not, or the whole filter; a comparison never has one in place of its property. NewPlan folds it.
type Constant struct {
	Value bool
	At    Span
}

// fold returns e without its constants: "(true and A) or false" gives A, the node itself. When they decide e, rest is nil and
// truth is the answer: "true or A".
func fold(e Expr) (rest Expr, truth bool) {
	return simplify(e, func(leaf Expr) (Expr, bool) {
		if c, ok := leaf.(*Constant); ok {
			return nil, c.Value
		}
		return leaf, false
	})
}

// hasConstant reports whether there is anything to fold.
func hasConstant(e Expr) bool {
	switch e := e.(type) {
	case *Comparison:
	case *And:
		return slices.ContainsFunc(e.Operands, hasConstant)
	case *Or:
		return slices.ContainsFunc(e.Operands, hasConstant)
	case *Not:
		return hasConstant(e.Operand)
	case *Constant:
		return true
	}
	return false
}

// foldConjuncts takes the constants out of the conjuncts. A conjunct that they decide stays as it is written and says what it
// does; never reports that one is false.
func foldConjuncts(conjuncts []Conjunct) (out []Conjunct, never bool) {
	for _, c := range conjuncts {
		switch rest, truth := fold(c.Expr); {
		case rest != nil:
			out = flattenAnd(out, rest)
		case truth:
			out = append(out, Conjunct{c.Expr, Redundant, "it is always true"})
		default:
			out = append(out, Conjunct{c.Expr, Contradictory, "it is always false, so nothing is read"})
			never = true
		}
	}
	return out, never
}

// constantFindings is Findings for a filter with constants: what they do, and what is worth saying about the rest.
func constantFindings(plan *Plan, census *Census) []Finding {
	rest, truth := fold(plan.Filter)
	if rest == nil {
		return []Finding{decided(plan, truth)}
	}
	found := constantParts(nil, plan.Filter, false)
	found[0].Rewrites = []Rewrite{{Title: "Remove the constants", Filters: []string{rest.String()}, Same: true}}
	return sorted(append(found, Findings(plan.Profile.Plan(rest), census)...))
}

// decided says what constants do that decide the whole filter.
func decided(plan *Plan, truth bool) Finding {
	if truth {
		does := " keeps every entity, so the whole table is read."
		if plan.Profile == Cosmos {
			does = " keeps every entity, so every physical partition returns all it has."
		}
		return Finding{Kind: BooleanConstant, Severity: Advice, Span: plan.Filter.Span(), Message: shortText(plan.Filter) + does}
	}
	n := Finding{Kind: BooleanConstant, Severity: Warning}
	for _, c := range plan.Conjuncts {
		if c.Role == Contradictory {
			n.Span, n.Message = c.Expr.Span(), shortText(c.Expr)+" keeps no entity, so nothing is "+plan.Profile.gives()+"."
			if without := replace(plan.Filter, c.Expr, nil); without != nil {
				n.Rewrites = []Rewrite{{Title: "Remove " + shortText(c.Expr), Filters: []string{without.String()}}}
			}
			break
		}
	}
	return n
}

// constantParts appends what the parts of e do that constants decide, at most maxPerKind of them. or says that e is an operand of
// an or.
func constantParts(found []Finding, e Expr, or bool) []Finding {
	if len(found) == maxPerKind {
		return found
	}
	if rest, truth := fold(e); rest == nil {
		n := Finding{Kind: BooleanConstant, Severity: Advice, Span: e.Span(), Message: shortText(e)}
		if _, alone := e.(*Constant); !alone {
			n.Message += " is always " + strconv.FormatBool(truth) + ", so it"
		}
		does := " removes nothing. The plan leaves it out."
		if or {
			does = " adds nothing. The plan leaves it out."
		}
		n.Message += does
		return append(found, n)
	}
	_, or = e.(*Or)
	for _, o := range operands(e) {
		found = constantParts(found, o, or)
	}
	return found
}
