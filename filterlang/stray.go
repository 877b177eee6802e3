package filterlang

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"rangefinder/filterlang/edm"
)

// separator explains a comma, a colon and their kind.
func (p *parser) separator(i int) *SyntaxError {
	at, word := p.span(i), p.word(i)
	e := p.refuse(at, fmt.Sprintf("%s has no meaning in a filter.", quoted(word)))
	instead := ""
	switch place := p.placeAt(i); {
	case len(p.tokens) == 2 && (word == "*" || word == "%"):
		e.Detail, e.Expected = "Every entity is found without a filter: leave it empty.", []string{}
		return e.fix("leave it empty", Span{0, len(p.text)}, "")
	case word == ":" && place == afterProperty:
		instead = "eq"
	case word == "," && place == afterClause && p.begins(i+1):
		instead = "and"
	case word == "," && place == afterClause && p.comparesWith(i-3, i+1) && p.tokens[i+1].kind == stringToken: // of numbers it may be a decimal comma
		e.Detail, e.Expected = fmt.Sprintf("Each comparison names its property: %s is missing before %s.", quoted(p.word(i-3)), quoted(p.word(i+1))), []string{}
		return e.fix("repeat "+p.word(i-3), Span{at.Start, p.tokens[i+1].start}, " or "+p.word(i-3)+" "+p.word(i-2)+" ")
	default:
		return e
	}
	e.Detail = fmt.Sprintf("Use %s instead of %s.", quoted(instead), quoted(word))
	return e.fix("use "+instead, at, p.spaced(at, instead))
}

// mathSigns are signs that texts have for what a filter has words for.
var mathSigns = map[string]string{"≥": "ge", "⩾": "ge", "≤": "le", "⩽": "le", "≠": "ne", "∧": "and", "∨": "or", "¬": "not"}

// strayCharacter explains a sign of mathematics, one that nobody sees, and one before a name.
func (p *parser) strayCharacter(i int) *SyntaxError {
	at, word := p.span(i), p.word(i)
	if instead := mathSigns[word]; instead != "" {
		return p.refuse(at, fmt.Sprintf("Use %s instead of %s.", quoted(instead), quoted(word))).fix("use "+instead, at, p.spaced(at, instead))
	}
	if r, _ := utf8.DecodeRuneInString(word); unicode.Is(unicode.Cf, r) {
		e := p.refuse(at, fmt.Sprintf("A character that is not seen (U+%04X) can stand only inside quotes.", r))
		e.Expected = []string{}
		return e.fix("remove it", Span{0, len(p.text)}, p.withoutUnseen())
	}
	if p.placeAt(i) == beforeLiteral && at.Start < len(p.text) && strings.IndexByte("$@%{", p.text[at.Start]) >= 0 && placeholderAt(p.text[at.Start:]) != "" {
		name := placeholderAt(p.text[at.Start:])
		at.End = at.Start + len(name)
		if id := strings.Trim(name, "{}"); bareGuid(id) == id && id != "" {
			e := p.bareLiteral(at.Start, id, edm.Guid)
			e.Message = syntaxMessage(p.text, at.End)
			if e.Span, e.Text = at, name; e.Fix != nil {
				e.Fix.Span = at
			}
			return e
		}
		e := p.refuse(at, placeholderSays(name)+" A text has quotes, as in RowKey eq 'a'.")
		e.Expected = []string{}
		return e
	}
	switch next := p.tokens[i+1]; {
	case word == "." && next.kind == int32Token && next.start == at.End && p.placeAt(i) == beforeLiteral:
		return p.refuse(at, "A number begins with a digit.").fix("write 0."+p.word(i+1), at, "0.")
	case word == "." && i > 0 && p.isName(i-1) && p.placeAt(i) == afterProperty:
		e := p.refuse(at, "The service has no paths: a property holds one plain value, and its name has no dot.")
		e.Expected = []string{}
		return e
	case word == "." && i > 0 && p.isName(i-1):
		e := p.refuse(at, "The service computes nothing: write the value after the operator, such as datetime'2026-11-20T09:30:00Z'.")
		e.Expected = []string{}
		return e
	case word+strings.ToLower(p.word(i+1)) == "$filter":
	case strings.Contains("@$#", word) && next.kind == nameToken && next.start == at.End && p.placeAt(i) == beforeOperand:
		return p.refuse(at, fmt.Sprintf("A property stands without %s.", quoted(word))).fix("remove it", at, "")
	case word == "{" && i == 0:
		e := p.refuse(at, "A filter is a condition such as PartitionKey eq 'a' and RowKey eq 'b', not JSON.")
		e.Expected = []string{}
		return e
	}
	return nil
}

// withoutUnseen is the text without the characters outside quotes that nobody sees.
func (p *parser) withoutUnseen() string {
	var b strings.Builder
	from := 0
	for i, t := range p.tokens {
		if r, _ := utf8.DecodeRuneInString(p.text[t.start:]); t.fault == badCharacter && unicode.Is(unicode.Cf, r) {
			b.WriteString(p.text[from:p.tokens[i].start])
			from = t.end
		}
	}
	return b.String() + p.text[from:]
}

// foreignComment finds a comment as other languages write it.
func (p *parser) foreignComment(i int) *SyntaxError {
	at := p.span(i)
	switch two := p.text[at.Start:min(len(p.text), at.Start+2)]; {
	case two == "":
	case p.commentAt(i):
		e := p.refuse(p.span(i), "")
		if two == "--" {
			e = p.unimplemented(p.span(i), "")
		}
		e.Detail, e.Expected = "A comment begins with two slashes, as in // recent films.", []string{}
		if len(p.text) > maxSpoken {
			return e
		}
		return e.fix(p.uncommented())
	case two == "/*":
		if n := strings.Index(p.text[at.Start:], "*/"); n > 0 {
			all := Span{at.Start, at.Start + n + 2}
			return p.refuse(at, "A comment begins with two slashes and ends with its line.").fix("remove it", all, " ")
		}
	}
	return nil
}

// commentAt reports whether a comment of SQL or of a script, "-- recent films" or "# recent films", begins at token i.
func (p *parser) commentAt(i int) bool {
	place, from := p.placeAt(i), p.text[p.tokens[i].start:]
	if !strings.HasPrefix(from, "--") || len(from) > 2 && from[2] >= '0' && from[2] <= '9' {
		return strings.HasPrefix(from, "#") && (place == afterClause || place == beforeOperand)
	}
	return place == afterClause || place == beforeOperand || place == afterProperty
}

// comparesWith reports whether a comparison of a property begins at token i and a literal stands at another.
func (p *parser) comparesWith(i, literal int) bool {
	return i >= 0 && literal < len(p.tokens) && p.isName(i) && p.tokens[i+1].kind == opToken && symbolOf[p.tokens[i+2].kind] == literalSymbol && symbolOf[p.tokens[literal].kind] == literalSymbol
}

// repeated finds "partition key", and a comparison that leaves out its property: "A gt 4 and lt 5" and "3 lt A lt 5".
func (p *parser) repeated(i int) *SyntaxError {
	if key := keyNamed(p.word(0) + p.word(min(1, i))); i == 1 && key != "" && p.isName(1) {
		return p.refuse(Span{p.tokens[0].start, p.tokens[1].end}, "The name of a property has no space.").fix("use "+key, Span{p.tokens[0].start, p.tokens[1].end}, key)
	}
	if p.tokens[i].kind != opToken || i < 3 {
		return nil
	}
	place, name, before := p.placeAt(i), "", ""
	switch {
	case place == beforeOperand && i >= 4 && p.comparesWith(i-4, i+1):
		name = p.word(i - 4)
	case place == afterClause && p.isName(i-1) && p.tokens[i-2].kind == opToken && symbolOf[p.tokens[i-3].kind] == literalSymbol:
		name, before = p.word(i-1), "and "
	default:
		return nil
	}
	return p.refuse(p.span(i), fmt.Sprintf("Each comparison names its property: %s is missing before %s.", quoted(name), quoted(p.word(i)))).
		fix("repeat "+name, Span{p.tokens[i].start, p.tokens[i].start}, before+name+" ")
}

// keyNamed is the key that a name means in any capitals, "" for none.
func keyNamed(name string) string {
	for _, key := range []string{PartitionKey, RowKey} {
		if strings.EqualFold(name, key) {
			return key
		}
	}
	return ""
}
