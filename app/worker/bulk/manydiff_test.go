//go:build !js

package bulk

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"strconv"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// naive is a table as a map, by key and by name of property.
type naive map[wire.Key]map[string]edm.Value

func naiveOf(t *testing.T, db *engine.DB) naive {
	t.Helper()
	s, err := db.Snapshot("Numbers")
	if err != nil {
		t.Fatal(err)
	}
	n := naive{}
	for _, e := range s.Window(0, s.Len()) {
		n[wire.Key{PartitionKey: e.PartitionKey(), RowKey: e.RowKey()}] = maps.Collect(e.All())
	}
	return n
}

// change is what a request does to an entity, one property at a time; false when it is left as it is.
func (naive) change(e map[string]edm.Value, req wire.ManyRequest) (map[string]edm.Value, bool) {
	e = maps.Clone(e)
	v, has := e[req.Property]
	switch req.Action {
	case wire.SetProperty:
		if req.Only == "missing" && has || req.Only == "present" && !has {
			return e, false
		}
		n, _ := strconv.Atoi(req.Text)
		e[req.Property] = edm.NewInt32(int32(n))
	case wire.RenameProperty:
		if _, taken := e[req.To]; !has || taken {
			return e, false
		}
		delete(e, req.Property)
		e[req.To] = v
	case wire.RemoveProperty:
		delete(e, req.Property)
	case wire.RetypeProperty:
		if !has || v.Type() == edm.Int32 {
			return e, false
		}
		n, err := strconv.ParseInt(v.Text(), 10, 32)
		if err != nil {
			return e, false
		}
		e[req.Property] = edm.NewInt32(int32(n))
	}
	return e, true
}

// Ensure that a change of many entities of an account, sent in groups, cut at random and gone on with, while somebody else writes, leaves
// the table as a loop does that changes one entity after the other and passes over those that somebody else changed.
func TestApplyMany_Naive(t *testing.T) {
	for seed := range uint64(40) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			d, m := desk.OpenShop(t, Handlers())
			r := rand.New(rand.NewPCG(seed, 24))
			if err := m.DB.CreateTable(t.Context(), "Numbers"); err != nil {
				t.Fatal(err)
			}
			names := []string{"A", "B", "C"}
			properties := func() (list []engine.Property) {
				for _, name := range names {
					switch r.IntN(4) {
					case 0:
						list = append(list, engine.Property{Name: name, Value: edm.NewInt32(r.Int32N(4))})
					case 1:
						list = append(list, engine.Property{Name: name, Value: edm.NewString(strconv.Itoa(r.IntN(4)))})
					case 2:
						list = append(list, engine.Property{Name: name, Value: edm.NewString("none")})
					}
				}
				return list
			}
			key := func() (pk, rk string) { return "p" + strconv.Itoa(r.IntN(4)), fmt.Sprintf("%03d", r.IntN(300)) }
			for range 200 + r.IntN(800) {
				pk, rk := key()
				m.Put(t, "Numbers", pk, rk, properties()...)
			}
			req := wire.ManyRequest{Source: "shop", Table: "Numbers", Step: wire.FindMany,
				Filter: []string{"", "PartitionKey ge 'p2'", "RowKey lt '150'"}[r.IntN(3)]}
			before := naiveOf(t, m.DB)
			found, err := wire.Call(t.Context(), d, wire.Many, req, nil)
			if err != nil {
				t.Fatal(err)
			}
			touched := map[wire.Key]bool{}
			for range r.IntN(12) {
				pk, rk := key()
				touched[wire.Key{PartitionKey: pk, RowKey: rk}] = true
				if r.IntN(3) > 0 {
					m.Put(t, "Numbers", pk, rk, engine.Property{Name: "Mine", Value: edm.NewBoolean(true)})
				} else if _, err := m.DB.Apply(t.Context(), "Numbers", engine.Op{Kind: engine.Delete, PartitionKey: pk, RowKey: rk, IfMatch: "*"}); err != nil {
					touched[wire.Key{PartitionKey: pk, RowKey: rk}] = false // it was not there
				}
			}
			req.Found, req.Step = found.Found, wire.ApplyMany
			req.Action = []wire.ManyAction{wire.SetProperty, wire.RenameProperty, wire.RemoveProperty, wire.RetypeProperty}[r.IntN(4)]
			req.Property, req.To = names[r.IntN(2)], "C"
			switch req.Action {
			case wire.SetProperty:
				req.Type, req.Text, req.Only = edm.Int32, strconv.Itoa(r.IntN(4)), []string{"", "missing", "present"}[r.IntN(3)]
			case wire.RetypeProperty:
				req.Type = edm.Int32
			}

			want, changed, quicker := naiveOf(t, m.DB), 0, 0
			for k, e := range before {
				if req.Filter == "PartitionKey ge 'p2'" && k.PartitionKey < "p2" || req.Filter == "RowKey lt '150'" && k.RowKey >= "150" {
					continue
				}
				to, changes := want.change(e, req)
				switch {
				case !changes || maps.Equal(to, e):
				case touched[k]:
					quicker++
				default:
					want[k] = to
					changed++
				}
			}

			did, wrote := (*wire.ManyReply)(nil), 0
			for runs := 0; did == nil || did.Stopped; runs++ {
				if runs > 40 {
					t.Fatalf("%d are left after %d runs", did.Account.Left, runs)
				}
				failAfter(m, r.Int64N(3))
				if runs == 0 && r.IntN(2) == 0 || runs == 40 {
					mend(m)
				}
				if did, err = wire.Call(t.Context(), d, wire.Many, req, nil); err != nil {
					t.Fatal(err)
				}
				wrote += did.Account.Wrote
				req.Step = wire.GoOnMany
				mend(m)
			}
			if did.Changed != changed || wrote != changed || did.Conflicts+did.Gone != quicker {
				t.Errorf("%s %q: changed %d, by runs %d, quicker %d and gone %d; a loop changes %d and passes over %d", req.Action, req.Only, did.Changed, wrote, did.Conflicts, did.Gone, changed, quicker)
			}
			if got := naiveOf(t, m.DB); !maps.EqualFunc(got, want, maps.Equal) {
				for k := range want {
					if !maps.Equal(got[k], want[k]) {
						t.Fatalf("%v is %v, want %v", k, got[k], want[k])
					}
				}
				t.Errorf("%d entities, want %d", len(got), len(want))
			}
		})
	}
}
