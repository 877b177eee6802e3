package filterlang

import (
	"errors"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func seeds(f *testing.F) {
	for _, text := range []string{
		"", fiveClauses, "not not (A eq 'O''Brien') or 5.5E-3 le B", "startswith(RowKey,'Sh') eq false", "A in ('x',5)", "A == \"x\"",
		"A eq 'x and B eq 5", "A gt datetime'2026-11-20T09:30:00.1234567+02:00'", "A eq guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'",
		"X'00' ne A", "NaN eq INF", "-INF eq INF", "le eq 5", "((((", "))))", "A eq 99999999999", "A eq 1.2.3", "“x” eq A", "A eq \xff", "A\x00",
		"A gt 2026-11-20T09:30:00Z", "A eq 'O'Brien'", "NOT (A EQ TRUE)", "(PartitionKey) and RowKey", "A eq (5)", "(A) eq 5", "eq", "eq eq", "datetime", "in (", "f(",
		"True", "(true and RowKey eq 'x') and (FALSE or not (tRue))", "A eq TRUE", "true eq false", "true eq", "not true eq A", "true)", "True'x'", "true(", "TRUE eq eq",
	} {
		f.Add(text)
	}
}

// Any bytes give no filter, a tree that prints and reads back, or a *SyntaxError whose parts are consistent.
func FuzzParse(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		checkGrammar(t, text)
		tree, err := Parse(text)
		if err == nil {
			if tree == nil {
				return
			}
			back, err := Parse(tree.String())
			if err != nil || !Equal(tree, back) {
				t.Fatalf("%q prints as %q, which reads as %v, %v", text, tree, back, err)
			}
			if at := tree.Span(); at.Start < 0 || at.End > len(text) || at.Start >= at.End {
				t.Fatalf("%q has the span %v", text, at)
			}
			return
		}
		refused, ok := errors.AsType[*SyntaxError](err)
		if !ok || tree != nil {
			t.Fatalf("%q gives %v and %v", text, tree, err)
		}
		if refused.Code == "" || refused.Detail == "" || !utf8.ValidString(refused.Message) || refused.Text != text[refused.Span.Start:refused.Span.End] {
			t.Fatalf("%q is refused with %+v", text, refused)
		}
		if refused.Fix != nil && refused.Fix.Apply(text) == text {
			t.Fatalf("%q: the fix %q changes nothing", text, refused.Fix.Title)
		}
	})
}

// The tokens of any bytes come in order and leave only white space out.
func FuzzTokens(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		at := 0
		check := func(gap string) {
			for _, r := range gap {
				if !unicode.IsSpace(r) {
					t.Fatalf("Tokens(%q) leaves %q out", text, gap)
				}
			}
		}
		for _, token := range Tokens(text) {
			if token.Span.Start < at || token.Span.End <= token.Span.Start || token.Span.End > len(text) {
				t.Fatalf("Tokens(%q) has a token at %v after %d", text, token.Span, at)
			}
			check(text[at:token.Span.Start])
			at = token.Span.End
		}
		check(text[at:])
	})
}

// Completion answers at any place of any bytes, with items that can be inserted there.
func FuzzComplete(f *testing.F) {
	f.Add("A eq 1 an", 9)
	f.Add("PartitionKey ge 'Sh' ", 21)
	f.Add("eq ", 3)
	f.Add("(", 1)
	f.Add("A eq '", 6)
	f.Fuzz(func(t *testing.T, text string, offset int) {
		got := Complete(text, offset, movieCensus)
		if got.From < 0 || got.To < got.From || got.To > len(text) {
			t.Fatalf("Complete(%q, %d) replaces %d to %d", text, offset, got.From, got.To)
		}
		for _, item := range got.Items {
			if item.Label == "" || item.Select.Start < 0 || item.Select.End > len(item.Insert) || item.Select.End < item.Select.Start {
				t.Fatalf("Complete(%q, %d) has the item %+v", text, offset, item)
			}
		}
	})
}

// Ensure that a text with a mistake in every word is refused after reading it a bounded number of times: what explains it makes other texts
// of it, and each of these may be as wrong.
func TestParse_MistakeInEachWord(t *testing.T) {
	for _, wrong := range []string{"\x12", "“", "&", "&&", ":", "-", ".", "==", "%20", "\"", "`", "$filter=", "--", "/*", "=>"} {
		text := "0" + strings.Repeat(wrong+" ", 300) + "0\"+0020\xdd000"
		if _, err := Parse(text); err == nil {
			t.Errorf("%.40q is no filter", text)
		}
	}
}
