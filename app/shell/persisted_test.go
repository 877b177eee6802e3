package shell

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"rangefinder/app/accounts"
	"rangefinder/app/palette"
	"rangefinder/app/querytabs"
	"rangefinder/app/settings"
	"reflect"
	"strings"
	"testing"

	"rangefinder/app/conflict"
	"rangefinder/app/course"
	"rangefinder/app/designlab"
	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/history"
	"rangefinder/app/inspector"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/keydesign/population"
	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/queries"
	"rangefinder/app/query"
	"rangefinder/app/simulator"
	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

// What the page keeps for a later start, in which form, and which test guards that today's text is still read:
//
//	localStorage settings, columns, history, recent, lessons, answers   this file
//	localStorage last, and every address                       this file (routes); app/link, TestLink_Golden (links with data)
//	localStorage theme, retry (older versions)                 this file, TestPersisted_OldSettings
//	localStorage tabs.WINDOW, sessionStorage tabs              this file
//	sessionStorage rangefinder.kept                            this file (draft: form, cell, pending changes, their history)
//	sessionStorage lessons, attempt, unwritten                 this file
//	sessionStorage window, localStorage theme                  one word each, as the browser gives it; app/browser
//	documents of the workspace (queries, ~table of the lab)    this file
//	workspace file, with these documents in it                 app/worker, TestWorkspaceFile_Golden
//	what tabs say to each other, frames of the protocol        app/worker, TestHall_Golden, TestFrames_Golden
//	log and snapshots in OPFS                                  engine, TestLog_Open_FirstVersion
//
// The files of testdata/persisted were written before the page was taken apart. They are never written anew: a later version of a
// form gets a file of its own beside them.
var rewritePersisted = flag.Bool("rewrite-persisted", false, "write files of testdata/persisted that are not there")

// persisted is a form: a value, and how it is written and read.
type persisted struct {
	name  string
	value any
	write func(v any) string
	read  func(text string) any
}

func form[T any](name string, value T, write func(T) string, read func(string) T) persisted {
	return persisted{name, value, func(v any) string { return write(v.(T)) }, func(text string) any { return read(text) }}
}

// keptInTab is what a tab keeps of edits.
type keptInTab struct {
	Form, Cell *edit.Inspector
	Changes    []*edit.Change
	Done       []edit.Step
	Undone     []edit.Step
}

func persistedForms() []persisted {
	base := &wire.EntityReply{PartitionKey: "Action", RowKey: "Alien", Timestamp: "2026-11-20T09:14:02.1182307Z", ETag: `W/"datetime'2026-11-20T09%3A14%3A02.1182307Z'"`, Size: 125,
		Properties: []wire.TextProperty{{Name: "Rating", Type: edm.Double, Text: "4.5"}, {Name: "Blob", Type: edm.Binary, Text: "AAEC"}}}
	key := edit.EntityKey{Table: "Movies", PartitionKey: "Action", RowKey: "Alien"}
	moved := edit.EntityKey{Table: "Movies", PartitionKey: "Action", RowKey: "Alien 2"}
	changes := []*edit.Change{
		{EntityKey: key, Kind: edit.ReplaceKind, Base: base, Want: []wire.TextProperty{{Name: "Rating", Type: edm.Double, Text: "5"}}, Bytes: 200,
			Failed:   &wire.Failure{Code: "UpdateConditionNotSatisfied", Message: "The update condition specified in the request was not satisfied.", Detail: "Somebody changed it."},
			Conflict: &edit.Conflict{Theirs: base, Picks: []conflict.Pick{{Name: "Rating", Whose: conflict.Mine}, {Name: "Blob"}}}},
		{EntityKey: moved, Kind: edit.InsertKind, Want: []wire.TextProperty{{Name: "N", Type: edm.Int64, Text: "9007199254740993"}}, From: &key, Bytes: 100},
		{EntityKey: edit.EntityKey{Source: "shop", Table: "Orders", PartitionKey: "", RowKey: "'"}, Kind: edit.DeleteKind, Base: base, Bytes: 80},
	}
	editing := &edit.Inspector{Mode: edit.Editing, Table: "Movies", PK: "Action", RK: "Alien", Original: base, Replace: true, Added: 3, Kind: edit.MergeKind,
		Rows: []edit.PropertyRow{{ID: 1, Name: "Rating", Type: edm.Double, Text: "4,6", Err: "not a number"}, {ID: 2, Name: "Blob", Type: edm.Binary, Text: "00 01", Form: edit.TextBytes}, {ID: 3, Name: "Old", Type: edm.Int32, Text: "1", Gone: true, Said: "1"}}}
	creating := &edit.Inspector{Mode: edit.Creating, Source: "shop", Table: "Orders", PK: "p", RK: "\u202e<b>", Rows: []edit.PropertyRow{{ID: 1, Name: "A", Type: edm.String, Text: "\x00é𝄞"}}, Added: 1}
	writeForm := func(in *edit.Inspector) string {
		text, _ := json.Marshal(inspector.Draft{Version: inspector.DraftVersion, Mode: in.Mode, Source: in.Source, Table: in.Table, Original: in.Original, PK: in.PK, RK: in.RK, Rows: in.Rows, Replace: in.Replace, Added: in.Added, Kind: in.Kind})
		return string(text)
	}
	forms := []persisted{
		form("settings", page.Settings{"density": "compact", "theme": "dark", "marks": "all", "newer": "kept"}, page.Settings.Encode, func(text string) page.Settings { s, _ := page.ParseSettings(text); return s }),
		form("columns", grid.Views{Version: 1, Zone: "Europe/Berlin", Tables: []grid.TableView{{Source: "shop", Table: "Orders", Layout: grid.Layout{Order: []string{"Total", "<b>"}, Hidden: []string{"Name"}, Pinned: "Total", Only: true, Widths: map[string]int{"Total": 120, "RowKey": 300}}}, {Table: "Movies", Layout: grid.Layout{Hidden: []string{"Number"}}}},
			Templates: []grid.Template{{Name: "Titles", Layout: grid.Layout{Order: []string{"RowTitle"}, Only: true}}}},
			grid.Views.Encode, func(text string) grid.Views { v, _ := grid.ParseViews(text); return v }),
		form("history", []history.Ran{{Query: query.Query{Table: "Movies", Filter: "Rating gt 4", Select: "A,B", Top: "5", Then: "contains(A,'x')"}, Class: "FullScan", Returned: 3, Examined: 10681}, {Query: query.Query{Table: "Logs"}}}, history.Encode, history.Parse),
		form("history-times", []history.Ran{{Query: query.Query{Table: "Logs"}, Class: "FullScan", Returned: 3, Examined: 3, At: 1764201600}}, history.Encode, history.Parse),
		form("recent", []string{"theme", "open-movies"}, func(list []string) string { text, _ := json.Marshal(list); return string(text) }, func(text string) []string { return palette.Parse(text).Recent }),
		form("progress", lesson.Progress{"four-classes": {Done: 7, Predicted: 3, Right: 1}, "log-tail": {Done: 1, Forgotten: 2}}, lesson.Progress.String, lesson.ParseProgress),
		form("answers", []course.Answered{{Lesson: "four-classes", Step: 1, Guess: "full-scan", Query: &query.Query{Table: "Movies", Filter: "PartitionKey eq 'a'", Top: "5"}}, {Lesson: "etag", Text: "get Blogs 'a','b'\n"}}, course.EncodeAnswered, course.DecodeAnswered),
		form("own-lessons", []course.OwnLesson{{Name: "my-one-0a1b2c3d", Title: "One movie", Text: "# One movie\n\"quoted\""}}, course.EncodeOwn, course.DecodeOwn),
		form("tabs", querytabs.Model{At: 1, List: []querytabs.Tab{{Query: query.Query{Table: "Movies"}, ID: "w.1"}, {Query: query.Query{Source: "shop", Table: "Orders", Filter: "Total gt 3", Select: "Total", Top: "7", Then: "Total lt 9"}, ID: "w.2", Name: "Mine", Screen: page.LabScreen, Why: true, Ran: true}}, Closed: []querytabs.Tab{{Query: query.Query{Filter: "A eq 1"}, ID: "w.0"}}},
			func(t querytabs.Model) string { return querytabs.Encode(&t) }, func(text string) querytabs.Model { t, _ := querytabs.Parse(text); return t }),
		form("draft-form", editing, writeForm, inspector.DecodeDraft), // as versions before the pending changes kept it alone
		form("draft", keptInTab{editing, creating, changes, []edit.Step{{Text: "Changed Action / Alien", Puts: []edit.Put{{After: changes[0]}}}}, []edit.Step{{Text: "Moved", Puts: []edit.Put{{Before: changes[1], After: changes[0]}}}}},
			func(k keptInTab) string {
				text, _ := json.Marshal(inspector.Kept{Version: inspector.KeptVersion, Form: writeForm(k.Form), Cell: writeForm(k.Cell), Changes: k.Changes, Done: k.Done, Undone: k.Undone})
				return string(text)
			},
			func(text string) keptInTab {
				form, cell, p, problem := inspector.DecodeKept(text)
				if problem != "" {
					return keptInTab{}
				}
				return keptInTab{inspector.DecodeDraft(form), inspector.DecodeDraft(cell), p.Changes, p.Done, p.Undone}
			}),
		form("attempt", "filter: RowKey eq 'Heat'\n", func(text string) string { return course.KeptText("etag", 2, text) }, func(text string) string { a, _ := course.KeptAttempt(text, "etag", 2); return a }),
		form("queries", []query.Saved{{Query: query.Query{Table: "Movies", Filter: "Rating gt 4", Select: "A", Top: "9", Then: "B eq 1"}, Name: "Good ones"}, {Query: query.Query{Source: "shop", Table: "Orders", Filter: ""}, Name: "When it is opened", Opens: true}},
			queries.Encode,
			func(text string) []query.Saved {
				m, _ := Update(New(), queries.QueriesRead{Text: text})
				return m.Saved.List
			}),
		form("lab-table", lab.Spec{Table: "Movies",
			Patterns: []lab.Pattern{{Name: "Ten newest", Kind: lab.Read, PerDay: 4e6, Filter: "Channel eq 'Football'", Select: []string{"Text"}, Top: 10, Order: "-CreatedOn"}, {Name: "Post", Kind: lab.Insert, PerDay: 1e4, Rate: 900, Batch: 10, Together: "Channel", Arrival: "CreatedOn"}, {Name: "Rate", Kind: lab.Update, PerDay: 0.5, Changed: []string{"Stars"}}},
			Designs: []lab.Design{{Name: "as it is", Partition: "{PartitionKey}", Row: "{RowKey}"}, {Name: "by month", Partition: "{Channel}_{CreatedOn|inverse:yyyy-MM}", Row: "{CreatedOn|inverse}",
				Indexes: []lab.Index{{Name: "by stars", Kind: lab.SamePartition, Row: "stars_{Stars}"}, {Kind: lab.KeyList, Partition: "author", Row: "{Author}", Properties: []string{"Text"}}}}}},
			lab.Spec.String, parsedSpec),
		form("lab-generated", lab.Spec{Population: &population.Spec{Entities: 1000, Seed: 1<<64 - 1, Properties: []population.Property{{Name: "Channel", Type: "String", Distinct: 12, Skew: 1, Prefix: "channel "}, {Name: "CreatedOn", Type: "DateTime", Missing: 0.5, From: "2010-01-01T00:00:00Z", To: "2011-01-01T00:00:00Z"}}}},
			lab.Spec.String, parsedSpec),
	}
	for name, fragment := range map[string]page.Route{
		"route-query":     {Query: query.Query{Table: "Movies", Filter: "PartitionKey eq 'a&b=c#d+e%20 é 𝄞' and Rating gt 4.0", Select: "A,B", Top: "10", Then: "contains(A,'x')"}, Why: true, Ran: true},
		"route-account":   {Query: query.Query{Source: "prod-2_x", Table: "Orders", Filter: "A eq 1"}, Why: true},
		"route-lesson":    {Query: query.Query{Table: "Movies", Filter: "A eq 1"}, Lesson: "four-classes", Step: 2},
		"route-lab":       {Query: query.Query{Table: "Movies"}, Screen: page.LabScreen, Lab: `{"lab":1,"designs":[{"name":"by month","partition":"{A|inverse:yyyy-MM}","row":""}]}`},
		"route-partition": {Query: query.Query{Table: "Movies"}, Screen: page.PartitionsScreen},
		"route-long":      {Query: query.Query{Table: "Movies", Filter: strings.Repeat("RowKey eq 'film' or\n", 300) + "RowKey eq ''"}},
		"route-empty":     {Empty: true},
	} {
		forms = append(forms, form(name, fragment, page.Route.Fragment, parsedRoute))
	}
	for i, set := range []func(s *simulator.Setup){
		func(*simulator.Setup) {},
		func(s *simulator.Setup) { s.Template, s.Order = "{Category}_{RowTitle|prefix(1)}", "Seen" },
	} {
		s := simulator.DefaultSetup()
		set(&s)
		forms = append(forms, form([]string{"simulator-plain", "simulator-template"}[i], page.Route{Query: query.Query{Table: "Movies"}, Screen: page.SimulatorScreen, Sim: s.Encode()}, page.Route.Fragment, parsedRoute))
	}
	return forms
}

func parsedRoute(text string) page.Route {
	r, _, problem := ParseRoute(text)
	if problem != "" {
		return page.Route{Query: query.Query{Filter: problem}}
	}
	return r
}

func parsedSpec(text string) lab.Spec {
	s, err := lab.Parse(text)
	if err != nil {
		return lab.Spec{Table: err.Error()}
	}
	return s
}

// persistedFile returns the text of a file of testdata/persisted, which is made of write when it is asked for and not there.
func persistedFile(t *testing.T, name, write string) string {
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

// Ensure that what is kept today is read by every later version, as it was meant, and that writing it again changes no byte.
func TestPersisted_Golden(t *testing.T) {
	for _, f := range persistedForms() {
		text := persistedFile(t, f.name, f.write(f.value))
		got := f.read(text)
		if !reflect.DeepEqual(got, f.value) {
			t.Errorf("%s: %s\nis read as %+v\nwant %+v", f.name, text, got, f.value)
			continue
		}
		if again := f.write(got); again != text {
			t.Errorf("%s: %s\nis written again as\n%s", f.name, text, again)
		}
	}
}

// Ensure that the simulator's settings in an address are the whole set-up again: every field that an address can hold.
func TestPersisted_Simulator(t *testing.T) {
	plain := simulator.DefaultSetup()
	m, _ := simulator.New().WithSetup(plain.Encode())
	for i := range simulator.Fields { // another choice, or another number, in each field that takes it
		for _, text := range []string{"2", "3", "45m", "0.25", "{Category}"} {
			if next, _, _ := m.Update(&page.View{}, simulator.FieldTyped{Field: i, Text: text}); next.Faulty() < 0 {
				m = next
				break
			}
		}
	}
	s := m.Setup
	text := persistedFile(t, "simulator-fields", s.Encode())
	got, ok := simulator.ParseSetup(text)
	if !ok || got.Encode() != text || text == "1" {
		t.Errorf("%s\nis read: %v, and written as\n%s", text, ok, got.Encode())
	}
	if again, _ := simulator.New().WithSetup(text); !reflect.DeepEqual(again.Setup, s) {
		t.Errorf("the set-up is %+v, want %+v", again.Setup, s)
	}
}

// Ensure that the edits that the page keeps are written as the golden draft is: through the model, not from the struct.
func TestPersisted_DraftOfModel(t *testing.T) {
	text := persistedFile(t, "draft", "")
	form, _, p, problem := inspector.DecodeKept(text)
	m := New()
	m.Inspector, m.Pending = inspector.DecodeDraft(form), p
	got := EncodeKept(&m)
	var k inspector.Kept
	if err := json.Unmarshal([]byte(text), &k); err != nil || problem != "" {
		t.Fatal(err, problem)
	}
	k.Cell = "" // there is no field open
	want, err := json.Marshal(k)
	if err != nil || got != string(want) {
		t.Errorf("%s\nwant %s, %v", got, want, err)
	}
}

// Ensure that documents which a tab could not write before it ended are written by the next page, byte for byte.
func TestPersisted_Unwritten(t *testing.T) {
	text := persistedFile(t, "unwritten", `{"queries":"[]","~movies":"{\"lab\":1,\"table\":\"Movies\"}"}`)
	d := newTab()
	store := NewStore(d, d)
	store.Resume(text)
	defer close(d.let) // nothing is written before that
	var texts map[string]string
	if err := json.Unmarshal([]byte(text), &texts); err != nil || len(texts) != 2 {
		t.Fatal(err)
	}
	for name, want := range texts {
		if got, err := store.outside().Document(context.Background(), name); err != nil || got.Text != want {
			t.Errorf("%s is %q, %v; want %q", name, got.Text, err, want)
		}
	}
	d.slots = map[string]string{}
	store.unwritten = ""
	if store.KeepUnwritten(); d.slots[UnwrittenSlot] != text {
		t.Errorf("kept again as %s\nwant %s", d.slots[UnwrittenSlot], text)
	}
}

// Ensure that what versions kept before there were settings still counts.
func TestPersisted_OldSettings(t *testing.T) {
	m, _ := startSettings(New(), Started{Theme: settings.Dark, Retry: "exponential"})
	if m.Settings.Value("theme") != "dark" || m.Settings.Value("retry") != "exponential" {
		t.Errorf("%v", m.Settings)
	}
}

// Ensure that the names under which all this is kept stay.
func TestPersisted_Names(t *testing.T) {
	names := []string{settings.Key, grid.ViewsKey, history.Setting, palette.Setting, accounts.RetrySetting, course.ProgressSetting, course.ClassSetting, course.EffortsSetting, course.AnswersSetting, querytabs.KeptAs, course.OwnSlot, course.AttemptSlot, UnwrittenSlot, queries.Document, designlab.Document("Movies")}
	want := []string{"settings", "columns", "history", "recent", "retry", "lessons", "class", "efforts", "answers", "tabs", "lessons", "attempt", "unwritten", "queries", "~movies"}
	if !reflect.DeepEqual(names, want) {
		t.Errorf("%v\nwant %v", names, want)
	}
}
