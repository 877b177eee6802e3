package interchange

import (
	"fmt"
	"strconv"
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// keyFit is how well a column's values do as keys.
type keyFit struct {
	rows    int // with a value that is a legal key
	values  int // that are legal keys
	illegal int // rows with a value that is no key
	odd     string
	line    int // of odd, the first that is no key
}

func (c *columnStats) keyFit() keyFit {
	var f keyFit
	for text, at := range c.values {
		switch {
		case text == "":
		case engine.CheckKey(filterlang.RowKey, text) == nil:
			f.rows += at.count
			f.values++
		default:
			f.illegal += at.count
			if f.line == 0 || at.line < f.line {
				f.odd, f.line = text, at.line
			}
		}
	}
	return f
}

// templated reports whether the column's name can stand in a template.
func (c *columnStats) templated() bool {
	return !strings.ContainsAny(c.name, "{}") && c.name != "guid" && !strings.HasPrefix(c.name, "#")
}

// whole reports whether the column can stand in a template and gives every row a legal key.
func (t *tableStats) whole(c *columnStats) bool {
	return t.rows > 0 && c.present == t.rows && c.templated() && c.keyFit().rows == t.rows
}

// most reports whether the column can stand in a template and gives at least two rows of three a legal key.
func (t *tableStats) most(c *columnStats) bool {
	return t.rows > 0 && c.templated() && c.keyFit().rows*3 >= t.rows*2
}

// offer says what the column would do as PartitionKey, and which rows it does not suit.
func (c *columnStats) offer(t *tableStats, f Format, place string) *KeyOffer {
	fit, csv := c.keyFit(), f == PlainCSV || f == TypedCSV
	empty := t.rows - fit.rows - fit.illegal
	var faults, results []string
	if empty > 0 {
		fault := "it is empty in " + count(empty, "row")
		switch {
		case c.blank > 0 && empty == 1:
			fault = fmt.Sprintf("it is empty in %s %d", place, c.blank)
		case c.blank > 0:
			fault += fmt.Sprintf(", first in %s %d", place, c.blank)
		}
		faults = append(faults, fault)
	}
	refused := fit.illegal
	if !csv { // a cell without text is the text "", which is a key
		refused, empty = refused+t.rows-c.present, empty-(t.rows-c.present)
	}
	if fit.illegal > 0 {
		fault := fmt.Sprintf("%s in %s %d cannot be a key", quotedName(fit.odd), place, fit.line)
		if fit.illegal > 1 {
			fault += ", nor can those of " + count(fit.illegal-1, "other row")
		}
		faults = append(faults, fault)
	}
	if refused > 0 {
		results = append(results, strconv.Itoa(refused)+" would be refused")
	}
	if empty > 0 {
		results = append(results, strconv.Itoa(empty)+" would have an empty PartitionKey")
	}
	return &KeyOffer{
		Template: "{" + c.name + "}",
		Why: fmt.Sprintf("{%s} would keep rows with the same %s together, but %s. Of the %d rows looked at, %s.",
			cut(c.name, 60), cut(c.name, 60), strings.Join(faults, ", and "), t.rows, strings.Join(results, " and ")),
	}
}
