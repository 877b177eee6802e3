package cosmos

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rangefinder/engine"
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

	Entities int    // it is about so many
	First    []Key  // of them, MaxFirst at most, in key order
	Before   string // class of a query in Azure Table storage
	After    string // and in Azure Cosmos DB
}

// Key names an entity.
type Key struct{ PartitionKey, RowKey string }

// MaxFirst is how many entities a Change names.
const MaxFirst = 10

// Move lists what changes for a table and its queries when they move to Azure Cosmos DB for Table. What is said of entities was
// counted; what queries cost there is told by class, since nobody knows request units before they are charged. yield is called now
// and then, and ends the work with its error; it may be nil.
func Move(ctx context.Context, s *engine.Snapshot, queries []Query, yield func() error) ([]Change, error) {
	out, err := moveEntities(s, yield)
	if err != nil {
		return nil, err
	}
	for i := range queries {
		list, err := moveQuery(ctx, s, &queries[i], yield)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	subjects := []Subject{Limits, Names, Order, Cost}
	slices.SortStableFunc(out, func(a, b Change) int { return slices.Index(subjects, a.Subject) - slices.Index(subjects, b.Subject) })
	return out, nil
}

// about counts an entity.
func (c *Change) about(e engine.Entity) {
	if c.Entities++; len(c.First) < MaxFirst {
		c.First = append(c.First, Key{PartitionKey: e.PartitionKey(), RowKey: e.RowKey()})
	}
}

// moveEntities reads the table for what the service does not take.
func moveEntities(s *engine.Snapshot, yield func() error) ([]Change, error) {
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
		if yield != nil {
			if err := yield(); err != nil {
				return nil, err
			}
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

// moveQuery compares a query with itself over there.
func moveQuery(ctx context.Context, s *engine.Snapshot, q *Query, yield func() error) ([]Change, error) {
	var out []Change
	if q.Table != "" && q.Table != s.Table() && strings.EqualFold(q.Table, s.Table()) {
		out = append(out, Change{Subject: Names, Refused: true, Query: q, Text: fmt.Sprintf("It asks for the table %s. Names are case-sensitive there: only %s is this table.", q.Table, s.Table())})
	}
	var filter filterlang.Expr
	if q.Filter != "" {
		e, err := filterlang.Parse(q.Filter)
		if err != nil {
			return append(out, Change{Subject: Cost, Query: q, Text: "Both refuse the filter, so nothing can be said of it."}), nil
		}
		filter = e
	}
	before, after := filterlang.NewPlan(filter), filterlang.Cosmos.Plan(filter)
	found, err := s.Run(ctx, engine.Query{Filter: q.Filter}, engine.RunOptions{Plan: before, Yield: yield})
	if err != nil {
		return nil, err
	}
	first := make([]Key, 0, min(found.Len(), MaxFirst))
	for _, e := range found.Window(0, MaxFirst) {
		first = append(first, Key{PartitionKey: e.PartitionKey(), RowKey: e.RowKey()})
	}
	if page := q.Top; found.Len() > 1 {
		text := "The list has no promised order there. Code that takes its first entities for those with the lowest keys is wrong."
		if page > 0 && page < found.Len() {
			text = fmt.Sprintf("$top=%d gives the %d entities with the lowest keys in Azure Table storage, and any %d of %d there.", page, page, page, found.Len())
		}
		out = append(out, Change{Subject: Order, Query: q, Text: text, Entities: found.Len(), First: first})
	}
	out = append(out, Change{Subject: Cost, Query: q, Text: costText(before.Class, after.Class), Entities: found.Len(), First: first, Before: before.Class.Name(), After: after.Class.Name()})
	return out, nil
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
