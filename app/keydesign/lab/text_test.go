package lab

import (
	"reflect"
	"strings"
	"testing"
)

var whole = Spec{
	Table: "Blogs",
	Population: &Population{Entities: 1000, Seed: 7, Properties: []PopulationProperty{
		{Name: "Channel", Type: "String", Distinct: 12, Skew: 1, Prefix: "channel "},
		{Name: "CreatedOn", Type: "DateTime", Missing: 0.5, From: "2010-01-01T00:00:00Z", To: "2011-01-01T00:00:00Z"},
	}},
	Patterns: []Pattern{
		{Name: "Ten newest", Kind: Read, PerDay: 4e6, Filter: "Channel eq 'Football'", Select: []string{"Text"}, Top: 10, Order: "-CreatedOn"},
		{Name: "Post", Kind: Insert, PerDay: 1e4, Rate: 900, Batch: 10, Together: "Channel", Arrival: "CreatedOn"},
		{Name: "Rate", Kind: Update, PerDay: 2e4, Changed: []string{"Stars"}},
	},
	Designs: []Design{
		{Name: "as it is", Partition: "{PartitionKey}", Row: "{RowKey}"},
		{Name: "by month", Partition: "{Channel}_{CreatedOn|inverse:yyyy-MM}", Row: "{CreatedOn|inverse}", Indexes: []Index{
			{Name: "by stars", Kind: SamePartition, Row: "stars_{Stars}"},
			{Kind: KeyList, Partition: "author", Row: "{Author}", Properties: []string{"Text"}},
		}},
	},
}

// Ensure that the text of a comparison says all of it.
func TestParse_RoundTrip(t *testing.T) {
	for _, s := range []Spec{{}, whole} {
		got, err := Parse(s.String())
		if err != nil || !reflect.DeepEqual(got, s) {
			t.Errorf("%s\nbecomes %+v: %v", s.String(), got, err)
		}
	}
}

// Ensure that what is beyond a limit is refused with a sentence that names the limit, and nothing panics.
func TestParse_Refused(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", "cannot be read"},
		{"{}", "format 0"},
		{`{"lab":2,"colour":"blue"}`, "format 2"},
		{`{"lab":1,"colour":"blue"}`, "cannot be read"},
		{`{"lab":1} {}`, "cannot be read"},
		{`{"lab":1,"designs":[{"name":"` + strings.Repeat("x", MaxText) + `"}]}`, "64 KiB"},
		{`{"lab":1,"designs":[{"name":"` + strings.Repeat("x", 101) + `"}]}`, "at most 100 bytes"},
		{`{"lab":1,"designs":[{},{},{},{},{},{},{},{},{}]}`, "at most 8 designs"},
		{`{"lab":1,"designs":[{"indexes":[{"kind":"tree"}]}]}`, "of the kind"},
		{`{"lab":1,"patterns":[{"kind":"erase"}]}`, "is a read"},
		{`{"lab":1,"patterns":[{"kind":"read","perDay":-1}]}`, "times a day"},
		{`{"lab":1,"patterns":[{"kind":"read","top":-1}]}`, "at most 100000"},
		{`{"lab":1,"patterns":[{"kind":"insert","batch":101}]}`, "1 to 100"},
		{`{"lab":1,"table":"no table"}`, "not valid"},
		{`{"lab":1,"population":{"entities":0}}`, "1,000,000"},
		{`{"lab":1,"population":{"entities":9,"properties":[{"name":"A","type":"Int32"},{"name":"A","type":"Int32"}]}}`, "of its own"},
		{`{"lab":1,"population":{"entities":9,"properties":[{"name":"RowKey","type":"String"}]}}`, "of its own"},
		{`{"lab":1,"population":{"entities":9,"properties":[{"name":"A","type":"Colour"}]}}`, "none of the eight"},
		{"{\"lab\":1,\"designs\":[{\"name\":\"\xff\"}]}", "cannot be read"},
	} {
		if _, err := Parse(test.text); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60s: %v, want one that says %q", test.text, err, test.want)
		}
	}
}

// FuzzParse reads any bytes: what is taken is within the limits, and its text gives it back.
func FuzzParse(f *testing.F) {
	f.Add(whole.String())
	f.Add(`{"lab":1,"designs":[{"name":"a","partition":"{A","row":""}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			return
		}
		again, err := Parse(s.String())
		if len(s.String()) <= MaxText && (err != nil || again.String() != s.String()) {
			t.Errorf("%q becomes %q: %v", text, s.String(), err)
		}
	})
}
