package workertest

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// The forms that outlive the worker, or that tabs of several versions exchange; app/shell lists all that there are. Their files are
// never written anew.
var rewritePersisted = flag.Bool("rewrite-persisted", false, "write files of testdata/persisted that are not there")

// PersistedFile returns the text of a file of testdata/persisted, which is made of write when it is asked for and not there.
func PersistedFile(t *testing.T, name, write string) string {
	t.Helper()
	file := filepath.Join("testdata", "persisted", name)
	text, err := os.ReadFile(file)
	if os.IsNotExist(err) && *rewritePersisted {
		text, err = []byte(write), os.WriteFile(file, []byte(write), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// CheckLines checks a file with a line of JSON for each value: both ways.
func CheckLines[T any](t *testing.T, name string, want []T) {
	t.Helper()
	write := func(list []T) string {
		var b strings.Builder
		for _, v := range list {
			line, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			b.Write(append(line, '\n'))
		}
		return b.String()
	}
	text := PersistedFile(t, name, write(want))
	var got []T
	for line := range strings.Lines(text) {
		var v T
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		got = append(got, v)
	}
	if !reflect.DeepEqual(got, want) || write(got) != text {
		t.Errorf("%s: %s\nis read as %+v\nwant %+v", name, text, got, want)
	}
}
