package lab

import (
	"math"
	"slices"
	"strconv"

	"rangefinder/app/keydesign"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Unpadded is a number that a key holds without zeros before it. Keys sort as text, "10" before "9", so that a range over the number
// cannot use the key.
type Unpadded struct {
	Property string
	Field    string // of the design, as in Refused
	Template string // what the field held
	Instead  string // a template that pads the number, which lets the range use the key
}

// unpadded returns the first number that keeps a read from using a key of one of its ways, nil for none. The ways are the cell's, the
// cheapest first.
func (r *reading) unpadded(ways []Way) (*Unpadded, error) {
	for i := range ways {
		if ways[i].Doubt != "" {
			continue
		}
		x := &r.s.sets[ways[i].Index+1]
		for n, use := range x.keys.Rewrite(r.p.filter, x.data).Uses {
			c, ok := use.Expr.(*filterlang.Comparison)
			if !ok || use.Partition || use.Row || c.Op == filterlang.Eq || c.Op == filterlang.Ne {
				continue
			}
			if found, err := r.padded(x, c, n); found != nil || err != nil {
				return found, err
			}
		}
	}
	return nil, nil
}

// padded returns what lets an operand of the filter use a key of a set, nil when padding does not.
func (r *reading) padded(x *set, c *filterlang.Comparison, operand int) (*Unpadded, error) {
	for _, key := range [...]string{filterlang.PartitionKey, filterlang.RowKey} {
		keys := x.keys
		at, found := &keys.Partition, Unpadded{c.Property, "partition", r.s.d.spec.Partition, ""}
		if key == filterlang.RowKey {
			at, found.Field, found.Template = &keys.Row, "row", r.s.d.spec.Row
		}
		if x.index != nil && (x.index.Kind != SamePartition || key == filterlang.RowKey) {
			found.Field = "index:" + strconv.Itoa(x.number-1) + ":" + found.Field
			if found.Template = x.index.Partition; key == filterlang.RowKey {
				found.Template = x.index.Row
			}
		}
		if !slices.ContainsFunc((*at).Parts(), func(p keydesign.Part) bool { return plain(p, c.Property) }) {
			continue
		}
		digits, err := r.digits(c.Property)
		if err != nil {
			return nil, err
		}
		found.Instead = pad(*at, found.Template, c.Property, max(digits, digitsOf(c.Literal)))
		if *at, err = keydesign.Parse(found.Instead); err != nil {
			continue
		}
		then := keys.Rewrite(r.p.filter, x.data)
		_, one := then.Partition.Single() // else a range of RowKeys has no partition to be in
		if use := then.Uses[operand]; use.Partition || use.Row && one {
			return &found, nil
		}
	}
	return nil, nil
}

// plain reports whether a part of a template is a property without functions.
func plain(p keydesign.Part, property string) bool {
	return p.Property == property && len(p.Functions) == 0
}

// pad returns the text of a template, which t is, with a property padded wherever it has no function.
func pad(t *keydesign.Template, text, property string, digits int) string {
	for _, p := range slices.Backward(t.Parts()) {
		if plain(p, property) {
			text = text[:p.Span.End] + "|pad(" + strconv.Itoa(digits) + ")" + text[p.Span.End:]
		}
	}
	return text
}

// digits returns the most digits that digitsOf tells of a property's values.
func (r *reading) digits(property string) (int, error) {
	b := r.b
	if n, known := b.longest[property]; known {
		return n, nil
	}
	const window = 512
	most := 1
	var entities []engine.Entity
	for rank := 0; rank < b.from.Len(); rank += window {
		entities = b.from.AppendWindow(entities[:0], rank, window)
		for _, e := range entities {
			if v, ok := e.Value(property); ok {
				most = max(most, digitsOf(v))
			}
		}
		if err := r.at.yield(); err != nil {
			return 0, err
		}
	}
	b.longest[property] = most
	return most, nil
}

// digitsOf returns how many digits a number has before the point, more than any pad writes for a value that pad does not take as a number.
func digitsOf(v edm.Value) int {
	switch v.Type() {
	case edm.Int32, edm.Int64:
		if v.Int() >= 0 {
			return len(strconv.FormatInt(v.Int(), 10))
		}
	case edm.Double:
		if f := v.Float(); f >= 0 && !math.IsInf(f, 0) {
			return len(strconv.FormatFloat(math.Floor(f), 'f', -1, 64))
		}
	}
	return math.MaxInt32
}
