package filterlang

// Properties returns the names of the properties that a filter asks for, in the order of its text. One that it asks for twice is there
// twice. A nil filter asks for none.
func Properties(e Expr) []string { return appendProperties(nil, e) }

func appendProperties(names []string, e Expr) []string {
	switch e := e.(type) {
	case *And:
		for _, operand := range e.Operands {
			names = appendProperties(names, operand)
		}
	case *Or:
		for _, operand := range e.Operands {
			names = appendProperties(names, operand)
		}
	case *Not:
		return appendProperties(names, e.Operand)
	case *Comparison:
		return append(names, e.Property)
	case *BoolProperty:
		return append(names, e.Property)
	}
	return names
}
