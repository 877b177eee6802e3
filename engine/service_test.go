package engine_test

import (
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
)

func TestDB_Service(t *testing.T) {
	enginetest.RunService(t, func(t *testing.T) engine.Service { return open(t) })
}

func TestModel_Service(t *testing.T) {
	enginetest.RunService(t, func(t *testing.T) engine.Service { return enginetest.NewModel() })
}
