package source

import (
	"strconv"
	"strings"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// unfold splits the holes of formats from the text of a string: %s, {0}, {}, {name} and the parameters @name, and gives each its
// argument. Where a string is no filter, that does no harm.
func unfold(parts []part, a arguments) []part {
	var out []part
	next := 0
	for _, p := range parts {
		if p.hole != "" {
			out = append(out, p)
			continue
		}
		text := p.text
		for text != "" {
			at, n, name := nextHole(text)
			if n == 0 {
				out = append(out, part{text: text})
				break
			}
			if at > 0 {
				out = append(out, part{text: text[:at]})
			}
			out = append(out, part{hole: name, value: a.of(name, &next), parameter: text[at] == '@'})
			text = text[at+n:]
		}
	}
	return out
}

// nextHole finds the first hole of a format in a text; n is 0 if it has none.
func nextHole(text string) (at, n int, name string) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '%':
			j := i + 1
			for j < len(text) && strings.IndexByte("+-#0123456789.$[]", text[j]) >= 0 {
				j++
			}
			if j < len(text) && text[j] == '(' { // Python: %(name)s
				if end := strings.IndexByte(text[j:], ')'); end > 0 && j+end+1 < len(text) {
					return i, j + end + 2 - i, text[j+1 : j+end]
				}
			}
			if j < len(text) && strings.IndexByte("sdvqfgetixuTb", text[j]) >= 0 {
				return i, j + 1 - i, text[i : j+1]
			}
		case '{':
			end := strings.IndexByte(text[i:], '}')
			if end > 0 && isName(text[i+1:i+end]) {
				return i, end + 1, nonEmpty(text[i+1 : i+end])
			}
		case '@':
			j := i + 1
			for j < len(text) && isNameByte(text[j]) {
				j++
			}
			if before := strings.TrimRight(text[:i], " \n\t"); j > i+1 && len(before) < i && operatorAt(before) != "" {
				return i, j - i, text[i+1 : j]
			}
		}
	}
	return 0, 0, ""
}

func isNameByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// isName reports whether a text is the name, number or form of a format's hole: "", "0", "name", "0:D4".
func isName(text string) bool {
	for i := range len(text) {
		if !isNameByte(text[i]) && strings.IndexByte(".:!-", text[i]) < 0 {
			return false
		}
	}
	return len(text) <= 60
}

// operatorAt returns the comparison operator that a text ends with, "" if none.
func operatorAt(text string) string {
	if len(text) < 3 || text[len(text)-3] != ' ' {
		return ""
	}
	switch op := text[len(text)-2:]; op {
	case "eq", "ne", "gt", "ge", "lt", "le":
		return op
	}
	return ""
}

// typed are the prefixes of quoted literals that are no text.
var typed = []string{"datetime", "guid", "binary", "X", "x"}

// filling makes a filter of the parts of a string.
type filling struct {
	types    *declared
	before   int // the token that the string is
	language Language
	builder  bool // whoever gets the string writes each hole as a literal of its type

	holes   int
	untyped []string
}

// fill writes a filter with a literal for each hole.
func (f *filling) fill(parts []part) string {
	var b strings.Builder
	quoted := false // within quotes
	opened := 0     // where the quote is
	op, property := "", ""
	for n, p := range parts {
		if p.hole == "" {
			for i := range len(p.text) {
				if p.text[i] == '\'' {
					if quoted = !quoted; quoted {
						op, property = comparisonBefore(withoutPrefix(b.String()))
						opened = b.Len()
					}
				}
				b.WriteByte(p.text[i])
			}
			continue
		}
		f.holes++
		name := nameOf(p.hole, f.holes)
		upper := op == "lt" || op == "le"
		if quoted {
			switch prefix := b.String()[:opened]; {
			case strings.HasSuffix(prefix, "datetime"):
				b.WriteString(dateOf(upper))
			case strings.HasSuffix(prefix, "guid"):
				b.WriteString(guidHole)
			case strings.HasSuffix(prefix, "X") || strings.HasSuffix(prefix, "binary"):
				b.WriteString("00")
			default:
				b.WriteString(textOf(name, upper))
			}
			continue
		}
		if op, property = comparisonBefore(b.String()); op == "" {
			b.WriteString(" {" + strings.ReplaceAll(name, "'", "_") + "} ") // no literal: the filter is not whole
			continue
		}
		upper = op == "lt" || op == "le"
		t := f.typeOf(property, p)
		if t == edm.NoType {
			f.untyped = append(f.untyped, textOf(name, upper))
		}
		literal := literalOf(t, name, upper)
		if t == edm.Int64 && n+1 < len(parts) && strings.HasPrefix(strings.ToUpper(parts[n+1].text), "L") {
			literal = literal[:len(literal)-1] // the string has the L
		}
		b.WriteString(literal)
	}
	return strings.TrimSpace(b.String())
}

// typeOf returns the type of a hole that stands where a literal does, NoType if nothing says it. The keys are texts and Timestamp is a
// time, whatever the code says; then the format's verb counts, and the value. A text that is not quoted by the string is one only
// where a builder quotes it: otherwise it may hold any literal.
func (f *filling) typeOf(property string, p part) edm.Type {
	switch property {
	case filterlang.PartitionKey, filterlang.RowKey:
		return edm.String
	case filterlang.Timestamp:
		return edm.DateTime
	}
	if strings.HasPrefix(p.hole, "%") {
		switch p.hole[len(p.hole)-1] {
		case 'd', 'i', 'x', 'u':
			return edm.Int32
		case 'f', 'g', 'e':
			return edm.Double
		case 't', 'b':
			return edm.Boolean
		}
	}
	v := p.value
	if v == nil && !strings.HasPrefix(p.hole, "%") {
		v = scan(p.hole, f.language)
	}
	f.types.left = maxLooked
	v, form := withoutForm(v, f.language)
	t := f.types.typeOfValue(v, f.before, f.language, 0)
	if t == edm.String && !f.builder && !p.parameter {
		t = edm.NoType
	}
	if t == edm.NoType {
		return typeOfForm(form, f.language)
	}
	return t
}

// withoutForm cuts from the tokens of a hole how it is written: {n:D4}, {n,8}, {n!r}.
func withoutForm(v []token, language Language) (value []token, form string) {
	if language != CSharp && language != Python || len(v) == 0 {
		return v, ""
	}
	if at := topLevel(v, ",:!"); at > 0 {
		return v[:at], strings.TrimLeft(spell(v[at+1:]), "0123456789:")
	}
	return v, ""
}

// typeOfForm returns the type that only one form writes: D4 and d are of whole numbers, F2 and .2f are not, yyyy is of a time.
func typeOfForm(form string, language Language) edm.Type {
	switch {
	case form == "":
		return edm.NoType
	case form == "o" || form == "O" || form == "s" && language == CSharp || strings.Contains(form, "yyyy") || strings.Contains(form, "%Y"):
		return edm.DateTime
	case form[0] == 'D' || form[0] == 'd' || form[0] == 'X':
		return edm.Int32
	case form[0] == 'F' || form[0] == 'f' || form[len(form)-1] == 'f' && form[0] == '.':
		return edm.Double
	}
	return edm.NoType
}

// nameOf returns what a hole is called: that of a format by its argument's number, so that two of them are not the same value.
func nameOf(hole string, number int) string {
	if hole == unnamed {
		return strconv.Itoa(number)
	}
	verb, found := strings.CutPrefix(hole, "%")
	if !found {
		return hole
	}
	argument, _, _ := strings.Cut(strings.TrimPrefix(verb, "["), "]") // Go: %[1]s
	if before, _, dollar := strings.Cut(verb, "$"); dollar {          // Java: %1$s
		argument = before
	}
	if _, err := strconv.Atoi(argument); err == nil && len(argument) < len(verb)-1 {
		return argument
	}
	return strconv.Itoa(number)
}

// comparisonBefore returns the operator that a text ends with, and the property before it; "" where there is none.
func comparisonBefore(text string) (op, property string) {
	text = strings.Map(blank, strings.TrimRight(text[max(0, len(text)-400):], " \n\t\r"))
	if op = operatorAt(text); op == "" {
		return "", ""
	}
	text = strings.TrimRight(text[:len(text)-3], " ")
	return op, text[strings.LastIndexAny(text, " (")+1:]
}

// withoutPrefix cuts the word that says the type of a quoted literal.
func withoutPrefix(text string) string {
	for _, prefix := range typed {
		if rest, found := strings.CutSuffix(text, prefix); found {
			return rest
		}
	}
	return text
}

// blank makes all white space a space.
func blank(r rune) rune {
	if r == '\n' || r == '\t' || r == '\r' {
		return ' '
	}
	return r
}
