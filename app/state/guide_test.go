package state

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// guideFolder holds the texts of the guide.
const guideFolder = "../../web/static/guide"

// Ensure that every page of the guide has its text, begins with a title, leads only to pages that there are, has tables whose
// lines are of one width, and that no text is there that is no page.
func TestGuide_Files(t *testing.T) {
	known := map[string]bool{}
	for _, p := range GuidePages {
		if known[p.ID] || p.Title == "" {
			t.Errorf("%q twice, or without a title", p.ID)
		}
		known[p.ID] = true
	}
	check := func(id, text string) {
		blocks := ParseText(text)
		if len(blocks) < 2 || blocks[0].Kind != Heading || blocks[0].Level != 1 {
			t.Errorf("%s does not begin with a title", id)
		}
		var all [][]TextSpan
		for _, b := range blocks {
			if b.Kind == CodeBlock {
				continue
			}
			all = append(append(all, b.Text), b.Items...)
			for _, row := range b.Cells {
				if all = append(all, row...); len(row) != len(b.Cells[0]) {
					t.Errorf("%s: a table has a line of %d cells, not %d: %v", id, len(row), len(b.Cells[0]), row)
				}
			}
		}
		for _, spans := range all {
			for _, s := range spans {
				if s.To != "" && !known[s.To] {
					t.Errorf("%s leads to %q", id, s.To)
				}
				if !s.Code && strings.ContainsAny(s.Text, "`[]") {
					t.Errorf("%s: left over: %q", id, s.Text)
				}
			}
		}
	}
	files, err := filepath.Glob(guideFolder + "/*.md")
	if err != nil || len(files) != len(GuidePages)-1 {
		t.Errorf("%d texts for %d pages, %v", len(files), len(GuidePages)-1, err)
	}
	for _, p := range GuidePages {
		if p.ID == KeysPage {
			check(p.ID, keysText())
			continue
		}
		text, err := os.ReadFile(filepath.Join(guideFolder, p.ID+".md"))
		if err != nil {
			t.Error(err)
			continue
		}
		check(p.ID, string(text))
	}
}

// Ensure that the guide's page of shortcuts has every key of every command.
func TestGuide_Shortcuts(t *testing.T) {
	text := keysText()
	for _, c := range Commands() {
		if len(c.Keys) > 0 && (!strings.Contains(text, "`"+strings.Join(c.Keys, "`, `")+"`") || !strings.Contains(text, "| "+c.Title)) {
			t.Errorf("%s is not in the guide", c.ID)
		}
	}
}

func TestGuide_OpenedSoughtLost(t *testing.T) {
	m, cmds := after(ready(t), GuideOpened{})
	if !slices.Contains(cmds, Cmd(ReadGuide{})) || m.Guide.Page != "start" || m.Dialog.Kind != GuideDialog {
		t.Fatalf("%+v %+v", m.Guide, cmds)
	}
	m, _ = after(m, GuideRead{"start", "# Start\nhello world", nil}, GuideRead{"plan", "# Plan\nWhat or does", nil}, GuideRead{"live", "", errors.New("away")})
	if m.Guide.Text("start") == "" || m.Guide.Lost != 1 {
		t.Errorf("%+v", m.Guide)
	}
	m, _ = after(m, GuideSought{"WORLD hel"})
	if got := m.Guide.Found(); len(got) != 1 || got[0].ID != "start" {
		t.Errorf("found %v", got)
	}
	if m, _ = after(m, GuideSought{"zzz"}); len(m.Guide.Found()) != 0 {
		t.Errorf("found %v", m.Guide.Found())
	}
	m, cmds = after(m, DialogClosed{}, GuideOpened{Page: "nonsense"})
	if m.Guide.Page != "start" || !slices.Contains(cmds, Cmd(ReadGuide{})) { // what was lost is asked for again
		t.Errorf("%+v %+v", m.Guide, cmds)
	}
	m, cmds = after(m, GuideRead{"live", "# Live\nx", nil}, DialogClosed{}, GuideOpened{Page: "live"})
	if m.Guide.Page != "live" || slices.Contains(cmds, Cmd(ReadGuide{})) || m.Guide.Find != "" {
		t.Errorf("%+v %+v", m.Guide, cmds)
	}
}

func TestParseText(t *testing.T) {
	blocks := ParseText("# A `b`\ntext **bold** and\nmore [here](#plan), 2 * 3 * 4\n- one\n- `a|b`\n1. first\n\n| a | `x|y` |\n| --- | --- |\n| | *z* |\n```\n# code\n")
	kinds := []BlockKind{}
	for _, b := range blocks {
		kinds = append(kinds, b.Kind)
	}
	if !slices.Equal(kinds, []BlockKind{Heading, Paragraph, List, Numbered, TableBlock, CodeBlock}) {
		t.Fatalf("%v", kinds)
	}
	if got := blocks[1].Text; len(got) < 4 || !got[1].Bold || got[3] != (TextSpan{Text: "here", To: "plan"}) {
		t.Errorf("%+v", got)
	}
	if got := blocks[4].Cells; len(got) != 2 || len(got[0]) != 2 || got[0][1][0] != (TextSpan{Text: "x|y", Code: true}) || len(got[1][0]) != 0 {
		t.Errorf("%+v", got)
	}
	if got := blocks[5].Text[0].Text; got != "# code\n" {
		t.Errorf("%q", got)
	}
}

// Ensure that no text breaks the reader, and that it loses no letters.
func FuzzParseText(f *testing.F) {
	f.Add("# a\n- b\n| c |\n```\nd\n```\n**e** `f` [g](#h)")
	f.Add("|\n||\n[[](#)")
	f.Fuzz(func(t *testing.T, text string) {
		for _, b := range ParseText(text) {
			if b.Kind == TableBlock && len(b.Cells) == 0 {
				t.Fatal("a table without lines")
			}
			if b.Kind == CodeBlock && len(b.Text) != 1 {
				t.Fatal("code in pieces")
			}
		}
	})
}
