package state

import (
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// tokenClass is the style class of each kind of token.
var tokenClass = map[filterlang.TokenKind]string{
	filterlang.TokenKeyword: "tok-op", filterlang.TokenOperator: "tok-op", filterlang.TokenProperty: "tok-prop", filterlang.TokenKey: "tok-key", filterlang.TokenString: "tok-str",
	filterlang.TokenNumber: "tok-num", filterlang.TokenTyped: "tok-lit", filterlang.TokenBoolean: "tok-bool", filterlang.TokenParen: "tok-paren", filterlang.TokenError: "tok-err",
}

// maxMarks bounds what is coloured: the editor takes some 10 µs for each, and the tab must not freeze when a million
// parentheses are pasted. The rest of such a text is plain.
const maxMarks = 10_000

// marksOf returns what the editor draws for a plan before anything is counted: token colours, a solid underline below clauses that
// set the range, a dotted one below clauses that are only checked, and the refusal.
func marksOf(p *plan.Plan) Marks {
	var out Marks
	at := utf16Offsets(p.Filter)
	for _, c := range filterlang.Comments(p.Filter) {
		if len(out.Marks) == maxMarks/2 {
			break
		}
		out.Marks = append(out.Marks, port.Mark{From: at(c.Start), To: at(c.End), Class: "tok-comment"})
	}
	for _, t := range filterlang.Tokens(filterlang.Uncomment(p.Filter)) {
		if len(out.Marks) == maxMarks {
			break
		}
		if t.Span.Start < t.Span.End {
			out.Marks = append(out.Marks, port.Mark{From: at(t.Span.Start), To: at(t.Span.End), Class: tokenClass[t.Kind]})
		}
	}
	if p.Plan != nil {
		for _, c := range p.Plan.Conjuncts {
			if len(out.Marks) >= 2*maxMarks {
				break
			}
			class := "checked"
			if c.Role == filterlang.SetsRange {
				class = "key-range"
			}
			s := c.Expr.Span()
			if s.Start < s.End {
				out.Marks = append(out.Marks, port.Mark{From: at(s.Start), To: at(s.End), Class: class})
			}
		}
	}
	out.Diagnostics = diagnosticsOf(p, nil)
	return out
}

// diagnosticsOf returns the refusal of a plan, or what was found in it.
func diagnosticsOf(p *plan.Plan, findings []wire.Finding) (list []port.Diagnostic) {
	at := utf16Offsets(p.Filter)
	if e := p.Err; e != nil {
		d := port.Diagnostic{From: at(e.Span.Start), To: at(e.Span.End), Severity: "error", Message: page.Refusal(e)}
		if e.Fix != nil {
			d.Actions = append(d.Actions, port.Action{Title: words.Sentence(e.Fix.Title), From: at(e.Fix.Span.Start), To: at(e.Fix.Span.End), Text: filterlang.SpliceText(p.Filter, e.Fix.Span, e.Fix.Text)})
		}
		list = append(list, d)
	}
	for _, f := range findings {
		if f.Severity < filterlang.Warning {
			continue
		}
		d := port.Diagnostic{From: at(f.Span.Start), To: at(f.Span.End), Severity: "warning", Message: f.Message}
		for _, rw := range f.Rewrites {
			if len(rw.Filters) == 1 {
				d.Actions = append(d.Actions, port.Action{Title: words.Sentence(rw.Title), From: 0, To: at(len(p.Filter)), Text: filterlang.KeepComments(p.Filter, rw.Filters[0])})
			}
		}
		list = append(list, d)
	}
	return list
}

// utf16Offsets returns a function from byte offsets of text to offsets in UTF-16 code units, as the editor counts. Invalid
// bytes count as one unit each, as the replacement character that JavaScript holds for them.
func utf16Offsets(text string) func(int) int {
	ascii := true
	for i := 0; i < len(text); i++ {
		if text[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return func(b int) int { return min(max(b, 0), len(text)) }
	}
	units := make([]int, len(text)+1)
	n := 0
	for i, r := range text {
		units[i] = n
		n++
		if r > 0xFFFF {
			n++
		}
	}
	units[len(text)] = n
	for i := 1; i < len(text); i++ {
		if units[i] == 0 {
			units[i] = units[i-1] // inside a rune: where it begins
		}
	}
	return func(b int) int { return units[min(max(b, 0), len(text))] }
}

// ByteOffset returns the byte offset of a UTF-16 offset in text.
func ByteOffset(text string, units int) int {
	n := 0
	for i, r := range text {
		if n >= units {
			return i
		}
		n++
		if r > 0xFFFF {
			n++
		}
	}
	return len(text)
}
