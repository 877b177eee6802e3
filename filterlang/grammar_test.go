package filterlang

import (
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar as doc.go has it, one struct for each level of precedence, loosest first. Parse is held against it.

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

type comparison struct {
	Left  lexer.Token  `parser:"@( Name | Literal )"`
	Op    *lexer.Token `parser:"( @Op"`
	Right lexer.Token  `parser:"  @( Name | Literal ) )?"`
}

type group struct {
	Open   lexer.Token   `parser:"@Open"`
	Inside *alternatives `parser:"@@"`
	Close  lexer.Token   `parser:"@Close"`
}

type negation struct {
	Not     lexer.Token `parser:"@Not"`
	Operand *clause     `parser:"@@"`
}

var grammar = sync.OnceValue(func() *participle.Parser[filter] {
	return participle.MustBuild[filter](participle.Lexer(tokenRules{}))
})

// tokenRules is the lexer as the grammar's builder wants to see it.
type tokenRules struct{}

func (tokenRules) Symbols() map[string]lexer.TokenType {
	return map[string]lexer.TokenType{
		"EOF": lexer.EOF, "Name": lexer.TokenType(nameSymbol), "Literal": lexer.TokenType(literalSymbol), "Op": lexer.TokenType(opSymbol),
		"And": lexer.TokenType(andSymbol), "Or": lexer.TokenType(orSymbol), "Not": lexer.TokenType(notSymbol),
		"Open": lexer.TokenType(openSymbol), "Close": lexer.TokenType(closeSymbol), "Bad": lexer.TokenType(badSymbol),
	}
}

func (tokenRules) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	b, err := io.ReadAll(r)
	return &tokenStream{text: string(b), tokens: scan(string(b))}, err
}

// tokenStream hands scanned tokens to the grammar. A token's number travels as its Position.Line.
type tokenStream struct {
	text   string
	tokens []token
	next   int
}

func (s *tokenStream) Next() (lexer.Token, error) {
	i := min(s.next, len(s.tokens)-1)
	s.next++
	t := s.tokens[i]
	kind := lexer.TokenType(symbolOf[t.kind])
	if t.kind == endToken {
		kind = lexer.EOF
	}
	return lexer.Token{Type: kind, Value: s.text[t.start:t.end], Pos: lexer.Position{Offset: t.start, Line: i}}, nil
}

// readByGrammar reads a filter by the grammar. fits says that it is a sentence, ok that its types fit, too.
func readByGrammar(text string) (e Expr, fits, ok bool) {
	p := &parser{text: text, tokens: scan(text)}
	tree, err := grammar().ParseString("", text)
	if err != nil {
		return nil, false, false
	}
	root, ok := lowerOr(p, tree.Alternatives)
	return root.expr, true, ok && root.expr != nil
}

func lowerOr(p *parser, g *alternatives) (operand, bool) {
	return lowerAll(p, g.Operands, lowerAnd, func(list []Expr, at Span) Expr { return &Or{list, at} })
}

func lowerAnd(p *parser, g *conjunction) (operand, bool) {
	return lowerAll(p, g.Operands, lowerClause, func(list []Expr, at Span) Expr { return &And{list, at} })
}

func lowerAll[T any](p *parser, parts []T, lower func(*parser, T) (operand, bool), join func([]Expr, Span) Expr) (operand, bool) {
	first, ok := lower(p, parts[0])
	if len(parts) == 1 {
		return first, ok
	}
	list, at := []Expr{first.expr}, first.outer
	ok = ok && first.expr != nil
	for _, part := range parts[1:] {
		o, fine := lower(p, part)
		ok = ok && fine && o.expr != nil
		list, at.End = append(list, o.expr), o.outer.End
	}
	return operand{expr: join(list, at), outer: at}, ok
}

func lowerClause(p *parser, g *clause) (o operand, ok bool) {
	switch {
	case g.Group != nil:
		o, ok = lowerOr(p, g.Group.Inside)
		o.outer = Span{p.tokens[g.Group.Open.Pos.Line].start, p.tokens[g.Group.Close.Pos.Line].end}
		return o, ok
	case g.Negation != nil:
		o, ok = lowerClause(p, g.Negation.Operand)
		at := Span{p.tokens[g.Negation.Not.Pos.Line].start, o.outer.End}
		return operand{expr: &Not{o.expr, at}, outer: at}, ok && o.expr != nil
	}
	read := p.alone
	if g.Comparison.Op != nil {
		read = p.comparison
	}
	o, err := read(g.Comparison.Left.Pos.Line)
	return o, err == nil
}

// checkGrammar holds Parse against the grammar: the same texts are read, to the same trees with the same spans.
func checkGrammar(t *testing.T, text string) (read bool) {
	t.Helper()
	got, err := Parse(text)
	p := parser{text: text, tokens: scan(text)}
	if len(p.tokens) == 1 || p.checkNesting() != nil {
		return false
	}
	want, fits, ok := readByGrammar(text)
	if unfit, found := p.firstUnfit(); found == fits {
		t.Fatalf("%q: the grammar accepts it: %v; token %d unfit: %v", text, fits, unfit, found)
	}
	if ok != (err == nil) {
		t.Fatalf("%q: Parse says %v, the grammar %v", text, err, ok)
	}
	if ok && !reflect.DeepEqual(got, want) {
		t.Fatalf("%q: Parse reads %v, the grammar %v", text, got, want)
	}
	return ok
}

// Ensure that Parse reads what the grammar reads: random sequences of tokens, and random filters with tokens put in, taken out and
// exchanged, so that sentences and what is almost one are both many.
func TestParse_ReadsTheGrammar(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	words := []string{"A", "RowKey", "Timestamp", "NaN", "INF", "-INF", "eq", "lt", "and", "or", "not", "(", ")", "5", "'x'", "true", "null", "7L", "4.5", "==", "datetime'2026'", "guid'x'"}
	texts := 30_000
	if testing.Short() { // the race detector runs, and there is one goroutine
		texts /= 10
	}
	read, refused := 0, 0
	for range texts {
		var parts []string
		if r.IntN(4) == 0 {
			for range r.IntN(12) {
				parts = append(parts, pick(r, words))
			}
		} else {
			parts = strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(randomText(r, 3)))
			for range r.IntN(3) {
				i := r.IntN(len(parts))
				switch r.IntN(3) {
				case 0:
					parts[i] = pick(r, words)
				case 1:
					parts = append(parts[:i], append([]string{pick(r, words)}, parts[i:]...)...)
				default:
					if len(parts) > 1 {
						parts = append(parts[:i], parts[i+1:]...)
					}
				}
			}
		}
		if checkGrammar(t, strings.Join(parts, " ")) {
			read++
		} else {
			refused++
		}
	}
	if read < texts/6 || refused < texts/6 {
		t.Errorf("%d texts read, %d refused: the test has become blind", read, refused)
	}
}

// randomText returns a sentence of the language.
func randomText(r *rand.Rand, depth int) string {
	operators := []string{"eq", "ne", "gt", "ge", "lt", "le"}
	literals := []string{"5", "-7L", "4.5", "'x'", "true", "NaN", "X'00'"}
	switch n := r.IntN(10); {
	case depth > 0 && n < 2:
		return randomText(r, depth-1) + " and " + randomText(r, depth-1)
	case depth > 0 && n < 4:
		return randomText(r, depth-1) + " or " + randomText(r, depth-1)
	case depth > 0 && n < 5:
		return "not " + randomText(r, depth-1)
	case depth > 0 && n < 7:
		return "(" + randomText(r, depth-1) + ")"
	case n < 8:
		return pick(r, []string{"A", "PartitionKey", "B"}) + " " + pick(r, operators) + " " + pick(r, literals)
	case n < 9:
		return pick(r, literals) + " " + pick(r, operators) + " A"
	}
	return pick(r, []string{"A", "true", "RowKey"})
}
