package filterlang

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind is what the lexer takes a stretch of text for.
type tokenKind int8

const (
	nameToken tokenKind = iota + 1 // a property, or any word that is no keyword
	andToken
	orToken
	notToken
	opToken
	boolToken
	nullToken
	stringToken
	int32Token // digits alone; the value may still be an Int64
	int64Token
	doubleToken
	datetimeToken
	guidToken
	binaryToken
	openToken
	closeToken
	badToken // nothing the language has; fault says why
	endToken
)

// fault is why a bad token is bad.
type fault int8

const (
	noFault          fault = iota
	badCharacter           // a sign the language does not have
	badUTF8                // bytes that are no text
	badControl             // a control character outside quotes
	badNumber              // "1.", "12abc"
	badPrefix              // a word the language does not know right before a quote: time'…'
	unterminated           // a quote that never ends
	foreignQuote           // "…" or typographic quotes
	foreignOperator        // ==, !=, &&, …
	foreignSeparator       // a comma, slash, colon or arithmetic sign: functions, paths, lambdas
)

// token is a stretch of the text. Between tokens there is nothing but white space.
type token struct {
	kind       tokenKind
	fault      fault
	start, end int // bytes
}

// keyword returns what a word is reserved for: a property with such a name cannot be asked for, except that an operator's name is
// a property where only a property makes sense ("le eq 5", "5 lt eq"). true and false are reserved in any capitals, as .NET's
// ToString writes them.
func keyword(word string) (kind tokenKind, ok bool) {
	switch word {
	case "eq", "ne", "gt", "ge", "lt", "le":
		return opToken, true
	case "and":
		return andToken, true
	case "or":
		return orToken, true
	case "not":
		return notToken, true
	case "null":
		return nullToken, true
	}
	if len(word) == 4 && strings.EqualFold(word, "true") || len(word) == 5 && strings.EqualFold(word, "false") {
		return boolToken, true
	}
	return 0, false
}

// IsNull reports whether a word is what OData and SQL, Python or Go call the value that is none, in any capitals. To the service it is
// the name of a property, and null itself nothing that it knows.
func IsNull(word string) bool {
	return strings.EqualFold(word, "null") || strings.EqualFold(word, "none") || strings.EqualFold(word, "nil")
}

// saysTrue reports whether the word of a boolToken is true.
func saysTrue(word string) bool { return len(word) == 4 }

var literalPrefixes = map[string]tokenKind{
	"datetime": datetimeToken, "guid": guidToken, "X": binaryToken, "x": binaryToken, "binary": binaryToken,
}

// scan splits any bytes into tokens, in order and in linear time; the last token is an endToken.
func scan(text string) []token { return scanText(text, false).tokens }

// scanText is scan; with commented, comments are what stands between tokens, as white space does.
func scanText(text string, commented bool) *scanner {
	s := &scanner{text: text, tokens: make([]token, 0, len(text)/8+4), valid: utf8.ValidString(text)}
	for s.at = s.skipSpace(0); s.at < len(text); s.at = s.skipSpace(s.at) {
		if !commented || !s.comment() {
			s.next()
		}
	}
	s.add(endToken, noFault, len(text))
	return s
}

type scanner struct {
	text   string
	at     int
	tokens []token
	valid  bool // the whole text is UTF-8

	comments []Span
}

func (s *scanner) add(kind tokenKind, why fault, end int) {
	s.tokens = append(s.tokens, token{kind: kind, fault: why, start: s.at, end: end})
	s.at = end
}

func (s *scanner) skipSpace(i int) int {
	for i < len(s.text) {
		if c := s.text[i]; c > ' ' && c < utf8.RuneSelf {
			break
		}
		r, size := utf8.DecodeRuneInString(s.text[i:])
		if !unicode.IsSpace(r) {
			break
		}
		i += size
	}
	return i
}

func (s *scanner) next() {
	r, size := utf8.DecodeRuneInString(s.text[s.at:])
	switch {
	case r == '(':
		s.add(openToken, noFault, s.at+1)
	case r == ')':
		s.add(closeToken, noFault, s.at+1)
	case r == '\'':
		s.quoted(stringToken, s.at)
	case isNameStart(r):
		s.word()
	case '0' <= r && r <= '9':
		s.number()
	case r == '-':
		if s.at+1 < len(s.text) && isDigit(s.text[s.at+1]) {
			s.number()
		} else if end := nameEnd(s.text, s.at+1); s.text[s.at+1:end] == "INF" {
			s.add(doubleToken, noFault, end)
		} else {
			s.add(badToken, foreignSeparator, s.at+1)
		}
	case r == '"' || r == '‘' || r == '’' || r == '“' || r == '”' || r == '`':
		s.foreignQuoted(r, size)
	case r == utf8.RuneError && size == 1:
		end := s.at + 1
		for end < len(s.text) {
			r, size := utf8.DecodeRuneInString(s.text[end:])
			if r != utf8.RuneError || size != 1 {
				break
			}
			end++
		}
		s.add(badToken, badUTF8, end)
	case strings.ContainsRune("=!<>&|", r):
		s.add(badToken, foreignOperator, s.at+len(foreignOperatorAt(s.text[s.at:])))
	case strings.ContainsRune(",/:+*%", r):
		s.add(badToken, foreignSeparator, s.at+1)
	case unicode.IsControl(r):
		s.add(badToken, badControl, s.at+size)
	default:
		s.add(badToken, badCharacter, s.at+size)
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameStart(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
	}
	return unicode.IsLetter(r)
}

func isNamePart(r rune) bool {
	if r < utf8.RuneSelf {
		return isNameStart(r) || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.Is(unicode.Nd, r)
}

// nameEnd returns where the name characters from i on end.
func nameEnd(text string, i int) int {
	for i < len(text) {
		r, size := utf8.DecodeRuneInString(text[i:])
		if !isNamePart(r) {
			break
		}
		i += size
	}
	return i
}

func (s *scanner) word() {
	end := nameEnd(s.text, s.at)
	word := s.text[s.at:end]
	kind, isKeyword := keyword(word)
	switch {
	case end < len(s.text) && s.text[end] == '\'' && !isKeyword:
		if kind, ok := literalPrefixes[word]; ok {
			s.quoted(kind, end)
			return
		}
		s.quoted(badToken, end)
	case isKeyword:
		if kind == opToken && (s.operandNext() && s.operatorAt(end) || s.propertyNext()) {
			kind = nameToken
		}
		s.add(kind, noFault, end)
	default:
		s.add(nameToken, noFault, end)
	}
}

// operandNext tells if the token to come stands where only an operand can.
func (s *scanner) operandNext() bool {
	if len(s.tokens) == 0 {
		return true
	}
	switch s.tokens[len(s.tokens)-1].kind {
	case andToken, orToken, notToken, opToken, openToken:
		return true
	}
	return false
}

// propertyNext tells if a literal and an operator were read last.
func (s *scanner) propertyNext() bool {
	n := len(s.tokens)
	if n < 2 || s.tokens[n-1].kind != opToken {
		return false
	}
	left := s.tokens[n-2]
	return symbolOf[left.kind] == literalSymbol || isWordDouble(s.text[left.start:left.end])
}

// operatorAt tells if a comparison operator is the next word from i on.
func (s *scanner) operatorAt(i int) bool {
	start := s.skipSpace(i)
	kind, _ := keyword(s.text[start:nameEnd(s.text, start)])
	return start > i && kind == opToken
}

// quoted reads a quoted text whose opening quote is at open; a prefix may stand before it. Quotes inside are doubled.
func (s *scanner) quoted(kind tokenKind, open int) {
	for i := open + 1; i < len(s.text); i++ {
		n := strings.IndexByte(s.text[i:], '\'')
		if n < 0 {
			break
		}
		i += n
		if i+1 < len(s.text) && s.text[i+1] == '\'' {
			i++
			continue
		}
		switch {
		case kind == badToken:
			s.add(kind, badPrefix, i+1)
		case !s.valid && !utf8.ValidString(s.text[open:i]):
			s.add(badToken, badUTF8, i+1)
		default:
			s.add(kind, noFault, i+1)
		}
		return
	}
	s.add(badToken, unterminated, len(s.text))
}

// foreignQuoted reads a text in quotes of another language, or just the quote when it does not end.
func (s *scanner) foreignQuoted(open rune, size int) {
	closing := string(open)
	switch open {
	case '‘':
		closing = "’"
	case '“':
		closing = "”"
	}
	from := s.at + size
	// The look-ahead is bounded so that a text of nothing but opening quotes stays linear.
	n := strings.Index(s.text[from:min(len(s.text), from+512)], closing)
	if n < 0 {
		s.add(badToken, foreignQuote, from)
		return
	}
	s.add(badToken, foreignQuote, from+n+len(closing))
}

// number reads -?digits, a fraction, an exponent and the suffix L or D.
func (s *scanner) number() {
	i := s.at + 1
	digits := func() bool {
		start := i
		for i < len(s.text) && isDigit(s.text[i]) {
			i++
		}
		return i > start
	}
	digits()
	kind := int32Token
	bad := false
	if i < len(s.text) && s.text[i] == '.' {
		i++
		kind, bad = doubleToken, !digits()
	}
	if i < len(s.text) && (s.text[i] == 'e' || s.text[i] == 'E') {
		i++
		if i < len(s.text) && (s.text[i] == '+' || s.text[i] == '-') {
			i++
		}
		kind, bad = doubleToken, !digits() || bad
	}
	if i < len(s.text) {
		switch s.text[i] {
		case 'L', 'l':
			bad = bad || kind == doubleToken
			kind = int64Token
			i++
		case 'D', 'd':
			kind = doubleToken
			i++
		}
	}
	if end := nameEnd(s.text, i); end > i || end < len(s.text) && s.text[end] == '.' {
		bad = true
		for end < len(s.text) && s.text[end] == '.' {
			end = nameEnd(s.text, end+1)
		}
		i = end
	}
	if bad {
		s.add(badToken, badNumber, i)
		return
	}
	s.add(kind, noFault, i)
}

// symbol is a kind of token as the grammar sees it. All literals are one there: what they may be compared with is no matter of
// syntax.
type symbol int8

const (
	nameSymbol symbol = iota + 1
	literalSymbol
	opSymbol
	andSymbol
	orSymbol
	notSymbol
	openSymbol
	closeSymbol
	badSymbol
	endSymbol
)

var symbolOf = [...]symbol{
	nameToken: nameSymbol, opToken: opSymbol, andToken: andSymbol, orToken: orSymbol, notToken: notSymbol,
	openToken: openSymbol, closeToken: closeSymbol, nullToken: badSymbol, badToken: badSymbol, endToken: endSymbol,
	boolToken: literalSymbol, stringToken: literalSymbol, int32Token: literalSymbol, int64Token: literalSymbol,
	doubleToken: literalSymbol, datetimeToken: literalSymbol, guidToken: literalSymbol, binaryToken: literalSymbol,
}
