//go:build !js

package tablecopy_test

import (
	"context"
	"slices"
	"testing"

	"rangefinder/engine/tablecopy"
)

// Ensure that a run that ends after it has made the table says so, and that the run which goes on does not say it again.
func TestRun_Made(t *testing.T) {
	s := newService(1)
	opt := tablecopy.Options{AtOnce: 1}
	c, err := tablecopy.Prepare(ctx, many(t, 1000, 100, 1), s.target(), opt)
	must(t, err)
	stop, cut := context.WithCancel(ctx)
	asked := 0
	s.before = func() {
		if asked++; asked == 2 {
			cut()
		}
	}
	r, err := c.Run(stop, opt)
	if err == nil || !slices.Equal(r.Made, []string{"Copied"}) || r.Left == 0 {
		t.Errorf("%+v, %v", *r, err)
	}
	s.before = nil
	r, err = c.Run(ctx, opt)
	if must(t, err); len(r.Made) > 0 || r.Left > 0 {
		t.Errorf("going on: %+v", *r)
	}
}
