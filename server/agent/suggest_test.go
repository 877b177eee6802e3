package agent

import (
	"context"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/keydesign/suggest"
	"rangefinder/server/workspacefile"
)

// Ensure that keys are suggested for queries, for a comparison and for one that the workspace holds, that the same input gives the same
// answer, and that what was suggested can be measured and comes to what was said.
func TestServer_Suggest(t *testing.T) {
	dir := t.TempDir()
	path := workspace(t, dir)
	session := connect(t, path)
	in := SuggestInput{Path: path, Table: "People", Queries: []Query{{"one", "Mail eq 'm7'"}, {"a team", "Team eq 't3'"}}}
	text, out, wrong := call[SuggestOutput](t, session, "lab_suggest", in)
	if wrong != "" || len(out.Suggestions) == 0 || out.Tried < 5 || out.Entities != 200 || out.Screened != 200 || !out.Complete || len(out.Now) == 0 || !strings.Contains(text, "of 200 entities") {
		t.Fatalf("%q %+v %s", wrong, out, text)
	}
	first, designs := out.Suggestions[0], out.Comparison.Designs
	if len(first.Reasons) == 0 || first.Scores.Reads >= out.Now[0].Scores.Reads || len(designs) != 1+len(out.Suggestions) || designs[1].Name != first.Name || !strings.Contains(designs[1].Partition, "{") {
		t.Errorf("%+v", out)
	}
	if !strings.Contains(text, first.Name) || !strings.Contains(text, first.Reasons[0]) {
		t.Errorf("the text has not what the answer has: %s", text)
	}
	if _, again, _ := call[SuggestOutput](t, session, "lab_suggest", in); !reflect.DeepEqual(again, out) {
		t.Errorf("the second answer is another: %+v, %+v", again, out)
	}
	_, measured, wrong := call[MeasureOutput](t, session, "lab_measure", MeasureInput{Comparison: out.Comparison, Path: path})
	if wrong != "" || len(measured.Designs) != len(designs) || measured.Designs[1].Points != first.Scores.Total() || measured.Designs[1].Rank != 1 {
		t.Errorf("%q: %+v was suggested with %+v", wrong, measured, first)
	}

	in.Most, in.Work = 1, 1
	if text, out, wrong = call[SuggestOutput](t, session, "lab_suggest", in); wrong != "" || out.Complete || len(out.Suggestions) > 1 || !strings.Contains(text, "not everything was tried") {
		t.Errorf("%q %+v %s", wrong, out, text)
	}

	generated := lab.Spec{
		Population: &lab.Population{Entities: 500, Properties: []lab.PopulationProperty{{Name: "Id", Type: "String"}, {Name: "City", Type: "String", Distinct: 10}}},
		Patterns:   []lab.Pattern{{Name: "of a city", Kind: lab.Read, PerDay: 100, Filter: "City eq '3'"}},
	}
	if _, out, wrong = call[SuggestOutput](t, session, "lab_suggest", SuggestInput{Comparison: &generated}); wrong != "" || out.Entities != 500 || len(out.Suggestions) == 0 || len(out.Now) != 0 || len(out.Comparison.Designs) != len(out.Suggestions) {
		t.Errorf("%q %+v", wrong, out)
	}
}

// Ensure that the comparison which the workspace has of a table is what keys are looked for when nothing else is said.
func TestServer_SuggestKept(t *testing.T) {
	ctx := context.Background()
	path := workspace(t, t.TempDir())
	db, file, err := workspacefile.Open(ctx, path)
	if err == nil {
		err = db.SetDocument(ctx, "~people", `{"lab":1,"table":"People","patterns":[{"name":"By team","kind":"read","perDay":9000,"filter":"Team eq 't3'"}],"designs":[{"name":"as it is","partition":"{PartitionKey}","row":"{RowKey}"}]}`)
	}
	if err == nil {
		err = file.Save(ctx, db)
	}
	if err != nil {
		t.Fatal(err)
	}
	session := connect(t, path)
	_, out, wrong := call[SuggestOutput](t, session, "lab_suggest", SuggestInput{Path: path, Table: "People"})
	if wrong != "" || len(out.Comparison.Patterns) != 1 || out.Comparison.Patterns[0].Name != "By team" || out.Now[0].Name != "as it is" {
		t.Errorf("%q %+v", wrong, out)
	}
}

// Ensure that what cannot be answered is refused with a reason, and that no file is read that was not named.
func TestServer_SuggestRefused(t *testing.T) {
	dir := t.TempDir()
	path := workspace(t, dir)
	session := connect(t, path)
	spec := func(change func(*lab.Spec)) *lab.Spec {
		s := lab.Spec{Table: "People", Patterns: []lab.Pattern{{Name: "one", Kind: lab.Read, PerDay: 1, Filter: "Mail eq 'm7'"}}}
		change(&s)
		return &s
	}
	whole := spec(func(*lab.Spec) {})
	for says, in := range map[string]SuggestInput{
		"give a path and a table, or": {},
		"with a population and no ":   {Path: path, Comparison: spec(func(s *lab.Spec) { s.Table, s.Population = "", &lab.Population{Entities: 10} })},
		"not among what `rangefinder": {Path: filepath.Join(dir, "other.ndjson"), Table: "People"},
		"Nobody":                      {Path: path, Table: "Nobody"},
		"most is 1 to 7":              {Path: path, Comparison: whole, Most: 8},
		"work is at most 6000000":     {Path: path, Comparison: whole, Work: suggest.DefaultWork + 1},
		"queries or a comparison":     {Path: path, Comparison: whole, Queries: []Query{{"one", ""}}},
		"9 queries are more than 8":   {Path: path, Table: "People", Queries: make([]Query, 9)},
		`the query "typo" is refused`: {Path: path, Table: "People", Queries: []Query{{"typo", "Mail ="}}},
		"no access pattern that can":  {Path: path, Comparison: spec(func(s *lab.Spec) { s.Patterns = nil })},
		"entities":                    {Comparison: spec(func(s *lab.Spec) { s.Table, s.Population = "", &lab.Population{Entities: 1e9} })},
	} {
		if _, _, wrong := call[SuggestOutput](t, session, "lab_suggest", in); !strings.Contains(wrong, says) {
			t.Errorf("%+v: %q, want %q", in, wrong, says)
		}
	}
	for _, in := range []any{map[string]any{"path": path, "table": "People", "seed": -1}, map[string]any{"path": []string{path}}, map[string]any{"path": path, "table": "People", "url": "https://example.org"}} {
		if _, _, wrong := call[SuggestOutput](t, session, "lab_suggest", in); wrong == "" {
			t.Errorf("%v is taken", in)
		}
	}
}
