package filterlang

import (
	"fmt"
	"slices"
	"strings"

	"rangefinder/filterlang/edm"
)

// writtenDate finds a date as 29.11.2026 or 11/29/2026. Which number of 11/12/2026 is the month nobody knows.
func (p *parser) writtenDate(i int) *SyntaxError {
	for _, j := range []int{i - 1, i} {
		if j < 2 || p.placeAt(j) != beforeLiteral {
			continue
		}
		start := p.tokens[j].start
		text := p.text[start:]
		text = text[:len(text)-len(strings.TrimLeft(text, "0123456789./"))]
		form := strings.NewReplacer("/", ".").Replace(text)
		day, rest, _ := strings.Cut(form, ".")
		month, year, _ := strings.Cut(rest, ".")
		if len(day) == 0 || len(day) > 2 || len(month) == 0 || len(month) > 2 || shaped(year, "9999") != len(year) || len(year) != 4 {
			continue
		}
		e := p.refuse(Span{start, start + len(text)}, "A DateTime is written in quotes with datetime before them, and begins with the year.").expect("a literal")
		day, month = ("0" + day)[len(day)-1:], ("0" + month)[len(month)-1:]
		if strings.Contains(text, "/") && day <= "12" {
			if month <= "12" && day != month {
				return e
			}
			day, month = month, day
		}
		if name := p.word(j - 2); name == PartitionKey || name == RowKey {
			return p.refuse(e.Span, name+" is a String, and a text stands in quotes.").fix("quote it as a String", e.Span, edm.NewString(text).Literal())
		}
		if v, err := edm.ParseText(edm.DateTime, year+"-"+month+"-"+day); err == nil {
			e.fix("write "+v.Literal(), e.Span, v.Literal())
		}
		return e
	}
	return nil
}

// unquotedValue finds a date or GUID without its quotes, and a prefix apart from its quote.
func (p *parser) unquotedValue(i int) *SyntaxError {
	for _, j := range []int{i - 1, i} {
		if j < 0 || p.tokens[j].kind == endToken {
			continue
		}
		start := p.tokens[j].start
		rest := p.text[start:min(len(p.text), start+64)]
		if m := bareGuid(rest); m != "" {
			return p.bareLiteral(start, m, edm.Guid)
		}
		if p.tokens[j].kind != nameToken {
			if m := isoDate(rest); m != "" {
				return p.bareLiteral(start, m, edm.DateTime)
			}
			continue
		}
		prefix := strings.ToLower(p.word(j))
		switch prefix {
		case "datetime", "guid", "binary", "x":
		case "date", "timestamp": // of SQL
			if p.placeAt(j) != beforeLiteral {
				continue
			}
			prefix = "datetime"
		default:
			continue
		}
		if j+1 < len(p.tokens) && p.tokens[j+1].kind == stringToken {
			at := Span{start, p.tokens[j+1].end}
			return p.refuse(at, fmt.Sprintf("The quote follows %s without a space.", prefix)).
				fix("remove the space", at, prefix+p.word(j+1))
		}
	}
	// "datetime2026-11-20T00:00:00Z": the word holds the year already.
	for _, form := range []struct {
		prefix string
		begins func(string) string
		t      edm.Type
	}{{"datetime", isoDate, edm.DateTime}, {"guid", bareGuid, edm.Guid}} {
		if i == 0 || !p.isName(i-1) {
			break
		}
		word, start := p.word(i-1), p.tokens[i-1].start
		if value, ok := strings.CutPrefix(word, form.prefix); ok {
			at := p.tokens[i-1].end - len(value)
			if m := form.begins(p.text[at:min(len(p.text), at+64)]); m != "" {
				e := p.bareLiteral(at, m, form.t)
				if e.Fix != nil {
					e.Span.Start, e.Fix.Span.Start = start, start
					e.Text = p.text[start:e.Span.End]
				}
				return e
			}
		}
	}
	return nil
}

func (p *parser) bareLiteral(start int, text string, t edm.Type) *SyntaxError {
	from := start
	if prefix := "datetime "; t == edm.DateTime && strings.HasSuffix(p.text[:start], prefix) {
		from -= len(prefix)
	}
	at := Span{from, start + len(text)}
	if i := slices.IndexFunc(p.tokens, func(t token) bool { return t.start >= from }); i > 1 && p.tokens[i-1].kind == opToken && (p.word(i-2) == PartitionKey || p.word(i-2) == RowKey) {
		return p.refuse(at, p.word(i-2)+" is a String, and a text stands in quotes.").fix("quote it as a String", at, edm.NewString(text).Literal())
	}
	e := p.refuse(at, fmt.Sprintf("A %s is written in quotes with %s before them.", t, strings.ToLower(t.String())))
	if v, err := edm.ParseText(t, text); err == nil {
		e.fix("write "+v.Literal(), at, v.Literal())
	}
	return e
}

// bareText finds a text without its quotes that is no name either, such as Movie-0610: token i goes on where the word before it ends.
func (p *parser) bareText(i int) *SyntaxError {
	if i < 3 || !p.isName(i-1) || p.placeAt(i-1) != beforeLiteral || p.tokens[i].kind == endToken || p.tokens[i].start != p.tokens[i-1].end || p.tokens[i].fault > badCharacter && p.text[p.tokens[i].start] != '`' {
		return nil
	}
	start := p.tokens[i-1].start
	text := p.text[start:]
	if end := strings.IndexAny(text, " \t\r\n()'"); end >= 0 {
		text = text[:end]
	}
	at := Span{start, start + len(text)}
	if at.End <= p.tokens[i].start {
		return nil
	}
	e := p.refuse(at, fmt.Sprintf("%s has no quotes. A text has single quotes: %s.", quoted(text), edm.NewString(text).Literal())).
		fix("quote it as a String", at, edm.NewString(text).Literal()).expect("a literal")
	e.Fix.Texts = p.word(i - 3)
	e.Message = p.refuse(p.span(i), "").Message // the service reads a name first, and does not expect what follows it
	return e
}

// quoteInside finds 'O'Brien': a text right after a quote that was meant to be part of the string, whether the last quote is there
// or forgotten.
func (p *parser) quoteInside(i int) *SyntaxError {
	if i == 0 || p.tokens[i-1].kind != stringToken || p.tokens[i-1].end != p.tokens[i].start {
		return nil
	}
	rest := p.text[p.tokens[i].start:]
	word := rest[:nameEnd(rest, 0)]
	if word == "" {
		return nil
	}
	at := p.meantText(p.tokens[i-1].start, i)
	return p.refuse(p.span(i), fmt.Sprintf("The text ends at the quote before %s: a quote inside a text is doubled.", quoted(word))).
		fix("double the quote", at, asText(p.text[at.Start:at.End]))
}

// meantText is the text that was meant to begin at start and be a literal of its own: to before the next clause, or to the end
// without the parentheses that are open before token i.
func (p *parser) meantText(start, i int) Span {
	end := len(p.text)
	if next := nextClause(p.text[start:]); next >= 0 {
		end = start + next
	}
	for n := p.openAt(i); n > 0 && p.text[end-1] == ')'; n-- {
		end--
	}
	for end > start+1 && p.text[end-1] == ' ' {
		end--
	}
	return Span{start, end}
}

// asText is the string literal that O'Brien, 'O'Brien or 'O'Brien' were meant to be. A quote that is doubled already stays one.
func asText(s string) string {
	if inner, ok := strings.CutPrefix(s, "'"); ok {
		s = strings.TrimSuffix(inner, "'")
	}
	return edm.NewString(strings.NewReplacer("''", "'", `\'`, "'").Replace(s)).Literal()
}
