package keydesign

import (
	"cmp"
	"slices"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"rangefinder/filterlang"
)

// FunctionNames returns the names of the functions that a template may have.
func FunctionNames() []string {
	names := make([]string, len(functions))
	for i := range functions {
		names[i] = functions[i].name
	}
	return names
}

// Fixes returns what was probably meant by the names in a template that are neither a property nor a function, and by a template that is
// the name of a property without braces. The last name of a text whose brace is still open is left alone: it is being typed.
func Fixes(text string, properties []string) []filterlang.Fix {
	if bare := strings.TrimSpace(text); slices.Contains(properties, bare) {
		meant := "{" + bare + "}"
		return []filterlang.Fix{{Title: "Use " + meant, Span: filterlang.Span{End: len(text)}, Text: meant}}
	}
	var fixes []filterlang.Fix
	tokens := scan(text)
	for i, t := range tokens {
		if t.Type != nameToken || i == 0 || tokens[i+1].Type == lexer.EOF {
			continue
		}
		var names []string
		switch tokens[i-1].Type {
		case openToken:
			names = properties
		case pipeToken:
			names = FunctionNames()
		}
		if meant := cmp.Or(filterlang.Nearest(t.Value, names), begun(t.Value, names)); meant != "" && !slices.Contains(names, t.Value) {
			fixes = append(fixes, filterlang.Fix{Title: "Use " + meant, Span: span(t), Text: meant})
		}
	}
	return fixes
}

// begun returns the only one of some names that begins with three letters or more, "" for none.
func begun(start string, names []string) string {
	found := ""
	for _, name := range names {
		switch {
		case len(start) < 3 || len(name) < len(start) || !strings.EqualFold(name[:len(start)], start):
		case found != "":
			return ""
		default:
			found = name
		}
	}
	return found
}

// Inside reports whether an offset in bytes lies between a brace and the one that closes it, or would.
func Inside(text string, at int) bool {
	if at < 0 || at > len(text) {
		return false
	}
	tokens := scan(text[:at])
	for i := len(tokens) - 1; i >= 0; i-- {
		if t := tokens[i].Type; t == openToken || t == closeToken {
			return t == openToken
		}
	}
	return false
}

// Slot is where a name stands in a template, or could stand.
type Slot struct {
	Function bool // a function's name, else a property's
	Start    string
	Span     filterlang.Span // of the name that is there, which may be empty
}

// SlotAt returns the place of a name that ends at, or goes on behind, an offset in bytes. Start is what of the name is before it.
func SlotAt(text string, at int) (Slot, bool) {
	if at < 0 || at > len(text) {
		return Slot{}, false
	}
	tokens := scan(text[:at])
	n := len(tokens) - 1 // the end
	s := Slot{Span: filterlang.Span{Start: at, End: at}}
	if n > 0 && tokens[n-1].Type == nameToken && tokens[n-1].Pos.Offset+len(tokens[n-1].Value) == at {
		n--
		s.Start, s.Span.Start = tokens[n].Value, tokens[n].Pos.Offset
	}
	if n == 0 || tokens[n-1].Type != openToken && tokens[n-1].Type != pipeToken {
		return Slot{}, false
	}
	s.Function = tokens[n-1].Type == pipeToken
	for s.Span.End < len(text) && (isLetter(text[s.Span.End]) || s.Start+text[at:s.Span.End] != "" && text[s.Span.End] >= '0' && text[s.Span.End] <= '9') {
		s.Span.End++
	}
	return s, true
}
