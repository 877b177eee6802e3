package filterlang

// TokenKind says how a Token is coloured.
type TokenKind uint8

// The kinds of token.
const (
	TokenKeyword  TokenKind = iota // and, or, not
	TokenOperator                  // eq, ne, gt, ge, lt, le
	TokenProperty                  // any property but the keys
	TokenKey                       // PartitionKey, RowKey
	TokenString                    // 'text'
	TokenNumber                    // 42, 42L, 4.5, NaN
	TokenTyped                     // datetime'…', guid'…', X'…'
	TokenBoolean                   // true, false
	TokenParen                     // ( and )
	TokenError                     // nothing the language has
)

var tokenKindNames = [...]string{
	"keyword", "operator", "property", "key", "string", "number", "typed", "boolean", "paren", "error",
}

// String returns the kind as an identifier, fit for a class name: "keyword".
func (k TokenKind) String() string { return tokenKindNames[k] }

// Token is a stretch of a filter's text with its colour.
type Token struct {
	Span Span
	Kind TokenKind
}

// Tokens splits any text for colouring: in order, without overlap, nothing but white space between. It is the lexer of
// Parse, so what is coloured is what is read; a token that fits nowhere is left to Parse to complain about.
func Tokens(text string) []Token {
	scanned := scan(text)
	p := parser{text: text, tokens: scanned}
	tokens := make([]Token, 0, len(scanned)-1)
	for i, t := range scanned[:len(scanned)-1] {
		tokens = append(tokens, Token{Span: Span{t.start, t.end}, Kind: p.colour(i)})
	}
	return tokens
}

func (p *parser) colour(i int) TokenKind {
	switch p.tokens[i].kind {
	case andToken, orToken, notToken:
		return TokenKeyword
	case opToken:
		return TokenOperator
	case boolToken:
		return TokenBoolean
	case stringToken:
		return TokenString
	case int32Token, int64Token, doubleToken:
		return TokenNumber
	case datetimeToken, guidToken, binaryToken:
		return TokenTyped
	case openToken, closeToken:
		return TokenParen
	case nameToken:
		switch word := p.word(i); {
		case word == PartitionKey || word == RowKey:
			return TokenKey
		case isWordDouble(word) && i > 0 && p.tokens[i-1].kind == opToken:
			return TokenNumber
		case p.tokens[i+1].kind == openToken: // a function
			return TokenError
		}
		return TokenProperty
	}
	return TokenError
}
