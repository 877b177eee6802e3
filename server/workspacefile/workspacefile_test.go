package workspacefile_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/server/workspacefile"
)

// saved makes a workspace file with an empty table and returns it as it is read anew.
func saved(t *testing.T, path string) (*engine.DB, *workspacefile.File) {
	t.Helper()
	db, f, err := workspacefile.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.CreateTable(t.Context(), "Movies"); err != nil {
		t.Fatal(err)
	}
	if err := f.Save(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	if db, f, err = workspacefile.Open(t.Context(), path); err != nil {
		t.Fatal(err)
	}
	if err := db.CreateTable(t.Context(), "More"); err != nil {
		t.Fatal(err)
	}
	return db, f
}

// alone fails the test when something is in the folder besides one file.
func alone(t *testing.T, folder string) {
	t.Helper()
	if names, err := os.ReadDir(folder); err != nil || len(names) != 1 {
		t.Errorf("left in the folder: %v, %v", names, err)
	}
}

// Ensure that a file that is written anew keeps its permissions, and that a new one is for its owner only.
func TestSave_Permissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // has none of these
	}
	path := filepath.Join(t.TempDir(), "w.ndjson")
	saved(t, path)
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("a new file: %v, %v", info.Mode(), err)
	}
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	db, f, err := workspacefile.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := f.Save(t.Context(), db); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	alone(t, filepath.Dir(path))
}

// Ensure that a file that a link leads to is written where it is, and the link stays one.
func TestSave_Link(t *testing.T) {
	target, link := filepath.Join(t.TempDir(), "w.ndjson"), filepath.Join(t.TempDir(), "link")
	saved(t, target)
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	db, f, err := workspacefile.Open(t.Context(), link)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.CreateTable(t.Context(), "Linked"); err != nil {
		t.Fatal(err)
	}
	if err := f.Save(t.Context(), db); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(target)
	if info, failed := os.Lstat(link); err != nil || failed != nil || info.Mode()&os.ModeSymlink == 0 || !strings.Contains(string(text), "Linked") {
		t.Errorf("%v %v %v %s", info.Mode(), err, failed, text)
	}
	alone(t, filepath.Dir(target))
}

// Ensure that what somebody else wrote since the file was read is not overwritten.
func TestSave_ChangedMeanwhile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.ndjson")
	db, f := saved(t, path)
	other, g, err := workspacefile.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.CreateTable(t.Context(), "Theirs"); err != nil {
		t.Fatal(err)
	}
	if err := g.Save(t.Context(), other); err != nil {
		t.Fatal(err)
	}
	if err := f.Save(t.Context(), db); err == nil || !strings.Contains(err.Error(), "somebody else changed it") {
		t.Errorf("the second: %v", err)
	}
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), "Theirs") || strings.Contains(string(text), "More") {
		t.Errorf("%v %s", err, text)
	}
	alone(t, filepath.Dir(path))
}

// Ensure that two that make the same file do not overwrite each other.
func TestSave_MadeMeanwhile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.ndjson")
	db, f, err := workspacefile.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	saved(t, path)
	if err := f.Save(t.Context(), db); err == nil || !strings.Contains(err.Error(), "somebody else made it") {
		t.Error(err)
	}
	alone(t, filepath.Dir(path))
}

// Ensure that what cannot be written is told before the work, and that nothing is left of asking.
func TestWritable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "w.ndjson")
	_, f := saved(t, path)
	if err := f.Writable(); err != nil {
		t.Error(err)
	}
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	_, f, err := workspacefile.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Writable(); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("a read-only file: %v", err)
	}
	_, f, err = workspacefile.Open(t.Context(), filepath.Join(t.TempDir(), "missing", "w.ndjson"))
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Writable(); err == nil {
		t.Error("a folder that is not there can be written to")
	}
	if _, _, err := workspacefile.Open(t.Context(), t.TempDir()); err == nil || !strings.Contains(err.Error(), "is not a file") {
		t.Errorf("a folder: %v", err)
	}
	alone(t, filepath.Dir(path))
}
