package source

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind is what a stretch of source code is.
type tokenKind uint8

const (
	wordToken   tokenKind = iota // an identifier, keyword or number
	signToken                    // one character of punctuation
	stringToken                  // a string literal
)

// token is a word, a sign or a string.
type token struct {
	kind  tokenKind
	line  int
	text  string // of a word or sign
	parts []part // of a string
	depth int    // how many brackets are open
}

// part is a piece of a string: its text, or a hole.
type part struct {
	text string
	hole string // the expression in the hole, or the verb of a format; "" for text

	value     []token // of the hole, where it is known
	parameter bool    // @name: the library writes it as a literal of its type
}

// lexer splits source code. It never fails: what it does not know is a sign.
type lexer struct {
	language Language
	text     string
	at, line int
	depth    int
	tokens   []token
}

func scan(text string, language Language) []token {
	x := &lexer{language: language, text: text, line: 1}
	for x.at < len(x.text) {
		x.next()
	}
	return x.tokens
}

func (x *lexer) add(t token) {
	t.depth = x.depth
	x.tokens = append(x.tokens, t)
}

// skip goes on by n bytes and counts their lines.
func (x *lexer) skip(n int) string {
	s := x.text[x.at:min(x.at+n, len(x.text))]
	x.line += strings.Count(s, "\n")
	x.at += len(s)
	return s
}

func (x *lexer) next() {
	rest := x.text[x.at:]
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case unicode.IsSpace(r):
		x.skip(size)
	case x.comment(rest):
	case x.regexp(rest):
	case x.str(rest):
	case r == '_' || r == '$' && x.language == JavaScript || unicode.IsLetter(r) || unicode.IsDigit(r):
		n := strings.IndexFunc(rest, func(r rune) bool { return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if n < 0 {
			n = len(rest)
		}
		x.add(token{kind: wordToken, line: x.line, text: rest[:max(n, size)]})
		x.skip(max(n, size))
	default:
		if strings.ContainsRune(")]}", r) {
			x.depth = max(x.depth-1, 0)
		}
		x.add(token{kind: signToken, line: x.line, text: rest[:size]})
		if strings.ContainsRune("([{", r) {
			x.depth++
		}
		x.skip(size)
	}
}

func (x *lexer) comment(rest string) bool {
	end := ""
	switch {
	case x.language == Python:
		if rest[0] != '#' {
			return false
		}
		end = "\n"
	case strings.HasPrefix(rest, "//"):
		end = "\n"
	case strings.HasPrefix(rest, "/*"):
		end = "*/"
	default:
		return false
	}
	n := strings.Index(rest[1:], end)
	if n < 0 {
		n = len(rest)
	}
	x.skip(1 + n + len(end)*btoi(end != "\n"))
	return true
}

// regexp passes over a regular expression of JavaScript, which may hold quotes. A slash begins one where no operand stands before it.
func (x *lexer) regexp(rest string) bool {
	before := strings.TrimRight(x.text[max(0, x.at-100):x.at], " \t")
	if x.language != JavaScript || rest[0] != '/' || before == "" || strings.IndexByte("(,=:[!&|?{};\n", before[len(before)-1]) < 0 {
		return false
	}
	class := false
	for i := 1; i < min(len(rest), 1000) && rest[i] != '\n'; i++ {
		switch rest[i] {
		case '\\':
			i++
		case '[':
			class = true
		case ']':
			class = false
		case '/':
			if !class {
				x.skip(i + 1)
				return true
			}
		}
	}
	return false
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// form is how a string literal is written.
type form struct {
	open, end string
	raw       bool   // a backslash is a character
	doubled   bool   // the closing quote is written twice within
	hole      string // how a hole begins: "{" or "${"; "" for none
	lines     bool   // may have several lines
}

// str reads a string literal, if one begins here.
func (x *lexer) str(rest string) bool {
	f, ok := x.form(rest)
	if !ok {
		return false
	}
	line := x.line
	x.skip(len(f.open))
	parts := x.parts(&f)
	if f.end != "'" || x.language == JavaScript || x.language == Python { // elsewhere it is a character
		x.add(token{kind: stringToken, line: line, parts: parts})
	}
	return true
}

func (x *lexer) form(rest string) (form, bool) {
	switch x.language {
	case Go:
		switch rest[0] {
		case '"':
			return form{open: `"`, end: `"`}, true
		case '`':
			return form{open: "`", end: "`", raw: true, lines: true}, true
		case '\'':
			return form{open: "'", end: "'"}, true
		}
	case Java:
		switch {
		case strings.HasPrefix(rest, `"""`):
			return form{open: `"""`, end: `"""`, lines: true}, true
		case rest[0] == '"':
			return form{open: `"`, end: `"`}, true
		case rest[0] == '\'':
			return form{open: "'", end: "'"}, true
		}
	case JavaScript:
		switch rest[0] {
		case '"', '\'':
			return form{open: rest[:1], end: rest[:1]}, true
		case '`':
			return form{open: "`", end: "`", hole: "${", lines: true}, true
		}
	case CSharp:
		return csharpForm(rest)
	case Python:
		return x.pythonForm(rest)
	}
	return form{}, false
}

// csharpForm knows "…", @"…", $"…", both together, """…""" and '…'.
func csharpForm(rest string) (form, bool) {
	if rest[0] == '\'' {
		return form{open: "'", end: "'"}, true
	}
	n := 0
	for n < len(rest) && (rest[n] == '$' || rest[n] == '@') {
		n++
	}
	if n >= len(rest) || rest[n] != '"' {
		return form{}, false
	}
	prefix := rest[:n]
	f := form{open: rest[:n+1], end: `"`}
	if dollars := strings.Count(prefix, "$"); dollars > 0 {
		f.hole = strings.Repeat("{", dollars)
	}
	quotes := len(rest[n:]) - len(strings.TrimLeft(rest[n:], `"`))
	switch {
	case quotes >= 3 && !strings.Contains(prefix, "@"):
		f.open, f.end, f.raw, f.lines = rest[:n+quotes], rest[n:n+quotes], true, true
	case strings.Contains(prefix, "@"):
		f.raw, f.doubled, f.lines = true, true, true
	}
	return f, true
}

// pythonForm knows quotes of one and of three, with the prefixes r, f, b and u.
func (x *lexer) pythonForm(rest string) (form, bool) {
	n := 0
	for n < len(rest) && n < 2 && strings.IndexByte("rRfFbBuU", rest[n]) >= 0 {
		n++
	}
	if n >= len(rest) || rest[n] != '"' && rest[n] != '\'' {
		return form{}, false
	}
	prefix := strings.ToLower(rest[:n])
	f := form{open: rest[:n+1], end: rest[n : n+1], raw: strings.Contains(prefix, "r")}
	if strings.Contains(prefix, "f") {
		f.hole = "{"
	}
	if triple := strings.Repeat(f.end, 3); strings.HasPrefix(rest[n:], triple) {
		f.open, f.end, f.lines = rest[:n+3], triple, true
	}
	return f, true
}

// parts reads what is in a string, to its end; a string of one line ends with the line.
func (x *lexer) parts(f *form) []part {
	var parts []part
	var b strings.Builder
	flush := func() {
		if b.Len() > 0 {
			parts = append(parts, part{text: b.String()})
			b.Reset()
		}
	}
	for x.at < len(x.text) {
		rest := x.text[x.at:]
		switch {
		case f.doubled && strings.HasPrefix(rest, f.end+f.end):
			b.WriteString(f.end)
			x.skip(2)
		case strings.HasPrefix(rest, f.end):
			x.skip(len(f.end))
			flush()
			return parts
		case rest[0] == '\n' && !f.lines:
			flush()
			return parts
		case rest[0] == '\\' && !f.raw:
			b.WriteString(x.escape(rest))
		case f.hole == "{" && (strings.HasPrefix(rest, "{{") || strings.HasPrefix(rest, "}}")):
			b.WriteByte(rest[0])
			x.skip(2)
		case f.hole != "" && strings.HasPrefix(rest, f.hole):
			flush()
			x.skip(len(f.hole))
			parts = append(parts, part{hole: x.hole(strings.Repeat("}", strings.Count(f.hole, "{")))})
		default:
			_, size := utf8.DecodeRuneInString(rest)
			b.WriteString(x.skip(size))
		}
	}
	flush()
	return parts
}

// hole reads an expression to the braces that close it. Strings in it may have braces of their own.
func (x *lexer) hole(end string) string {
	start := x.at
	depth := 0
	for x.at < len(x.text) {
		rest := x.text[x.at:]
		switch {
		case depth == 0 && strings.HasPrefix(rest, end):
			expression := x.text[start:x.at]
			x.skip(len(end))
			return nonEmpty(expression)
		case x.regexp(rest):
		case rest[0] == '\n' && x.language != JavaScript && x.language != CSharp:
			return nonEmpty(x.text[start:x.at])
		case rest[0] == '{' || rest[0] == '(' || rest[0] == '[':
			depth++
			x.skip(1)
		case rest[0] == '}' || rest[0] == ')' || rest[0] == ']':
			depth = max(depth-1, 0)
			x.skip(1)
		case rest[0] == '"' || rest[0] == '\'':
			if n := strings.IndexByte(rest[1:], rest[0]); n >= 0 && !strings.Contains(rest[:n+1], "\n") {
				x.skip(n + 2)
			} else {
				x.skip(1)
			}
		default:
			x.skip(1)
		}
	}
	return nonEmpty(x.text[start:])
}

// unnamed is the hole of a format without a name: {}.
const unnamed = "{}"

func nonEmpty(expression string) string {
	if expression = strings.TrimSpace(expression); expression == "" {
		return unnamed
	}
	return expression
}

// escape reads what begins with a backslash. An unknown one is the character itself.
func (x *lexer) escape(rest string) string {
	if len(rest) < 2 {
		return x.skip(1)
	}
	digits := 0
	switch rest[1] {
	case 'n':
		x.skip(2)
		return "\n"
	case 't':
		x.skip(2)
		return "\t"
	case 'r':
		x.skip(2)
		return "\r"
	case '\n': // goes on in the next line
		x.skip(2)
		return ""
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	}
	if digits > 0 && len(rest) >= 2+digits {
		if n, err := strconv.ParseUint(rest[2:2+digits], 16, 32); err == nil {
			x.skip(2 + digits)
			return string(rune(n))
		}
	}
	x.skip(1)
	_, size := utf8.DecodeRuneInString(rest[1:])
	return x.skip(size)
}
