package filterlang

import "strings"

// Meant returns the translation with the names as a table spells them, "PartitionKey" for "partitionkey", and with a sentence in Lost for
// each property that no entity of the table has. Of a nil census only the names of the keys are known.
func (q *SQL) Meant(census *Census) *SQL {
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
