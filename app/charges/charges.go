// Package charges remembers what queries of accounts were charged in request units, by shape: a charge is known when the service has
// answered, and that of the last query which differed in literals only is the best there is to tell before. Nothing of it is kept when
// the page is left, since filters of accounts hold their keys.
package charges

import (
	"maps"
	"strings"

	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// most bounds how many shapes are remembered.
const most = 500

// Charges are those of shapes. It is never changed; nil has none.
type Charges struct{ last map[shape]Charge }

type shape struct{ source, table, text string }

// Charge is what the last query of a shape was charged.
type Charge struct {
	Units    float64
	Entities int  // that it returned
	More     bool // it was not read to its end
	Queries  int  // of the shape
	result   int
}

// With returns the charges with that of a result, whose filter may have been read on from before.
func (c *Charges) With(source, table string, filter filterlang.Expr, result int, now Charge) *Charges {
	next := &Charges{last: map[shape]Charge{}}
	if c != nil && len(c.last) < most {
		next.last = maps.Clone(c.last)
	}
	at := shape{source, strings.ToLower(table), filterlang.ShapeOf(filter)}
	before := next.last[at]
	now.result, now.Queries = result, before.Queries
	if before.result != result || before.Queries == 0 {
		now.Queries++
	}
	next.last[at] = now
	return next
}

// Read returns the charges with that of a result whose filter was sent as a text, "" for none. A service that charges nothing tells 0.
func (c *Charges) Read(source, table, sent string, result int, now Charge) *Charges {
	var filter filterlang.Expr
	if sent != "" {
		parsed, err := filterlang.Parse(sent)
		if err != nil {
			return c
		}
		filter = parsed
	}
	if now.Units == 0 {
		return c
	}
	return c.With(source, table, filter, result, now)
}

// Last says what the last query of the shape of a filter was charged, "" when nobody knows.
func (c *Charges) Last(source, table string, filter filterlang.Expr) string {
	if last, ok := c.Of(source, table, filter); ok {
		return last.Text()
	}
	return ""
}

// Of returns the charge of the last query of the shape of a filter.
func (c *Charges) Of(source, table string, filter filterlang.Expr) (Charge, bool) {
	if c == nil {
		return Charge{}, false
	}
	last, ok := c.last[shape{source, strings.ToLower(table), filterlang.ShapeOf(filter)}]
	return last, ok
}

// Text says what the last query of a shape was charged.
func (c Charge) Text() string {
	end := ""
	if c.More {
		end = ", and was not read to its end"
	}
	which := "The last query of this shape"
	if c.Queries > 1 {
		which += ", of " + words.Number(c.Queries) + ","
	}
	return which + " was charged " + words.Units(c.Units) + " request units for " + words.Count(c.Entities, "entity", "entities") + end + "."
}
