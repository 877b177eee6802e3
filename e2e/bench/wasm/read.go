//go:build js && wasm

package main

import (
	"context"
	"fmt"
	"time"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

type queryArg struct {
	Table  string
	Filter string
	Fresh  bool // a commit before each time drops what is remembered of the time before
	Times  int
}

// samples are measurements in milliseconds, with how many entities each found.
type samples struct {
	Ms    []float64 `json:"ms"`
	Found int       `json:"found"`
}

// scan counts what a filter accepts, from one plan, as the playground does before Run.
func (l *lab) scan(b []byte) (any, error) {
	arg, err := argument[queryArg](b)
	if err != nil {
		return nil, err
	}
	s, err := l.db.Snapshot(arg.Table)
	if err != nil {
		return nil, err
	}
	plan, err := engine.CheckQuery(engine.Query{Filter: arg.Filter})
	if err != nil {
		return nil, err
	}
	var out samples
	for i := range arg.Times {
		if arg.Fresh {
			if err := l.db.SetDocument(context.Background(), "fresh", fmt.Sprint(i)); err != nil {
				return nil, err
			}
		}
		begin := time.Now()
		m, err := s.Match(context.Background(), plan, engine.MatchOptions{})
		if err != nil {
			return nil, err
		}
		out.Ms = append(out.Ms, milliseconds(time.Since(begin)))
		out.Found = m.Returned
	}
	return out, nil
}

// run reads all pages of a query and keeps what it found, as Run does.
func (l *lab) run(b []byte) (any, error) {
	arg, err := argument[queryArg](b)
	if err != nil {
		return nil, err
	}
	s, err := l.db.Snapshot(arg.Table)
	if err != nil {
		return nil, err
	}
	var out samples
	for range arg.Times {
		begin := time.Now()
		r, err := s.Run(context.Background(), engine.Query{Filter: arg.Filter}, engine.RunOptions{})
		if err != nil {
			return nil, err
		}
		out.Ms = append(out.Ms, milliseconds(time.Since(begin)))
		out.Found = r.Len()
	}
	return out, nil
}

// object is an entity as a program uses it: every value read out of its packed form.
type object struct {
	PartitionKey, RowKey, ETag string
	Timestamp                  time.Time
	N                          int32
	D                          float64
	S                          string
	B                          bool
}

// read makes the object of an entity.
func read(e engine.Entity) (o object) {
	o.PartitionKey, o.RowKey, o.Timestamp = e.PartitionKey(), e.RowKey(), e.Timestamp().Time()
	for name, v := range e.All() {
		switch name {
		case "N":
			o.N = int32(v.Int())
		case "D":
			o.D = v.Float()
		case "S":
			o.S = v.Text()
		case "B":
			o.B = v.Bool()
		}
	}
	return o
}

// pages reads a query from its text to objects, page by page with continuation.
func (l *lab) pages(b []byte) (any, error) {
	arg, err := argument[queryArg](b)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	var out samples
	for range arg.Times {
		begin := time.Now()
		var objects []object
		for q := (engine.Query{Filter: arg.Filter}); ; {
			page, err := l.db.Query(ctx, arg.Table, q)
			if err != nil {
				return nil, err
			}
			for _, e := range page.Entities {
				objects = append(objects, read(e))
			}
			if !page.Next.Valid {
				break
			}
			q.From = page.Next
		}
		out.Ms = append(out.Ms, milliseconds(time.Since(begin)))
		out.Found = len(objects)
	}
	return out, nil
}

type pointArg struct {
	Table  string
	Count  int
	Rounds int
}

// points calls get for pseudo-random keys that exist; each sample is a round's mean.
func (l *lab) points(b []byte, get func(table, pk, rk string) (bool, error)) (any, error) {
	arg, err := argument[pointArg](b)
	if err != nil {
		return nil, err
	}
	shape := l.tables[arg.Table]
	if shape.Rows == 0 {
		return nil, fmt.Errorf("no table %q was loaded", arg.Table)
	}
	var out samples
	x := uint32(7)
	for range arg.Rounds {
		keys := make([][2]string, arg.Count)
		for i := range keys {
			x = next(x)
			pk := key('p', int(x>>8)%shape.Partitions)
			x = next(x)
			keys[i] = [2]string{pk, key('r', int(x>>8)%shape.Rows)}
		}
		begin := time.Now()
		for _, k := range keys {
			ok, err := get(arg.Table, k[0], k[1])
			if err != nil {
				return nil, err
			}
			if ok {
				out.Found++
			}
		}
		out.Ms = append(out.Ms, milliseconds(time.Since(begin))/float64(arg.Count))
	}
	return out, nil
}

// point reads by keys that are at hand, as SQLite does from a prepared statement.
func (l *lab) point(b []byte) (any, error) {
	ctx := context.Background()
	return l.points(b, func(table, pk, rk string) (bool, error) {
		e, err := l.db.Get(ctx, table, pk, rk)
		if err != nil {
			return false, err
		}
		o := read(e)
		return o.N >= 0, nil
	})
}

// pointText goes the whole way: filter text, plan, page.
func (l *lab) pointText(b []byte) (any, error) {
	ctx := context.Background()
	return l.points(b, func(table, pk, rk string) (bool, error) {
		page, err := l.db.Query(ctx, table, engine.Query{Filter: filterlang.PartitionKey + " eq '" + pk + "' and " + filterlang.RowKey + " eq '" + rk + "'"})
		if err != nil || len(page.Entities) != 1 {
			return false, err
		}
		o := read(page.Entities[0])
		return o.N >= 0, nil
	})
}
