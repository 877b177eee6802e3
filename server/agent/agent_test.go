package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
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
	"rangefinder/filterlang/edm"
	"rangefinder/server/budget"
	"rangefinder/server/workspacefile"
	"rangefinder/web"
)

// connect returns a session of the SDK's client with a server that speaks as the command does, over two streams.
func connect(t *testing.T, paths ...string) *mcp.ClientSession {
	t.Helper()
	return connectWriting(t, nil, paths...)
}

// connectWriting is connect where files may be written.
func connectWriting(t *testing.T, write []string, paths ...string) *mcp.ClientSession {
	t.Helper()
	files, err := NewFiles(paths...)
	if err == nil {
		err = files.AllowWriting(write...)
	}
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
		list = append(list, engine.BulkEntity{PartitionKey: "all", RowKey: fmt.Sprintf("%03d", i), Properties: []engine.Property{
			{Name: "Mail", Value: edm.NewString(fmt.Sprint("m", i))}, {Name: "Team", Value: edm.NewString(fmt.Sprint("t", i%20))},
		}})
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
	if want := []string{"check", "explain", "lab_measure", "lab_suggest", "lesson_check", "workload"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	readme, err := os.ReadFile(filepath.Join("..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append(got, "lab_make") {
		if !strings.Contains(string(readme), "\n| `"+name+"` | ") {
			t.Errorf("README.md does not list %s", name)
		}
	}
	if text := session.InitializeResult().Instructions; !strings.Contains(text, "Files that may be read: nothing. Nothing is written.") {
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
	_, suggested, wrong := call[SuggestOutput](t, session, "lab_suggest", SuggestInput{Path: path, Table: "people", Queries: []Query{{"one", "Mail eq 'm7'"}, {"team", "Team eq 't3'"}}})
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

// Ensure that logs are read into shapes with numbers and that addresses, signatures and files that were not named stay out.
func TestServer_Workload(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "access.har")
	entry := func(filter, at string) string {
		return fmt.Sprintf(`{"startedDateTime":%q,"time":12,"request":{"method":"GET","url":"https://acme.table.core.windows.net/People()?$filter=%s&sig=c2VjcmV0"},"response":{"status":200,"content":{"size":10}}}`, at, url.QueryEscape(filter))
	}
	har := `{"log":{"version":"1.2","entries":[` + strings.Join([]string{
		entry("Age gt 30", "2026-11-20T10:00:00Z"), entry("PartitionKey eq 'a' and RowKey eq 'b'", "2026-11-20T10:10:00Z"), entry("Age gt 31", "2026-11-21T10:00:00Z"),
	}, ",") + `]}}`
	if err := os.WriteFile(path, []byte(har), 0o600); err != nil {
		t.Fatal(err)
	}
	session := connect(t, dir)
	text, out, wrong := call[WorkloadOutput](t, session, "workload", WorkloadInput{Paths: []string{path}})
	if wrong != "" || out.Calls != 3 || out.Shapes != 2 || len(out.Ranked) != 2 || out.Logs[0].Kind != "HAR" || out.First != "2026-11-20T10:00:00Z" || !strings.HasPrefix(text, "3 calls of 2 shapes") {
		t.Fatalf("%q %+v %s", wrong, out, text)
	}
	if s := out.Ranked[0]; s.Class != "full-scan" || s.Calls != 2 || s.Shape != "Age gt {Int32}" || s.PerDay == 0 || s.P50 < 11 || s.P50 > 13 || s.Status["200"] != 2 || s.Table != "People" {
		t.Errorf("%+v", s)
	}
	if all, _ := json.Marshal(out); strings.Contains(string(all), "c2VjcmV0") {
		t.Errorf("the signature is told: %s", all)
	}
	_, out, wrong = call[WorkloadOutput](t, session, "workload", WorkloadInput{Paths: []string{path}, Since: "2026-11-21", Table: "people"})
	if wrong != "" || out.Calls != 1 {
		t.Errorf("%q %+v", wrong, out)
	}
	for _, in := range []WorkloadInput{{}, {Paths: []string{"/etc/passwd"}}, {Paths: []string{path}, Since: "yesterday"}, {Paths: []string{path}, Table: "1"}, {Paths: []string{path, filepath.Join(dir, "none")}}, {Paths: make([]string, maxLogs+1)}} {
		if _, _, wrong := call[WorkloadOutput](t, session, "workload", in); wrong == "" {
			t.Errorf("%+v is taken", in)
		}
	}
}

// Ensure that the tables of a design are written into the file that was named, whole or not at all, and nowhere else.
func TestServer_Make(t *testing.T) {
	dir := t.TempDir()
	from, to := workspace(t, dir), filepath.Join(dir, "new.rangefinder.ndjson")
	session := connectWriting(t, []string{to}, from)
	list, err := session.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(list.Tools, func(tool *mcp.Tool) bool { return tool.Name == "lab_make" })
	if at < 0 || list.Tools[at].Annotations.ReadOnlyHint || *list.Tools[at].Annotations.DestructiveHint {
		t.Fatalf("lab_make is not there, or says that it only reads: %d", at)
	}
	if text := session.InitializeResult().Instructions; !strings.Contains(text, "may be written: "+to+".") {
		t.Error(text)
	}
	spec := lab.Spec{Table: "People", Designs: []lab.Design{{Name: "spread", Partition: "{RowKey|hash(4)}", Row: "{RowKey}"}, {Name: "one", Partition: "x", Row: "y"}}}
	in := MakeInput{Comparison: spec, Path: from, Design: "spread", To: to, Name: "Spread"}
	_, out, wrong := call[MakeOutput](t, session, "lab_make", in)
	if wrong != "" || !slices.Equal(out.Tables, []MadeTable{{"Spread", 200}}) {
		t.Fatalf("%q %+v", wrong, out)
	}
	spec.Table = "Spread"
	_, measured, wrong := call[MeasureOutput](t, session, "lab_measure", MeasureInput{Comparison: spec, Path: to})
	if wrong != "" || measured.Entities != 200 || measured.Partitions < 2 {
		t.Errorf("what was written reads as %q %+v", wrong, measured)
	}
	before, err := os.ReadFile(to)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*MakeInput){
		"Spread already":                func(*MakeInput) {},
		"199 entities have no place":    func(in *MakeInput) { in.Design, in.Name = "one", "One" },
		"no design":                     func(in *MakeInput) { in.Design = "other" },
		"may write: " + to:              func(in *MakeInput) { in.To = from },
		"may write: ":                   func(in *MakeInput) { in.To = filepath.Join(dir, "other.ndjson") },
		"may read":                      func(in *MakeInput) { in.Path, in.Name = "/etc/passwd", "Other" },
		"table name":                    func(in *MakeInput) { in.Name = "a b" },
		"comparison with a population,": func(in *MakeInput) { in.Path, in.Name = "", "Other" },
	} {
		bad := in
		change(&bad)
		if _, _, wrong := call[MakeOutput](t, session, "lab_make", bad); !strings.Contains(wrong, name) {
			t.Errorf("%+v: %q, want %q", bad, wrong, name)
		}
	}
	after, err := os.ReadFile(to)
	if err != nil || string(after) != string(before) {
		t.Errorf("a call that was refused changed the file: %v", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 2 {
		t.Errorf("%v %v, want the two files", entries, err)
	}
	files, err := NewFiles()
	if err != nil {
		t.Fatal(err)
	}
	if err := files.AllowWriting(dir); err == nil {
		t.Error("a folder may be written")
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
