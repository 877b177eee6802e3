package filterlang

import (
	"slices"
	"strings"
	"testing"
	"unicode"
)

func commentTexts(text string) (list []string) {
	for _, c := range Comments(text) {
		list = append(list, strings.TrimRightFunc(text[c.Start:c.End], unicode.IsSpace))
	}
	return list
}

// Ensure that a comment is found where it is one, and is not sent.
func TestComments(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
		sent string
	}{
		{"A eq 1", nil, "A eq 1"},
		{"  A eq 1  ", nil, "  A eq 1  "},
		{"A eq 1 // one", []string{"// one"}, "A eq 1"},
		{"// first\nA eq 1", []string{"// first"}, "A eq 1"},
		{"A eq 1 // one\r\nand // two\n\n  // three\n B eq 2 //", []string{"// one", "// two", "// three", "//"}, "A eq 1 and B eq 2"},
		{"A eq 'http://x' // 'y'", []string{"// 'y'"}, "A eq 'http://x'"},
		{"A eq 'O''//Brien'//x", []string{"//x"}, "A eq 'O''//Brien'"},
		{"A eq '// unterminated", nil, "A eq '// unterminated"},
		{"A eq \"http://x\"", nil, "A eq \"http://x\""},
		{"A eq 'two\n// lines' // and a comment", []string{"// and a comment"}, "A eq 'two\n// lines'"},
		{"A eq datetime// no prefix\n'2026-01-01'", []string{"// no prefix"}, "A eq datetime '2026-01-01'"},
		{"// nothing else", []string{"// nothing else"}, ""},
		{"//a\n//b", []string{"//a", "//b"}, ""},
		{"A eq 1 / 2", nil, "A eq 1 / 2"},
		{"not (// a\n A eq 1 // b\n) and B", []string{"// a", "// b"}, "not (A eq 1) and B"},
		{"A eq 1 ///", []string{"///"}, "A eq 1"},
		{"A eq 1// größer 𝕏\nand B eq 'ö'", []string{"// größer 𝕏"}, "A eq 1 and B eq 'ö'"},
	} {
		if got := commentTexts(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q has the comments %q, want %q", c.text, got, c.want)
		}
		if got := WithoutComments(c.text); got != c.sent {
			t.Errorf("%q is sent as %q, want %q", c.text, got, c.sent)
		}
	}
}

// Ensure that the language itself knows no comments: what reaches the endpoint with one is refused as the service does it.
func TestParse_Comment(t *testing.T) {
	for _, text := range []string{"A eq 1 // one", "// one\nA eq 1", "//"} {
		if _, err := Parse(text); err == nil {
			t.Errorf("%q is read", text)
		}
		if _, err := Parse(Uncomment(text)); err != nil {
			t.Errorf("%q without its comments is refused: %v", text, err)
		}
	}
}

// Ensure that comments stay beside what they are about when the page writes the text anew.
func TestKeepComments(t *testing.T) {
	for _, c := range []struct{ what, old, text, want string }{
		{"tidied", "// why\n((A  eq 1)) // one\nand   (B eq 5.00 // five\n)", "A eq 1 and B eq 5.0", "// why\nA eq 1 // one\nand B eq 5.0 // five"},
		{"own line", "A eq 1\n  // two  \nand B eq 2\n// end", "A eq 1 and B eq 2", "A eq 1\n// two\nand B eq 2\n// end"},
		{"another literal", "A eq 'x' // x\nand B eq 2", "A eq 'y' and B eq 2", "A eq 'y' // x\nand B eq 2"},
		{"the first clause removed", "A eq 1 // one\nand B eq 2 // two", "B eq 2", "// one\nB eq 2 // two"},
		{"the last clause removed", "A eq 1 // one\nand B eq 2 // two", "A eq 1", "A eq 1 // one\n// two"},
		{"all removed", "// why\nA eq 1 // one", "", "// why\n// one"},
		{"one added", "// why\nA eq 1 // one\n", "A eq 1 and B eq 2", "// why\nA eq 1 // one\nand B eq 2"},
		{"one in front", "// why\nA eq 1 // one", "B eq 2 and A eq 1", "B eq 2 and\n// why\nA eq 1 // one"},
		{"negated", "A eq 1 // one", "not (A eq 1)", "not (A eq 1 // one\n)"},
		{"grouped", "A eq 1 // one\nor B eq 2 // two", "(A eq 1 or B eq 2) and C eq 3", "(A eq 1 // one\nor B eq 2 // two\n) and C eq 3"},
		{"another query", "// why\nA eq 1 // one", "X gt 5", "// why\nX gt 5 // one"},
		{"none", "A  eq 1", "A eq 1", "A eq 1"},
	} {
		if got := KeepComments(c.old, c.text); got != c.want {
			t.Errorf("%s: %q", c.what, got)
		}
	}
	old := "A eq 1 // one\nand (contains(B, // in\n 'x')) // two\nand C eq 3"
	at := strings.Index(old, "contains")
	got := Splice(old, Span{at, strings.Index(old, "'x')") + 4}, "B eq 'x'")
	if want := "A eq 1 // one\nand (B eq // in\n'x') // two\nand C eq 3"; got != want {
		t.Errorf("a fix gives %q", got)
	}
	if got := Splice("A = // x\n 1", Span{2, 8}, "eq"); got != "A eq // x\n\n 1" {
		t.Errorf("a fix of a part that ends in a comment gives %q", got)
	}
}

// Ensure that long texts that have nothing in common are put together in time that does not grow with their product.
func TestKeepComments_Long(t *testing.T) {
	old, text := strings.Repeat("A eq 1 // one\nand ", 20_000)+"A eq 1", strings.Repeat("B lt 2 or ", 30_000)+"B lt 2"
	if got := KeepComments(old, text); len(Comments(got)) != 20_000 || WithoutComments(got) != text {
		t.Errorf("%d comments are kept", len(Comments(got)))
	}
}

// A filter with comments means what it means without them; tidied, it keeps them all, in order, and is tidy.
func FuzzComments(f *testing.F) {
	seeds(f)
	for _, text := range []string{"// why\n((A  eq 1)) // one\nand (B eq 'http://x' // five\n)", "A eq 1 //\r// two\nor not (//\nB)", "a//\nand//b\nC eq 5.00", "\"//\" // \"", "//\xff\nA eq 1", "A eq 'x\n//y' // z"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		plain := Uncomment(text)
		if len(plain) != len(text) || len(Comments(plain)) > 0 || len(Comments(text)) == 0 && plain != text {
			t.Fatalf("%q is read as %q", text, plain)
		}
		tree, err := Parse(plain)
		if err != nil {
			return
		}
		sent := WithoutComments(text)
		if e, err := Parse(sent); err != nil || !same(e, tree) {
			t.Fatalf("%q is sent as %q: %v", text, sent, err)
		}
		if tree == nil {
			return
		}
		tidy := KeepComments(text, tree.String())
		if e, err := Parse(Uncomment(tidy)); err != nil || !same(e, tree) {
			t.Fatalf("%q is tidied to %q: %v", text, tidy, err)
		}
		if WithoutComments(tidy) != tree.String() && len(Comments(text)) == 0 {
			t.Fatalf("%q is tidied to %q", text, tidy)
		}
		if got, want := commentTexts(tidy), commentTexts(text); !slices.Equal(got, want) {
			t.Fatalf("%q is tidied to %q: the comments are %q", text, tidy, got)
		}
		if again := KeepComments(tidy, tree.String()); again != tidy {
			t.Fatalf("%q is tidied to %q and then to %q", text, tidy, again)
		}
		for _, other := range []string{"", "A eq 1", "not (A eq 1 and B eq 'x')"} {
			if got := KeepComments(text, other); !slices.Equal(commentTexts(got), commentTexts(text)) || len(Comments(text)) > 0 && canonical(got) != canonical(other) {
				t.Fatalf("%q became %q: %q", text, other, got)
			}
		}
	})
}

// canonical is the canonical text of a filter with comments.
func canonical(text string) string {
	e, err := Parse(Uncomment(text))
	switch {
	case err != nil:
		return err.Error()
	case e == nil:
		return ""
	}
	return e.String()
}

func same(a, b Expr) bool { return a == nil && b == nil || a != nil && b != nil && Equal(a, b) }
