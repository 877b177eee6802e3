package study

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

func openLab(t *testing.T, entities int) (*desk.Desk, lab.Spec) {
	t.Helper()
	d := open(t, func(c *worker.Config) { c.Now = desk.Ticking() })
	d.Load(t, "Blogs", func(add func(string, string, ...engine.Property)) {
		for i := range entities {
			add(fmt.Sprint("channel", i%7), fmt.Sprintf("%06d", i), engine.Property{Name: "Author", Value: edm.NewString(fmt.Sprint("a", i%50))})
		}
	})
	reply, err := wire.Call(t.Context(), d, wire.LabSuggest, wire.LabSuggestRequest{Table: "Blogs", Asked: []lab.Asked{{Name: "Of an author", Filter: "Author eq 'a7'"}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	spec, err := lab.Parse(reply.Spec)
	if err != nil {
		t.Fatal(err)
	}
	return d, spec
}

// Ensure that what is suggested for a table can be measured, that its first design is the table as it is, and that a change
// of the table is seen.
func TestLab_SuggestAndMeasure(t *testing.T) {
	d, spec := openLab(t, 700)
	if len(spec.Designs) != 3 || spec.Designs[1].Partition != "{Author}" {
		t.Fatalf("suggested are %+v", spec.Designs)
	}
	r, err := wire.Call(t.Context(), d, wire.Lab, wire.LabRequest{Table: "Blogs", Spec: spec.String()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Entities != 700 || r.Designs[0].Partitions != 7 || r.Designs[1].Partitions != 50 || r.Patterns[0].Cells[1].Ways[0].Examined != 14 || r.Patterns[0].Cells[0].Ways[0].Examined != 700 {
		t.Errorf("measured are %+v", r)
	}
	if r, err = wire.Call(t.Context(), d, wire.Lab, wire.LabRequest{Table: "blogs", Spec: spec.String()}, nil); err != nil || r.Measured != 0 {
		t.Errorf("measured anew are %d, %v", r.Measured, err)
	}
	if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "Blogs", Kind: "insert", PartitionKey: "new", RowKey: "1"}, nil); err != nil {
		t.Fatal(err)
	}
	if r, err = wire.Call(t.Context(), d, wire.Lab, wire.LabRequest{Table: "Blogs", Spec: spec.String()}, nil); err != nil || r.Entities != 701 || r.Measured == 0 {
		t.Errorf("of the changed table: %+v, %v", r, err)
	}
	if err := wire.Do(t.Context(), d, wire.LeaveLab, wire.Done{}); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "{}", `{"lab":1,"patterns":[{"kind":"x"}]}`} {
		if _, err := wire.Call(t.Context(), d, wire.Lab, wire.LabRequest{Table: "Blogs", Spec: text}, nil); err == nil {
			t.Errorf("%q is measured", text)
		}
	}
	if _, err := wire.Call(t.Context(), d, wire.Lab, wire.LabRequest{Table: "Missing", Spec: spec.String()}, nil); err == nil {
		t.Error("a table that is not there is measured")
	}
	if _, err := wire.Call(t.Context(), d, wire.Lab, wire.LabRequest{Source: "acct", Table: "Blogs", Spec: spec.String()}, nil); err == nil {
		t.Error("an account is measured")
	}
}

// Ensure that a design is kept as a table with all that it stores, and that this is taken back whole.
func TestLab_Keep(t *testing.T) {
	d, spec := openLab(t, 300)
	spec.Designs = append(spec.Designs, lab.Design{Partition: "{Author}", Row: "{RowKey}", Indexes: []lab.Index{{Kind: lab.OtherTable, Partition: "{PartitionKey}", Row: "{RowKey}"}}},
		lab.Design{Partition: "{Author}", Row: ""})
	reply, err := wire.Call(t.Context(), d, wire.LabKeep, wire.LabKeepRequest{Table: "Blogs", Spec: spec.String(), Design: 3, Name: "ByAuthor"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(reply.Tables, []string{"ByAuthor", "ByAuthorBy1"}) || reply.Entities != 600 {
		t.Errorf("kept are %+v", reply)
	}
	s, err := d.DB.Snapshot("ByAuthor")
	if err != nil {
		t.Fatal(err)
	}
	e, ok := s.Get("a7", "000007")
	if was, _ := e.Value("WasPartitionKey"); !ok || was.Text() != "channel0" || s.Len() != 300 {
		t.Errorf("%d entities, one is %v", s.Len(), e)
	}
	if _, err := wire.Call(t.Context(), d, wire.LabKeep, wire.LabKeepRequest{Table: "Blogs", Spec: spec.String(), Design: 0, Name: "ByAuthor"}, nil); err == nil {
		t.Error("a name is taken twice")
	}
	if _, err := wire.Call(t.Context(), d, wire.LabKeep, wire.LabKeepRequest{Table: "Blogs", Spec: spec.String(), Design: 4, Name: "Lost"}, nil); err == nil {
		t.Error("a design that loses entities is kept")
	}
	if err := wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest{Undo: reply.Undo}); err != nil {
		t.Fatal(err)
	}
	for _, name := range reply.Tables {
		if _, err := d.DB.Snapshot(name); err == nil {
			t.Errorf("%s is still there", name)
		}
	}
}

// Ensure that a measurement that was stopped leaves the bench to the next one.
func TestLab_Stopped(t *testing.T) {
	d, spec := openLab(t, 20_000)
	ctx, stop := context.WithCancel(t.Context())
	_, err := wire.Call(ctx, d, wire.Lab, wire.LabRequest{Table: "Blogs", Spec: spec.String()}, func(wire.Progress) { stop() })
	if err == nil {
		t.Fatal("it was not stopped")
	}
	if f, ok := errors.AsType[*wire.Failure](err); ok && f.Code != wire.Canceled {
		t.Errorf("stopped with %v", err)
	}
	if r, err := wire.Call(t.Context(), d, wire.Lab, wire.LabRequest{Table: "Blogs", Spec: spec.String()}, nil); err != nil || r.Measured == 0 {
		t.Error(r, err)
	}
}
