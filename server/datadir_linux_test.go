package server

import (
	"errors"
	"os"
	"testing"

	"rangefinder/engine"
)

// Ensure that a full disk is told from other failures.
func TestDataDir_DiskFull(t *testing.T) {
	f, err := os.OpenFile("/dev/full", os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := (&diskFile{File: f}).WriteAt([]byte("x"), 0); !errors.Is(err, engine.ErrNoSpace) {
		t.Errorf("written to a full disk: %v", err)
	}
	closed := &diskFile{File: f}
	f.Close()
	if _, err := closed.WriteAt([]byte("x"), 0); err == nil || errors.Is(err, engine.ErrNoSpace) {
		t.Errorf("written to a closed file: %v", err)
	}
}
