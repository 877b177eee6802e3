package files

import (
	"testing"

	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
	"rangefinder/app/worker/workertest/desk"
)

// open serves an empty database; change may set the configuration.
func open(t *testing.T, change func(*worker.Config)) *desk.Desk {
	t.Helper()
	return desk.Open(t, Handlers(), change)
}

// openFiles is open with files.
func openFiles(t *testing.T, change func(*worker.Config)) (*desk.Desk, *workertest.Files) {
	t.Helper()
	return desk.OpenFiles(t, Handlers(), change)
}
