package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/server"
)

// Ensure that check prints what is there, names file and offset of damage, and ends with the status of it.
func TestCheck(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data")
	dir, err := server.OpenDataDir(path)
	if err != nil {
		t.Fatal(err)
	}
	db, _, err := engine.OpenFolder(context.Background(), dir, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"First", "Second", "Third"} {
		if err := db.CreateTable(context.Background(), table); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := db.SaveCheckpoint(context.Background(), "point", nil); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Close(), dir.Close()); err != nil {
		t.Fatal(err)
	}

	checked := func() (int, string) {
		var stdout, stderr strings.Builder
		status := run([]string{"check", path}, strings.NewReader(""), &stdout, &stderr)
		return status, stdout.String() + stderr.String()
	}
	if status, output := checked(); status != 0 || !strings.Contains(output, "3 tables, 0 entities") || !strings.Contains(output, "All of it can be read") {
		t.Errorf("status %d: %s", status, output)
	}
	snapshot := filepath.Join(path, "checkpoint-1.log")
	whole, err := os.ReadFile(snapshot)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(snapshot, append(make([]byte, 64), whole[64:]...), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, output := checked(); status != 1 || !strings.Contains(output, "DAMAGED checkpoint-1.log") || !strings.Contains(output, "The tables can be read") || strings.Contains(output, "damaged log") {
		t.Errorf("status %d: %s", status, output)
	}
	if err := os.WriteFile(snapshot, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(path, "a.log")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	data[strings.Index(string(data), "Second")] ^= 1
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if status, output := checked(); status != 1 || !strings.Contains(output, "DAMAGED a.log") || !strings.Contains(output, "from byte 103") {
		t.Errorf("status %d: %s", status, output)
	}
	path = filepath.Join(path, "missing")
	if status, output := checked(); status != 1 || !strings.Contains(output, "missing") {
		t.Errorf("status %d: %s", status, output)
	}
}
