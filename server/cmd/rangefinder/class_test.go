package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rangefinder/app/lesson"
	"rangefinder/app/lesson/report"
)

// Ensure that lesson --class prints each learner and each lesson once, and tells of a file that is something else.
func TestLesson_Class(t *testing.T) {
	at := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	dir := t.TempDir()
	save := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	p := lesson.Progress{}.Pass("select", 0).Predict("select", 0, true)
	e := lesson.Efforts(nil).Note(lesson.EffortOf{Lesson: "select"}, lesson.Tried, at)
	ann := report.NewReport("4B", "Ann", p, e, at)
	bob := report.NewReport("4B", "Bob", lesson.Progress{}, nil, at)
	files := []string{save("a.progress.csv", ann.String()), save("b.progress.csv", bob.String())}
	status, out, errors := runWith("", append([]string{"lesson", "--class"}, files...)...)
	for _, want := range []string{"Ann      4B     1        1      1 of 1     1      0      0      2026-11-25 12:00", "Bob      4B     0        0      0 of 0     0      0      0      -", "Only what you need  1      1         1 of 1     1      0      0"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	if status != 0 || errors != "" || strings.Contains(out, "Older") {
		t.Error(status, errors, out)
	}
	status, out, errors = runWith("", "lesson", "--class", files[0], files[0], save("other.csv", "a,b\n"))
	if status != 1 || !strings.Contains(errors, "other.csv: the file is not a learner's progress") || !strings.Contains(out, "Older files of the same learners that do not count: 1") || strings.Count(out, "Ann") != 1 {
		t.Error(status, errors, out)
	}
}
