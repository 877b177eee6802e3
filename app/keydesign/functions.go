package keydesign

import (
	"strconv"
	"strings"
)

// Function is one step from a property to a piece of a key.
type Function struct {
	Name     string
	Argument string // as it was written, without what sets it apart

	kind  functionKind
	n     int
	parts []datePart
}

// Number returns the number that a function takes, its default when none was written; 0 for a function that takes none.
func (f *Function) Number() int { return f.n }

// Format returns the format by which a function writes a DateTime, nil for a function that has none.
func (f *Function) Format() []DatePart {
	var parts []DatePart
	for _, p := range f.parts {
		if p.unit == noUnit {
			parts = append(parts, DatePart{Text: p.between})
		} else {
			parts = append(parts, DatePart{Unit: units[p.unit].format, End: units[p.unit].end})
		}
	}
	return parts
}

// DatePart is a piece of a date's format.
type DatePart struct {
	Unit string // yyyy MM dd HH mm ss ww, as many digits as letters; "" for a text
	End  int    // what an inverse takes the unit from
	Text string
}

type functionKind uint8

const (
	lower functionKind = iota
	upper
	pad
	date
	ticks
	inverse
	hash
	prefix
	guid
	sha
)

// takes is what a function takes for an argument.
type takes uint8

const (
	nothing takes = iota
	aNumber
	maybeNumber
	maybeFormat
)

// functions are in the order of functionKind.
var functions = [...]struct {
	name  string
	takes takes
	most  int // of a number, from 1
}{
	{"lower", nothing, 0}, {"upper", nothing, 0}, {"pad", aNumber, 64}, {"date", maybeFormat, 0}, {"ticks", nothing, 0},
	{"inverse", maybeFormat, 0}, {"hash", aNumber, 1_000_000}, {"prefix", aNumber, 512}, {"guid", nothing, 0}, {"sha", maybeNumber, 64},
}

func functionNames() string {
	var b strings.Builder
	for i, f := range functions {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(f.name)
		if f.takes == aNumber {
			b.WriteString("(n)")
		}
	}
	return b.String()
}

// function reads a function.
func (c *call) function() (Function, *SyntaxError) {
	f := Function{Name: c.Name.Value}
	at := -1
	for i := range functions {
		if functions[i].name == f.Name {
			at = i
		}
	}
	if at < 0 {
		return f, &SyntaxError{quoted(f.Name) + " is not a function; there are " + functionNames() + ".", span(c.Name)}
	}
	f.kind = functionKind(at)
	rule := functions[at]
	where := span(c.Name)
	if c.Argument != nil {
		where = span(*c.Argument)
		f.Argument = strings.TrimSpace(strings.TrimSuffix(c.Argument.Value[1:], ")"))
		if f.Argument == "" {
			return f, &SyntaxError{"The argument of " + f.Name + " is empty.", where}
		}
	}
	switch {
	case rule.takes == nothing && f.Argument != "":
		return f, &SyntaxError{f.Name + " takes no argument.", where}
	case rule.takes == maybeFormat && f.Argument != "":
		parts, wrong := parseFormat(f.Argument)
		if wrong != "" {
			return f, &SyntaxError{wrong, where}
		}
		f.parts = parts
	case rule.takes == aNumber, rule.takes == maybeNumber && f.Argument != "":
		n, err := strconv.Atoi(f.Argument)
		if err != nil || n < 1 || n > rule.most {
			return f, &SyntaxError{f.Name + " takes a number from 1 to " + strconv.Itoa(rule.most) + ", as in " + f.Name + "(8).", where}
		}
		f.n = n
		f.Argument = strconv.Itoa(n)
	}
	switch {
	case f.kind == date && f.parts == nil:
		f.parts, _ = parseFormat("yyyy-MM-dd")
	case f.kind == sha && f.n == 0:
		f.n = rule.most
	}
	return f, nil
}
