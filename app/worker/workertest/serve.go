package workertest

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Serve has serve answer a client through a Pipe until the test ends or stop is called; over is closed when it returned.
func Serve(t *testing.T, serve func(context.Context, port.Port)) (client *wire.Client, stop context.CancelFunc, over <-chan struct{}) {
	t.Helper()
	near, far := port.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	client = wire.NewClient(near)
	done := make(chan struct{})
	go func() {
		defer close(done)
		serve(ctx, far)
	}()
	t.Cleanup(func() {
		stop()
		<-done
		client.Close()
	})
	return client, stop, done
}

// Load makes a table of what each adds.
func Load(t *testing.T, db *engine.DB, table string, each func(add func(pk, rk string, properties ...engine.Property))) {
	t.Helper()
	if err := db.CreateTable(t.Context(), table); err != nil {
		t.Fatal(err)
	}
	l, err := db.Load(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	each(func(pk, rk string, properties ...engine.Property) {
		if err := l.Add(pk, rk, properties); err != nil {
			t.Fatal(err)
		}
	})
	if _, err := l.Commit(); err != nil {
		t.Fatal(err)
	}
}

// Names are the tables that are listed, with how many entities each has.
func Names(t *testing.T, client *wire.Client) []string {
	t.Helper()
	r, err := wire.Call(t.Context(), client, wire.Tables, wire.SourceRequest{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, table := range r.Tables {
		names = append(names, fmt.Sprint(table.Name, " ", table.Entities))
	}
	return names
}

// Awkward loads a table of values that a careless format loses.
func Awkward(t *testing.T, db *engine.DB, table string) {
	t.Helper()
	if err := db.CreateTable(t.Context(), table); err != nil {
		t.Fatal(err)
	}
	values := []edm.Value{
		edm.NewInt64(math.MinInt64), edm.NewInt64(math.MaxInt64), edm.NewInt32(-1), edm.NewDateTime(edm.MinTicks), edm.NewDateTime(edm.MaxTicks),
		edm.NewDouble(math.NaN()), edm.NewDouble(math.Inf(-1)), edm.NewDouble(math.Copysign(0, -1)), edm.NewDouble(7), edm.NewDouble(math.SmallestNonzeroFloat64),
		edm.NewString(""), edm.NewString("=1+1"), edm.NewString("'=1+1"), edm.NewString("a\tb\r\n\"c\""), edm.NewString("\U0001F600\u2028é<&>"), edm.NewString(strings.Repeat("x", 32768)),
		edm.NewBinary(""), edm.NewBinary("\x00\xff"), edm.NewBoolean(false), edm.NewGuid(edm.UUID{1, 2, 3}),
	}
	entities := []engine.BulkEntity{{}} // empty keys, no property
	for i, v := range values {
		entities = append(entities, engine.BulkEntity{PartitionKey: "p\U0001F600", RowKey: fmt.Sprintf("%03d", i), Properties: []engine.Property{{Name: fmt.Sprint("P", i%7), Value: v}, {Name: "odata_type", Value: v}}})
	}
	r, err := db.Bulk(t.Context(), table, entities, engine.RefuseExisting)
	if err != nil || len(r.Refused) > 0 {
		t.Fatal(err, r)
	}
}

// Dump is every entity of every table, one a line, without Timestamps.
func Dump(t *testing.T, db *engine.DB) string {
	t.Helper()
	var b strings.Builder
	image := db.Image()
	for _, name := range image.Tables() {
		s, err := image.Snapshot(name)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(&b, name)
		for i := range s.Len() {
			e := s.At(i)
			fmt.Fprintf(&b, "%q %q", e.PartitionKey(), e.RowKey())
			for name, v := range e.All() {
				fmt.Fprintf(&b, " %s=%s", name, v.Literal())
			}
			b.WriteByte('\n')
		}
	}
	for _, name := range db.Documents() {
		text, _ := db.Document(name)
		fmt.Fprintf(&b, "document %s %q\n", name, text)
	}
	return b.String()
}
