package azurite

import (
	"fmt"
	"os"
	"testing"
	"time"

	"rangefinder/e2e/harness"
)

// patience bounds what the scripts may take. It is only reached when something is broken.
const patience = 30 * time.Second

// service is a running Azurite.
type service struct {
	*harness.Azurite
	watched *testing.T // shows the end of the service's log if it fails
}

// shared is the service that tests write tables of their own to; a test that stops it starts another.
var shared *service

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	folder, err := os.MkdirTemp("", "azurite-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(folder)
	if shared, err = start(folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code := m.Run()
	if err := shared.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	return code
}

// explain shows the end of the service's log when the test fails.
func (s *service) explain(t *testing.T) {
	if s.watched == t {
		return
	}
	s.watched = t
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the end of Azurite's log:\n%s", s.Log())
		}
	})
}

func start(folder string) (*service, error) {
	a, err := harness.StartAzurite(folder)
	return &service{Azurite: a}, err
}
