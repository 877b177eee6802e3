package source

import (
	"strings"

	"rangefinder/filterlang/edm"
)

// typeNames are the types of the languages.
var typeNames = map[string]edm.Type{
	"string": edm.String, "String": edm.String, "str": edm.String, "char": edm.String,
	"int": edm.Int32, "int32": edm.Int32, "Int32": edm.Int32, "Integer": edm.Int32, "short": edm.Int32, "byte": edm.Int32, "uint": edm.Int32, "number": edm.Int32, "uint32": edm.Int32, "int16": edm.Int32,
	"long": edm.Int64, "int64": edm.Int64, "Int64": edm.Int64, "Long": edm.Int64, "bigint": edm.Int64, "ulong": edm.Int64, "uint64": edm.Int64,
	"double": edm.Double, "Double": edm.Double, "float": edm.Double, "Float": edm.Double, "float64": edm.Double, "float32": edm.Double, "decimal": edm.Double,
	"bool": edm.Boolean, "boolean": edm.Boolean, "Boolean": edm.Boolean,
	"DateTime": edm.DateTime, "DateTimeOffset": edm.DateTime, "Date": edm.DateTime, "datetime": edm.DateTime, "Instant": edm.DateTime, "OffsetDateTime": edm.DateTime, "Time": edm.DateTime, "date": edm.DateTime,
	"Guid": edm.Guid, "UUID": edm.Guid, "uuid": edm.Guid,
}

// maxBack bounds how many tokens before a hole a declaration is looked for.
const maxBack = 20_000

// declared tells the types of names by their last declaration before a place in the code: "int n", "n int" and "n: int".
type declared struct {
	tokens []token
	left   int // tokens that may still be looked at for a hole
	looked int // tokens that were, for all holes
}

// The bounds of how many tokens are looked at: a name may be set to another, many times, and a file may have many holes.
const (
	maxLooked    = 100_000 // for a hole
	maxLookedAll = 50_000_000
)

// typeOf returns the type of a name as the code before a token declares it or sets it to a value, NoType if it does not. A name is
// followed through at most maxValue others.
func (d *declared) typeOf(name string, before int, language Language, depth int) edm.Type {
	for i := min(before, len(d.tokens)) - 1; i >= max(0, before-maxBack); i-- {
		d.looked++
		if d.left--; d.left < 0 || d.looked > maxLookedAll {
			return edm.NoType
		}
		t := d.tokens[i]
		if t.kind != wordToken || t.text != name {
			continue
		}
		if (language == CSharp || language == Java) && i > 0 {
			at := i - 1
			if is(d.tokens[at], "?") && at > 0 {
				at--
			}
			if found := typeNames[d.tokens[at].text]; found != edm.NoType && d.tokens[at].kind == wordToken {
				return found
			}
		}
		if found := d.typeOfValue(d.set(i, language), i, language, depth+1); found != edm.NoType {
			return found
		}
		at := i + 1
		if language == JavaScript || language == Python {
			if at >= len(d.tokens) || !is(d.tokens[at], ":") {
				continue
			}
			at++
		}
		if language == Go && at+2 < len(d.tokens) && d.tokens[at].text == "time" && is(d.tokens[at+1], ".") {
			at += 2
		}
		if at < len(d.tokens) && d.tokens[at].kind == wordToken && language != CSharp && language != Java {
			if found := typeNames[d.tokens[at].text]; found != edm.NoType {
				return found
			}
		}
	}
	return edm.NoType
}

// set returns the value that a name is set to where it stands: "n = 5", "n := 5" and "n, err := f()"; nil where it is not.
func (d *declared) set(i int, language Language) []token {
	at := i + 1
	for language == Go && at+1 < len(d.tokens) && is(d.tokens[at], ",") && d.tokens[at+1].kind == wordToken {
		at += 2
	}
	if language == Go && at < len(d.tokens) && is(d.tokens[at], ":") {
		at++
	}
	if at+1 >= len(d.tokens) || !is(d.tokens[at], "=") || is(d.tokens[at+1], "=") || is(d.tokens[at+1], ">") || i > 0 && is(d.tokens[i-1], ".") {
		return nil
	}
	start := at + 1
	for at = start; at < len(d.tokens) && at < start+80; at++ {
		t := d.tokens[at]
		if t.depth < d.tokens[i].depth || t.depth == d.tokens[i].depth && (is(t, ";") || is(t, ",") || t.line > d.tokens[max(at-1, start)].line && at > start && ends(d.tokens[at-1])) {
			break
		}
	}
	return d.tokens[start:at]
}

// literalOf returns a literal of a type for a hole. An upper bound is greater than all others.
func literalOf(t edm.Type, name string, upper bool) string {
	pick := func(low, high string) string {
		if upper {
			return high
		}
		return low
	}
	switch t {
	case edm.Int32:
		return pick("1", "9")
	case edm.Int64:
		return pick("1L", "9L")
	case edm.Double:
		return pick("1.5", "9.5")
	case edm.Boolean:
		return "true"
	case edm.DateTime:
		return "datetime'" + dateOf(upper) + "'"
	case edm.Guid:
		return "guid'" + guidHole + "'"
	}
	return "'" + textOf(name, upper) + "'"
}

const guidHole = "00000000-0000-0000-0000-000000000000"

func dateOf(upper bool) string {
	if upper {
		return "2099-01-01T00:00:00Z"
	}
	return "2000-01-01T00:00:00Z"
}

// textOf returns what stands for a hole in a text: its name in braces. "~" follows "{" in the order of texts.
func textOf(name string, upper bool) string {
	if runes := []rune(name); len(runes) > 40 {
		name = string(runes[:39]) + "…"
	}
	name = strings.Map(func(r rune) rune {
		if r == '\'' || r < ' ' {
			return '_'
		}
		return r
	}, name)
	if upper {
		return "~{" + name + "}"
	}
	return "{" + name + "}"
}
