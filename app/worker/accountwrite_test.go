//go:build !js

package worker

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine/tablerest"
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

// Ensure that a deletion of many entities of an account that failed goes on with what it left, without finding it again, that
// all of it is done once, and that an answer that was lost is not taken for somebody who was quicker.
func TestAccountWrites_GoOn(t *testing.T) {
	for name, lose := range map[string]bool{"request lost": false, "answer lost": true} {
		t.Run(name, func(t *testing.T) {
			d, m := openLive(t)
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
