package shell

import (
	"slices"
	"strings"
	"testing"

	"rangefinder/app/builder"
	"rangefinder/app/editor"
	"rangefinder/app/page"
	"rangefinder/app/queryline"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// offered is what completion answers at the bar of a text.
func offered(m Model, text string) (labels []string, wanted *wire.ValuesRequest) {
	at := strings.IndexByte(text, '|')
	_, _, items, wanted := m.Offers.Complete(m.Query.Query, m.Query.Census, text[:at]+text[at+1:], at, false)
	for _, it := range items {
		labels = append(labels, it.Insert)
	}
	return labels, wanted
}

func TestComplete_Values(t *testing.T) {
	m := ready(t)
	_, wanted := offered(m, "PartitionKey eq |")
	if wanted == nil || wanted.Property != "PartitionKey" || wanted.Prefix != "" || wanted.Table != "Movies" {
		t.Fatalf("wanted %+v", wanted)
	}
	m, cmds := after(m, editor.OffersWanted{Req: *wanted})
	ask, _ := find[builder.AskValues](cmds)
	if _, cmds := after(m, editor.OffersWanted{Req: *wanted}); len(cmds) > 0 {
		t.Error("asked twice")
	}
	reply := &wire.ValuesReply{Distinct: 2, Values: []wire.ValueCount{{Type: edm.String, Text: "Action", Literal: "'Action'", Count: 3}, {Type: edm.String, Text: "O'Hara", Literal: "'O''Hara'", Count: 1}}}
	m, cmds = after(m, builder.ValuesCounted{Seq: ask.Seq, For: ask.For, Req: ask.Req, Reply: reply})
	if _, ok := find[editor.Suggest](cmds); !ok {
		t.Error("the values came and are not offered")
	}
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"PartitionKey eq |", []string{"'Action'", "'O''Hara'"}},
		{"PartitionKey eq 'act|", []string{"'Action'"}},
		{"PartitionKey eq 'ACT|'", []string{"'Action'"}},
		{"PartitionKey eq 'o''h|", []string{"'O''Hara'"}},
		{"PartitionKey eq Act|", []string{"'Action'", "'Act'"}},
		{"PartitionKey eq 'zz|", nil},
	} {
		got, wanted := offered(m, tt.text)
		if wanted != nil || !slices.Equal(got[:min(len(got), len(tt.want))], tt.want) || tt.want == nil && len(got) > 0 {
			t.Errorf("%s: %q, wanted %+v; want %q first", tt.text, got, wanted, tt.want)
		}
	}
	if m, _ = after(m, page.TableChanged{Table: "Movies"}); m.Offers != nil {
		t.Error("values outlived a change of the table")
	}
}

func TestComplete_ValuesOfAPartition(t *testing.T) {
	for text, partition := range map[string]string{
		"PartitionKey eq 'a' and RowKey eq 'x|":                 "a",
		"PartitionKey eq 'a' and Rating gt 1.0 and RowKey ge|":  "",
		"PartitionKey eq 'a' and Rating gt 1.0 and RowKey ge |": "a",
		"PartitionKey gt 'a' and RowKey eq 'x|":                 "",
		"PartitionKey eq 'a' or RowKey eq 'x|":                  "",
		"RowKey eq 'x|":                                         "",
	} {
		_, wanted := offered(ready(t), text)
		got := ""
		if wanted != nil && wanted.Partition != nil {
			got = *wanted.Partition
		}
		if got != partition {
			t.Errorf("%s: values of %q, want %q", text, got, partition)
		}
	}
}

func TestComplete_WritesLiterals(t *testing.T) {
	m := ready(t)
	types := map[string]edm.Type{"Big": edm.Int64, "When": edm.DateTime, "Id": edm.Guid, "Name": edm.String, "Share": edm.Double}
	census := &filterlang.Census{Entities: 1}
	for name, typ := range types {
		census.Properties = append(census.Properties, filterlang.PropertyCensus{Name: name, Count: 1, Types: []filterlang.TypeCount{{Type: typ, Count: 1}}})
	}
	m, _ = after(m, queryline.Counted{Table: "Movies", Census: census})
	for text, want := range map[string]string{
		"Big eq 42|": "42L", "Share gt 4|": "4.0", "Name eq Sh|": "'Sh'", `Name eq "Sh"|`: "'Sh'", `Share gt "4"|`: "4.0", "When ge datetime'2026-11-22|": "datetime'2026-11-22T00:00:00Z'",
		"Id eq guid'dd3cb8f893b744e2b74ac0aa3b27a6d2|": "guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'",
	} {
		if got, _ := offered(m, text); !slices.Contains(got, want) {
			t.Errorf("%s: %q, want %q among them", text, got, want)
		}
	}
	for _, text := range []string{`Name eq "|`, `Name eq "Sh"|`, "Name eq null|", "Name eq Null|", "Name eq NULL|", "Name eq None|", "Name eq nil|"} {
		if got, _ := offered(m, text); slices.ContainsFunc(got, func(s string) bool {
			return strings.Contains(s, `"`) || strings.EqualFold(s, "'null'") || s == "'None'" || s == "'nil'"
		}) {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// Ensure that what is inserted is the whole value, however much of it is typed; the popup shows the beginning.
func TestComplete_LongValue(t *testing.T) {
	key := strings.Repeat("0123456789", 300)
	for _, typed := range []string{"", key[:5], key[:2900]} {
		m := ready(t)
		_, wanted := offered(m, "PartitionKey eq '"+typed+"|")
		m, cmds := after(m, editor.OffersWanted{Req: *wanted})
		ask, _ := find[builder.AskValues](cmds)
		m, _ = after(m, builder.ValuesCounted{Seq: ask.Seq, For: ask.For, Req: ask.Req, Reply: &wire.ValuesReply{Distinct: 1, Values: []wire.ValueCount{{Type: edm.String, Text: key[:wire.CellLimit], Literal: "'" + key + "'", Count: 3}}}})
		_, _, items, _ := m.Offers.Complete(m.Query.Query, m.Query.Census, "PartitionKey eq '"+typed, len("PartitionKey eq '"+typed), false)
		if len(items) == 0 || items[0].Insert != "'"+key+"'" || len(items[0].Label) > 70 {
			t.Errorf("%d typed: %d items", len(typed), len(items))
		}
	}
}

// Ensure that a text without its quotes is offered once as a value, not again as what is typed.
func TestComplete_Once(t *testing.T) {
	m := ready(t)
	_, wanted := offered(m, "PartitionKey eq Dra|")
	m, cmds := after(m, editor.OffersWanted{Req: *wanted})
	ask, _ := find[builder.AskValues](cmds)
	m, _ = after(m, builder.ValuesCounted{Seq: ask.Seq, For: ask.For, Req: ask.Req, Reply: &wire.ValuesReply{Distinct: 1, Values: []wire.ValueCount{{Type: edm.String, Text: "Dra", Literal: "'Dra'", Count: 3}}}})
	got, _ := offered(m, "PartitionKey eq Dra|")
	if slices.Sort(got); len(got) == 0 || len(slices.Compact(slices.Clone(got))) < len(got) {
		t.Errorf("%q", got)
	}
}

// Ensure that nothing of a filter is offered behind SQL.
func TestComplete_Statement(t *testing.T) {
	for text, some := range map[string]bool{"SELECT * FROM T WHERE A = 'x' |": false, "DELETE FROM T |": false, "A eq 'x' |": true, "INSERT INTO T VALUES (1) |": false} {
		at := strings.Index(text, "|")
		m := ready(t)
		if _, _, got, _ := m.Offers.Complete(m.Query.Query, m.Query.Census, text[:at]+text[at+1:], at, true); (len(got) > 0) != some {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// Ensure that Enter behind a whole clause, or a whole value, is not taken for something that nobody asked for.
func TestComplete_WholeClause(t *testing.T) {
	for _, text := range []string{"A eq 'x'|", "A eq 'x' |", "A eq 5 |", "(A eq 5)|", "Seen eq true|", "PartitionKey = 'a'|", "PartitionKey like 'a' |"} {
		at := strings.Index(text, "|")
		m := ready(t)
		if _, _, got, _ := m.Offers.Complete(m.Query.Query, m.Query.Census, text[:at], at, false); len(got) > 0 {
			t.Errorf("%s: %v", text, got)
		}
	}
	for _, text := range []string{"A eq 'x' a|", "PartitionKey |"} {
		if got, _ := offered(ready(t), text); len(got) == 0 {
			t.Errorf("%s: nothing", text)
		}
	}
}
