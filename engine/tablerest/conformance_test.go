//go:build !js

package tablerest_test

import (
	"context"
	"flag"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
)

// serve returns a client of a handler over a service, over a real connection, below a prefix as the server has it.
func serve(t testing.TB, service engine.Service, o tablerest.Options) *tablerest.Client {
	t.Helper()
	const prefix = "/devstoreaccount1"
	server := httptest.NewServer(http.StripPrefix(prefix, tablerest.NewHandler(service, o)))
	t.Cleanup(server.Close)
	return &tablerest.Client{Doer: tablerest.HTTPDoer{Client: server.Client()}, URL: server.URL + prefix}
}

// Ensure that the store behaves the same through the protocol.
func TestClient_Conformance(t *testing.T) {
	enginetest.RunService(t, func(t *testing.T) engine.Service {
		return serve(t, engine.Open(engine.Options{}), tablerest.Options{})
	})
}

// plain is a service that is never given what JSON has no form for: the protocol turns -0.0 into 0.0.
type plain struct{ engine.Service }

func (p plain) Apply(ctx context.Context, table string, op engine.Op) (engine.OpResult, error) {
	return p.Service.Apply(ctx, table, withoutNegativeZero(op))
}

func (p plain) Batch(ctx context.Context, table string, ops []engine.Op) ([]engine.OpResult, error) {
	out := slices.Clone(ops)
	for i := range out {
		out[i] = withoutNegativeZero(out[i])
	}
	return p.Service.Batch(ctx, table, out)
}

func withoutNegativeZero(op engine.Op) engine.Op {
	op.Properties = slices.Clone(op.Properties)
	for i, p := range op.Properties {
		if p.Value.Type() == edm.Double && p.Value.Float() == 0 {
			op.Properties[i].Value = edm.NewDouble(0)
		}
	}
	return op
}

var (
	seed  = flag.Uint64("seed", 0, "seed of the random tests; 0 takes the clock")
	steps = flag.Int("steps", 3_000, "steps of the random tests")
)

// Ensure that random operations through the protocol have the same answers and leave the same state as on the model.
func TestClient_Model(t *testing.T) {
	start := *seed
	if start == 0 {
		start = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", start)
	n := *steps
	if testing.Short() { // the race detector runs, and there is one goroutine
		n /= 10
	}
	db := engine.Open(engine.Options{})
	enginetest.Simulate(t, start, n, serve(t, db, tablerest.Options{}), plain{enginetest.NewModel()})
	if err := db.Check(); err != nil {
		t.Error(err)
	}
}
