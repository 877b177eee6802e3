package lab

import (
	"slices"
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Asked is a query that a table is known to be asked.
type Asked struct{ Name, Filter string }

// maxAsked is how many of them a first comparison takes.
const maxAsked = 8

// Suggest returns a comparison to begin with: the keys as they are, two others that the data and the queries speak for, and
// patterns of the queries that are known, or of what everybody asks of a table. Its weights are round numbers, for a person to
// change.
func Suggest(from *engine.Snapshot, asked []Asked) Spec {
	spec := Spec{Table: from.Table()}
	census := from.Census()
	if from.Len() == 0 {
		return Spec{Table: spec.Table, Designs: []Design{{Name: AsItIs, Partition: "{PartitionKey}", Row: "{RowKey}"}}}
	}
	middle := from.At(from.Len() / 2)
	date := dateOf(&census)
	votes := map[string]int{}
	for _, a := range asked {
		e, err := filterlang.Parse(a.Filter)
		if err != nil && a.Filter != "" || len(spec.Patterns) == maxAsked {
			continue
		}
		for _, name := range equals(nil, e) {
			votes[name]++
		}
		spec.Patterns = append(spec.Patterns, Pattern{Name: a.Name, Kind: Read, PerDay: Assumed, Filter: a.Filter})
	}
	by := partitionBy(&census, votes)
	if len(spec.Patterns) == 0 {
		spec.Patterns = usual(&census, middle, by)
	}
	if date != "" {
		spec.Patterns = append(spec.Patterns, Pattern{Name: "The ten newest of a partition", Kind: Read, PerDay: Assumed,
			Filter: equal(filterlang.PartitionKey, edm.NewString(middle.PartitionKey())), Top: 10, Order: "-" + date})
	}
	spec.Patterns = append(spec.Patterns, Pattern{Name: "A new entity", Kind: Insert, PerDay: Assumed, Rate: 100, Arrival: date})

	spec.Designs = []Design{{Name: AsItIs, Partition: "{PartitionKey}", Row: "{RowKey}"}}
	if by != "" {
		spec.Designs = append(spec.Designs, made("{"+by+"}", "{PartitionKey}_{RowKey}"))
	}
	if date != "" {
		spec.Designs = append(spec.Designs, made("{PartitionKey}_{"+date+"|inverse:yyyy-MM}", "{"+date+"|inverse}_{RowKey}"))
	} else {
		spec.Designs = append(spec.Designs, made("{PartitionKey}_{RowKey|hash(16)}", "{RowKey}"))
	}
	if by == "" {
		spec.Designs = append(spec.Designs, made("{PartitionKey}_{RowKey}", ""))
	}
	return spec
}

// made is a design with the name that its keys give it.
func made(partition, row string) Design {
	return Design{Name: MadeName(partition, row), Partition: partition, Row: row}
}

// MadeName is the name that a design of such keys is given, "" for keys that are given none.
func MadeName(partition, row string) string {
	if partition == "{PartitionKey}" && row == "{RowKey}" {
		return AsItIs
	}
	if partition == "{PartitionKey}_{RowKey}" && row == "" {
		return "one entity each"
	}
	if strings.HasPrefix(partition, "{PartitionKey}_{") && strings.HasSuffix(partition, "|inverse:yyyy-MM}") {
		return "by month, newest first"
	}
	if n, ok := strings.CutPrefix(partition, "{PartitionKey}_{RowKey|hash("); ok && row == "{RowKey}" && strings.Trim(n, "0123456789") == ")}" {
		return strings.TrimSuffix(n, ")}") + " buckets"
	}
	if by := strings.Trim(partition, "{}"); partition == "{"+by+"}" && !strings.ContainsAny(by, "{}|") && by != "" && by != filterlang.PartitionKey {
		return "by " + clipped(by)
	}
	return ""
}

// AskPopulation puts what generated entities can be asked in the place of the reads that ask by key, which those do not have
// yet: a comparison of a table would tell of nothing but refused filters. When there were such reads, or no pattern, and no
// design has a property of the entities in its keys, one is added that has one which fewest entities lack.
func AskPopulation(spec *Spec) {
	g := spec.Population
	kept := slices.DeleteFunc(slices.Clone(spec.Patterns), func(p Pattern) bool {
		e, err := filterlang.Parse(p.Filter)
		return p.Kind == Read && p.Filter != "" && err == nil && asksByKey(e)
	})
	if len(kept) == len(spec.Patterns) && len(kept) > 0 {
		return // nothing is refused; an empty table has no pattern to begin with
	}
	by, missing := "", 1.0
	var asked []Pattern
	for i := range g.Properties {
		p := &g.Properties[i]
		t, err := edm.ParseType(p.Type)
		if err != nil || t == edm.Binary || t == edm.Double || p.Distinct == 1 || len(asked) == 3 {
			continue // equality with one of those is not what is asked for
		}
		v := g.Value(i)
		if v.IsZero() || len(v.Text()) > 64 {
			continue
		}
		asked = append(asked, Pattern{Name: "By " + clipped(p.Name), Kind: Read, PerDay: Assumed, Filter: equal(p.Name, v)})
		if p.Missing < missing && p.Distinct > 1 && t != edm.Boolean {
			by, missing = p.Name, p.Missing // those without it get no key, which the comparison says
		}
	}
	spec.Patterns = append(asked, kept...)
	for i := range spec.Designs {
		for j := range g.Properties {
			if name := g.Properties[j].Name; inTemplate(spec.Designs[i].Partition, name) || inTemplate(spec.Designs[i].Row, name) {
				return
			}
		}
	}
	if by != "" && len(spec.Designs) < MaxDesigns {
		spec.Designs = append(spec.Designs, made("{"+by+"}", "{RowKey}"))
	}
}

// asksByKey reports whether a filter asks for a key of the entities.
func asksByKey(e filterlang.Expr) bool {
	named := filterlang.Properties(e)
	return slices.Contains(named, filterlang.PartitionKey) || slices.Contains(named, filterlang.RowKey)
}

func clipped(name string) string {
	if len(name) > MaxName-3 {
		return "property"
	}
	return name
}

func equal(name string, v edm.Value) string {
	return (&filterlang.Comparison{Property: name, Op: filterlang.Eq, Literal: v}).String()
}

// dateOf returns the DateTime that all entities have, "" when there is none.
func dateOf(c *filterlang.Census) string {
	best, distinct := "", 0
	for _, p := range c.Properties {
		if p.Count == c.Entities && len(p.Types) == 1 && p.Types[0].Type == edm.DateTime && p.Distinct > distinct {
			best, distinct = p.Name, p.Distinct
		}
	}
	return best
}

// partitionBy returns the property that a partition may be made of: all entities have it, its values repeat and are not too
// few, and queries ask for one of them.
func partitionBy(c *filterlang.Census, votes map[string]int) string {
	best, score := "", 0.0
	for _, p := range c.Properties {
		if p.Count < c.Entities || p.Distinct < 2 || 2*p.Distinct > c.Entities || len(p.Types) != 1 || p.Longest > 64 {
			continue
		}
		s := 1.0
		switch p.Types[0].Type {
		case edm.String:
			s = 2
		case edm.Int32, edm.Int64, edm.Guid:
		default:
			continue
		}
		if p.Distinct >= 8 {
			s++
		}
		s += 3 * float64(votes[p.Name])
		if s > score {
			best, score = p.Name, s
		}
	}
	return best
}

// IndexFor returns an index for a design to begin with: copies by the property that the most frequent reads ask to be equal to
// something while the design's PartitionKey has none of what they ask for. Where no read speaks for one, the copies are spread as
// the entities are, by what reads within a partition ask for.
func IndexFor(spec *Spec, design int) Index {
	d := &spec.Designs[design]
	x := Index{Kind: OtherPartition, Partition: "index_" + d.Partition, Row: d.Partition + "_" + d.Row}
	served, keys := d.Partition, d.Partition+d.Row
	for _, other := range d.Indexes {
		served += other.Partition
		keys += other.Partition + other.Row
	}
	var outside, within favorite
	for _, p := range spec.Patterns {
		e, err := filterlang.Parse(p.Filter)
		if err != nil || p.Kind != Read {
			continue
		}
		names := equals(nil, e)
		narrow := slices.ContainsFunc(names, func(name string) bool { return inTemplate(served, name) })
		for _, name := range names {
			switch {
			case !narrow:
				outside.add(name, p.PerDay)
			case !inTemplate(keys, name):
				within.add(name, p.PerDay)
			}
		}
	}
	switch {
	case outside.name != "":
		x.Name, x.Partition = "by "+clipped(outside.name), "index_{"+outside.name+"}"
	case within.name != "":
		x.Name, x.Row = "by "+clipped(within.name), "{"+within.name+"}_"+x.Row
	}
	return x
}

// favorite is the name that most calls ask for.
type favorite struct {
	name  string
	calls map[string]float64
}

func (f *favorite) add(name string, perDay float64) {
	if f.calls == nil {
		f.calls = map[string]float64{}
	}
	if f.calls[name] += perDay; f.calls[name] > f.calls[f.name] {
		f.name = name
	}
}

// inTemplate reports whether a template has a property.
func inTemplate(template, property string) bool {
	_, rest, ok := strings.Cut(template, "{"+property)
	return ok && (strings.HasPrefix(rest, "}") || strings.HasPrefix(rest, "|") || inTemplate(rest, property))
}

// equals appends the properties that a filter's "and" asks to be equal to something.
func equals(names []string, e filterlang.Expr) []string {
	switch e := e.(type) {
	case *filterlang.And:
		for _, operand := range e.Operands {
			names = equals(names, operand)
		}
	case *filterlang.Comparison:
		if e.Op == filterlang.Eq {
			names = append(names, e.Property)
		}
	case *filterlang.BoolProperty: // asks for true
		names = append(names, e.Property)
	}
	return names
}

// usual returns what is asked of most tables, with values of one of the entities.
func usual(c *filterlang.Census, e engine.Entity, by string) []Pattern {
	pk, rk := equal(filterlang.PartitionKey, edm.NewString(e.PartitionKey())), equal(filterlang.RowKey, edm.NewString(e.RowKey()))
	list := []Pattern{
		{Name: "One entity by its key", Kind: Read, PerDay: 10_000, Filter: pk + " and " + rk},
		{Name: "A whole partition", Kind: Read, PerDay: Assumed, Filter: pk},
	}
	n := 0
	for _, p := range c.Properties {
		v, ok := e.Value(p.Name)
		if !ok || n == 3 || p.Distinct < 2 || len(v.Text()) > 64 || p.Name != by && v.Type() != edm.String {
			continue
		}
		n++
		list = append(list, Pattern{Name: "By " + clipped(p.Name), Kind: Read, PerDay: Assumed, Filter: equal(p.Name, v)})
	}
	return list
}

// Kept is a table that a design comes to, with the name that it would get behind the one that is chosen.
type Kept struct {
	Suffix string // "" for the main table
	Table  *engine.Snapshot
}
