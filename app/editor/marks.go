package editor

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

// MaxMarks bounds what is coloured: the editor takes some 10 µs for each, and the tab must not freeze when a million
// parentheses are pasted. The rest of such a text is plain.
const MaxMarks = 10_000

// Marks is what the editor draws: colours of tokens, underlines of clauses, diagnostics.
type Marks struct {
	Marks       []port.Mark
	Diagnostics []port.Diagnostic
}

// MarksOf returns what the editor draws for a plan before anything is counted: token colours, a solid underline below clauses that
// set the range, a dotted one below clauses that are only checked, and the refusal.
func MarksOf(p *plan.Plan) Marks {
	var out Marks
	at := UTF16Offsets(p.Filter)
	for _, c := range filterlang.Comments(p.Filter) {
		if len(out.Marks) == MaxMarks/2 {
			break
		}
		out.Marks = append(out.Marks, port.Mark{From: at(c.Start), To: at(c.End), Class: "tok-comment"})
	}
	for _, t := range filterlang.Tokens(filterlang.Uncomment(p.Filter)) {
		if len(out.Marks) == MaxMarks {
			break
		}
		if t.Span.Start < t.Span.End {
			out.Marks = append(out.Marks, port.Mark{From: at(t.Span.Start), To: at(t.Span.End), Class: tokenClass[t.Kind]})
		}
	}
	if p.Plan != nil {
		for _, c := range p.Plan.Conjuncts {
			if len(out.Marks) >= 2*MaxMarks {
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
	out.Diagnostics = DiagnosticsOf(p, nil)
	return out
}

// DiagnosticsOf returns the refusal of a plan, or what was found in it.
func DiagnosticsOf(p *plan.Plan, findings []wire.Finding) (list []port.Diagnostic) {
	at := UTF16Offsets(p.Filter)
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
