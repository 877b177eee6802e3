package guide

import (
	"os"
	"strings"
	"testing"

	"rangefinder/app/page"
)

// Ensure that a word which the guide does not use finds what the guide says about it.
func TestFound_OtherWords(t *testing.T) {
	texts := map[string]string{}
	for _, p := range Pages {
		if p.ID == KeysPage {
			continue
		}
		text, err := os.ReadFile("../../web/static/guide/" + p.ID + ".md")
		if err != nil {
			t.Fatal(err)
		}
		if p.ID != noticesPage { // it has licences of every kind
			texts[p.ID] = string(text)
		}
	}
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
			if ids, _ := found(say); len(ids) == 0 {
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

// Ensure that licences come last, whatever words they have.
func TestFound_NoticesLast(t *testing.T) {
	m := &Model{Find: "date", Texts: map[string]string{"grid": "A date is written so.", noticesPage: strings.Repeat("# Date\nthe date of the date\n", 9)}}
	found := m.Found(&page.View{Keys: func() string { return "" }})
	if len(found) != 2 || found[1].ID != noticesPage {
		t.Errorf("%+v", found)
	}
}
