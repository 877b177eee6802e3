package filterlang

import (
	"strings"

	"rangefinder/filterlang/edm"
)

// The marks that stand around the name of a type while a shape is printed: no literal is left that could hold them.
const (
	openMark  = "\x01"
	closeMark = "\x02"
)

var marks = strings.NewReplacer("'"+openMark, "{", closeMark+"'", "}")

// ShapeOf returns the canonical text of a filter with the name of its type for each literal: "Rating gt {Int32}". A nil
// filter is "".
func ShapeOf(e Expr) string {
	if e == nil {
		return ""
	}
	return marks.Replace(blank(e).String())
}

// blank returns the filter with a marked string for each literal.
func blank(e Expr) Expr {
	switch e := e.(type) {
	case *And:
		return &And{Operands: blankAll(e.Operands)}
	case *Or:
		return &Or{Operands: blankAll(e.Operands)}
	case *Not:
		return &Not{Operand: blank(e.Operand)}
	case *Comparison:
		mark := edm.NewString(openMark + e.Literal.Type().String() + closeMark)
		return &Comparison{Property: e.Property, Op: e.Op, Mirrored: e.Mirrored, Literal: mark}
	}
	return e
}

func blankAll(operands []Expr) []Expr {
	out := make([]Expr, len(operands))
	for i, operand := range operands {
		out[i] = blank(operand)
	}
	return out
}
