package filterlang

const noNull = "The service stores no null: an entity has a property or lacks it."

// lacking is said besides where no fix is offered that does so.
const lacking = " `not (Property ge '')` finds the entities that lack a property of type String."

// fixNull offers what finds the same as a comparison of property i-2 with null, which is token i.
func (p *parser) fixNull(e *SyntaxError, i int) *SyntaxError {
	if i < 2 || p.tokens[i-1].kind != opToken || !p.isName(i-2) {
		return e
	}
	return e.unset(p.word(i-2), p.word(i-1), Span{p.tokens[i-2].start, p.tokens[i].end})
}

// otherNull finds a comparison with null that has other words than a filter's from token i on: IS NULL, == null.
func (p *parser) otherNull(i int) *SyntaxError {
	if i == 0 || !p.isName(i-1) || p.placeAt(i) != afterProperty || p.tokens[i].kind == opToken {
		return nil
	}
	negated, next := p.equality(i)
	if next == 0 || !IsNull(p.word(next)) {
		return nil
	}
	op := map[bool]string{false: "eq", true: "ne"}[negated]
	e := p.refuse(Span{p.tokens[i].start, p.tokens[next-1].end}, noNull+lacking)
	e.Expected = []string{}
	return e.unset(p.word(i-1), op, Span{p.tokens[i-1].start, p.tokens[next].end})
}

// unset offers what finds the same as a comparison of a property with null.
func (e *SyntaxError) unset(property, op string, at Span) *SyntaxError {
	said := e.Detail
	e.Detail = noNull
	switch {
	case isKeyName(property):
		return e
	case op == "eq":
		e.fix("find the entities without it", at, "not ("+property+" ge '')")
	case op == "ne":
		e.fix("find the entities that have it", at, property+" ge ''")
	default:
		e.Detail = said
		return e
	}
	e.Fix.Texts, e.Fix.Null = property, op
	return e
}
