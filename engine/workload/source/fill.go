package source

import (
	"strconv"
	"strings"
)

// unfold splits the holes of formats from the text of a string: %s, {0}, {}, {name} and the parameters @name. Where a string is no
// filter, that does no harm.
func unfold(parts []part) []part {
	var out []part
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
			out = append(out, part{hole: name})
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

// fill writes a filter with a literal for each hole. holes is how many there are.
func fill(parts []part, types declared, before int, language Language) (filter string, holes int) {
	var b strings.Builder
	quoted := false // within quotes
	opened := 0     // where the quote is
	op, property := "", ""
	for _, p := range parts {
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
		holes++
		name := nameOf(p.hole, holes)
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
		b.WriteString(literalOf(types.typeOfHole(property, p.hole, before, language), name, upper))
	}
	return strings.TrimSpace(b.String()), holes
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
