//go:build !js

package desk

import (
	"testing"

	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
)

// OpenShop serves an empty database with one account, "shop", beside it.
func OpenShop(t *testing.T, handlers []worker.Handler) (*Desk, *workertest.Remote) {
	t.Helper()
	m, remote := workertest.Shop(t)
	return Open(t, handlers, func(c *worker.Config) { c.Remote = remote }), m
}
