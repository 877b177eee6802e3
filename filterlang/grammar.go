package filterlang

import (
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar, one struct for each level of precedence, loosest first. Parse lowers it to the nodes of ast.go; what an
// operand may be compared with is decided there.

type filter struct {
	Alternatives *alternatives `parser:"@@"`
}

type alternatives struct {
	Operands []*conjunction `parser:"@@ ( Or @@ )*"`
}

type conjunction struct {
	Operands []*clause `parser:"@@ ( And @@ )*"`
}

type clause struct {
	Comparison *comparison `parser:"  @@"`
	Group      *group      `parser:"| @@"`
	Negation   *negation   `parser:"| @@"`
}

type negation struct {
	Not     lexer.Token `parser:"@Not"`
	Operand *clause     `parser:"@@"`
}

type group struct {
	Open   lexer.Token   `parser:"@Open"`
	Inside *alternatives `parser:"@@"`
	Close  lexer.Token   `parser:"@Close"`
}

// comparison is "left op right", or an operand alone, for which Op is the zero token:
//
//	( Name | Literal ) [ Op ( Name | Literal ) ]
//
// It reads itself, because a filter is mostly comparisons and is read at each keystroke: by reflection Parse would take half
// as long again and twice the allocations.
type comparison struct {
	Left, Op, Right lexer.Token
}

// Parse implements participle.Parseable.
func (c *comparison) Parse(tokens *lexer.PeekingLexer) error {
	if !isOperand(tokens.Peek()) {
		return participle.NextMatch
	}
	c.Left = *tokens.Next()
	if tokens.Peek().Type != opSymbol {
		return nil
	}
	c.Op = *tokens.Next()
	if right := tokens.Peek(); !isOperand(right) {
		return &participle.UnexpectedTokenError{Unexpected: *right, Expect: "operand"}
	}
	c.Right = *tokens.Next()
	return nil
}

func isOperand(t *lexer.Token) bool { return t.Type == nameSymbol || t.Type == literalSymbol }

// grammar builds the parser when the first filter is read, not when the page loads.
var grammar = sync.OnceValue(func() *participle.Parser[filter] {
	return participle.MustBuild[filter](participle.Lexer(tokenRules{}))
})
