package filterlang

const noNull = "The service stores no null: an entity has a property or lacks it. `not (Property ge '')` finds the entities that lack a property of type String."

// fixNull offers what finds the same as a comparison of property i-2 with null, which is token i.
func (p *parser) fixNull(e *SyntaxError, i int) *SyntaxError {
	if i < 2 || p.tokens[i-1].kind != opToken || !p.isName(i-2) || isKeyName(p.word(i-2)) {
		return e
	}
	property, at := p.word(i-2), Span{p.tokens[i-2].start, p.tokens[i].end}
	switch p.word(i - 1) {
	case "eq":
		e.fix("find the entities without it", at, "not ("+property+" ge '')")
	case "ne":
		e.fix("find the entities that have it", at, property+" ge ''")
	default:
		return e
	}
	e.Fix.Texts, e.Fix.Null = property, p.word(i-1)
	return e
}
