package lesson

import (
	"context"
	"slices"

	"rangefinder/app/keydesign"
	"rangefinder/engine"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Numbers are the measures of an attempt. Of a script only Requests is meaningful.
type Numbers struct {
	Class      filterlang.Class
	Examined   int
	Returned   int // distinct entities
	Requests   int
	Partitions int // distinct ones
	Values     int
	// Comparisons are those of the filter that has most of them.
	Comparisons int
}

// Of returns a measure.
func (n Numbers) Of(m Measure) int {
	return [...]int{Class: int(n.Class), Examined: n.Examined, Returned: n.Returned, Requests: n.Requests, Partitions: n.Partitions, Values: n.Values, Comparisons: n.Comparisons}[m]
}

// answer is what queries returned: the entities of one after the other, those that came already left out.
type answer struct {
	entities []engine.Entity
	seen     map[string]bool // sort keys
	numbers  Numbers
}

// ask runs queries apart from one another and adds them up; the class is the worst. An entity that two of them return counts
// once, and so does a partition that two of them read.
func ask(ctx context.Context, t *engine.Snapshot, queries ...Query) (*answer, error) {
	a := &answer{seen: map[string]bool{}}
	var read []engine.Stretch // of partitions, by rank
	for i, q := range queries {
		options := engine.RunOptions{Yield: ctx.Err} // a context that breathes lets others in
		if q.Top > 0 {
			options.MaxPages = 1
		}
		r, err := t.Run(ctx, engine.Query{Filter: q.Filter, Select: q.Select, Top: q.Top}, options)
		if err != nil {
			return nil, err
		}
		n := &a.numbers
		if i == 0 || r.Plan.Class > n.Class {
			n.Class = r.Plan.Class
		}
		n.Comparisons = max(n.Comparisons, comparisons(q.Filter))
		n.Examined += r.Stats.Examined
		n.Requests += r.Stats.RoundTrips
		if r.Stats.Partitions > 0 { // a query reads one stretch of keys, from its beginning
			first := t.PartitionRank(t.At(t.Stretch(r.Plan.Range).From).PartitionKey())
			read = append(read, engine.Stretch{From: first, To: first + r.Stats.Partitions})
		}
		for j := range r.Len() {
			e := r.At(j)
			for _, p := range engine.Project(e, q.Select) {
				if !p.Value.IsZero() {
					n.Values++
				}
			}
			if key := e.SortKey(); !a.seen[key] {
				a.seen[key] = true
				a.entities = append(a.entities, e)
			}
		}
		n.Returned = len(a.entities)
	}
	a.numbers.Partitions = covered(read)
	return a, nil
}

// comparisons counts those of a filter.
func comparisons(filter string) int {
	e, err := filterlang.Parse(filter)
	if err != nil {
		return 0 // the query was refused, too
	}
	n := 0
	for _, node := range filterlang.Nodes(e, len(filter)) {
		if _, ok := node.Expr.(*filterlang.Comparison); ok {
			n++
		}
	}
	return n
}

// covered returns how many ranks lie in at least one of several stretches.
func covered(all []engine.Stretch) int {
	stable.Sort(all, func(a, b engine.Stretch) int { return a.From - b.From })
	n, end := 0, 0
	for _, s := range all {
		n += max(0, s.To-max(s.From, end))
		end = max(end, s.To)
	}
	return n
}

// Where the entities of a rekeyed table keep their keys.
const (
	wasPartition = "WasPartitionKey"
	wasRow       = "WasRowKey"
	wasWritten   = "WasTimestamp"
)

// Was reports whether a property is one that a table under a design has beside its entities' own: their keys and Timestamp as
// they were.
func Was(property string) bool {
	return property == wasPartition || property == wasRow || property == wasWritten
}

// Rekeyed is a table with the keys of a design: a real one.
type Rekeyed struct {
	*engine.Snapshot
	design keydesign.Design
	data   keydesign.Data
	// twice is the first key that two entities have, "" when there is none; the later ones are left out.
	twice string
}

// rekey makes the table of a design. Errors: those of the templates, and of values and keys that do not do, with the entity.
func rekey(ctx context.Context, t *engine.Snapshot, d Design) (*Rekeyed, error) {
	design, err := keydesign.ParseDesign(d.Partition, d.Row)
	if err != nil {
		return nil, err
	}
	r := &Rekeyed{design: design}
	r.data = keydesign.Data{PartitionKey: wasPartition, RowKey: wasRow, Timestamp: wasWritten}
	census := t.Census()
	r.data.Types = func(property string) []edm.Type {
		var types []edm.Type
		for _, p := range census.Properties {
			if p.Name == property {
				for _, c := range p.Types {
					types = append(types, c.Type)
				}
			}
		}
		return types
	}
	db := engine.Open(clockOptions())
	if err := db.CreateTable(ctx, t.Table()); err != nil {
		return nil, err
	}
	var batch []engine.BulkEntity
	flush := func() error {
		result, err := db.Bulk(ctx, t.Table(), batch, engine.RefuseExisting)
		for _, refusal := range result.Refused {
			if refusal.Err.Code != engine.EntityAlreadyExists {
				return refusal.Err
			}
			if e := batch[refusal.Index]; r.twice == "" {
				r.twice = "(" + e.PartitionKey + ", " + e.RowKey + ")"
			}
		}
		batch = batch[:0]
		return err
	}
	for i := range t.Len() {
		e := t.At(i)
		partitionKey, rowKey, err := design.Keys(func(property string) edm.Value {
			v, _ := e.Value(property)
			return v
		})
		if err != nil {
			return nil, err
		}
		properties := append(e.Properties(),
			engine.Property{Name: wasPartition, Value: edm.NewString(e.PartitionKey())},
			engine.Property{Name: wasRow, Value: edm.NewString(e.RowKey())},
			engine.Property{Name: wasWritten, Value: edm.NewDateTime(e.Timestamp())})
		batch = append(batch, engine.BulkEntity{PartitionKey: partitionKey, RowKey: rowKey, Properties: properties})
		if len(batch) == engine.MaxBulk || i == t.Len()-1 {
			if err := flush(); err != nil {
				return nil, err
			}
		}
	}
	r.Snapshot, err = db.Snapshot(t.Table())
	return r, err
}

// shared says that two entities have the same keys, and why where the templates name no property.
func (r *Rekeyed) shared() string {
	why := "Two entities would have the keys " + r.twice + "."
	if len(r.design.Partition.Properties())+len(r.design.Row.Properties()) == 0 {
		why += " Neither template has a property in braces, such as {Name}, so every entity gets the same keys."
	}
	return why
}

// Filter returns what a filter on properties becomes under the design, "" when that is every entity.
func (r *Rekeyed) Filter(pattern string) (string, error) {
	e, err := filterlang.Parse(pattern)
	if err != nil {
		return "", err
	}
	if rewritten := r.design.Rewrite(e, r.data); rewritten.Filter != nil {
		return rewritten.Filter.String(), nil
	}
	return "", nil
}

// ask runs what a filter on properties becomes under the design.
func (r *Rekeyed) ask(ctx context.Context, pattern string) (*answer, error) {
	filter, err := r.Filter(pattern)
	if err != nil {
		return nil, err
	}
	return ask(ctx, r.Snapshot, Query{Filter: filter})
}

// largest returns the number of entities in the largest partition.
func largest(t *engine.Snapshot) int {
	n := 0
	for i := range t.Partitions() {
		n = max(n, t.PartitionAt(i).Count)
	}
	return n
}

// ordered reports whether the entities come in order of a property; those that lack it, in any place, spoil it.
func ordered(entities []engine.Entity, property string, falling bool) bool {
	return slices.IsSortedFunc(entities, func(a, b engine.Entity) int {
		x, _ := a.Value(property)
		y, _ := b.Value(property)
		order, ok := edm.Compare(x, y)
		if !ok {
			return 1
		}
		if falling {
			return -order
		}
		return order
	})
}

// stretches counts the runs of the table in which the entities of an answer lie side by side.
func (r *Rekeyed) stretches(a *answer) int {
	n, inside := 0, false
	for i := range r.Len() {
		e := r.At(i)
		in := a.seen[e.SortKey()]
		if in && !inside {
			n++
		}
		inside = in
	}
	return n
}
