package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Ensure that lesson runs files, tells problems with their line, and says so with its status.
func TestLesson_Files(t *testing.T) {
	good := filepath.Join("..", "..", "..", "web", "static", "lessons", "etag.lesson")
	text, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	unreadable := write("unreadable.lesson", strings.Replace(string(text), "merge Blogs", "update Blogs", 1))
	broken := write("broken.lesson", strings.ReplaceAll(string(text), "if bob Rating=5", "if bob Rating=6"))
	real := write("real.lesson", strings.Replace(string(text), "Source:", "Sample: Flights\nSource:", 1))
	for _, test := range []struct {
		args     []string
		status   int
		out, err string
	}{
		{[]string{good}, 0, `"Two clients, one entity" is fine: steps 2`, ""},
		{[]string{unreadable}, 1, unreadable + ":24: There is no operation \"update\"", ""},
		{[]string{broken}, 1, broken + ":100: The solution of \"Read again, then write\" does not pass: (Channel9, Oct-29) of Blogs has Rating 6, not 5. Each of the two adds one.", ""},
		{[]string{broken, good}, 1, "is fine", ""},
		{[]string{real}, 0, "is fine", ""},
		{[]string{filepath.Join(dir, "missing")}, 1, "", "missing"},
		{nil, 2, "", "no file is named"},
		{[]string{"--nonsense"}, 2, "", "`rangefinder help lesson`"},
	} {
		status, out, errors := runWith("", append([]string{"lesson"}, test.args...)...)
		if status != test.status || !strings.Contains(out, test.out) || !strings.Contains(errors, test.err) || test.err == "" && errors != "" {
			t.Errorf("lesson %q: status %d\n%s%s", test.args, status, out, errors)
		}
	}
}
