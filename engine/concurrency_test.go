package engine_test

import (
	"context"
	"fmt"
	"sync"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that no reader ever sees half of a transaction, by any way of reading: every transaction gives all entities of a
// partition one new number.
func TestDB_Batch_NeverSeenInHalves(t *testing.T) {
	const rows, writers, transactions = 20, 2, 150
	ctx := context.Background()
	db := open(t)
	if err := db.CreateTable(ctx, "Table"); err != nil {
		t.Fatal(err)
	}
	write := func(partition string, n int) error {
		ops := make([]engine.Op, rows)
		for i := range ops {
			ops[i] = engine.Op{Kind: engine.InsertOrReplace, PartitionKey: partition, RowKey: fmt.Sprint(i),
				Properties: []engine.Property{{Name: "N", Value: edm.NewInt32(int32(n))}}}
		}
		_, err := db.Batch(ctx, "Table", ops)
		return err
	}
	for w := range writers {
		if err := write(fmt.Sprint(w), 0); err != nil {
			t.Fatal(err)
		}
	}
	// whole says whether entities of one partition all have the same number.
	whole := func(how string, entities []engine.Entity) {
		if len(entities) != rows {
			t.Errorf("%s: %d entities, want %d", how, len(entities), rows)
			return
		}
		first, _ := entities[0].Value("N")
		for _, e := range entities {
			if n, _ := e.Value("N"); n != first || e.Timestamp() != entities[0].Timestamp() {
				t.Errorf("%s: %s is in a table with %s", how, n.Literal(), first.Literal())
			}
		}
	}
	done := make(chan struct{})
	var writing, reading sync.WaitGroup
	for w := range writers {
		writing.Go(func() {
			for n := range transactions {
				if err := write(fmt.Sprint(w), n); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for r := range 3 {
		reading.Go(func() {
			partition := fmt.Sprint(r % writers)
			for {
				select {
				case <-done:
					return
				default:
				}
				page, err := db.Query(ctx, "Table", engine.Query{Filter: "PartitionKey eq '" + partition + "'"})
				if err != nil {
					t.Error(err)
					return
				}
				whole("query", page.Entities)
				s, err := db.Snapshot("Table")
				if err != nil {
					t.Error(err)
					return
				}
				at := s.Rank(partition, "")
				whole("window", s.Window(at, rows))
				run, err := s.Run(ctx, engine.Query{Filter: "N ge 0"}, engine.RunOptions{})
				if err != nil || run.Len() != rows*writers {
					t.Errorf("run: %d entities, %v", run.Len(), err)
					return
				}
				whole("run", run.Window(at, rows))
				if c := s.Census(); c.Entities != rows*writers || c.Properties[0].Count != rows*writers {
					t.Errorf("census %+v", c)
				}
			}
		})
	}
	writing.Wait()
	close(done)
	reading.Wait()
}

// Ensure that a snapshot stays as it was while loads and deletes go on.
func TestSnapshot_StaysAsItWas(t *testing.T) {
	ctx := context.Background()
	db := open(t)
	if err := db.CreateTable(ctx, "Table"); err != nil {
		t.Fatal(err)
	}
	load := func(head string, n int) {
		l, err := db.Load(ctx, "Table")
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			if err := l.Add(head, fmt.Sprintf("%05d", i), []engine.Property{{Name: head, Value: edm.NewInt32(int32(i))}}); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := l.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	load("b", 3000)
	s, err := db.Snapshot("Table")
	if err != nil {
		t.Fatal(err)
	}
	same := func() error {
		if s.Len() != 3000 || s.Partitions() != 1 || len(s.Columns()) != 1 {
			return fmt.Errorf("%d entities in %d partitions, columns %v", s.Len(), s.Partitions(), s.Columns())
		}
		for i := range s.Len() {
			if v, _ := s.At(i).Value("b"); v != edm.NewInt32(int32(i)) {
				return fmt.Errorf("entity %d has %s", i, v.Literal())
			}
		}
		return nil
	}
	var reading sync.WaitGroup
	for range 2 {
		reading.Go(func() {
			for range 5 {
				if err := same(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	load("a", 2000)
	for i := range 1000 {
		op := engine.Op{Kind: engine.Delete, PartitionKey: "b", RowKey: fmt.Sprintf("%05d", 2*i), IfMatch: "*"}
		if i%2 == 0 {
			op = engine.Op{Kind: engine.Merge, PartitionKey: "b", RowKey: fmt.Sprintf("%05d", 2*i), IfMatch: "*", Properties: []engine.Property{{Name: "b", Value: edm.NewInt32(-1)}}}
		}
		if _, err := db.Apply(ctx, "Table", op); err != nil {
			t.Fatal(err)
		}
	}
	reading.Wait()
	if err := same(); err != nil {
		t.Error(err)
	}
}
