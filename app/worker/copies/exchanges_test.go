//go:build !js

package copies

import (
	"context"
	"sync/atomic"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest/desk"
	"rangefinder/engine/tablerest"
)

// Ensure that a page is told of every attempt before the reply, in order, in fewer messages than there are attempts, and that beside the
// first of a message only what failed keeps its bodies.
func TestExchanges_Gathered(t *testing.T) {
	d, m := desk.OpenShop(t, Handlers())
	d.Fill(t, "Orders", 50, 100)
	var lists [][]wire.Exchanged
	d.OnExchange(func(list []wire.Exchanged) { lists = append(lists, list) })
	p := plannedCopy(t, d, wire.CopyToRequest{Table: "Orders", ToSource: "shop", ToEndpoint: m.URL, ToTable: "Sold"})
	var n atomic.Int64 // several requests are under way at once
	m.Fail = func(context.Context, tablerest.Request) (*tablerest.Response, error) {
		if n.Add(1)%10 == 0 {
			return &tablerest.Response{Status: 503, Body: `{"odata.error":{"code":"ServerBusy","message":{"lang":"en-US","value":"The server is busy."}}}`}, nil
		}
		return nil, nil
	}
	before := 0
	for _, list := range lists {
		before += len(list)
	}
	r := ranCopy(t, d, p.Copy)
	if r.Report.Written != 5000 || r.Problem != "" {
		t.Fatalf("%+v", r)
	}
	all, bare := -before, 0
	for _, list := range lists {
		all += len(list)
		for i, x := range list {
			switch x := x.Exchange; {
			case x.Status == 503 && x.Answer == "", i < worker.BodiesKept && x.Body == "" && x.BodySize > 0:
				t.Errorf("exchange %d of a message has no body: %+v", i, x)
			case i >= worker.BodiesKept && x.Status != 503 && x.Body+x.Answer != "":
				t.Errorf("exchange %d of a message has its bodies", i)
			case x.Body == "" && x.BodySize > 0:
				bare++
			}
		}
	}
	if asked := int(n.Load()); all != asked || len(lists) > asked/2 || bare == 0 {
		t.Errorf("%d of %d attempts told in %d messages, %d without bodies", all, asked, len(lists), bare)
	}
}
