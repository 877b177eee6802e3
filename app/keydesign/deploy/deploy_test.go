package deploy_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rangefinder/app/keydesign/deploy"
	"rangefinder/app/keydesign/lab"
	"rangefinder/engine"
	"rangefinder/engine/tablecopy"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

var seed = flag.Uint64("seed", 0, "seed of the random tests; 0 takes the clock")

var ctx = context.Background()

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// shuffled is a service whose pages are small and in no order. Several are asked for at a time.
type shuffled struct {
	*engine.DB
	mutex  sync.Mutex // of r, and of what before does
	r      *rand.Rand
	before func(q engine.Query) // told of each query, one after the other
}

func (s *shuffled) Query(ctx context.Context, table string, q engine.Query) (*engine.Page, error) {
	s.mutex.Lock()
	if s.before != nil {
		s.before(q)
	}
	s.mutex.Unlock()
	if q.Top == 0 {
		q.Top = 37
	}
	page, err := s.DB.Query(ctx, table, q)
	if err == nil {
		page.Entities = slices.Clone(page.Entities)
		s.mutex.Lock()
		defer s.mutex.Unlock()
		s.r.Shuffle(len(page.Entities), func(i, j int) { page.Entities[i], page.Entities[j] = page.Entities[j], page.Entities[i] })
	}
	return page, err
}

// films is the source: n entities.
func films(t testing.TB, n int) *engine.Snapshot {
	db := engine.Open(engine.Options{})
	must(t, db.CreateTable(ctx, "Films"))
	for i := range n {
		_, err := db.Apply(ctx, "Films", engine.Op{Kind: engine.Insert, PartitionKey: fmt.Sprint("p", i%7), RowKey: fmt.Sprintf("r%05d", i), Properties: []engine.Property{
			{Name: "Genre", Value: edm.NewString([]string{"drama", "comedy", "short"}[i%3])}, {Name: "Year", Value: edm.NewInt32(int32(1990 + i%30))},
			{Name: "Stars", Value: edm.NewDouble(float64(i%5) / 2)}, {Name: "Seen", Value: edm.NewBoolean(i%2 == 0)},
		}})
		must(t, err)
	}
	s, err := db.Snapshot("Films")
	must(t, err)
	return s
}

var designs = map[string]lab.Design{
	"one table": {Partition: "{Genre}", Row: "{RowKey}", Indexes: []lab.Index{
		{Kind: lab.SamePartition, Row: "y{Year}_{RowKey}"}, {Kind: lab.OtherPartition, Partition: "stars_{Stars}", Row: "{RowKey}", Properties: []string{"Year", "Stars"}},
	}},
	"tables": {Partition: "{PartitionKey}", Row: "{RowKey}", Indexes: []lab.Index{
		{Kind: lab.OtherTable, Partition: "{Year}", Row: "{RowKey}"}, {Kind: lab.OtherTable, Partition: "{Genre}", Row: "{RowKey}", Properties: []string{"Seen"}},
	}},
	"lists": {Partition: "{PartitionKey}", Row: "{RowKey}", Indexes: []lab.Index{
		{Kind: lab.KeyList, Partition: "year {Year}", Row: ""}, {Kind: lab.KeyList, Partition: "{PartitionKey}", Row: "{Genre}"},
	}},
}

// site is a design that was deployed.
type site struct {
	*lab.Layout
	db  *engine.DB
	to  tablecopy.Target
	opt tablecopy.Options
}

// deployed deploys a design and checks that it is done when it says so.
func deployed(t testing.TB, d lab.Design, from *engine.Snapshot, r *rand.Rand) *site {
	t.Helper()
	clock := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	s := &site{db: engine.Open(engine.Options{Now: func() time.Time { clock = clock.Add(time.Second); return clock }})}
	s.to = tablecopy.Target{Service: &shuffled{DB: s.db, r: r}, Endpoint: "memory:", Table: "Deployed", Profile: filterlang.Storage}
	s.opt = tablecopy.Options{AtOnce: 2}
	bench := lab.NewBench(from, false)
	tables, _, err := bench.Tables(ctx, d, lab.Watch{})
	must(t, err)
	all, err := deploy.Prepare(ctx, tables, s.to, s.opt)
	must(t, err)
	p := all.Plan()
	report, err := all.Run(ctx, s.opt)
	if must(t, err); report.Written != p.Writes() || report.Requests != p.Requests() || p.Creates != len(tables) {
		t.Errorf("%+v, planned %+v", report, p)
	}
	if v, err := all.Verify(ctx, -1, 1, s.opt); err != nil || !v.OK() || v.Read != p.Entities {
		t.Errorf("%+v, %v", v, err)
	}
	all, err = deploy.Prepare(ctx, tables, s.to, s.opt)
	must(t, err)
	if p := all.Plan(); p.Writes() != 0 {
		t.Errorf("a second deployment writes %d", p.Writes())
	}
	s.Layout, err = bench.Layout(d)
	must(t, err)
	return s
}

func (s *site) check(t testing.TB) (*deploy.Found, tablecopy.All) {
	t.Helper()
	found, all, err := deploy.Check(ctx, s.Layout, s.to, s.opt)
	must(t, err)
	return found, all
}

// of returns the entities of a set.
func (s *site) of(t testing.TB, set int) (list []engine.Entity) {
	t.Helper()
	table := s.Sets[set].Table
	from, err := s.db.Snapshot("Deployed" + s.Tables[table])
	must(t, err)
	for rank := range from.Len() {
		if e := from.At(rank); s.SetOf(table, e) == set {
			list = append(list, e)
		}
	}
	return list
}

func (s *site) write(t testing.TB, set int, kind engine.OpKind, e engine.Entity, properties []engine.Property) {
	t.Helper()
	op := engine.Op{Kind: kind, PartitionKey: e.PartitionKey(), RowKey: e.RowKey(), Properties: properties}
	if kind == engine.Delete {
		op.IfMatch = "*"
	}
	_, err := s.db.Apply(ctx, "Deployed"+s.Tables[s.Sets[set].Table], op)
	must(t, err)
}

// changed returns properties of which one has another value.
func changed(e engine.Entity, name string, v edm.Value) (list []engine.Property) {
	for _, p := range e.Properties() {
		if p.Name == name {
			p.Value = v
		}
		list = append(list, p)
	}
	return list
}

// Ensure that a check finds each kind of drift in every kind of copy, whatever the order of pages, that mending writes what it said and
// nothing else, and that a check after it finds nothing.
func TestCheck_FindsAndMends(t *testing.T) {
	n := *seed
	if n == 0 {
		n = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", n)
	r := rand.New(rand.NewPCG(n, 1))
	from := films(t, 400)
	for name, d := range designs {
		t.Run(name, func(t *testing.T) {
			s := deployed(t, d, from, r)
			if found, all := s.check(t); found.Drifted() != 0 || all != nil || found.Entities != 400 || found.More || found.Colliding+found.Keyless+found.Foreign != 0 {
				t.Fatalf("a new deployment has %+v", found)
			}
			missing, stale, orphaned := 0, 0, 0
			for set := 1; set < len(s.Sets); set++ {
				list := s.of(t, set)
				r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
				s.write(t, set, engine.Delete, list[0], nil)
				s.write(t, set, engine.Delete, list[1], nil)
				missing += 2
				if s.Sets[set].List() {
					s.write(t, set, engine.InsertOrReplace, list[2], s.ListOf(set, append(s.Lines(list[2])[1:], "nobody")))
				} else {
					s.write(t, set, engine.InsertOrReplace, list[2], append(list[2].Properties(), engine.Property{Name: "More", Value: edm.NewInt32(1)}))
				}
				stale++
			}
			if !s.Sets[1].List() { // an entity goes, and its copies stay; another changes
				list := s.of(t, 0)
				at := r.IntN(len(list) - 1)
				gone, other := list[at], list[at+1]
				for set := 1; set < len(s.Sets); set++ {
					for _, e := range []engine.Entity{gone, other} {
						key, err := s.Key(set, e)
						must(t, err)
						want, err := engine.NewEntity(key.Partition, key.Row, 0, s.Properties(set, e))
						must(t, err)
						s.write(t, set, engine.InsertOrReplace, want, want.Properties()) // in step, whatever was done above
					}
				}
				found, _ := s.check(t)
				missing, stale = found.Missing, found.Stale
				s.write(t, 0, engine.Delete, gone, nil)
				orphaned += len(s.Sets) - 1
				year, _ := other.Value("Year")
				before := make([]lab.Key, len(s.Sets))
				for set := range s.Sets {
					before[set], _ = s.Key(set, other)
				}
				s.write(t, 0, engine.InsertOrReplace, other, changed(other, "Year", edm.NewInt32(int32(year.Int()+50))))
				now, err := s.db.Get(ctx, "Deployed", other.PartitionKey(), other.RowKey())
				must(t, err)
				for set := 1; set < len(s.Sets); set++ {
					key, err := s.Key(set, now)
					must(t, err)
					wants := s.Sets[set].Index.Properties
					switch {
					case key != before[set]:
						missing, orphaned = missing+1, orphaned+1
					case wants == nil || slices.Contains(wants, "Year"):
						stale++
					}
				}
			}
			found, all := s.check(t)
			if found.Missing != missing || found.Stale != stale || found.Orphaned != orphaned || found.More || found.Foreign > 0 {
				t.Errorf("%+v, want %d missing, %d stale, %d orphaned", found, missing, stale, orphaned)
			}
			kinds := [3]int{}
			for _, e := range found.Examples {
				kinds[e.Kind]++
			}
			if kinds != [3]int{missing, stale, orphaned} {
				t.Errorf("examples %v", kinds)
			}
			p := all.Plan()
			report, err := all.Run(ctx, s.opt)
			if must(t, err); report.Written != found.Drifted() || report.Requests != p.Requests() || p.Writes() != found.Drifted() {
				t.Errorf("%+v, planned %+v", report, p)
			}
			if found, _ := s.check(t); found.Drifted() != 0 {
				t.Errorf("after mending: %+v", found)
			}
		})
	}
}

// Ensure that a whole table of copies that is gone is found, part by part, and made again.
func TestCheck_TableGone(t *testing.T) {
	s := deployed(t, designs["tables"], films(t, 300), rand.New(rand.NewPCG(1, 1)))
	must(t, s.db.DeleteTable(ctx, "DeployedBy1"))
	found, all := s.check(t)
	if found.Missing != 300 || found.Stale+found.Orphaned != 0 || all.Plan().Creates != 1 || len(found.Examples) != 20 {
		t.Errorf("%+v, %+v", found, all.Plan())
	}
	_, err := all.Run(ctx, s.opt)
	must(t, err)
	if found, _ := s.check(t); found.Drifted() != 0 {
		t.Errorf("after mending: %+v", found)
	}
}

// Ensure that what an application writes while a check runs, and between the check and the mending, is no drift and stays as it was
// written: the entity first, then its copies.
func TestCheck_WhileWritten(t *testing.T) {
	for name, d := range designs {
		if name == "lists" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 3))
			s := deployed(t, d, films(t, 300), r)
			// A copy that has drifted, so that all three readings are made.
			first := s.of(t, 1)[0]
			s.write(t, 1, engine.Delete, first, nil)
			list := s.of(t, 0)
			n := 0
			busy := func() { // an application writes one of a few entities, or deletes it, with its copies
				e := list[50+r.IntN(6)]
				n++
				was, err := s.db.Get(ctx, "Deployed", e.PartitionKey(), e.RowKey())
				if k, _ := s.Key(1, e); err == nil && k == (lab.Key{Partition: first.PartitionKey(), Row: first.RowKey()}) {
					t.Fatal("that one is the one that is missing")
				}
				there := err == nil
				if there && r.IntN(3) == 0 {
					s.write(t, 0, engine.Delete, e, nil)
				} else {
					s.write(t, 0, engine.InsertOrReplace, e, changed(e, "Stars", edm.NewDouble(float64(n))))
				}
				now, err := s.db.Get(ctx, "Deployed", e.PartitionKey(), e.RowKey())
				for set := 1; set < len(s.Sets); set++ {
					key, before := lab.Key{}, lab.Key{}
					if there {
						before, _ = s.Key(set, was)
					}
					if err == nil {
						key, _ = s.Key(set, now)
						put, err := engine.NewEntity(key.Partition, key.Row, 0, s.Properties(set, now))
						must(t, err)
						s.write(t, set, engine.InsertOrReplace, put, put.Properties())
					}
					if there && key != before {
						old, _ := engine.NewEntity(before.Partition, before.Row, 0, nil)
						s.write(t, set, engine.Delete, old, nil)
					}
				}
			}
			service := s.to.Service.(*shuffled)
			service.before = func(engine.Query) {
				for range 3 {
					busy()
				}
			}
			found, all := s.check(t)
			service.before = nil
			for range 2 {
				busy()
			}
			if all != nil {
				_, err := all.Run(ctx, s.opt)
				must(t, err)
			}
			if found.Missing == 0 {
				t.Errorf("%+v", found)
			}
			// A copy that was missing and whose entity went before it was made is an orphan, and the next check says so.
			found, all = s.check(t)
			if found.Missing+found.Stale != 0 || found.Orphaned > 3 {
				t.Errorf("after mending: %+v", found)
			}
			_, err := all.Run(ctx, s.opt)
			must(t, err)
			if found, _ := s.check(t); found.Drifted() != 0 {
				t.Errorf("after mending again: %+v", found)
			}
		})
	}
}

// Ensure that entities which ask for one copy, or for none, are counted, and that entities of no set are left alone.
func TestCheck_NotADrift(t *testing.T) {
	d := lab.Design{Partition: "{PartitionKey}", Row: "e{RowKey}", Indexes: []lab.Index{{Kind: lab.OtherTable, Partition: "all", Row: "{Year|pad(4)}"}}}
	s := deployed(t, d, films(t, 10), rand.New(rand.NewPCG(1, 1)))
	put := func(row string, year edm.Value) {
		e, err := engine.NewEntity("p0", row, 0, []engine.Property{{Name: "Year", Value: year}, {Name: "WasRowKey", Value: edm.NewString(row)}})
		must(t, err)
		s.write(t, 0, engine.Insert, e, e.Properties())
	}
	put("e2", edm.NewInt32(1990))
	put("e3", edm.NewInt32(-1))
	put("f", edm.NewInt32(2000))
	found, all := s.check(t)
	if found.Entities != 12 || found.Colliding != 1 || found.Keyless != 1 || found.Foreign != 1 || found.Drifted() != 0 || len(all) != 0 {
		t.Errorf("%+v, %d", found, len(all))
	}
	if _, _, err := deploy.Check(ctx, s.Layout, tablecopy.Target{Service: s.db, Table: "Nowhere"}, s.opt); err == nil || !strings.Contains(err.Error(), "Nowhere") {
		t.Error(err)
	}
}
