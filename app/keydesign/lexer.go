package keydesign

import (
	"io"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"
)

// Kinds of token, as the grammar knows them.
const (
	literalToken  lexer.TokenType = iota + 1 // text outside braces
	openToken                                // {
	closeToken                               // }
	pipeToken                                // |
	nameToken                                // of a property or filter
	argumentToken                            // with what sets it apart: (8) or :yyyy-MM
	badToken
)

var symbols = map[string]lexer.TokenType{
	"EOF": lexer.EOF, "Literal": literalToken, "Open": openToken, "Close": closeToken, "Pipe": pipeToken, "Name": nameToken,
	"Argument": argumentToken, "Bad": badToken,
}

// scan splits any text into tokens; the last one is the end.
func scan(text string) []lexer.Token {
	var tokens []lexer.Token
	inside := false
	for at := 0; at < len(text); {
		kind, n := badToken, 1
		rest := text[at:]
		switch c := rest[0]; {
		case !inside && c == '{' && !strings.HasPrefix(rest, "{{"):
			kind, inside = openToken, true
		case !inside:
			if n = literalLength(rest); n > 0 {
				kind = literalToken
			} else {
				n = 1
			}
		case c == ' ':
			at++
			continue
		case c == '}':
			kind, inside = closeToken, false
		case c == '|':
			kind = pipeToken
		case c == ':':
			if end := strings.IndexAny(rest, "|}"); end > 0 {
				kind, n = argumentToken, end
			}
		case c == '(':
			if end := strings.IndexByte(rest, ')'); end > 0 {
				kind, n = argumentToken, end+1
			}
		case isLetter(c):
			for kind = nameToken; n < len(rest) && (isLetter(rest[n]) || rest[n] >= '0' && rest[n] <= '9'); n++ {
			}
		}
		tokens = append(tokens, lexer.Token{Type: kind, Value: rest[:n], Pos: lexer.Position{Offset: at}})
		at += n
	}
	return append(tokens, lexer.Token{Type: lexer.EOF, Pos: lexer.Position{Offset: len(text)}})
}

// isLetter accepts the bytes of letters beyond ASCII, too: the property's name is checked when it is read.
func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

// literalLength returns how far text goes on without a single brace.
func literalLength(text string) int {
	n := 0
	for n < len(text) {
		if text[n] == '{' || text[n] == '}' {
			if n+1 == len(text) || text[n+1] != text[n] {
				break
			}
			n++
		}
		n++
	}
	return n
}

// tokenStream hands tokens to the grammar.
type tokenStream struct {
	tokens []lexer.Token
	next   int
}

func (s *tokenStream) Next() (lexer.Token, error) {
	t := s.tokens[min(s.next, len(s.tokens)-1)]
	s.next++
	return t, nil
}

// tokenRules is the lexer as the grammar's builder wants to see it.
type tokenRules struct{}

func (tokenRules) Symbols() map[string]lexer.TokenType { return symbols }

func (tokenRules) Lex(_ string, r io.Reader) (lexer.Lexer, error) {
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	return &tokenStream{tokens: scan(string(b))}, nil
}
