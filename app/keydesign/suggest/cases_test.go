package suggest

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/keydesign/population"
	"rangefinder/app/sample"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// known is a case whose best design is known: from a paper, or because the entities were made for it.
type known struct {
	name     string
	from     func(t testing.TB) *engine.Snapshot
	patterns []lab.Pattern
	best     []lab.Design
}

// papers are the cases of the papers, on the entities of the samples. Their keys are taken away and kept as properties.
var papers = []known{
	{"microblog (2009)", people(population.Spec{Entities: 20_000, Seed: 1, Properties: []population.Property{
		{Name: "Channel", Type: "String", Distinct: 200, Skew: 0.8, Prefix: "Channel"},
		{Name: "CreatedOn", Type: "DateTime"},
		{Name: "UserId", Type: "String", Distinct: 3000, Prefix: "u"},
		{Name: "Blog", Type: "String", Distinct: 5000, Shape: population.Word, Length: 80},
	}}), []lab.Pattern{
		{Name: "the 10 most recent of a channel", Kind: lab.Read, PerDay: 100_000, Filter: "Channel eq 'Channel007'", Top: 10, Order: "-CreatedOn"},
		{Name: "the past day of a channel", Kind: lab.Read, PerDay: 5000, Filter: "Channel eq 'Channel007' and CreatedOn ge datetime'2026-12-30T00:00:00Z'"},
		{Name: "a blog", Kind: lab.Insert, PerDay: 20_000, Rate: 200, Arrival: "CreatedOn"},
	}, []lab.Design{
		{Partition: "{Channel}", Row: "{CreatedOn|inverse}"},
		{Partition: "{Channel}_{CreatedOn|inverse:yyyy-MM}", Row: "{CreatedOn|inverse}"},
	}},
	{"logs (2010)", sampled("Logs", "Logs", func(pk, rk string, add func(name, text string)) {
		at := strings.Split(pk, ";")
		_, suffix, _ := strings.Cut(rk, ";")
		add("Component", at[0])
		add("Instance", at[1])
		add("Suffix", suffix+at[2])
	}), []lab.Pattern{
		{Name: "an instance, an hour", Kind: lab.Read, PerDay: 2000, Filter: "Component eq 'ReportingRole' and Instance eq 'Instance0002' and Logged ge datetime'2010-12-10T00:00:00Z' and Logged lt datetime'2010-12-10T01:00:00Z'"},
		{Name: "errors of a component", Kind: lab.Read, PerDay: 50, Filter: "Component eq 'PortalRole' and Level eq 'Error'"},
		{Name: "a message", Kind: lab.Insert, PerDay: 1e6, Rate: 40_000, Arrival: "Logged"},
	}, []lab.Design{{Partition: "{Component};{Instance};{Suffix|hash(4)}", Row: "{Logged|ticks};{Suffix}"}}},
	{"rentals (2010)", sampled("Rentals", "Rentals", func(pk, rk string, add func(name, text string)) {
		kind, _, _ := strings.Cut(rk, "_")
		add("Member", pk)
		add("Kind", kind)
	}), []lab.Pattern{
		{Name: "a member", Kind: lab.Read, PerDay: 10_000, Filter: "Member eq 'M010042' and Kind eq 'Member'"},
		{Name: "what a member has at home", Kind: lab.Read, PerDay: 10_000, Filter: "Member eq 'M010042' and Kind eq 'Rental'"},
		{Name: "one of them", Kind: lab.Read, PerDay: 2000, Filter: "Member eq 'M010042' and Kind eq 'Rental' and Title eq 'Alien'"},
		{Name: "a rental and the member's count", Kind: lab.Insert, PerDay: 4000, Rate: 50, Batch: 2, Together: "Member"},
	}, []lab.Design{{Partition: "{Member}", Row: "{Kind}_{Title}"}}},
	{"blogs of authors (2010)", sampled("Blogs", "AuthorBlogs", func(pk, rk string, add func(name, text string)) {
		day, title, _ := strings.Cut(rk, ";")
		if day[0] > '9' {
			return // the paper's second entity
		}
		add("Author", pk)
		add("Title", title)
	}), []lab.Pattern{
		{Name: "of an author by date", Kind: lab.Read, PerDay: 10_000, Filter: "Author eq 'Brady' and Published ge datetime'2010-12-01T00:00:00Z' and Published lt datetime'2011-01-01T00:00:00Z'"},
		{Name: "of an author by category", Kind: lab.Read, PerDay: 5000, Filter: "Author eq 'Brady' and Category eq 'Sports'"},
		{Name: "a blog", Kind: lab.Insert, PerDay: 200, Rate: 20, Arrival: "Published"},
	}, []lab.Design{
		{Partition: "{Author}", Row: "{Published|date:yyyy-MM-dd};{Title}", Indexes: []lab.Index{{Kind: lab.SamePartition, Row: "{Category};{Title}"}}},
		{Partition: "{Author}", Row: "{Published|date:yyyy-MM-dd};{Title}", Indexes: []lab.Index{{Kind: lab.SamePartition, Row: "{Category};{Title}", Properties: []string{"Author", "Category"}}}},
	}},
}

// made are populations that were made for a design.
var made = []known{
	{"one by its number", people(population.Spec{Entities: 6000, Seed: 2, Properties: []population.Property{
		{Name: "Order", Type: "String", Prefix: "o"}, {Name: "Sum", Type: "Double"},
	}}), []lab.Pattern{
		{Name: "an order", Kind: lab.Read, PerDay: 1000, Filter: "Order eq 'o0042'"},
		{Name: "new", Kind: lab.Insert, PerDay: 1000, Rate: 3000},
	}, []lab.Design{{Partition: "{Order}", Row: ""}}},
	{"those of a city", people(population.Spec{Entities: 6000, Seed: 3, Properties: []population.Property{
		{Name: "Id", Type: "String", Prefix: "p"}, {Name: "City", Type: "String", Distinct: 60, Skew: 0.5, Prefix: "c"}, {Name: "Age", Type: "Int32", Distinct: 80},
	}}), []lab.Pattern{
		{Name: "of a city", Kind: lab.Read, PerDay: 1000, Filter: "City eq 'c07'"},
		{Name: "one", Kind: lab.Read, PerDay: 9000, Filter: "City eq 'c07' and Id eq 'p0123'"},
		{Name: "new", Kind: lab.Insert, PerDay: 100, Rate: 100},
	}, []lab.Design{{Partition: "{City}", Row: "{Id}"}}},
	{"the newest of a user", people(population.Spec{Entities: 8000, Seed: 4, Properties: []population.Property{
		{Name: "User", Type: "String", Distinct: 300, Skew: 1, Prefix: "u"}, {Name: "At", Type: "DateTime"}, {Name: "Id", Type: "Guid"},
	}}), []lab.Pattern{
		{Name: "the newest ten", Kind: lab.Read, PerDay: 5000, Filter: "User eq 'u007'", Top: 10, Order: "-At"},
		{Name: "new", Kind: lab.Insert, PerDay: 5000, Rate: 100, Arrival: "At"},
	}, []lab.Design{{Partition: "{User}", Row: "{At|inverse}_{Id}"}}},
	{"by customer and by order", people(population.Spec{Entities: 6000, Seed: 5, Properties: []population.Property{
		{Name: "Customer", Type: "String", Distinct: 500, Prefix: "k"}, {Name: "Order", Type: "String", Prefix: "o"}, {Name: "Text", Type: "String", Length: 60},
	}}), []lab.Pattern{
		{Name: "of a customer", Kind: lab.Read, PerDay: 20_000, Filter: "Customer eq 'k007'"},
		{Name: "an order", Kind: lab.Read, PerDay: 20_000, Filter: "Order eq 'o0042'"},
		{Name: "new", Kind: lab.Insert, PerDay: 500, Rate: 50},
	}, []lab.Design{{Partition: "{Customer}", Row: "{Order}", Indexes: []lab.Index{{Kind: lab.OtherTable, Partition: "{Order}", Row: ""}}}}},
	{"a range of prices", people(population.Spec{Entities: 6000, Seed: 6, Properties: []population.Property{
		{Name: "Region", Type: "String", Distinct: 12, Prefix: "r"}, {Name: "Price", Type: "Int32", From: "1", To: "90000"}, {Name: "Id", Type: "String", Prefix: "i"},
	}}), []lab.Pattern{
		{Name: "up to", Kind: lab.Read, PerDay: 3000, Filter: "Region eq 'r07' and Price lt 2000"},
		{Name: "new", Kind: lab.Insert, PerDay: 300, Rate: 30},
	}, []lab.Design{{Partition: "{Region}", Row: "{Price|pad(8)}_{Id}"}}},
	{"the beginning of a name", people(population.Spec{Entities: 6000, Seed: 7, Properties: []population.Property{
		{Name: "Country", Type: "String", Distinct: 20, Prefix: "n"}, {Name: "Name", Type: "String", Distinct: 3000, Shape: population.Word}, {Name: "Id", Type: "String", Prefix: "i"},
	}}), []lab.Pattern{
		{Name: "beginning with ba", Kind: lab.Read, PerDay: 3000, Filter: "Country eq 'n07' and Name ge 'ba' and Name lt 'bb'"},
		{Name: "new", Kind: lab.Insert, PerDay: 300, Rate: 30},
	}, []lab.Design{{Partition: "{Country}", Row: "{Name}_{Id}"}}},
	{"a hot kind", people(population.Spec{Entities: 12_000, Seed: 8, Properties: []population.Property{
		{Name: "Kind", Type: "String", Distinct: 3, Prefix: "k"}, {Name: "At", Type: "DateTime"}, {Name: "Id", Type: "String", Prefix: "i"},
	}}), []lab.Pattern{
		{Name: "of a kind, a day", Kind: lab.Read, PerDay: 100, Filter: "Kind eq 'k1' and At ge datetime'2026-05-01T00:00:00Z' and At lt datetime'2026-05-02T00:00:00Z'"},
		{Name: "new", Kind: lab.Insert, PerDay: 1e6, Rate: 9000, Arrival: "At"},
	}, []lab.Design{{Partition: "{Kind}_{Id|hash(8)}", Row: "{At|ticks}_{Id}"}}},
	{"lines of an order in one transaction", people(population.Spec{Entities: 8000, Seed: 9, Properties: []population.Property{
		{Name: "Order", Type: "String", Distinct: 1600, Prefix: "o"}, {Name: "Product", Type: "String", Distinct: 90, Prefix: "p"}, {Name: "Line", Type: "String", Prefix: "l"},
	}}), []lab.Pattern{
		{Name: "an order", Kind: lab.Read, PerDay: 8000, Filter: "Order eq 'o0042'"},
		{Name: "of a product", Kind: lab.Read, PerDay: 20, Filter: "Product eq 'p07'"},
		{Name: "new", Kind: lab.Insert, PerDay: 2000, Rate: 60, Batch: 5, Together: "Order"},
	}, []lab.Design{{Partition: "{Order}", Row: "{Line}"}}},
	{"many writes and few reads", people(population.Spec{Entities: 6000, Seed: 10, Properties: []population.Property{
		{Name: "Device", Type: "String", Distinct: 400, Prefix: "d"}, {Name: "At", Type: "DateTime"}, {Name: "Level", Type: "String", Distinct: 5, Prefix: "l"}, {Name: "Id", Type: "Guid"},
	}}), []lab.Pattern{
		{Name: "of a device", Kind: lab.Read, PerDay: 500, Filter: "Device eq 'd007' and At ge datetime'2026-12-01T00:00:00Z'"},
		{Name: "of a level", Kind: lab.Read, PerDay: 1, Filter: "Level eq 'l3'"},
		{Name: "new", Kind: lab.Insert, PerDay: 1e6, Rate: 300, Arrival: "At"},
	}, []lab.Design{{Partition: "{Device}", Row: "{At|ticks}_{Id}"}}},
	{"a few properties of many", people(population.Spec{Entities: 6000, Seed: 11, Properties: []population.Property{
		{Name: "Mail", Type: "String", Shape: population.Email}, {Name: "Team", Type: "String", Distinct: 150, Prefix: "t"},
		{Name: "Name", Type: "String", Distinct: 4000, Shape: population.Word}, {Name: "Photo", Type: "Binary", Length: 200},
	}}), []lab.Pattern{
		{Name: "by mail", Kind: lab.Read, PerDay: 30_000, Filter: "Mail eq 'x@example.org'"},
		{Name: "names of a team", Kind: lab.Read, PerDay: 10_000, Filter: "Team eq 't007'", Select: []string{"Name"}},
		{Name: "new", Kind: lab.Insert, PerDay: 100, Rate: 10},
	}, []lab.Design{{Partition: "{Mail}", Row: "", Indexes: []lab.Index{{Kind: lab.OtherTable, Partition: "{Team}", Row: "{Mail}", Properties: []string{"Team", "Name"}}}}}},
}

// people makes a population.
func people(s population.Spec) func(testing.TB) *engine.Snapshot {
	return func(t testing.TB) *engine.Snapshot {
		return table(t, func(add func(string, string, []engine.Property) error) error {
			return population.Generate(context.Background(), s, add)
		})
	}
}

// sampled takes the entities of a table of a sample, and what their keys say as properties. An entity without any is left out.
func sampled(name, of string, tell func(pk, rk string, add func(name, text string))) func(testing.TB) *engine.Snapshot {
	return func(t testing.TB) *engine.Snapshot {
		return table(t, func(add func(string, string, []engine.Property) error) error {
			n := 0
			s, ok := sample.Find(name)
			if !ok {
				t.Fatalf("there is no sample %s", name)
			}
			return s.Load(context.Background(), nil, func(in, pk, rk string, properties []engine.Property) error {
				if in != of {
					return nil
				}
				all := append([]engine.Property{}, properties...)
				tell(pk, rk, func(name, text string) {
					all = append(all, engine.Property{Name: name, Value: edm.NewString(text)})
				})
				if len(all) == len(properties) {
					return nil
				}
				n++
				return add("Generated", strconv.Itoa(1_000_000+n), all)
			})
		})
	}
}

func table(t testing.TB, fill func(add func(string, string, []engine.Property) error) error) *engine.Snapshot {
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
	if err := fill(load.Add); err != nil {
		t.Fatal(err)
	}
	if _, err := load.Commit(); err != nil {
		t.Fatal(err)
	}
	s, err := db.Snapshot("Table")
	if err != nil {
		t.Fatal(err)
	}
	return s
}
