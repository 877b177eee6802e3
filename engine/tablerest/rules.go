package tablerest

import (
	"context"
	"errors"
	"sync"

	"rangefinder/engine"
)

// rules is an account without tables. What it refuses otherwise than with TableNotFound is what the service's front end
// refuses of a request, whatever is stored.
var rules = sync.OnceValue(func() *engine.DB { return engine.Open(engine.Options{}) })

// frontEnd returns what the front end refuses of a transaction's operations, nil when nothing.
func frontEnd(ops []engine.Op) *engine.Error {
	if len(ops) == 0 {
		return nil
	}
	_, err := rules().Batch(context.Background(), "Rules", ops)
	return refusal(err)
}

func refusal(err error) *engine.Error {
	if e, ok := errors.AsType[*engine.Error](err); ok && e.Code != engine.TableNotFound {
		return e
	}
	return nil
}
