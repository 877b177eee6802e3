package source

import (
	"strings"

	"rangefinder/filterlang"
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
}

// typeOf returns the type of a name as the code before a token declares it, NoType if it does not.
func (d declared) typeOf(name string, before int, language Language) edm.Type {
	for i := min(before, len(d.tokens)) - 1; i >= max(0, before-maxBack); i-- {
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

// typeOfHole returns the type of a hole that stands where a literal does. The keys are texts and Timestamp is a time, whatever the
// code says; then the format's verb counts, and the declaration.
func (d declared) typeOfHole(property, hole string, before int, language Language) edm.Type {
	switch property {
	case filterlang.PartitionKey, filterlang.RowKey:
		return edm.String
	case filterlang.Timestamp:
		return edm.DateTime
	}
	if strings.HasPrefix(hole, "%") {
		switch hole[len(hole)-1] {
		case 'd', 'i', 'x', 'u':
			return edm.Int32
		case 'f', 'g', 'e':
			return edm.Double
		case 't', 'b':
			return edm.Boolean
		}
		return edm.String
	}
	name := hole
	if i := strings.IndexFunc(name, func(r rune) bool { return strings.ContainsRune("!:,?", r) }); i > 0 { // {n:D4}, {n!r}
		name = strings.TrimSpace(name[:i])
	}
	if strings.ContainsAny(name, ".()[] ") {
		return edm.String
	}
	if found := d.typeOf(name, before, language); found != edm.NoType {
		return found
	}
	return edm.String
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
