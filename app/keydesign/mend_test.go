package keydesign

import (
	"fmt"
	"strings"
	"testing"
)

// Ensure that a name that is no property and no function is told what it was meant to be, unless it is being typed.
func TestFixes(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"{Chanel}", "Channel"},
		{"{channel}_{CreatedOn|invers:yyyy}", "Channel inverse"},
		{"{Channel|lowr|pda(8)}", "lower pad"},
		{"{Channel|lower}", ""},
		{"{Else}", ""},
		{"Chanel", ""},
		{" Channel ", "{Channel}"},
		{"channel", ""},
		{"Channel_", ""},
		{"{Chan}-{created|lower}", "Channel CreatedOn"},
		{"{C}{Ch}", ""},
		{"{Chanel", ""},
		{"{Channel|lowr", ""},
		{"{Channel|pda(8", "pad"},
		{"{{Chanel}}", ""},
		{"{Chanel|lowr", "Channel"},
		{"", ""},
	} {
		var got []string
		for _, f := range Fixes(tt.text, []string{"PartitionKey", "Channel", "CreatedOn"}) {
			got = append(got, f.Text)
			if fixed := f.Apply(tt.text); len(Fixes(fixed, []string{"PartitionKey", "Channel", "CreatedOn"})) >= len(Fixes(tt.text, []string{"PartitionKey", "Channel", "CreatedOn"})) {
				t.Errorf("%s: applied it is %s", tt.text, fixed)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.text, got, tt.want)
		}
	}
}

// Ensure that the place of a name is found around the caret, and none where no name can stand.
func TestSlotAt(t *testing.T) {
	for _, tt := range []struct{ text, want string }{ // ^ is the caret
		{"{^", "property [] 1-1"},
		{"{Cha^", "property [Cha] 1-4"},
		{"{Ch^annel}", "property [Ch] 1-8"},
		{"a{^Channel}", "property [] 2-9"},
		{"{Channel|^", "function [] 9-9"},
		{"{Channel| lo^w}", "function [lo] 10-13"},
		{"{Channel|lower|p^(8)}", "function [p] 15-16"},
		{"^", ""},
		{"Cha^", ""},
		{"{Channel}^", ""},
		{"{Channel|pad(^", ""},
		{"{Channel|pad(8)^", ""},
		{"{Channel|date:yy^", ""},
		{"{{^", ""},
		{"{Channel ^", ""},
		{"{P1^2}", "property [P1] 1-4"},
		{"{ü^", "property [ü] 1-3"},
	} {
		at := strings.Index(tt.text, "^")
		s, ok := SlotAt(strings.Replace(tt.text, "^", "", 1), at)
		got := ""
		if ok {
			got = fmt.Sprintf("%s [%s] %d-%d", map[bool]string{true: "function", false: "property"}[s.Function], s.Start, s.Span.Start, s.Span.End)
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.text, got, tt.want)
		}
	}
}

// Ensure that an offset is told to be in the braces of a property, and neither before nor behind them nor at a brace that is text.
func TestInside(t *testing.T) {
	for text, want := range map[string]bool{"^{A}": false, "{^A}": true, "{A^}": true, "{A}^": false, "{A|pad(8)^}": true, "{A^": true, "{{^A}}": false, "a}}^": false, "{A}-{^": true, "{A}{{^": false} {
		at := strings.IndexByte(text, '^')
		if got := Inside(strings.Replace(text, "^", "", 1), at); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
