package filterlang

import "rangefinder/filterlang/edm"

// Span is a half-open range of byte offsets into the filter's text.
type Span struct{ Start, End int }

// Op is a comparison operator.
type Op uint8

// The six operators.
const (
	Eq Op = iota
	Ne
	Gt
	Ge
	Lt
	Le
)

// String returns the operator as it is written in a filter: "eq".
func (o Op) String() string { return [...]string{"eq", "ne", "gt", "ge", "lt", "le"}[o] }

// Mirror returns the operator that holds with the operands exchanged: "a lt b" is "b gt a".
func (o Op) Mirror() Op { return [...]Op{Eq, Ne, Lt, Le, Gt, Ge}[o] }

// Invert returns the operator that is true exactly when o is false for two values of one ordered type: "lt" is not "ge".
func (o Op) Invert() Op { return [...]Op{Ne, Eq, Le, Lt, Ge, Gt}[o] }

// Expr is a node of a filter: *And, *Or, *Not, *Comparison, *BoolProperty or *Constant. Nodes are immutable.
//
// String returns the canonical text; parsing it gives an equal tree (spans aside).
type Expr interface {
	Span() Span
	String() string
	expr()
}

// And is true when every operand is. It has two operands or more; "a and b and c" is one And of three, while
// "(a and b) and c" keeps its inner And.
type And struct {
	Operands []Expr
	At       Span
}

// Or is true when an operand is. It has two operands or more, grouped as And's are.
type Or struct {
	Operands []Expr
	At       Span
}

// Not is the plain negation of its operand: it is true for an entity that lacks the property its operand asks for.
type Not struct {
	Operand Expr
	At      Span
}

// Comparison compares a property with a literal. Op is always as if the property stood on the left: for "5 lt A" it is Gt,
// and Mirrored is set so that the printed text keeps the order that was written.
type Comparison struct {
	Property   string
	Op         Op
	Literal    edm.Value
	Mirrored   bool
	At         Span
	PropertyAt Span
	OpAt       Span
	LiteralAt  Span
}

// BoolProperty is a property alone: true when it is the Boolean true.
type BoolProperty struct {
	Property string
	At       Span
}

func (e *And) Span() Span          { return e.At }
func (e *Or) Span() Span           { return e.At }
func (e *Not) Span() Span          { return e.At }
func (e *Comparison) Span() Span   { return e.At }
func (e *BoolProperty) Span() Span { return e.At }
func (e *Constant) Span() Span     { return e.At }

func (*And) expr()          {}
func (*Or) expr()           {}
func (*Not) expr()          {}
func (*Comparison) expr()   {}
func (*BoolProperty) expr() {}
func (*Constant) expr()     {}

// The names that exist in every entity with a fixed type.
const (
	PartitionKey = "PartitionKey"
	RowKey       = "RowKey"
	Timestamp    = "Timestamp"
)
