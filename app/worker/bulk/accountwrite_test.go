//go:build !js

package bulk

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
)

// failAfter lets n transactions of an account through and then fails each.
func failAfter(m *workertest.Remote, n int64) {
	var sent atomic.Int64
	m.Mu.Lock()
	defer m.Mu.Unlock()
	m.Fail = func(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if r.Method == "POST" && strings.Contains(r.URL, "$batch") && sent.Add(1) > n {
			return nil, fmt.Errorf("the line is cut")
		}
		return nil, nil
	}
}

func mend(m *workertest.Remote) {
	m.Mu.Lock()
	defer m.Mu.Unlock()
	m.Fail, m.Lose = nil, nil
}

// Ensure that a change of what a query returns on all pages of an account is read first, told with what it takes, and written as it was
// read: who was quicker keeps what they wrote and is named.
func TestManyThere(t *testing.T) {
	d, m := desk.OpenShop(t, Handlers())
	m.Fill(t, "Numbers", 5, 500)
	ctx := t.Context()
	req := wire.ManyRequest{Source: "shop", Table: "Numbers", Filter: "PartitionKey ge 'p001'", Step: wire.FindMany}
	found, err := wire.Call(ctx, d, wire.Many, req, nil)
	if err != nil || found.Entities != 2000 || found.Reads != 2 || found.Found == 0 || found.Partial {
		t.Fatalf("%+v, %v", found, err)
	}
	req.Found, req.Step, req.Action, req.Property, req.Type, req.Text = found.Found, wire.PreviewMany, wire.SetProperty, "Seen", edm.Int32, "1"
	plan, err := wire.Call(ctx, d, wire.Many, req, nil)
	if err != nil || plan.Changed != 2000 || plan.Plan == nil || plan.Plan.Requests != 20 || plan.Plan.Bytes == 0 || plan.Plan.AtOnce != worker.AtOnce || len(plan.Samples) == 0 {
		t.Fatalf("%+v, %v", plan, err)
	}
	m.Put(t, "Numbers", "p002", "r0007", engine.Property{Name: "Mine", Value: edm.NewBoolean(true)})
	if _, err := m.DB.Apply(ctx, "Numbers", engine.Op{Kind: engine.Delete, PartitionKey: "p003", RowKey: "r0001", IfMatch: "*"}); err != nil {
		t.Fatal(err)
	}
	req.Step = wire.ApplyMany
	did, err := wire.Call(ctx, d, wire.Many, req, nil)
	if err != nil || did.Changed != 1998 || did.Conflicts != 1 || did.Gone != 1 || did.Stopped || did.Account.Left != 0 {
		t.Fatalf("%+v, %+v, %v", did, did.Account, err)
	}
	if want := (wire.Key{PartitionKey: "p002", RowKey: "r0007"}); len(did.Account.Changed) != 1 || did.Account.Changed[0] != want {
		t.Errorf("changed: %v", did.Account.Changed)
	}
	if want := (wire.Key{PartitionKey: "p003", RowKey: "r0001"}); len(did.Account.Gone) != 1 || did.Account.Gone[0] != want {
		t.Errorf("gone: %v", did.Account.Gone)
	}
	if met := did.Account.Met; len(met) != 2 || met[0].Base.ETag == "" || len(met[0].Base.Properties) == 0 || met[0].Base.Partial || len(met[0].Want) != len(met[0].Base.Properties)+1 ||
		met[0].Theirs == nil || met[0].Theirs.Properties[0].Name != "Mine" || met[1].Theirs != nil || met[1].Base.PartitionKey != "p003" {
		t.Errorf("what met somebody else's change: %+v", met)
	}
	if e, err := m.DB.Get(ctx, "Numbers", "p002", "r0007"); err != nil || e.Len() != 1 {
		t.Errorf("who was quicker was overwritten: %v, %v", e.Properties(), err)
	}
	e, err := m.DB.Get(ctx, "Numbers", "p004", "r0499")
	if v, ok := e.Value("Seen"); err != nil || !ok || v != edm.NewInt32(1) || e.Len() < 2 {
		t.Errorf("%v, %v", e.Properties(), err)
	}
	if e, err := m.DB.Get(ctx, "Numbers", "p000", "r0000"); err != nil || e.IsZero() {
		t.Error(err)
	} else if _, ok := e.Value("Seen"); ok {
		t.Error("an entity that the filter leaves out was changed")
	}
	_, err = wire.Call(ctx, d, wire.Many, req, nil) // once
	workertest.WantCode(t, err, string(engine.InvalidInput))
}

// Ensure that a change or deletion of many entities of an account that failed goes on with what it left, without finding it again, that
// all of it is done once, and that an answer that was lost is not taken for somebody who was quicker.
func TestAccountWrites_GoOn(t *testing.T) {
	for name, lose := range map[string]bool{"request lost": false, "answer lost": true} {
		t.Run(name, func(t *testing.T) {
			d, m := desk.OpenShop(t, Handlers())
			m.Fill(t, "Numbers", 3, 1000)
			ctx := t.Context()
			cut := func() {
				if !lose {
					failAfter(m, 7)
					return
				}
				var sent atomic.Int64
				m.Mu.Lock()
				defer m.Mu.Unlock()
				m.Lose = func(r tablerest.Request) bool { return r.Method == "POST" && sent.Add(1) > 7 }
			}
			reads := func() (n int) {
				m.Mu.Lock()
				defer m.Mu.Unlock()
				for _, r := range m.Requests {
					if r.Method == "GET" && strings.Contains(r.URL, "Numbers()") && !strings.Contains(r.URL, "RowKey%20ge") { // not to look at a transaction
						n++
					}
				}
				return n
			}
			req := wire.ManyRequest{Source: "shop", Table: "Numbers", Step: wire.FindMany}
			found, err := wire.Call(ctx, d, wire.Many, req, nil)
			if err != nil || found.Entities != 3000 {
				t.Fatalf("%+v, %v", found, err)
			}
			was := reads()
			req.Found, req.Step, req.Action, req.Property, req.Type, req.Text = found.Found, wire.ApplyMany, wire.SetProperty, "Seen", edm.Int32, "1"
			cut()
			did, err := wire.Call(ctx, d, wire.Many, req, nil)
			if err != nil || !did.Stopped || did.Changed != 700 || did.Account.Left != 2300 || did.Account.Failed == nil || did.Plan.Requests != 23 {
				t.Fatalf("%+v, %+v, %v", did, did.Account, err)
			}
			mend(m)
			m.Mu.Lock()
			sent := len(m.Requests)
			m.Mu.Unlock()
			req.Step = wire.GoOnMany
			did, err = wire.Call(ctx, d, wire.Many, req, nil)
			if did != nil && did.Account.Wrote != did.Changed-700 {
				t.Errorf("this run tells %d of %d as its own", did.Account.Wrote, did.Changed)
			}
			if err != nil || did.Stopped || did.Changed+did.Account.Already != 3000 || did.Conflicts+did.Gone+did.Account.Left != 0 || lose != (did.Account.Already > 0) {
				t.Fatalf("%+v, %+v, %v", did, did.Account, err)
			}
			if reads() != was {
				t.Error("it was found again")
			}
			m.Mu.Lock()
			if n := len(m.Requests) - sent; n > 60 { // 23 transactions; those whose answer was lost are looked at in one request each
				t.Errorf("going on took %d requests", n)
			}
			m.Mu.Unlock()

			rm := wire.RemoveRequest{Source: "shop", Table: "Numbers", All: true, Dry: true}
			gone, err := wire.Call(ctx, d, wire.Remove, rm, nil)
			if err != nil || gone.Entities != 3000 || gone.Plan.Requests != 30 {
				t.Fatalf("%+v, %v", gone, err)
			}
			rm.Dry, rm.Found = false, gone.Found
			cut()
			gone, err = wire.Call(ctx, d, wire.Remove, rm, nil)
			if err != nil || !gone.Stopped || gone.Removed != 700 || gone.Account.Left != 2300 || gone.Failed == nil {
				t.Fatalf("%+v, %v", gone, err)
			}
			mend(m)
			gone, err = wire.Call(ctx, d, wire.Remove, rm, nil)
			if err != nil || gone.Stopped || gone.Removed+gone.Account.Already != 3000 || gone.Changed+gone.Account.Left != 0 {
				t.Fatalf("%+v, %+v, %v", gone, gone.Account, err)
			}
			if s, err := m.DB.Snapshot("Numbers"); err != nil || s.Len() != 0 {
				t.Errorf("%d are left, %v", s.Len(), err)
			}
		})
	}
}

// Ensure that what a query finds on all pages of an account is found by its keys and deleted as it was found: who was quicker keeps what
// they changed, and what was found is deleted once.
func TestLive_RemoveFound(t *testing.T) {
	d, m := desk.OpenShop(t, Handlers())
	m.Fill(t, "Numbers", 5, 500)
	ctx := t.Context()
	req := wire.RemoveRequest{Source: "shop", Table: "Numbers", Filter: "PartitionKey ge 'p001'", Dry: true}
	found, err := wire.Call(ctx, d, wire.Remove, req, nil)
	if err != nil || found.Entities != 2000 || found.Partitions != 4 || found.Groups != 20 || found.Reads != 2 || found.Found == 0 || found.Partial || found.Removed != 0 {
		t.Fatalf("%+v, %v", found, err)
	}
	m.Put(t, "Numbers", "p002", "r0007", engine.Property{Name: "Mine", Value: edm.NewBoolean(true)})
	req.Dry, req.Found = false, found.Found
	did, err := wire.Call(ctx, d, wire.Remove, req, nil)
	if err != nil || did.Removed != 1999 || did.Changed != 1 || did.Stopped || did.Undo != "" {
		t.Fatalf("%+v, %v", did, err)
	}
	if met := did.Account.Met; len(met) != 1 || !met[0].Base.Partial || met[0].Base.ETag == "" || len(met[0].Base.Properties) != 0 || met[0].Theirs == nil || met[0].Theirs.Properties[0].Name != "Mine" {
		t.Errorf("what met somebody else's change: %+v", met)
	}
	s, err := m.DB.Snapshot("Numbers")
	if err != nil || s.Len() != 501 {
		t.Errorf("%d are left, %v", s.Len(), err)
	}
	_, err = wire.Call(ctx, d, wire.Remove, req, nil)
	workertest.WantCode(t, err, string(engine.InvalidInput))
	all, err := wire.Call(ctx, d, wire.Remove, wire.RemoveRequest{Source: "shop", Table: "Numbers", Filter: "PartitionKey eq 'p000'", All: true, Dry: true}, nil)
	if err != nil || all.Entities != 501 {
		t.Errorf("all: %+v, %v", all, err)
	}
	_, err = wire.Call(ctx, d, wire.Remove, wire.RemoveRequest{Source: "shop", Table: "Numbers", Found: all.Found + 1}, nil)
	workertest.WantCode(t, err, string(engine.InvalidInput))
}

// Ensure that a change in an account tells how many entities are written, and none while it is worked out: a stop then changes nothing.
func TestManyThere_ToldAsWritten(t *testing.T) {
	m, remote := workertest.Shop(t)
	d := desk.Open(t, Handlers(), func(c *worker.Config) { c.Remote, c.Now = remote, desk.Ticking() })
	m.Fill(t, "Numbers", 2, 500)
	req := wire.ManyRequest{Source: "shop", Table: "Numbers", Step: wire.FindMany}
	found, err := wire.Call(t.Context(), d, wire.Many, req, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Found, req.Step, req.Action, req.Property, req.Type, req.Text = found.Found, wire.ApplyMany, wire.SetProperty, "Seen", edm.Int32, "1"
	told := make(chan struct{})
	m.Mu.Lock()
	m.Fail = func(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if r.Method == "POST" {
			<-told // nothing is written before
		}
		return nil, nil
	}
	m.Mu.Unlock()
	n := 0
	did, err := wire.Call(t.Context(), d, wire.Many, req, func(p wire.Progress) {
		if n++; n == 1 {
			if p.Done != 0 || p.Total != 1000 {
				t.Errorf("before anything is written: %+v", p)
			}
			close(told)
		}
	})
	if err != nil || did.Changed != 1000 {
		t.Errorf("%+v, %v", did, err)
	}
}
