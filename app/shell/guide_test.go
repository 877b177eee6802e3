package shell

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/guide"
	"rangefinder/app/page"
)

// guideFolder holds the texts of the guide.
const guideFolder = "../../web/static/guide"

// Ensure that every page of the guide has its text, begins with a title, leads only to pages that there are, has tables whose
// lines are of one width, and that no text is there that is no page.
func TestGuide_Files(t *testing.T) {
	known := map[string]bool{}
	for _, p := range guide.Pages {
		if known[p.ID] || p.Title == "" {
			t.Errorf("%q twice, or without a title", p.ID)
		}
		known[p.ID] = true
	}
	check := func(id, text string) {
		blocks := guide.ParseText(text)
		if len(blocks) < 2 || blocks[0].Kind != guide.Heading || blocks[0].Level != 1 {
			t.Errorf("%s does not begin with a title", id)
		}
		var all [][]guide.TextSpan
		for _, b := range blocks {
			if b.Kind == guide.CodeBlock {
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
	m := ready(t)
	files, err := filepath.Glob(guideFolder + "/*.md")
	if err != nil || len(files) != len(guide.Pages)-1 {
		t.Errorf("%d texts for %d pages, %v", len(files), len(guide.Pages)-1, err)
	}
	for _, p := range guide.Pages {
		if p.ID == guide.KeysPage {
			check(p.ID, guide.Keys(Commands(&m)))
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
	m := ready(t)
	text := guide.Keys(Commands(&m))
	for _, c := range Commands(&m) {
		if len(c.Keys) > 0 && (!strings.Contains(text, "`"+strings.Join(c.Keys, "`, `")+"`") || !strings.Contains(text, "| "+c.Title)) {
			t.Errorf("%s is not in the guide", c.ID)
		}
	}
}

func TestGuide_OpenedSoughtLost(t *testing.T) {
	m, cmds := after(ready(t), page.GuideOpened{})
	if !slices.Contains(cmds, page.Cmd(guide.Fetch{})) || m.Guide.Page != "start" || m.Dialog.Kind != guide.Dialog {
		t.Fatalf("%+v %+v", m.Guide, cmds)
	}
	m, _ = after(m, guide.Fetched{Page: "start", Text: "# Start\nhello world", Err: nil}, guide.Fetched{Page: "plan", Text: "# Plan\nWhat or does", Err: nil}, guide.Fetched{Page: "live", Text: "", Err: errors.New("away")})
	if m.Guide.Text(m.View(), "start") == "" || m.Guide.Lost != 1 {
		t.Errorf("%+v", m.Guide)
	}
	m, _ = after(m, guide.Sought{Text: "WORLD hel"})
	if got := m.Guide.Found(m.View()); len(got) != 1 || got[0].ID != "start" {
		t.Errorf("found %v", got)
	}
	about, _ := after(m, guide.Fetched{Page: "design", Text: "# Choosing keys\n## Hot partition\nOne partition is `hot` when all writes end in it."},
		guide.Fetched{Page: "tables", Text: "# Tables\nA partition.\n\nSomething hot."}, guide.Sought{Text: "hot partition"})
	if got := about.Guide.Found(about.View()); len(got) != 2 || got[0].ID != "design" || got[0].Line != "Hot partition" || got[1].Line != "A partition." {
		t.Errorf("the best is not first, or nothing says why: %+v", got)
	}
	cited, _ := after(m, guide.Fetched{Page: "design", Text: "# Keys\n- A page ends after 5 seconds.\nSource: Query timeout and pagination, on timeout"},
		guide.Fetched{Page: "tables", Text: "# Tables\nA timeout stops it."}, guide.Sought{Text: "timeout"})
	if got := cited.Guide.Found(cited.View()); len(got) != 2 || got[0].Line+got[1].Line != "A timeout stops it.A page ends after 5 seconds." {
		t.Errorf("a source stands for what it is the source of: %+v", got)
	}
	told, _ := after(m, guide.Fetched{Page: "tables", Text: "# Tables\n| keys | do |\n| --- | --- |\n| `Ctrl+Z` | Fling, see [more](#start) |"}, guide.Sought{Text: "fling"})
	if got := told.Guide.Found(told.View()); len(got) != 1 || got[0].Line != "Ctrl+Z: Fling, see more" || told.Guide.Page != "tables" {
		t.Errorf("it shows %s beside %+v", told.Guide.Page, got)
	}
	if about, _ = after(about, guide.FirstChosen{}); about.Guide.Page != "design" {
		t.Errorf("Enter opens %s", about.Guide.Page)
	}
	if m, _ = after(m, guide.Sought{Text: "zzz"}); len(m.Guide.Found(m.View())) != 0 {
		t.Errorf("found %v", m.Guide.Found(m.View()))
	}
	m, cmds = after(m, page.DialogClosed{}, page.GuideOpened{Page: "nonsense"})
	if m.Guide.Page != "start" || !slices.Contains(cmds, page.Cmd(guide.Fetch{})) { // what was lost is asked for again
		t.Errorf("%+v %+v", m.Guide, cmds)
	}
	m, cmds = after(m, guide.Fetched{Page: "live", Text: "# Live\nx", Err: nil}, page.DialogClosed{}, page.GuideOpened{Page: "live"})
	if m.Guide.Page != "live" || slices.Contains(cmds, page.Cmd(guide.Fetch{})) || m.Guide.Find != "" {
		t.Errorf("%+v %+v", m.Guide, cmds)
	}
}
