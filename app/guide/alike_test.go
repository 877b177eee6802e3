package guide

import (
	"os"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/page"
)

// read are the texts of the guide.
func read(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, p := range Pages {
		if p.ID == KeysPage {
			continue
		}
		text, err := os.ReadFile("../../web/static/guide/" + p.ID + ".md")
		if err != nil {
			t.Fatal(err)
		}
		texts[p.ID] = string(text)
	}
	return texts
}

// Ensure that what a newcomer types finds the page about it first, and a line of that page with a word that can be marked.
func TestFound_Questions(t *testing.T) {
	questions := map[string]string{
		"cost": "plan lab", "price": "lab", "slow": "plan limits", "why is my query slow?": "plan limits", "index": "plan design", "secondary index": "design lab",
		"join": "filter", "order": "grid", "sort by date": "grid", "count": "live", "how many rows": "live numbers tables", "limit": "limits", "1000": "limits", "paging": "live",
		"continuation token": "live", "key": "design", "password": "live", "sas": "query live", "offline": "work", "undo": "work edit", "delete": "grid tables",
		"csv": "work", "import": "work", "How do I delete all entities?": "grid", "rename table": "tables", "rename column": "edit", "case insensitive": "filter",
		"startswith": "filter", "null": "filter", "date format": "filter", "timestamp": "plan", "group by": "filter", "top 10": "filter", "batch": "edit",
		"backup": "work", "etag conflict": "edit live", "dark mode": "page", "connect account": "live", "docker": "container", "cosmos": "plan", "azurite emulator": "container",
		"hot partition": "simulator design", "restore deleted table": "work tables", "copy to production": "live", "application log": "workload", "teacher": "lessons",
		"time zone": "grid", "read only": "live", "column width": "grid", "change type of property": "edit", "export to excel": "work", "share a link": "work",
		"request units": "plan lab", "503": "simulator", "throttling": "simulator limits", "retry": "live simulator", "primary key": "design", "sql": "filter",
	}
	texts := read(t)
	for find, pages := range questions {
		m := &Model{Find: find, Texts: texts}
		found := m.Found(&page.View{Keys: func() string { return "" }})
		if len(found) == 0 {
			t.Errorf("%q finds nothing", find)
			continue
		}
		s, first := newSearch(find), found[0]
		if !slices.Contains(strings.Fields(pages), first.ID) {
			t.Errorf("%q: %s is first, not %s: %+v", find, first.ID, pages, found[:min(len(found), 4)])
		}
		if s.marks(first.Line) == nil && s.marks(first.Title) == nil {
			t.Errorf("%q: nothing to mark in %q", find, first.Line)
		}
		if line := strings.Split(texts[first.ID], "\n")[first.At]; s.marks(line) == nil {
			t.Errorf("%q: the place has none of the words: %q", find, line)
		}
	}
}

// Ensure that each place that a search can find is an element of the page.
func TestFound_Places(t *testing.T) {
	for id, text := range read(t) {
		lines := map[int]bool{}
		for _, b := range ParseText(text) {
			for n := b.Line; n < b.End; n++ {
				lines[n] = true
			}
			if one := b.Kind == List || b.Kind == Numbered; one && b.End-b.Line != len(b.Items) || b.Kind == TableBlock && b.End-b.Line != len(b.Cells)+1 {
				t.Errorf("%s, line %d: an item of several lines", id, b.Line+1)
			}
		}
		for n, line := range strings.Split(text, "\n") {
			if strings.TrimSpace(line) != "" && !lines[n] {
				t.Errorf("%s: line %d belongs to no block", id, n+1)
			}
		}
	}
}

// Ensure that whole words are marked, where a word begins only.
func TestSearch_Marks(t *testing.T) {
	tests := []struct{ find, text, want string }{
		{"key", "Keys of a PartitionKey, and no monkey", "[Keys] of a Partition[Key], and no monkey"},
		{"deleting", "Delete a deleted one", "[Delete] a [deleted] one"},
		{"$filter", "the $filter", "the [$filter]"},
		{"1000", "a page has 1,000", "a page has [1,000]"},
		{"or", "not or", "not [or]"},
	}
	for _, x := range tests {
		s, got, at := newSearch(x.find), "", 0
		for _, m := range s.marks(x.text) {
			got += x.text[at:m[0]] + "[" + x.text[m[0]:m[1]] + "]"
			at = m[1]
		}
		if got += x.text[at:]; got != x.want {
			t.Errorf("%s: %s", x.find, got)
		}
	}
}

// Ensure that a word which the guide does not use finds what the guide says about it.
func TestFound_OtherWords(t *testing.T) {
	texts := read(t)
	delete(texts, noticesPage) // it has licences of every kind
	found := func(find string) (ids []string, lines string) {
		m := &Model{Find: find, Texts: texts}
		for _, hit := range m.Found(&page.View{Keys: func() string { return "" }}) {
			ids, lines = append(ids, hit.ID), lines+hit.Line+"\n"
		}
		return ids, lines
	}
	for line := range strings.SplitSeq(others, "\n") {
		word, says, _ := strings.Cut(line, " ")
		for _, say := range strings.Split(says, "|") {
			if id, is := strings.CutPrefix(say, "@"); is {
				if !slices.ContainsFunc(Pages, func(p Page) bool { return p.ID == id }) {
					t.Errorf("%s: the guide has no page %q", word, id)
				}
			} else if ids, _ := found(say); len(ids) == 0 {
				t.Errorf("%s: the guide does not say %q", word, say)
			}
		}
		if ids, _ := found(word); len(ids) == 0 {
			t.Errorf("%q finds no page", word)
		}
	}
	tests := []struct{ find, page, line string }{
		{"batch", "edit", "transaction"},
		{"Batches", "edit", "transaction"},
		{"upsert", "edit", "Insert or merge"},
		{"throttling", "limits", "busy"},
		{"backup", "tables", "Clone"},
		{"schema", "filter", "propert"},
		{"primary key", "design", "PartitionKey"},
		{"table scan", "plan", "scan"},
		{"sort order", "grid", "sort"},
		{"case sensitive", "filter", "Case matters"},
		{"SAS token", "query", "SAS"},
		{"date", "filter", "date"},
		{"batch limit", "limits", "transaction"},
	}
	for _, x := range tests {
		ids, lines := found(x.find)
		if !strings.Contains(strings.Join(ids, " "), x.page) || !strings.Contains(lines, x.line) {
			t.Errorf("%q finds %v:\n%s", x.find, ids, lines)
		}
	}
}

// Ensure that the pages which have a name come first for it, and that no other word stands for one that the page has itself, nor for one
// that only begins as it does.
func TestFound_Names(t *testing.T) {
	texts := read(t)
	keys := func() string { return "" }
	for find, name := range map[string]string{"rowkey": "RowKey", "RowKey": "RowKey", "partitionkey": "PartitionKey", "etag": "ETag", "rowkey zzz": "RowKey", "schema": "schema", "cursor": "cursor"} {
		m := &Model{Find: find, Texts: texts}
		others := ""
		for _, hit := range m.Found(&page.View{Keys: keys}) {
			switch has := strings.Contains(texts[hit.ID], name); {
			case !has:
				others = hit.ID
			case others != "" && hit.ID != noticesPage:
				t.Errorf("%q: %s has it and stands after %s", find, hit.ID, others)
			}
		}
	}
	m := &Model{Find: "rowkey zzz", Texts: texts}
	found := m.Found(&page.View{Keys: keys})
	for _, hit := range found {
		for line := range strings.Lines(texts[hit.ID]) {
			for _, mark := range hit.search.marks(line) {
				if got := line[mark[0]:mark[1]]; got != "RowKey" && got != "RowKeys" {
					t.Fatalf("%s: %q is marked for RowKey", hit.ID, got)
				}
			}
		}
	}
	texts = map[string]string{"edit": "# Edit\nA batch is a transaction.", "grid": "# Grid\nA transaction. A transaction."}
	m = &Model{Find: "batches", Texts: texts}
	found = m.Found(&page.View{Keys: keys})
	if len(found) != 2 || found[0].ID != "edit" || len(found[0].search.marks(texts["edit"])) != 1 || len(found[1].search.marks(texts["grid"])) != 2 {
		t.Errorf("%+v", found)
	}
}

// Ensure that a word of no page is said, and the others are found as if it were not there.
func TestFound_Gone(t *testing.T) {
	texts := read(t)
	v := &page.View{Keys: func() string { return "" }}
	for find, want := range map[string]string{
		"rowkey zzz": "“zzz” is on no page.", "zzz": "“zzz” is on no page.", "zzz rowkey qqq": "“zzz” and “qqq” are on no page.", "rowkey": "",
		"zzz simulater": "“zzz” is on no page. Found with “simulator”.",
	} {
		m := &Model{Find: find, Texts: texts}
		s, found := m.search(v), m.Found(v)
		if got := s.notes(found); got != want {
			t.Errorf("%q: %q, want %q", find, got, want)
		}
		if len(found) == 0 != (find == "zzz") {
			t.Errorf("%q finds %d pages", find, len(found))
		}
	}
}

// Ensure that what is new is found only where no page that explains has the words, and licences behind it.
func TestFound_NoticesLast(t *testing.T) {
	date := strings.Repeat("# Date\nthe date of the date\n", 9)
	m := &Model{Find: "date", Texts: map[string]string{"work": "a date", noticesPage: date, changesPage: date}}
	found := m.Found(&page.View{Keys: func() string { return "" }})
	if len(found) != 1 || found[0].ID != "work" {
		t.Errorf("%+v", found)
	}
	m.Texts["work"] = ""
	if found = m.Found(&page.View{Keys: func() string { return "" }}); len(found) != 2 || found[0].ID != changesPage {
		t.Errorf("%+v", found)
	}
}

// Ensure that a misspelled word finds what was meant and says so, and that neither a word of a page, nor its beginning, nor one that only
// says what a page is about, nor one that is near to none, is taken for another.
func TestFound_Misspelled(t *testing.T) {
	texts := read(t)
	for find, want := range map[string]string{
		"hot partion": "partition", "continuaton token": "continuation", "snapshto": "snapshots", "simulater": "simulator",
		"hot partition": "", "snaps": "", "azurite": "", "docker": "", "xyzzy": "", "eta": "",
	} {
		m := &Model{Find: find, Texts: texts}
		v := &page.View{Keys: func() string { return "" }}
		s, found := m.search(v), m.Found(v)
		if got := strings.Join(s.meant, " "); got != want {
			t.Errorf("%q is taken for %q, want %q", find, got, want)
		}
		if want != "" && (len(found) == 0 || s.marks(found[0].Line) == nil && s.marks(found[0].Title) == nil) {
			t.Errorf("%q finds nothing", find)
		}
	}
}
