package source

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rangefinder/filterlang"
)

var mark = regexp.MustCompile(`(?://|#) (plant|unseen)(?: (-\d))?(?:: (.*))?$`)

// Ensure that of the filters planted in a sample of five languages at least 95 of 100 are found with line and shape, that nothing
// else is, and that the rest of filters put together elsewhere is told.
func TestFind_Planted(t *testing.T) {
	planted, found := 0, 0
	for extension, language := range map[string]Language{"go": Go, "cs": CSharp, "ts": JavaScript, "py": Python, "java": Java} {
		data, err := os.ReadFile("testdata/sample." + extension + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		var want, wantUnseen []string
		for i, line := range strings.Split(string(data), "\n") {
			m := mark.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			offset, _ := strconv.Atoi(m[2])
			if m[1] == "unseen" {
				wantUnseen = append(wantUnseen, strconv.Itoa(i+1))
			} else {
				want = append(want, fmt.Sprint(i+1+offset, " ", m[3]))
			}
		}
		filters, unseen := Find(string(data), language)
		var got, gotUnseen []string
		for _, f := range filters {
			e, err := filterlang.Parse(f.Text)
			if err != nil {
				t.Errorf("%s:%d: %s: %v", extension, f.Line, f.Text, err)
				continue
			}
			got = append(got, fmt.Sprint(f.Line, " ", filterlang.ShapeOf(e)))
			if filterlang.NewPlan(e).Class == filterlang.Empty {
				t.Errorf("%s:%d: %s is empty", extension, f.Line, f.Text)
			}
		}
		for _, u := range unseen {
			gotUnseen = append(gotUnseen, strconv.Itoa(u.Line))
		}
		planted += len(want)
		for _, w := range want {
			if slices.Contains(got, w) {
				found++
			} else {
				t.Logf("%s:%s is not found", extension, w)
			}
		}
		for _, g := range got {
			if !slices.Contains(want, g) {
				t.Errorf("%s:%s is false", extension, g)
			}
		}
		if !slices.Equal(gotUnseen, wantUnseen) {
			t.Errorf("%s: unseen at %v, want %v", extension, gotUnseen, wantUnseen)
		}
	}
	if planted < 100 || found*100 < planted*95 {
		t.Errorf("%d of %d filters are found", found, planted)
	}
	t.Logf("%d of %d filters are found", found, planted)
}

// FuzzFind checks that any text ends without a panic, in order, and that a filter found is one or is refused for what it means.
func FuzzFind(f *testing.F) {
	for _, extension := range []string{"go", "cs", "ts", "py", "java"} {
		data, err := os.ReadFile("testdata/sample." + extension + ".txt")
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for language := Go; language <= Java; language++ {
			filters, unseen := Find(text, language)
			lines, last := strings.Count(text, "\n")+1, 1
			for _, found := range filters {
				if found.Line < last || found.Line > lines {
					t.Errorf("line %d of %d after %d", found.Line, lines, last)
				}
				last = found.Line
				if _, err := filterlang.Parse(found.Text); err != nil && !isRefusal(err) {
					t.Errorf("%q: %v", found.Text, err)
				}
			}
			for i, u := range unseen {
				if u.Line < 1 || u.Line > lines || i > 0 && u.Line < unseen[i-1].Line {
					t.Errorf("unseen %+v", unseen)
				}
			}
		}
	})
}

// Ensure that filters of other services are not taken for those of tables, that what the service refuses is found, and how holes
// are written.
func TestFind_Texts(t *testing.T) {
	for text, want := range map[string]string{
		`users := graph.Find("displayName eq 'x'")`:                                      "",
		`f := "PartitionKey eq 'a'"`:                                                     "PartitionKey eq 'a'",
		`f := "startswith(RowKey,'x') and PartitionKey eq 'a'"`:                          "startswith(RowKey,'x') and PartitionKey eq 'a'",
		`f := "PartitionKey eq 'a' reads one partition"`:                                 "?",
		`f := "a" + g("PartitionKey eq '" + pk + "'")`:                                   "PartitionKey eq '{pk}'",
		`f := "the key: PartitionKey eq what"`:                                           "?",
		"// \"PartitionKey eq 'a'\"\n/* \"PartitionKey eq 'a'\" */":                      "",
		`f := "PartitionKey eq '` + strings.Repeat("x", maxFilter) + `'"`:                "",
		`f := fmt.Sprintf("PartitionKey ge '%s' and PartitionKey lt '%s'", from, to)`:    "PartitionKey ge '{1}' and PartitionKey lt '~{2}'",
		`f := fmt.Sprintf("PartitionKey ge '%[1]s' and PartitionKey lt '%[1]s~'", from)`: "PartitionKey ge '{1}' and PartitionKey lt '~{1}~'",
		`f := fmt.Sprintf("PartitionKey eq '%08d' and RowKey eq '%[1]d'", from)`:         "PartitionKey eq '{1}' and RowKey eq '{1}'",
		"f := \"PartitionKey eq '\" + key(n) + \"'\"\ng(f)":                              "PartitionKey eq '{key(n)}'",
		"f := \"PartitionKey eq 'a' and Name eq \" + quote(n)\ng := 1":                   "PartitionKey eq 'a' and Name eq '{quote(n)}'",
		"f := \"PartitionKey eq 'a' and Name eq \" + names[n]\ng := 1":                   "PartitionKey eq 'a' and Name eq '{names[n]}'",
		`f := fmt.Sprintf("Rating gt %d and Score lt %.2f and RowKey eq '{}'", from)`:    "Rating gt 1 and Score lt 9.5 and RowKey eq '{3}'",
	} {
		filters, unseen := Find(text, Go)
		got := strings.Repeat("?", len(unseen))
		for _, f := range filters {
			got += f.Text
		}
		if got != want {
			t.Errorf("%.80s: %q, want %q", text, got, want)
		}
	}
}
