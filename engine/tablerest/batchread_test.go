package tablerest

import (
	"strings"
	"testing"
)

// Ensure that sections are found whatever the line ends, and whether the last delimiter is there, and that how the body ends is told.
func TestSplitSections(t *testing.T) {
	for _, test := range []struct {
		name, body, want string
		end              ending
	}{
		{"as it should be", "--b\r\nA\r\n--b\r\nB\r\n--b--\r\n", "A|B", closed},
		{"LF", "--b\nA\n--b\nB\n--b--", "A|B", closed},
		{"no dashes at the end", "--b\nA\n--b\n", "A", delimited},
		{"no line end at the end", "--b\nA\n--b", "A", delimited},
		{"no boundary at the end", "--b\nA\nA2\n", "A\nA2\n", unended},
		{"text before", "to whom it may concern\n--b\nA\n--b--", "A", closed},
		{"text behind", "--b\nA\n--b--\nB\n--b--", "A", closed},
		{"blanks behind", "--b \t\r\nA\r\n--b-- \r\n", "A", closed},
		{"a longer boundary", "--bb\nX\n--b\nA\n--bb\nA2\n--b-\nA3\n--b--", "A\n--bb\nA2\n--b-\nA3", closed},
		{"a longer boundary first", "--bb\n--b\nA\n--b--", "A", closed},
		{"a boundary within a line", "--b\nA --b\n--b--", "A --b", closed},
		{"blank sections", "--b\n\n--b\nA\n--b\n \r\n--b--", "A", closed},
		{"empty lines kept", "--b\n\nA\n\n--b--", "\nA\n", closed},
		{"none", "A", "", unended},
		{"nothing", "", "", unended},
		{"the end alone", "--b--", "", closed},
		{"limited", "--b\n1\n--b\n2\n--b\n3\n--b\n4\n--b--", "1|2|3", unended},
	} {
		sections, end := splitSections(test.body, "b", 3)
		if got := strings.Join(sections, "|"); got != test.want || end != test.end {
			t.Errorf("%s: %q, %d, want %q, %d", test.name, got, end, test.want, test.end)
		}
	}
}

func TestBoundaryOf(t *testing.T) {
	for _, test := range []struct {
		contentType, want string
	}{
		{"multipart/mixed; boundary=batch_B", "batch_B"}, {`Multipart/Mixed;charset=utf-8;Boundary="a b"`, "a b"}, {"multipart/mixed", ""},
		{"multipart/mixed; boundary=", ""}, {"application/json; boundary=x", ""}, {"", ""}, {"multipart/mixed; boundary=" + strings.Repeat("x", 201), ""},
	} {
		got, ok := boundaryOf(test.contentType)
		if !ok {
			got = ""
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.contentType, got, test.want)
		}
	}
}

// Ensure that escapes are decoded once, and that what is malformed is told.
func TestUnescape(t *testing.T) {
	for _, test := range []struct {
		text string
		plus bool
		want string
		ok   bool
	}{
		{"a", false, "a", true}, {"%41%62", false, "Ab", true}, {"%2525", false, "%25", true}, {"a+b", false, "a+b", true}, {"a+b", true, "a b", true},
		{"%2B", true, "+", true}, {"%c3%A9", false, "é", true}, {"%", false, "", false}, {"%4", false, "", false}, {"%4g", false, "", false}, {"%-1", false, "", false},
	} {
		if got, ok := unescape(test.text, test.plus); got != test.want || ok != test.ok {
			t.Errorf("%s: %q, %v", test.text, got, ok)
		}
	}
}
