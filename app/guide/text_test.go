package guide

import (
	"slices"
	"testing"
)

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
