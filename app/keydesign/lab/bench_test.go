package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

func table(t testing.TB, fill func(add func(partitionKey, rowKey string, properties ...engine.Property))) *engine.Snapshot {
	t.Helper()
	ctx := context.Background()
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(ctx, "Table"); err != nil {
		t.Fatal(err)
	}
	load, err := db.Load(ctx, "Table")
	if err != nil {
		t.Fatal(err)
	}
	fill(func(partitionKey, rowKey string, properties ...engine.Property) {
		if err := load.Add(partitionKey, rowKey, properties); err != nil {
			t.Fatal(err)
		}
	})
	if _, err := load.Commit(); err != nil {
		t.Fatal(err)
	}
	s, err := db.Snapshot("Table")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func text(name, v string) engine.Property {
	return engine.Property{Name: name, Value: edm.NewString(v)}
}
func number(name string, v int) engine.Property {
	return engine.Property{Name: name, Value: edm.NewInt32(int32(v))}
}
func date(name string, v int64) engine.Property {
	return engine.Property{Name: name, Value: edm.NewDateTime(edm.Ticks(633_979_008_000_000_000 + v*10_000_000))}
}

// employees is Contoso: 4 departments of 250, each with a unique number and address, and names that repeat.
func employees(t testing.TB) *engine.Snapshot {
	return table(t, func(add func(string, string, ...engine.Property)) {
		for i := range 1000 {
			add([]string{"Audit", "IT", "Law", "Sales"}[i/250], fmt.Sprintf("%06d", i), text("Email", fmt.Sprintf("p%d@contoso.com", i)),
				text("LastName", fmt.Sprintf("Name%02d", i%25)), number("Age", 20+i%40), date("Hired", int64(i)*86_400))
		}
	})
}

func measure(t testing.TB, b *Bench, spec Spec) *Report {
	t.Helper()
	if err := spec.Check(); err != nil {
		t.Fatal(err)
	}
	r, err := b.Measure(context.Background(), spec, Watch{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var asItIs = Design{Name: "as it is", Partition: "{PartitionKey}", Row: "{RowKey}"}

// Ensure that the numbers of the design guide's demonstrations come out: what the same question reads under each kind of index.
func TestMeasure_Indexes(t *testing.T) {
	b := NewBench(employees(t), false)
	email := Pattern{Name: "by address", Kind: Read, PerDay: 1, Filter: "PartitionKey eq 'Sales' and Email eq 'p800@contoso.com'"}
	last := Pattern{Name: "by name", Kind: Read, PerDay: 1, Filter: "PartitionKey eq 'Sales' and LastName eq 'Name03'"}
	r := measure(t, b, Spec{Patterns: []Pattern{email, last}, Designs: []Design{
		asItIs,
		{Name: "intra", Partition: "{PartitionKey}", Row: "empid_{RowKey}", Indexes: []Index{{Kind: SamePartition, Row: "email_{Email|lower}"}}},
		{Name: "inter", Partition: "empid_{PartitionKey}", Row: "{RowKey}", Indexes: []Index{{Kind: OtherPartition, Partition: "email_{PartitionKey}", Row: "{Email}"}}},
		{Name: "list", Partition: "{PartitionKey}", Row: "empid_{RowKey}", Indexes: []Index{{Kind: KeyList, Partition: "{PartitionKey}", Row: "name_{LastName}"}}},
		{Name: "copy", Partition: "{PartitionKey}", Row: "{RowKey}", Indexes: []Index{{Kind: OtherTable, Partition: "{PartitionKey}", Row: "{Email}", Properties: []string{"Email"}}}},
	}})
	type numbers struct {
		index                                    int
		class                                    filterlang.Class
		examined, returned, wanted, trips, looks int
	}
	best := func(pattern, design int) numbers {
		w := r.Patterns[pattern].Cells[design].Ways[0]
		return numbers{w.Index, w.Class, w.Examined, w.Returned, w.Wanted, w.RoundTrips, w.Lookups}
	}
	for design, want := range []numbers{
		{-1, filterlang.RowRange, 250, 1, 1, 1, 0},
		{0, filterlang.Point, 1, 1, 1, 1, 0},
		{0, filterlang.Point, 1, 1, 1, 1, 0},
		{-1, filterlang.RowRange, 250, 1, 1, 1, 0}, // the list is of names
		{-1, filterlang.RowRange, 250, 1, 1, 1, 0}, // with the lookup the copy takes two requests
	} {
		if got := best(0, design); got != want {
			t.Errorf("by address, %s: %+v, want %+v", r.Designs[design].Name, got, want)
		}
	}
	// The scan of one page beats ten lookups, and both are told.
	if got := best(1, 3); got.index != -1 || got.trips != 1 {
		t.Errorf("by name: %+v", got)
	}
	if w := r.Patterns[1].Cells[3].Ways[1]; w.Index != 0 || w.Lookups != 10 || w.RoundTrips != 11 || w.Wanted != 10 || w.Examined != 11 || w.Class != filterlang.Point {
		t.Errorf("by name and list: %+v", w)
	}
	if w := r.Patterns[0].Cells[4].Ways[1]; w.Lookups != 1 || w.RoundTrips != 2 || w.Doubt != "" {
		t.Errorf("by a copy with fewer properties: %+v", w)
	}
	if w := r.Patterns[1].Cells[4].Ways[1]; !strings.Contains(w.Doubt, "no LastName") {
		t.Errorf("by a copy without the property: %+v", w)
	}
	if d := r.Designs[1]; d.Stored != 2000 || d.Storage < 1.9 || d.Storage > 3 || d.Duplicates+d.Keyless != 0 || d.Largest.Entities != 500 {
		t.Errorf("intra stores %+v", d)
	}
	if d := r.Designs[3].Indexes[0]; d.Entities == 0 || d.Longest != 10 || r.Designs[3].Stored != 1100 {
		t.Errorf("the lists are %+v", d)
	}
	if c := r.Patterns[0].Cells[1]; c.Verdict != Better || r.Patterns[0].Cells[3].Verdict != Same {
		t.Errorf("verdicts are %v and %v", c.Verdict, r.Patterns[0].Cells[3].Verdict)
	}
	if f := r.Patterns[0].Cells[0].Ways[0].Filter; f != email.Filter {
		t.Errorf("as it is, the filter is %s", f)
	}
}

// Ensure that "the newest ten" is read from the end of a partition only when the keys have that order.
func TestMeasure_Top(t *testing.T) {
	b := NewBench(employees(t), false)
	newest := Pattern{Kind: Read, PerDay: 1, Filter: "PartitionKey eq 'Law'", Top: 10, Order: "-Hired"}
	anyTen := Pattern{Kind: Read, PerDay: 1, Filter: "PartitionKey eq 'Law'", Top: 10}
	r := measure(t, b, Spec{Patterns: []Pattern{newest, anyTen}, Designs: []Design{asItIs, {Name: "newest first", Partition: "{PartitionKey}", Row: "{Hired|inverse}"}}})
	w := r.Patterns[0].Cells[0].Ways[0]
	if !w.Sorted || w.Ordered || w.Examined != 250 || w.Returned != 250 || w.Wanted != 10 {
		t.Errorf("oldest first: %+v", w)
	}
	w = r.Patterns[0].Cells[1].Ways[0]
	if w.Sorted || !w.Ordered || w.Examined != 10 || w.Returned != 10 || w.RoundTrips != 1 {
		t.Errorf("newest first: %+v", w)
	}
	if w = r.Patterns[1].Cells[0].Ways[0]; w.Examined != 10 || w.Wanted != 10 {
		t.Errorf("any ten: %+v", w)
	}
	if len(r.Designs[1].Unknown) != 0 {
		t.Errorf("unknown are %q", r.Designs[1].Unknown)
	}
	if r.Patterns[0].Cells[1].Verdict != Better || r.Designs[1].Rank != 1 || r.Designs[0].Rank != 2 {
		t.Errorf("the verdict is %v", r.Patterns[0].Cells[1].Verdict)
	}
}

// Ensure that a design whose keys name what no entity has is not measured.
func TestMeasure_UnknownProperty(t *testing.T) {
	b := NewBench(employees(t), false)
	law := Pattern{Kind: Read, PerDay: 1, Filter: "PartitionKey eq 'Law'"}
	r := measure(t, b, Spec{Patterns: []Pattern{law}, Designs: []Design{asItIs, {Name: "mistyped", Partition: "{PartitionKey}", Row: "{Hird}"}}})
	d := r.Designs[1]
	if d.Known || d.Duplicates+d.Keyless > 0 || len(d.Unknown) != 1 || d.Unknown[0] != "Hird" || d.Refused == nil || d.Rank != 0 || r.Patterns[0].Cells[1].Known || !r.Patterns[0].Cells[0].Known {
		t.Errorf("%+v, %+v", d, r.Patterns[0].Cells)
	}
}

// Ensure that duplicates and entities without a key are told with which they are, and that such a design does not win.
func TestMeasure_Impossible(t *testing.T) {
	b := NewBench(employees(t), false)
	p := []Pattern{{Kind: Read, PerDay: 1, Filter: "LastName eq 'Name01'"}}
	r := measure(t, b, Spec{Patterns: p, Designs: []Design{asItIs, {Partition: "{LastName}", Row: "{Age}"}, {Partition: "{LastName}", Row: "{Age|ticks}"}, {Partition: "{LastName", Row: ""}}})
	d := r.Designs[1]
	if d.Duplicates != 800 || len(d.Pairs) != MaxShown || !d.Impossible || d.Rank != 0 || d.Entities != 200 {
		t.Errorf("%+v", d)
	}
	if c := r.Patterns[0].Cells[1]; c.Verdict != Same || !strings.Contains(c.Why, "does not hold all") {
		t.Errorf("a design without 800 entities is %v: %s", c.Verdict, c.Why)
	}
	if pair := d.Pairs[0]; pair.First == pair.Second || pair.Key.Partition == "" {
		t.Errorf("%+v", pair)
	}
	d = r.Designs[2]
	if d.Keyless != 1000 || len(d.Reasons) != MaxShown || !strings.Contains(d.Reasons[0].Why, "ticks needs a DateTime") || d.Entities != 0 {
		t.Errorf("%+v", d)
	}
	d = r.Designs[3]
	if len(d.Refused) != 1 || d.Refused[0].Field != "partition" || d.Refused[0].Message != "The brace is not closed." || r.Patterns[0].Cells[3].Known {
		t.Errorf("%+v", d)
	}
}

// Ensure that only what changed is measured again, and that names and calls a day are no change.
func TestMeasure_Incremental(t *testing.T) {
	b := NewBench(employees(t), false)
	spec := Spec{Patterns: []Pattern{{Name: "a", Kind: Read, PerDay: 1, Filter: "LastName eq 'Name01'"}, {Name: "b", Kind: Read, PerDay: 5, Filter: "Age eq 21"}},
		Designs: []Design{asItIs, {Name: "x", Partition: "{LastName}", Row: "{RowKey}"}}}
	if r := measure(t, b, spec); r.Measured != 4 || r.Memory == 0 {
		t.Errorf("%d measured", r.Measured)
	}
	spec.Patterns[0].Name, spec.Patterns[1].PerDay, spec.Designs[1].Name = "c", 9, "y"
	if r := measure(t, b, spec); r.Measured != 0 || r.Designs[1].Name != "y" {
		t.Errorf("%d measured", r.Measured)
	}
	spec.Patterns[1].Filter = "Age eq 22"
	if r := measure(t, b, spec); r.Measured != 2 {
		t.Errorf("%d measured", r.Measured)
	}
	spec.Designs[1].Row = "{Email}"
	if r := measure(t, b, spec); r.Measured != 2 {
		t.Errorf("%d measured", r.Measured)
	}
	spec.Designs[1].Row, spec.Patterns[1].Filter = "{RowKey}", "Age eq 23" // a design is taken back
	made := false                                                          // so few entities are read without a pause, but not given keys
	if r, err := b.Measure(context.Background(), spec, Watch{Yield: func(int, int) error { made = true; return nil }}); err != nil || r.Measured != 2 || made {
		t.Errorf("%v; its tables were made again: %v", err, made)
	}
	wanted, _ := parse(&spec.Designs[1])
	if b.spare(map[string]bool{wanted.key: true}, 0); len(b.shadows) != 1 || b.shadows[wanted.key] == nil {
		t.Errorf("%d tables are left", len(b.shadows))
	}
	stopped := errors.New("stopped")
	spec.Designs[1].Row = "{Email|upper}"
	if _, err := b.Measure(context.Background(), spec, Watch{Yield: func(done, total int) error {
		if done > total || total == 0 {
			t.Errorf("%d of %d", done, total)
		}
		return stopped
	}}); err != stopped {
		t.Errorf("stopped with %v", err)
	}
}

// Ensure that writes are counted where they go.
func TestMeasure_Writes(t *testing.T) {
	b := NewBench(employees(t), false)
	spec := Spec{
		Patterns: []Pattern{
			{Name: "hire", Kind: Insert, PerDay: 1, Rate: 100, Batch: 10, Together: "LastName", Arrival: "Hired"},
			{Name: "age", Kind: Update, PerDay: 1, Rate: 4000, Changed: []string{"Age"}},
			{Name: "marry", Kind: Update, PerDay: 1, Changed: []string{"LastName"}},
		},
		Designs: []Design{
			asItIs,
			{Name: "by name", Partition: "{LastName}", Row: "{RowKey}", Indexes: []Index{{Kind: OtherPartition, Partition: "age{Age}", Row: "{RowKey}"}, {Kind: SamePartition, Row: "e{Email}"}}},
			{Name: "by day", Partition: "{Hired|date}", Row: ""},
		},
	}
	r := measure(t, b, spec)
	w := r.Patterns[0].Cells[0].Write
	// Ten of a name in the order of their hiring lie 25 apart, so that each call of ten is of one department, as 250 are hired there.
	if w.Calls != 100 || w.Split != 0 || !w.Transaction || w.Requests != 1 || w.Written != 10 || w.Partitions < 1 || w.Hottest < 80 || w.HottestPeak != 100 || w.AtEnd != 1 {
		t.Errorf("hire as it is: %+v", w)
	}
	w = r.Patterns[0].Cells[1].Write
	if w.Split != 0 || w.Extra != 20 || w.Written != 30 || w.Partitions != 25 || w.Hottest != 8 || w.AtEnd > 0.5 || w.Requests <= 2 {
		t.Errorf("hire by name: %+v", w)
	}
	w = r.Patterns[0].Cells[2].Write
	if w.Split != 100 || w.Transaction || r.Patterns[0].Cells[2].Verdict != Impossible || w.Requests != 10 || !strings.Contains(w.Example, ", ") {
		t.Errorf("hire by day: %+v", w)
	}
	// 4,000 updates a second, any of 1,000 entities in 4 partitions: 1,000 each, which is over the target of 2010.
	c := r.Patterns[1].Cells[0]
	if c.Write.Hottest != 1000 || c.Verdict != Same || !strings.Contains(c.Why, "2010") {
		t.Errorf("age as it is: %+v, %s", c.Write, c.Why)
	}
	if w = r.Patterns[1].Cells[1].Write; w.Moves || w.Extra != 3 || w.Written != 4 || w.Requests != 3 {
		t.Errorf("age by name: %+v", w)
	}
	if c = r.Patterns[2].Cells[1]; !c.Write.Moves || c.Write.Transaction || !strings.Contains(c.Why, "delete and an insert") {
		t.Errorf("marry by name: %+v, %s", c.Write, c.Why)
	}
}

// Ensure that above a break-even the other design is the cheaper one, and below it is not.
func TestBreakEvens(t *testing.T) {
	b := NewBench(employees(t), false)
	spec := Spec{Patterns: []Pattern{{Kind: Read, PerDay: 10, Filter: "PartitionKey eq 'Sales' and RowKey eq '000800'"}, {Kind: Read, PerDay: 1000, Filter: "LastName eq 'Name01'"}},
		Designs: []Design{asItIs, {Partition: "{LastName}", Row: "{RowKey}"}, {Partition: "{RowKey}", Row: ""}}}
	r := measure(t, b, spec)
	list := BreakEvens(spec, r)
	if len(list) == 0 {
		t.Fatal("there are none")
	}
	// What costs the same under two designs but for a write that one has to pay for twice would turn at no write at all.
	even := Spec{Patterns: []Pattern{{Kind: Read, PerDay: 1000, Filter: "Age eq 30"}, {Kind: Insert, PerDay: 1000, Rate: 1}},
		Designs: []Design{asItIs, {Partition: "{PartitionKey}", Row: "{RowKey}", Indexes: []Index{{Kind: OtherTable, Partition: "{LastName}", Row: "{RowKey}"}}}}}
	if turns := BreakEvens(even, measure(t, b, even)); len(turns) != 0 {
		t.Errorf("turns at less than no call are %+v", turns)
	}
	for _, e := range list {
		for _, factor := range []float64{0.98, 1.02} {
			changed := spec
			changed.Patterns = slices.Clone(spec.Patterns)
			changed.Patterns[e.Pattern].PerDay = e.PerDay * factor
			Rank(changed, r)
			cheaper := r.Designs[e.Design].Total.Points < r.Designs[e.Than].Total.Points
			if e.PerDay > 0 && cheaper != (e.Above == (factor > 1)) {
				t.Errorf("%+v at %g: %v", e, factor, cheaper)
			}
		}
	}
}

// Ensure that entities that arrive in one moment are not taken to arrive in the order of their keys.
func TestMeasure_ArrivalOfOneMoment(t *testing.T) {
	for _, when := range []func(i int) engine.Property{
		func(int) engine.Property { return date("When", 0) },
		func(int) engine.Property { return number("When", 7) },
	} {
		b := NewBench(table(t, func(add func(string, string, ...engine.Property)) {
			for i := range 500 {
				add("p", fmt.Sprintf("%06d", i), when(i))
			}
		}), false)
		r := measure(t, b, Spec{Designs: []Design{asItIs}, Patterns: []Pattern{{Name: "add", Kind: Insert, PerDay: 1, Rate: 10, Batch: 1, Arrival: "When"}}})
		if w := r.Patterns[0].Cells[0].Write; w.AtEnd > 0.1 {
			t.Errorf("%.0f %% come at an end", 100*w.AtEnd)
		}
	}
}

func BenchmarkMeasure(b *testing.B) {
	from := table(b, func(add func(string, string, ...engine.Property)) {
		for i := range 100_000 {
			add(fmt.Sprintf("channel%02d", i*7919%100_000/1000), fmt.Sprintf("%08d", i), text("Author", fmt.Sprintf("author%d", i%997)), number("Stars", i%5),
				date("CreatedOn", int64(i)*600), text("Text", "some text of a blog that is not long"), number("Words", i%311))
		}
	})
	spec := Spec{Designs: []Design{asItIs, {Partition: "{PartitionKey}_{CreatedOn|inverse:yyyy-MM}", Row: "{CreatedOn|inverse}_{RowKey}"}, {Partition: "{Author}", Row: "{Stars}_{RowKey}"}}}
	for i := range 9 {
		spec.Patterns = append(spec.Patterns, Pattern{Kind: Read, PerDay: 1, Filter: fmt.Sprintf("Stars eq %d and Words gt %d", i%5, i)})
	}
	spec.Patterns = append(spec.Patterns, Pattern{Kind: Insert, PerDay: 1, Rate: 900, Batch: 10, Together: "PartitionKey", Arrival: "CreatedOn"})
	for b.Loop() {
		if r := measure(b, NewBench(from, false), spec); r.Measured != 30 {
			b.Fatal(r.Measured)
		}
	}
}
