package filterlang

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// SyntaxError says why a filter was refused. Every refusal of Parse is one.
type SyntaxError struct {
	Code     string   // the service's OData code: "InvalidInput" (status 400) or "NotImplemented" (status 501)
	Message  string   // what the service answers, e.g. "Syntax error at position 23 in '…'."
	Detail   string   // what was wrong with which text, for a person
	Expected []string // what could have stood there, in words; may be empty
	Span     Span     // the offending text, in bytes; empty at the end of the input
	Text     string   // the offending text itself
	Fix      *Fix     // a change that mends it, or nil
	SQL      *SQL     // what the text means when it is read as SQL, or nil
}

// The codes of a SyntaxError.
const (
	InvalidInput   = "InvalidInput"
	NotImplemented = "NotImplemented"
)

// Fix is a change of the filter's text: the text of Span is replaced with Text.
type Fix struct {
	Title string // a verb phrase for a button: "use eq"
	Span  Span
	Text  string
	Texts string // the property that has to hold texts, or the change means nothing; "" for none
	Null  string // "eq" or "ne": the text stands for that and null, and is right where all values are Strings; "" for no null
}

// Apply returns the text with the change made.
func (f *Fix) Apply(text string) string { return text[:f.Span.Start] + f.Text + text[f.Span.End:] }

// Position tells a place in a text to people and editors.
type Position struct {
	Offset int // runes from the start, from 0
	UTF16  int // UTF-16 code units from the start, from 0, as JavaScript counts
	Line   int // from 1
	Column int // runes in the line, from 1
}

// settle takes back a fix that leads, with those after it, to what the service refuses whatever is typed, and tells that instead.
func (e *SyntaxError) settle(text string) {
	last := e
	for range maxFixes {
		if last.Fix == nil || last.Fix.Null != "" {
			break
		}
		text = last.Fix.Apply(text)
		_, err := read(text, 0)
		refused, ok := errors.AsType[*SyntaxError](err)
		if !ok {
			return
		}
		last = refused
	}
	if e.Fix != nil && last != e && (last.Fix == nil || last.Fix.Null != "") && last.Code == NotImplemented {
		e.Detail, e.Expected, e.Fix = last.Detail, nil, nil
	}
}

// maxFixes is how many fixes are followed, one after the other.
const maxFixes = 8

func (e *SyntaxError) Error() string { return e.Code + ": " + e.Detail }

// PositionAt returns the place of a byte offset in text; an offset outside the text is taken for its nearest end. Bytes
// that are no UTF-8 count as one each, as they do when JavaScript decodes them.
func PositionAt(text string, offset int) Position {
	before := text[:max(0, min(offset, len(text)))]
	p := Position{Line: 1 + strings.Count(before, "\n")}
	p.Offset, p.UTF16 = runesAndUnits(before)
	runes, _ := runesAndUnits(before[strings.LastIndexByte(before, '\n')+1:])
	p.Column = runes + 1
	return p
}

// UTF16 returns the span in UTF-16 code units, as JavaScript's strings and editors count.
func (s Span) UTF16(text string) (start, end int) {
	start = PositionAt(text, s.Start).UTF16
	_, units := runesAndUnits(text[max(0, min(s.Start, len(text))):max(0, min(s.End, len(text)))])
	return start, start + units
}

func runesAndUnits(s string) (runes, units int) {
	for _, r := range s {
		runes++
		if r > 0xFFFF {
			units++
		}
	}
	return runes, runes + units
}

// printable makes a filter safe to quote in a message.
func printable(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}
