package filterlang

import (
	"slices"
	"strings"

	"rangefinder/filterlang/edm"
)

// Meant returns the translation with the names as a table spells them, "PartitionKey" for "partitionkey", and with a sentence in Lost for
// each property that no entity of the table has, and with the types that the table has in the place of IS NULL. Of a nil census only the names of the keys are known.
func (q *SQL) Meant(census *Census) *SQL {
	if q.text != "" && census != nil {
		if known, ok := readSQL(q.text, census); ok {
			q = known
		}
	}
	e, err := Parse(q.Filter)
	if q.Filter == "" || err != nil {
		return q
	}
	n := *q
	n.Lost = append([]string(nil), q.Lost...)
	known := append([]string{PartitionKey, RowKey, Timestamp}, census.Names()...)
	seen := map[string]bool{}
	for _, node := range Nodes(e, maxSQL) {
		name, with := "", func(string) Expr { return nil }
		switch c := node.Expr.(type) {
		case *Comparison:
			name, with = c.Property, func(meant string) Expr { renamed := *c; renamed.Property = meant; return &renamed }
		case *BoolProperty:
			name, with = c.Property, func(meant string) Expr { return &BoolProperty{Property: meant, At: c.At} }
		default:
			continue
		}
		meant := Nearest(name, known)
		if c, ok := node.Expr.(*Comparison); ok && strings.EqualFold(meant, name) && slices.Contains(q.nulls, name) && c.Op == Ge && c.Literal == edm.NewString("") {
			if held := AnyValue(meant, census); held != nil {
				e = Replace(e, node.Expr, held)
				n.Lost = slices.DeleteFunc(n.Lost, func(text string) bool { return text == nullNote(name) })
				continue
			}
		}
		switch {
		case meant != name && strings.EqualFold(meant, name):
			e = Replace(e, node.Expr, with(meant))
		case meant == name || census == nil || seen[name]:
		default:
			seen[name] = true
			text := "No entity has a property " + quoteName(name) + "."
			if meant != "" {
				text += " Did you mean " + meant + "?"
			}
			n.Lost = append([]string{text}, n.Lost...)
		}
	}
	if filter := e.String(); filter != n.Filter {
		if isFilter(filter) {
			n.Filter = filter
		}
	}
	return &n
}

// AnyValue is what each value of a property satisfies that the table has, whatever its type, and no absent one; nil when none is known.
func AnyValue(name string, census *Census) Expr {
	var types []edm.Type
	if t := fixedType(name); t != edm.NoType {
		types = []edm.Type{t}
	} else if census != nil {
		for _, p := range census.Properties {
			for _, t := range p.Types {
				if p.Name == name && t.Count > 0 {
					types = append(types, t.Type)
				}
			}
		}
	}
	var list []Expr
	var seen []edm.Value
	for _, t := range types {
		v := firstOf[t]
		if slices.Contains(seen, v) {
			continue
		}
		seen = append(seen, v)
		if t == edm.String {
			list = append(list, &Comparison{Property: name, Op: Ge, Literal: v})
		} else { // a NaN too, which is in no order
			list = append(list, &Comparison{Property: name, Op: Eq, Literal: v}, &Comparison{Property: name, Op: Ne, Literal: v})
		}
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	return &Or{Operands: list}
}

// firstOf is a literal that all values of a type are compared with. An Int32 is widened to all numbers.
var firstOf = map[edm.Type]edm.Value{edm.String: edm.NewString(""), edm.Int32: edm.NewInt32(0), edm.Int64: edm.NewInt32(0), edm.Double: edm.NewInt32(0), edm.Boolean: edm.NewBoolean(true),
	edm.DateTime: edm.NewDateTime(edm.MinTicks), edm.Guid: edm.NewGuid(edm.UUID{}), edm.Binary: edm.NewBinary("")}
