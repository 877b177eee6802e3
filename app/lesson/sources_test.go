package lesson

import (
	"slices"
	"strings"
	"testing"
)

func TestDated(t *testing.T) {
	for source, want := range map[string]bool{
		"White paper (2009)": true, "Learn, a page (read in 2026), its table": true, "one (a) and another (2010)": true, "this is unconfirmed": true,
		"": false, "White paper": false, "2009": false, "White paper (09)": false, "White paper (2009": false, "(12009)": false, "(of old) (2009)": true,
	} {
		if got := Dated(source); got != want {
			t.Errorf("Dated(%q) = %v", source, got)
		}
	}
}

// Ensure that the fields and citations of a file are read, and that wrong ones are refused with their line.
func TestParse_Sources(t *testing.T) {
	whole := "# T\nAbout: a\nSource: b\nTime: 5 minutes\nBuilds on: one, two\n\nText.\nSource: White paper (2009)\nMore.\n\n" + "```data Tab\nPartitionKey,RowKey\np,r\n```\n## S\nIt says 7 KiB.\nSource: unconfirmed\n"
	l, err := Parse(strings.Replace(whole, "7 KiB", "so", 1))
	if err != nil || l.Minutes != 5 || !slices.Equal(l.BuildsOn, []string{"one", "two"}) || l.Text != "Text.\n\nSource: White paper (2009)\n\nMore." || l.Steps[0].Text != "It says so.\n\nSource: unconfirmed" {
		t.Errorf("%+v, %v", l, err)
	}
	if problems, err := l.Validate(t.Context(), nil); err != nil || problems != nil {
		t.Error(problems, err)
	}
	for old, line := range map[string]int{"5 minutes|0 minutes": 4, "5 minutes|121 minutes": 4, "5 minutes|soon": 4, "one, two|One": 5, "one, two|<b>": 5, "(2009)|of old": 8, "unconfirmed|hearsay": 17} {
		from, to, _ := strings.Cut(old, "|")
		_, err := Parse(strings.Replace(whole, from, to, 1))
		if problems, ok := err.(Problems); !ok || len(problems) != 1 || problems[0].Line != line || problems[0].Fix == "" {
			t.Errorf("%s: %v", old, err)
		}
	}
	c, err := ParseCourse("# A\na, 1 step, 1 minute: A\nb, 2 steps: B\n")
	if err != nil || c.Find("a").Minutes != 1 || c.Find("b").Minutes != 0 {
		t.Error(c, err)
	}
	if _, err := ParseCourse("# A\na, 1 step, 0 minutes: A\nb, 1 step, x: B\nc, 1 step, : C\n"); err == nil || len(err.(Problems)) != 3 {
		t.Error(err)
	}
}
