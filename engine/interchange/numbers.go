package interchange

import (
	"strconv"
	"strings"

	"rangefinder/filterlang/edm"
)

// dotted returns a number with a point in place of its decimal comma: "3,5" is "3.5". Any other text is returned as it is, or is no number
// afterwards either.
func dotted(text string) string {
	if strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
		return strings.Replace(text, ",", ".", 1)
	}
	return text
}

// decimals reports whether fields have a comma and each that has one is a number with a decimal comma.
func decimals(rows [][]string) bool {
	found := false
	for _, row := range rows {
		for _, text := range row {
			if strings.Contains(text, ",") {
				if !plainFits(dotted(text)).has(edm.Double) {
					return false
				}
				found = true
			}
		}
	}
	return found
}

// plain is plainFits for a value of the column, which may have a decimal comma.
func (c *columnStats) plain(text string) types {
	set := plainFits(text)
	if c.commas {
		set |= plainFits(dotted(text)) & (1 << edm.Double)
	}
	return set
}

// numbers returns the type of a column, of which t fits all values, and says why it is no number although all its values look like one, or
// that they have a decimal comma. The reason names the first value that decides.
func (c *columnStats) numbers(t edm.Type) (edm.Type, string) {
	if t != edm.String && t != edm.Double {
		return t, ""
	}
	var odd, comma, point first
	thousands := true // every comma may separate thousands
	for text, at := range c.values {
		switch has := strings.Contains(text, ","); {
		case !c.plain(text).has(edm.Double):
			if !like(text) {
				return t, ""
			}
			odd.see(text, at.line)
		case has:
			comma.see(text, at.line)
			thousands = thousands && grouped(text)
		case strings.Contains(text, "."):
			point.see(text, at.line)
		}
	}
	switch {
	case odd.line > 0:
		if f, ok := c.number(odd.text); ok {
			return t, "String: as a number, " + odd.quoted("line") + " would become " + f + "."
		}
		return t, "String: " + odd.quoted("line") + " has separators that are not read in numbers."
	case comma.line == 0:
		return t, ""
	case point.line > 0:
		return edm.String, "String: " + comma.quoted("line") + " has a decimal comma, and " + point.quoted("line") + " a decimal point."
	}
	f, _ := c.number(comma.text)
	if thousands {
		return edm.String, "String: " + comma.quoted("line") + " can mean " + f + " or " + strings.Replace(comma.text, ",", "", 1) + ". Choose Double to read " + f + "."
	}
	return edm.Double, "Double: " + comma.quoted("line") + " has a decimal comma and is read as " + f + ". Choose String to keep the text."
}

// first is the first value of a kind in a column.
type first struct {
	text string
	line int // 0 when there is none
}

func (f *first) see(text string, line int) {
	if f.line == 0 || line < f.line {
		f.text, f.line = text, line
	}
}

func (f *first) quoted(place string) string {
	return "“" + cut(f.text, 60) + "” (" + place + " " + strconv.Itoa(f.line) + ")"
}

// like reports whether a text looks like a number to a person: digits, signs and separators, or what Go reads as one.
func like(text string) bool {
	_, ok := float(text)
	return ok || strings.Contains(text, ",") && strings.Trim(text, "+-0123456789.,' ") == "" && strings.ContainsAny(text, "0123456789")
}

// number returns how a text is written after it was read as a number.
func (c *columnStats) number(text string) (string, bool) {
	if c.commas {
		text = dotted(text)
	}
	f, ok := float(text)
	return strings.TrimSuffix(edm.NewDouble(f).Display(), ".0"), ok
}

func float(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if strings.Trim(text, "+-0123456789.eE") != "" {
		return 0, false
	}
	f, err := strconv.ParseFloat(text, 64)
	return f, err == nil
}

// grouped reports whether the comma of a number may separate thousands, as in 1,234.
func grouped(text string) bool {
	whole, rest, _ := strings.Cut(strings.TrimPrefix(text, "-"), ",")
	return len(whole) <= 3 && whole != "0" && len(rest) == 3 && strings.Trim(rest, "0123456789") == ""
}
