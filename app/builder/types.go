package builder

import (
	"slices"
	"strings"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// PropertyTypes returns the types of a property, most frequent first and then those it does not have with a count of 0. The first
// is what a new clause is given.
func PropertyTypes(census *filterlang.Census, name string) []filterlang.TypeCount {
	switch name {
	case filterlang.PartitionKey, filterlang.RowKey:
		return []filterlang.TypeCount{{Type: edm.String}}
	case filterlang.Timestamp:
		return []filterlang.TypeCount{{Type: edm.DateTime}}
	}
	var list []filterlang.TypeCount
	if census != nil {
		for i := range census.Properties {
			if census.Properties[i].Name == name {
				list = append(list, census.Properties[i].Types...)
			}
		}
	}
	for _, t := range edm.Types {
		if !slices.ContainsFunc(list, func(c filterlang.TypeCount) bool { return c.Type == t }) {
			list = append(list, filterlang.TypeCount{Type: t})
		}
	}
	return list
}

// ClauseOps returns the operators that a clause of a type can have.
func ClauseOps(t edm.Type) []string {
	ops := []string{"eq", "ne", "gt", "ge", "lt", "le"}
	switch t {
	case edm.Boolean:
		ops = append([]string{IsTrue}, ops...)
	case edm.String:
		ops = append(ops, StartsWith)
	}
	return ops
}

// hasFixedType reports whether every entity has the property with a fixed type.
func HasFixedType(name string) bool {
	return name == filterlang.PartitionKey || name == filterlang.RowKey || name == filterlang.Timestamp
}

// zeroOf is the value that a new clause of a type begins with.
func ZeroOf(t edm.Type) edm.Value {
	text := map[edm.Type]string{edm.String: "", edm.Boolean: "true", edm.DateTime: "2026-01-01T00:00:00Z", edm.Guid: "00000000-0000-0000-0000-000000000000", edm.Binary: "0x00"}[t]
	if text == "" && t != edm.String {
		text = "0"
	}
	v, _ := edm.ParseText(t, text)
	return v
}

// retyped returns a value as another type, the type's first value when it cannot be one.
func retyped(v edm.Value, t edm.Type) edm.Value {
	if v.Type() == t {
		return v
	}
	if n, err := edm.ParseText(t, v.Display()); err == nil && LiteralFits(n) && v.Type() != edm.Binary {
		return n
	}
	return ZeroOf(t)
}

// literalFits reports whether a filter can hold a value.
func LiteralFits(v edm.Value) bool {
	e, err := filterlang.Parse("P eq " + v.Literal())
	c, ok := e.(*filterlang.Comparison)
	return err == nil && ok && (c.Literal == v || v.Type() == edm.Double && v.Float() != v.Float())
}

// reasonText is why a text is no value, and what would be one.
func reasonText(err error) string {
	if e, ok := err.(*edm.TextError); ok {
		if e.Accepted == "" {
			return e.Reason + "."
		}
		return e.Reason + ". Accepted: " + e.Accepted + "."
	}
	return err.Error()
}

// isName reports whether a filter can name a property so.
func isName(name string) bool {
	e, err := filterlang.Parse(name + " eq 1")
	c, ok := e.(*filterlang.Comparison)
	return err == nil && ok && c.Property == name
}

func CutName(name string) string {
	if len(name) > 60 {
		return strings.ToValidUTF8(name[:60], "") + "…"
	}
	return name
}
