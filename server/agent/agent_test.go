package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/lesson"
	"rangefinder/app/sample"
	"rangefinder/engine"
	"rangefinder/server/budget"
	"rangefinder/server/workspacefile"
	"rangefinder/web"
)

// connect returns a session of the SDK's client with a server that speaks as the command does, over two streams.
func connect(t *testing.T, paths ...string) *mcp.ClientSession {
	t.Helper()
	files, err := NewFiles(paths...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(files.Close)
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(context.Background(), Config{Version: "test", Files: files, Samples: sample.ByName(web.Static, lesson.ErrNoSample)}, fromClient, toClient)
		toClient.Close()
	}()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(context.Background(), &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		session.Close()
		if err := <-ended; err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	return session
}

// call calls a tool. wrong is the text of its error, "" without one.
func call[Out any](t *testing.T, session *mcp.ClientSession, tool string, in any) (text string, out Out, wrong string) {
	t.Helper()
	result, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: in})
	if err != nil {
		return "", out, err.Error()
	}
	for _, c := range result.Content {
		text += c.(*mcp.TextContent).Text
	}
	if result.IsError {
		return "", out, text
	}
	b, err := json.Marshal(result.StructuredContent)
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return text, out, ""
}

// workspace writes a workspace file with a table of people and returns its path.
func workspace(t *testing.T, dir string) string {
	t.Helper()
	ctx := context.Background()
	path := filepath.Join(dir, "work.rangefinder.ndjson")
	db, file, err := workspacefile.Open(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.CreateTable(ctx, "People"); err != nil {
		t.Fatal(err)
	}
	var list []engine.BulkEntity
	for i := range 200 {
		list = append(list, engine.BulkEntity{PartitionKey: "all", RowKey: fmt.Sprintf("%03d", i)})
	}
	if _, err := db.Bulk(ctx, "People", list, engine.SkipExisting); err != nil {
		t.Fatal(err)
	}
	if err := file.Save(ctx, db); err != nil {
		t.Fatal(err)
	}
	return path
}

// Ensure that the tools are there with schemas for input and output, and say that they only read.
func TestServer_Tools(t *testing.T) {
	session := connect(t)
	list, err := session.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tool := range list.Tools {
		got = append(got, tool.Name)
		if tool.InputSchema == nil || tool.OutputSchema == nil || !tool.Annotations.ReadOnlyHint || *tool.Annotations.OpenWorldHint || tool.Description == "" {
			t.Errorf("%+v", tool)
		}
	}
	slices.Sort(got)
	if want := []string{"check", "explain", "lab_measure", "lab_suggest", "lesson_check"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if text := session.InitializeResult().Instructions; !strings.Contains(text, "Files that may be read: nothing.") {
		t.Error(text)
	}
}

func TestServer_Explain(t *testing.T) {
	session := connect(t)
	text, out, wrong := call[Explanation](t, session, "explain", ExplainInput{Filter: "PartitionKey eq 'a' and Rating gt 4"})
	if wrong != "" || out.Class != "row-range" || !out.WholePartition || out.Range == nil || out.Residual != "Rating gt 4" || len(out.Conjuncts) != 2 || !strings.Contains(text, "Rating gt 4") {
		t.Errorf("%q %+v %s", wrong, out, text)
	}
	if _, out, wrong = call[Explanation](t, session, "explain", ExplainInput{Filter: "Name eq 'a'", Profile: "cosmos"}); wrong != "" || out.Class != "all-partitions" {
		t.Errorf("%q %+v", wrong, out)
	}
	if _, out, wrong = call[Explanation](t, session, "explain", ExplainInput{Filter: "Name = 'a'"}); wrong != "" || out.Error == nil || out.Error.Message == "" || out.Error.Fix == nil || out.Error.Fix.Filter != "Name eq 'a'" {
		t.Errorf("%q %+v", wrong, out)
	}
	if _, _, wrong = call[Explanation](t, session, "explain", ExplainInput{Profile: "oracle"}); !strings.Contains(wrong, "take storage, cosmos or emulator") {
		t.Error(wrong)
	}
	for _, in := range []any{map[string]any{"filter": 1}, map[string]any{}, map[string]any{"filter": "", "path": "/etc/passwd"}} {
		if _, _, wrong = call[Explanation](t, session, "explain", in); wrong == "" {
			t.Errorf("%v is taken", in)
		}
	}
}

func TestServer_Check(t *testing.T) {
	path := filepath.Join(t.TempDir(), "queries.txt")
	if err := os.WriteFile(path, []byte("# mine\nPartitionKey eq 'a'\nRating gt 4\nRating >\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	session := connect(t, path)
	text, out, wrong := call[CheckOutput](t, session, "check", CheckInput{Path: path})
	if wrong != "" || out.Checked != 3 || out.Bad != 2 || out.Deny != "full-scan" || len(out.Verdicts) != 2 || out.Verdicts[0].Number != 3 || out.Verdicts[0].Verdict != budget.Denied ||
		out.Verdicts[0].Reason != "full-scan" || out.Verdicts[1].Verdict != budget.Refused || !strings.Contains(text, "2 of 3 filters") {
		t.Errorf("%q %+v %s", wrong, out, text)
	}
	_, out, wrong = call[CheckOutput](t, session, "check", CheckInput{Filters: []string{"PartitionKey eq 'a'"}, Deny: []string{"whole-partition"}})
	if wrong != "" || out.Bad != 1 || out.Verdicts[0].Number != 1 {
		t.Errorf("%q %+v", wrong, out)
	}
	many := CheckInput{Filters: make([]string, maxVerdicts+5)}
	if _, out, wrong = call[CheckOutput](t, session, "check", many); wrong != "" || out.Bad != maxVerdicts+5 || len(out.Verdicts) != maxVerdicts {
		t.Errorf("%q %d %d", wrong, out.Bad, len(out.Verdicts))
	}
	for _, in := range []CheckInput{{}, {Path: path, Filters: []string{""}}, {Filters: []string{""}, Deny: []string{"slow"}}, {Path: "/etc/passwd"}} {
		if _, _, wrong := call[CheckOutput](t, session, "check", in); wrong == "" {
			t.Errorf("%+v is taken", in)
		}
	}
}

// Ensure that what is suggested for a table can be measured, on the table and on a population.
func TestServer_Lab(t *testing.T) {
	dir := t.TempDir()
	path := workspace(t, dir)
	session := connect(t, dir)
	_, suggested, wrong := call[SuggestOutput](t, session, "lab_suggest", SuggestInput{Path: path, Table: "People", Queries: []Query{{"one", "RowKey eq '007'"}}})
	if wrong != "" || len(suggested.Comparison.Designs) < 2 || suggested.Comparison.Patterns[0].Name != "one" {
		t.Fatalf("%q %+v", wrong, suggested)
	}
	text, out, wrong := call[MeasureOutput](t, session, "lab_measure", MeasureInput{Comparison: suggested.Comparison, Path: path})
	if wrong != "" || out.Entities != 200 || len(out.Designs) != len(suggested.Comparison.Designs) || !strings.HasPrefix(text, "# Key designs for People") {
		t.Fatalf("%q %+v", wrong, out)
	}
	if cell := out.Patterns[0].Cells[0]; cell.Verdict != "same" || cell.Class != "full-scan" || cell.Examined != 200 || cell.Returned != 1 {
		t.Errorf("%+v", cell)
	}
	spec := lab.Spec{
		Population: &lab.Population{Entities: 1000, Properties: []lab.PopulationProperty{{Name: "Id", Type: "Int32"}, {Name: "City", Type: "String", Distinct: 10}}},
		Patterns:   []lab.Pattern{{Name: "of a city", Kind: lab.Read, PerDay: 100, Filter: "City eq '3'"}, {Name: "broken", Kind: lab.Read, PerDay: 1, Filter: "City ="}},
		Designs:    []lab.Design{{Name: "by id", Partition: "{Id}"}, {Name: "by city", Partition: "{City}", Row: "{Id|pad(8)}"}, {Name: "wrong", Partition: "{City"}},
	}
	_, out, wrong = call[MeasureOutput](t, session, "lab_measure", MeasureInput{Comparison: spec})
	if wrong != "" || out.Entities != 1000 || out.Designs[1].Rank != 1 || out.Designs[1].Partitions != 10 || out.Patterns[0].Cells[1].Verdict != "better" {
		t.Errorf("%q %+v", wrong, out)
	}
	if len(out.Designs[2].Wrong) == 0 || len(out.Patterns[1].Wrong) == 0 || out.Patterns[0].Cells[2].Verdict != "" {
		t.Errorf("%+v", out)
	}
	spec.Population.Entities = 1e9
	for _, in := range []MeasureInput{{Comparison: spec}, {Comparison: suggested.Comparison}, {}, {Comparison: lab.Spec{Table: "None", Designs: spec.Designs}, Path: path}} {
		if _, _, wrong := call[MeasureOutput](t, session, "lab_measure", in); wrong == "" {
			t.Errorf("%+v is taken", in)
		}
	}
}

func TestServer_Lesson(t *testing.T) {
	text, err := web.Static("lessons/four-classes.lesson")
	if err != nil {
		t.Fatal(err)
	}
	session := connect(t)
	_, out, wrong := call[LessonOutput](t, session, "lesson_check", LessonInput{Text: string(text)})
	if wrong != "" || !out.Fine || out.Steps == 0 || out.Title == "" {
		t.Errorf("%q %+v", wrong, out)
	}
	_, out, wrong = call[LessonOutput](t, session, "lesson_check", LessonInput{Text: "nothing of a lesson"})
	if wrong != "" || out.Fine || len(out.Problems) == 0 || out.Problems[0].Message == "" {
		t.Errorf("%q %+v", wrong, out)
	}
}

// Ensure that a tool reads what was named when the program started, and nothing that links or dots lead to.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"in/below/a.txt", "in/b.txt", "out/secret.txt", "c.txt"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, link := range []string{"in/link.txt", "in/folder"} {
		to := filepath.Join(dir, "out/secret.txt")
		if link == "in/folder" {
			to = filepath.Join(dir, "out")
		}
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	files, err := NewFiles(filepath.Join(dir, "in"), filepath.Join(dir, "c.txt"))
	if err != nil {
		t.Fatal(err)
	}
	defer files.Close()
	for name, ok := range map[string]bool{
		"in/below/a.txt": true, "in/b.txt": true, "c.txt": true, "in/../c.txt": true,
		"in/../out/secret.txt": false, "out/secret.txt": false, "in/link.txt": false, "in/folder/secret.txt": false,
		"in": false, "in/none": false, "c.txt/x": false, "c.txt\x00": false, "": false,
	} {
		f, err := files.open(dir + string(filepath.Separator) + filepath.FromSlash(name))
		if (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
		if err == nil {
			f.Close()
		}
	}
	if _, err := NewFiles(filepath.Join(dir, "none")); err == nil {
		t.Error("a folder that is not there is taken")
	}
}

// Ensure that what is no protocol ends the session or is answered, and no more.
func TestServe_Garbage(t *testing.T) {
	for _, text := range []string{"", "\n\n", "{", "null\n", "[]\n", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"explain\"}}\n", strings.Repeat("[", 100_000) + "\n", "\xff\xfe\n"} {
		_ = Serve(context.Background(), Config{}, strings.NewReader(text), io.Discard)
	}
}
