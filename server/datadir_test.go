package server

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
	"rangefinder/server/tableauth"
)

func openDir(t testing.TB, path string) *DataDir {
	t.Helper()
	dir, err := OpenDataDir(path)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// openWorkspace opens what a directory keeps, and closes both when the test ends.
func openWorkspace(t testing.TB, path string) *engine.DB {
	t.Helper()
	dir := openDir(t, path)
	db, _, err := engine.OpenFolder(context.Background(), dir, engine.Options{})
	if err != nil {
		dir.Close()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(db.Close(), dir.Close()); err != nil {
			t.Error(err)
		}
	})
	return db
}

// Ensure that a directory is had by one at a time, that the message says where and who, and that it can be had again.
func TestOpenDataDir_InUse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "data")
	dir := openDir(t, path)
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("mode %v, %v; others may look in", info.Mode(), err)
	}
	_, err = OpenDataDir(path)
	inUse, ok := errors.AsType[*DataDirInUse](err)
	if !ok || inUse.PID != os.Getpid() || !strings.Contains(err.Error(), path) {
		t.Errorf("opened a second time: %v", err)
	}
	if err := dir.Close(); err != nil {
		t.Fatal(err)
	}
	if err := openDir(t, path).Close(); err != nil {
		t.Error(err)
	}
}

// Ensure that a path that cannot be a directory is refused with its name.
func TestOpenDataDir_File(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{path, filepath.Join(path, "below")} {
		if _, err := OpenDataDir(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// Ensure that files behave as the engine expects of a Folder.
func TestDataDir_Files(t *testing.T) {
	dir := openDir(t, t.TempDir())
	defer dir.Close()
	f, err := dir.Open("a.log")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt([]byte("abc"), 2); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f.Truncate(6), f.Sync(), f.Close()); err != nil {
		t.Fatal(err)
	}
	if f, err = dir.Open("a.log"); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 6)
	if n, err := f.ReadAt(got, 0); n != 6 || !bytes.Equal(got, []byte("\x00\x00abc\x00")) {
		t.Errorf("read %q, %d bytes, %v", got[:n], n, err)
	}
	if size, err := f.Size(); size != 6 || err != nil {
		t.Errorf("size %d, %v", size, err)
	}
	f.Close()
	info, err := os.Stat(filepath.Join(dir.Path(), "a.log"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; others may read it", info.Mode(), err)
	}
	if names, err := dir.List(); err != nil || len(names) != 1 || names[0] != "a.log" {
		t.Errorf("files %q, %v", names, err)
	}
	if err := errors.Join(dir.Remove("a.log"), dir.Remove("a.log")); err != nil {
		t.Errorf("removed twice: %v", err)
	}
	for _, name := range []string{"", ".", "..", "../a.log", "a/b", `a\b`, lockName, "a b", "ä"} {
		if _, err := dir.Open(name); err == nil {
			t.Errorf("%q was opened", name)
		}
		if err := dir.Remove(name); err == nil {
			t.Errorf("%q was removed", name)
		}
	}
}

func insert(t testing.TB, db *engine.DB, pk, rk string) {
	t.Helper()
	op := engine.Op{Kind: engine.Insert, PartitionKey: pk, RowKey: rk, Properties: []engine.Property{{Name: "Text", Value: edm.NewString(strings.Repeat(rk, 20))}}}
	if _, err := db.Apply(context.Background(), "Things", op); err != nil {
		t.Fatal(err)
	}
}

// workspace makes a directory with 20 entities and a checkpoint, and returns its path.
func workspace(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "data")
	dir := openDir(t, path)
	db, _, err := engine.OpenFolder(context.Background(), dir, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := db.CreateTable(context.Background(), "Things"); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		insert(t, db, "p", string(rune('a'+i)))
	}
	if _, err := db.SaveCheckpoint(context.Background(), "before", func() error { return nil }); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Close(), dir.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// contents returns every file of a directory.
func contents(t *testing.T, path string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	entries, err := os.ReadDir(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		data, err := os.ReadFile(filepath.Join(path, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[entry.Name()] = string(data)
	}
	return files
}

// Ensure that a check tells of a byte changed in any file, with the place, and changes nothing itself.
func TestCheckDataDir(t *testing.T) {
	path := workspace(t)
	before := contents(t, path)
	report, err := CheckDataDir(context.Background(), path)
	if err != nil || report.Damaged() || report.Tables != 1 || report.Recovery.Entities != 20 || len(report.Checkpoints) != 1 {
		t.Fatalf("a whole workspace: %+v, %v", report, err)
	}
	for name, data := range before {
		if len(data) < 200 || name == "reserve" { // which holds nothing
			continue
		}
		changed := []byte(data)
		changed[len(changed)/2] ^= 1
		if err := os.WriteFile(filepath.Join(path, name), changed, 0o600); err != nil {
			t.Fatal(err)
		}
		report, err := CheckDataDir(context.Background(), path)
		if err != nil || !report.Damaged() {
			t.Errorf("%s changed in the middle: %+v, %v", name, report, err)
		} else if d := report.Recovery.Damage; len(d) > 0 && (d[0].File != name || d[0].Offset > int64(len(data)/2) || d[0].Offset+d[0].Length <= int64(len(data)/2)) {
			t.Errorf("%s changed in the middle: %+v", name, d[0])
		}
		if got := contents(t, path); got[name] != string(changed) || len(got) != len(before) {
			t.Errorf("%s was changed by the check, or files were added", name)
		}
		if err := os.WriteFile(filepath.Join(path, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// Ensure that a torn tail is no damage, and is left for who opens the directory.
func TestCheckDataDir_TornTail(t *testing.T) {
	path := workspace(t)
	name := filepath.Join(path, "a.log")
	f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("half of a record"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	before := contents(t, path)
	report, err := CheckDataDir(context.Background(), path)
	if err != nil || report.Damaged() || report.Recovery.Torn != 16 {
		t.Errorf("%+v, %v", report, err)
	}
	if contents(t, path)["a.log"] != before["a.log"] {
		t.Error("the check cut the file")
	}
}

// Ensure that nothing is checked while it changes, and that an empty directory is not taken for a workspace.
func TestCheckDataDir_Refused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "data")
	openWorkspace(t, path)
	if _, err := CheckDataDir(context.Background(), path); !strings.Contains(err.Error(), "in use") {
		t.Errorf("in use: %v", err)
	}
	empty := t.TempDir()
	if _, err := CheckDataDir(context.Background(), empty); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("empty: %v", err)
	}
	if len(contents(t, empty)) > 0 {
		t.Error("the check made files")
	}
}

// Ensure that the server and a check say the same of a directory, whatever is wrong with it, and that the server begins anew only
// where nothing was, or when it is told to.
func TestOpenTables_SaysWhatCheckSays(t *testing.T) {
	cut := func(n int64) func(t *testing.T, path string) { // from the end when it is negative
		return func(t *testing.T, path string) {
			name := filepath.Join(path, "a.log")
			info, err := os.Stat(name)
			if n < 0 && err == nil {
				n += info.Size()
			}
			if err := errors.Join(err, os.Truncate(name, n)); err != nil {
				t.Fatal(err)
			}
		}
	}
	remove := func(names ...string) func(t *testing.T, path string) {
		return func(t *testing.T, path string) {
			for _, name := range names {
				if err := os.Remove(filepath.Join(path, name)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	for name, c := range map[string]struct {
		change func(t *testing.T, path string)
		said   string // by both
		begun  bool   // a new workspace
	}{
		"whole":              {func(*testing.T, string) {}, "", false},
		"cut at the end":     {cut(-3), "a.log, ", false},
		"under 64 bytes":     {cut(40), "a.log has 40 bytes", false},
		"emptied":            {cut(0), "a.log is empty", false},
		"no logs":            {remove("a.log", "b.log"), "a.log is not there", false},
		"nothing but a lock": {remove("a.log", "b.log", "workspace.note", "checkpoint-1.log"), "a.log is not there", false},
		"an empty directory": {remove("a.log", "b.log", "workspace.note", "checkpoint-1.log", lockName), "there is no workspace", true},
		"a damaged snapshot": {func(t *testing.T, path string) {
			overwrite(t, filepath.Join(path, "checkpoint-1.log"), 0, make([]byte, 64))
		}, "checkpoint-1.log: The header", false},
		"bytes behind a log":    {func(t *testing.T, path string) { overwrite(t, filepath.Join(path, "a.log"), -1, []byte("half")) }, "the last 4 bytes are an incomplete record", false},
		"changed in the middle": {func(t *testing.T, path string) { overwrite(t, filepath.Join(path, "a.log"), 300, []byte("changed")) }, "These bytes are not records", false},
		"changed in two places": {func(t *testing.T, path string) {
			overwrite(t, filepath.Join(path, "a.log"), 20, []byte("changed"))
			overwrite(t, filepath.Join(path, "a.log"), 300, []byte("changed"))
		}, "These bytes are not records", false},
		"nothing but zeros": {func(t *testing.T, path string) { overwrite(t, filepath.Join(path, "a.log"), 0, make([]byte, 64<<10)) }, "of which none can be read", false},
	} {
		t.Run(name, func(t *testing.T) {
			source := workspace(t)
			root := t.TempDir()
			path := filepath.Join(root, "devstoreaccount1")
			if err := os.Rename(source, path); err != nil {
				t.Fatal(err)
			}
			c.change(t, path)
			before := contents(t, path)
			report, err := CheckDataDir(context.Background(), path)
			checked := fmt.Sprint(err)
			if err == nil {
				checked = strings.Join(append(report.Recovery.Problems(), report.Recovery.TornTail()), "\n")
			}
			if !strings.Contains(checked, c.said) || c.said == "" && checked != "" {
				t.Errorf("check says %q, want %q", checked, c.said)
			}
			if !maps.Equal(contents(t, path), before) {
				t.Error("the check changed the directory")
			}
			var b strings.Builder
			config := TablesConfig{Accounts: []tableauth.Account{tableauth.WellKnownAccount()}, Data: root, Log: slog.New(slog.NewTextHandler(&b, nil))}
			tables, failed := OpenTables(context.Background(), config)
			if failed != nil {
				if failed.Error() != checked || !strings.Contains(checked, "--begin-anew") {
					t.Errorf("the server says %q, check %q", failed, checked)
				}
				config.BeginAnew = true
				if tables, failed = OpenTables(context.Background(), config); failed != nil {
					t.Fatal(failed)
				}
			} else if c.begun != (b.Len() == 0 && c.said != "") {
				t.Errorf("the server says %q", b.String())
			} else if !c.begun {
				for _, text := range strings.Split(checked, "\n") {
					if !strings.Contains(b.String(), strconv.Quote(text)) && text != "" {
						t.Errorf("check says %q, the server %s", text, b.String())
					}
				}
			}
			if n := strings.Count(b.String(), "the file was kept"); n > 1 {
				t.Errorf("one file is said to be kept %d times: %s", n, b.String())
			}
			if err := tables.Close(); err != nil {
				t.Error(err)
			}
			if report, err := CheckDataDir(context.Background(), path); err != nil || len(report.Recovery.Damage) > 0 || report.Recovery.Torn > 0 {
				t.Errorf("afterwards: %+v, %v", report, err)
			}
		})
	}
}

// overwrite writes bytes into a file, at its end when at is negative.
func overwrite(t *testing.T, path string, at int, data []byte) {
	t.Helper()
	old, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if at < 0 {
		at = len(old)
	}
	old = append(old[:at:at], append(data, old[min(len(old), at+len(data)):]...)...)
	if err := os.WriteFile(path, old, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Ensure that deleting the lock file lets in neither a second server nor a check, and that both are let in once the first one
// is gone.
func TestAttack_LockFileDeleted(t *testing.T) {
	path := workspace(t)
	first := openDir(t, path)
	db, _, err := engine.OpenFolder(context.Background(), first, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(path, lockName)); err != nil {
		t.Fatal(err)
	}
	for name, open := range map[string]func() error{
		"engine": func() error {
			second, err := OpenDataDir(path)
			if err != nil {
				return err
			}
			defer second.Close()
			db, _, err := engine.OpenFolder(context.Background(), second, engine.Options{})
			if err == nil {
				db.Close()
			}
			return err
		},
		"account": func() error {
			a := &account{}
			err := a.openFolder(context.Background(), path, engine.Options{}, slog.New(slog.DiscardHandler))
			if err == nil {
				errors.Join(a.db.Close(), a.dir.Close())
			}
			return err
		},
		"check": func() error {
			_, err := CheckDataDir(context.Background(), path)
			return err
		},
	} {
		before := contents(t, path)
		err := open()
		if _, ok := errors.AsType[*DataDirInUse](err); !ok || !strings.Contains(err.Error(), "is in use by another process") {
			t.Errorf("%s: %v", name, err)
		}
		after := contents(t, path)
		for _, log := range []string{"a.log", "b.log"} {
			if before[log] != after[log] {
				t.Errorf("%s changed %s", name, log)
			}
		}
	}
	insert(t, db, "p", "z")
	if err := errors.Join(db.Close(), first.Close()); err != nil {
		t.Fatal(err)
	}
	if report, err := CheckDataDir(context.Background(), path); err != nil || report.Recovery.Entities != 21 {
		t.Errorf("%+v, %v", report, err)
	}
	if db := openWorkspace(t, path); len(db.Image().Tables()) != 1 {
		t.Error("the table is gone")
	}
}
