package cosmos

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rangefinder/engine"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
)

// Subject is what a Change is about.
type Subject string

// The subjects, in the order in which Move lists them.
const (
	Limits Subject = "limit" // what the service refuses to hold
	Names  Subject = "name"
	Order  Subject = "order"
	Cost   Subject = "cost"
)

// Query is a query that an application asks, as far as a move changes what comes of it.
type Query struct {
	Name   string // "" for none
	Table  string // as it is written
	Filter string
	Top    int // 0: not given
}

// Change is something that is otherwise in Azure Cosmos DB for Table than in Azure Table storage, with the entities that it is about.
type Change struct {
	Subject Subject
	Text    string
	Refused bool   // the service does not take the entities, or does not know the table: it has to be changed before the move
	Query   *Query // that it is about; nil when it is about the table

	Classes *Classes // of the plans of the query, when it is about its cost; nil when the filter has no plan

	Entities int   // it is about so many
	First    []Key // of them, MaxFirst at most, in key order
}

// Classes are those of the plans of a query in Azure Table storage and in Azure Cosmos DB.
type Classes struct{ Before, After filterlang.Class }

// Key names an entity.
type Key struct{ PartitionKey, RowKey string }

// MaxFirst is how many entities a Change names.
const MaxFirst = 10

// Move lists what changes for a table and its queries when they move to Azure Cosmos DB for Table. What is said of entities was
// counted; what queries cost there is told by class, since nobody knows request units before they are charged. Memory does not grow
// with the table. watch is called now and then with how many entities were read of how many that will be at most, and ends the work
// with its error; it may be nil.
func Move(ctx context.Context, s *engine.Snapshot, queries []Query, watch func(read, total int) error) ([]Change, error) {
	l := look{s: s, total: s.Len(), watch: watch}
	list := make([]asked, len(queries))
	for i := range queries {
		list[i] = ask(&queries[i], s)
		l.total += list[i].reach
	}
	out, err := l.entities()
	if err != nil {
		return nil, err
	}
	for i := range list {
		changes, err := l.query(ctx, &list[i])
		if err != nil {
			return nil, err
		}
		out = append(out, changes...)
	}
	subjects := []Subject{Limits, Names, Order, Cost}
	stable.Sort(out, func(a, b Change) int { return slices.Index(subjects, a.Subject) - slices.Index(subjects, b.Subject) })
	return out, nil
}

// look is a Move that is going on.
type look struct {
	s           *engine.Snapshot
	read, total int
	watch       func(read, total int) error
}

// pause tells how far the work is.
func (l *look) pause(more int) error {
	if l.watch == nil {
		return nil
	}
	return l.watch(l.read+more, l.total)
}

// asked is a query with its plans.
type asked struct {
	*Query
	before, after *filterlang.Plan
	reach         int   // entities that are read of it
	err           error // why the filter is refused
}

func ask(q *Query, s *engine.Snapshot) asked {
	var filter filterlang.Expr
	if q.Filter != "" {
		var err error
		if filter, err = filterlang.Parse(q.Filter); err != nil {
			return asked{Query: q, err: err}
		}
	}
	a := asked{Query: q, before: filterlang.NewPlan(filter), after: filterlang.Cosmos.Plan(filter)}
	if a.before.Class != filterlang.Empty {
		a.reach = s.Stretch(a.before.Range).Len()
	}
	return a
}

// about counts an entity.
func (c *Change) about(e engine.Entity) {
	if c.Entities++; len(c.First) < MaxFirst {
		c.First = append(c.First, Key{PartitionKey: e.PartitionKey(), RowKey: e.RowKey()})
	}
}

// entities looks at what the service refuses to hold.
func (l *look) entities() ([]Change, error) {
	s := l.s
	long := Change{Subject: Limits, Refused: true, Text: fmt.Sprintf("RowKey has at most %d bytes there, and 1 KiB in Azure Table storage.", engine.MaxRowKeyCosmos)}
	named := map[string]*Change{}
	var suspects []string // columns that may be reserved
	for _, name := range s.Columns() {
		if engine.CheckFor(filterlang.Cosmos, "", name) != nil {
			suspects = append(suspects, name)
			named[name] = &Change{Subject: Names, Refused: true, Text: "The service keeps the property name " + name + " for itself."}
		}
	}
	const window = 1024
	var list []engine.Entity
	for rank := 0; rank < s.Len(); rank += window {
		l.read = rank
		if err := l.pause(0); err != nil {
			return nil, err
		}
		list = s.AppendWindow(list[:0], rank, window)
		for _, e := range list {
			if len(e.RowKey()) > engine.MaxRowKeyCosmos {
				long.about(e)
			}
			for _, name := range suspects {
				if _, ok := e.Value(name); ok {
					named[name].about(e)
				}
			}
		}
	}
	l.read = s.Len()
	var out []Change
	if long.Entities > 0 {
		out = append(out, long)
	}
	for _, name := range suspects {
		if c := named[name]; c.Entities > 0 {
			out = append(out, *c)
		}
	}
	return out, nil
}

// query compares a query with itself over there.
func (l *look) query(ctx context.Context, a *asked) ([]Change, error) {
	q, table := a.Query, l.s.Table()
	var out []Change
	if q.Table != "" && q.Table != table && strings.EqualFold(q.Table, table) {
		out = append(out, Change{Subject: Names, Refused: true, Query: q, Text: fmt.Sprintf("It asks for the table %s. Names are case-sensitive there: only %s is this table.", q.Table, table)})
	}
	if a.err != nil {
		return append(out, Change{Subject: Cost, Query: q, Text: "Both refuse the filter, so nothing can be said of it."}), nil
	}
	count, first, err := l.found(ctx, a)
	if err != nil {
		return nil, err
	}
	if page := q.Top; count > 1 {
		text := "The list has no promised order there. Code that takes its first entities for those with the lowest keys is wrong."
		if page > 0 && page < count {
			text = fmt.Sprintf("$top=%d gives the %d entities with the lowest keys in Azure Table storage, and any %d of %d there.", page, page, page, count)
		}
		out = append(out, Change{Subject: Order, Query: q, Text: text, Entities: count, First: first})
	}
	out = append(out, Change{Subject: Cost, Query: q, Text: costText(a.before.Class, a.after.Class), Entities: count, First: first, Classes: &Classes{a.before.Class, a.after.Class}})
	return out, nil
}

// errEnough ends a run that has found the entities that are named.
var errEnough = errors.New("enough entities are found")

// found counts what a query matches, and names the first of that. A run that is ended soon finds those; what goes on matching is only
// counted, so that nothing is kept of it.
func (l *look) found(ctx context.Context, a *asked) (count int, first []Key, err error) {
	defer func() { l.read += a.reach }()
	examined, matched := 0, 0
	progress := func(done, _, found int) { examined, matched = done, found }
	run, err := l.s.Run(ctx, engine.Query{Filter: a.Filter}, engine.RunOptions{Plan: a.before, Progress: progress, Yield: func() error {
		if matched >= MaxFirst {
			return errEnough
		}
		return l.pause(examined)
	}})
	if err != nil && !errors.Is(err, errEnough) {
		return 0, nil, err
	}
	first = make([]Key, 0, min(run.Len(), MaxFirst))
	for _, e := range run.Window(0, MaxFirst) {
		first = append(first, Key{PartitionKey: e.PartitionKey(), RowKey: e.RowKey()})
	}
	if err == nil {
		return run.Len(), first, nil
	}
	stats, err := l.s.Match(ctx, a.before, engine.MatchOptions{Progress: progress, Yield: func() error { return l.pause(examined) }})
	return stats.Returned, first, err
}

// costText says how what decides the cost of a query changes.
func costText(before, after filterlang.Class) string {
	switch {
	case after == filterlang.Empty:
		return "Nothing can match, here and there."
	case after == filterlang.PointRead:
		return "One entity by its full key, here and there: about 1 request unit for 1 KB."
	case after == filterlang.NoIndexHelp:
		return "The index does not help, so every physical partition is asked for all it has: request units grow with the table."
	case after == filterlang.AllPartitions && before == filterlang.FullScan:
		return "It reads the whole table now. There the index narrows it, and every physical partition is asked."
	case after == filterlang.AllPartitions:
		return "It reads a range of partitions now. There every physical partition is asked, those outside the range too, each by its index."
	}
	return "It reads part of one partition now. There the index of that partition is asked, and what matches is charged."
}
