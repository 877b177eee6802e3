package keydesign

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"rangefinder/filterlang/edm"
)

func date0(text string) edm.Value {
	t, err := edm.ParseDateTime(text)
	if err != nil {
		panic(err)
	}
	return edm.NewDateTime(t)
}

var blog = map[string]edm.Value{
	"PartitionKey": edm.NewString("Old"),
	"RowKey":       edm.NewString("Row1"),
	"Channel":      edm.NewString("Football"),
	"CreatedOn":    date0("2008-10-31T23:59:58.5Z"),
	"Stars":        edm.NewInt32(4),
	"Big":          edm.NewInt64(-12),
	"Score":        edm.NewDouble(4.25),
	"Zero":         edm.NewDouble(0),
	"NegativeZero": edm.NewDouble(math.Copysign(0, -1)),
	"Draft":        edm.NewBoolean(true),
	"Email":        edm.NewString("Ada@Example.org"),
	"Größe":        edm.NewString("grün"),
	"Id":           edm.NewGuid(edm.UUID{0xAB, 15: 1}),
	"Bytes":        edm.NewBinary("\x00\xff"),
}

func property(name string) edm.Value { return blog[name] }

func TestKey_Functions(t *testing.T) {
	for _, test := range []struct{ template, want string }{
		{"", ""},
		{"all", "all"},
		{"{{x}}{Channel}}}", "{x}Football}"},
		{"{Channel}_{CreatedOn|inverse:yyyy-MM}", "Football_7991-03"},
		{"{ Channel | prefix( 4 ) | upper }", "FOOT"},
		{"{PartitionKey};{RowKey}", "Old;Row1"},
		{"{CreatedOn}", "2008-10-31T23:59:58.5000000Z"},
		{"{CreatedOn|date}", "2008-10-31"},
		{"{CreatedOn|date(yyyyMMddTHHmmss)}", "20081031T235958"},
		{"{CreatedOn|date:HH:mm}", "23:59"},
		{"{CreatedOn|date:yyyy-Www}", "2008-W44"},
		{"{CreatedOn|ticks}", "0633610943985000000"},
		{"{CreatedOn|inverse}", "2521768032014999999"},
		{"{CreatedOn|ticks|inverse}", "9366389056014999999"},
		{"{CreatedOn|inverse(yyyy-MM-dd-HH-mm-ss-ww)}", "7991-03-01-00-00-01-10"},
		{"{CreatedOn|date|inverse}", "7991-89-68"},
		{"{Stars}{Stars|pad(3)}", "4004"},
		{"{Stars|pad(3)|inverse}", "995"},
		{"{Big}", "-12"},
		{"{Score}/{Zero}"[:7], "4.25"},
		{"{Score|pad(3)}", "004.25"},
		{"{Zero|pad(2)}{NegativeZero}", "000"},
		{"{Draft}{Id}{Bytes}", "trueab000000-0000-0000-0000-00000000000100ff"},
		{"{Größe|prefix(3)}", "grü"},
		{"{Channel|pad(10)}", "00Football"},
		{"{Email|lower}", "ada@example.org"},
		{"{Email|lower|hash(16)}", "13"},
		{"{Channel|hash(1000)}", "544"},
		{"{Channel|hash(1)}", "0"},
		{"{Channel|sha(8)}", "cbe1b7d7"},
		{"{Id|guid}", "ab000000-0000-0000-0000-000000000001"},
		{"{Absent}-{Absent|pad(4)}", "-"},
	} {
		parsed, err := Parse(test.template)
		if err != nil {
			t.Errorf("%s: %v", test.template, err)
			continue
		}
		if got, err := parsed.Key(property); got != test.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", test.template, got, err, test.want)
		}
	}
}

func TestKey_ValueDoesNotFit(t *testing.T) {
	for template, what := range map[string]string{
		"{Big|pad(4)}":                "not negative, not -12L",
		"{Score|lower|ticks}":         "DateTime as its first function",
		"{Channel|date}":              "needs a DateTime, not 'Football'",
		"{Channel|inverse(yyyy)}":     "needs a DateTime",
		"{Stars|ticks}":               "not 4",
		"{CreatedOn|ticks|date}":      "as its first function",
		"{Nan|pad(3)}":                "NaN",
		"{Wide|pad(2)}":               "at most so many digits",
		"{CreatedOn|lower|date:yyyy}": "as its first function",
	} {
		parsed, err := Parse(template)
		if err != nil {
			t.Fatal(err)
		}
		_, err = parsed.Key(func(name string) edm.Value {
			switch name {
			case "Nan":
				return edm.NewDouble(nan)
			case "Wide":
				return edm.NewInt64(123)
			}
			return property(name)
		})
		refused, ok := errors.AsType[*ValueError](err)
		if !ok || !strings.Contains(refused.Error(), what) || refused.Property == "" {
			t.Errorf("%s: %v, want %q", template, err, what)
		}
	}
}

func TestKeys_ServiceRefuses(t *testing.T) {
	d, err := ParseDesign("{A}", "{B}")
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"AC/DC", strings.Repeat("x", 513), "a\tb"} {
		if _, _, err := d.Keys(func(string) edm.Value { return edm.NewString(bad) }); err == nil {
			t.Errorf("%.9q is a key", bad)
		}
	}
	if pk, rk, err := d.Keys(func(name string) edm.Value { return edm.NewString(name) }); pk != "A" || rk != "B" || err != nil {
		t.Error(pk, rk, err)
	}
}

func TestParse_Refuses(t *testing.T) {
	for _, test := range []struct {
		template, message string
		start, end        int
	}{
		{"{", "The name of a property belongs here", 1, 1},
		{"a{Channel", "The brace is not closed", 9, 9},
		{"a}b", "closes nothing", 1, 2},
		{"{}", "The name of a property belongs here", 1, 2},
		{"{7}", "The name of a property belongs here", 1, 2},
		{"{A|}", "A function belongs here: lower, upper, pad(n)", 3, 4},
		{"{A|shout}", "“shout” is not a function", 3, 8},
		{"{A|pad}", "pad takes a number from 1 to 64", 3, 6},
		{"{A|pad(x)}", "pad takes a number", 6, 9},
		{"{A|pad(65)}", "pad takes a number", 6, 10},
		{"{A|pad(3}", "The parenthesis is not closed", 6, 7},
		{"{A|lower(3)}", "lower takes no argument", 8, 11},
		{"{A|date()}", "The argument of date is empty", 7, 9},
		{"{A|date(YYYY)}", "not “YYYY”", 7, 13},
		{"{A|date(--)}", "at least one of", 7, 11},
		{"{A B}", "“B” does not belong here", 3, 4},
		{"{A lower}", "“lower” does not belong here", 3, 8},
		{"{A|lower lower}", "“lower” does not belong here", 9, 14},
		{"{Timestamp}", "The service sets the Timestamp", 1, 10},
		{"a/b{A}", "No key may hold “a/b”", 0, 3},
		{"{A}\xff", "not UTF-8", 0, 4},
		{strings.Repeat("x", 1025), "at most 1024 bytes", 1024, 1025},
		{strings.Repeat("{A}", 33), "at most 32 parts", 97, 98},
	} {
		parsed, err := Parse(test.template)
		refused, ok := errors.AsType[*SyntaxError](err)
		if !ok || parsed != nil {
			t.Errorf("%.20s: %v", test.template, err)
			continue
		}
		if !strings.Contains(refused.Message, test.message) || refused.Span.Start != test.start || refused.Span.End != test.end {
			t.Errorf("%.20s: %q at %v, want %q at %d to %d", test.template, refused.Message, refused.Span, test.message, test.start, test.end)
		}
	}
}

// FuzzParse ensures that Parse refuses a text or that its canonical form is the same template.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"", "{A}_{B|inverse:yyyy-MM}", "{{{A|pad(3)|lower}}}", "x{A|hash( 7 )}", "{A", "}", "{A|sha:09}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, err := Parse(text)
		if err != nil {
			refused, ok := errors.AsType[*SyntaxError](err)
			if !ok || refused.Message == "" || refused.Span.Start > refused.Span.End || refused.Span.End > len(text) {
				t.Fatalf("%#v", err)
			}
			return
		}
		again, err := Parse(parsed.String())
		if err != nil {
			t.Fatalf("%q: %v", parsed, err)
		}
		if !same(parsed, again) {
			t.Fatalf("%q is another template than %q", again, text)
		}
		if _, err := parsed.Key(property); err != nil {
			if _, ok := errors.AsType[*ValueError](err); !ok {
				t.Fatal(err)
			}
		}
	})
}

// same compares templates, spans aside.
func same(a, b *Template) bool {
	strip := func(parts []Part) []Part {
		var out []Part
		for _, p := range parts {
			p.Span.Start, p.Span.End = 0, 0
			out = append(out, p)
		}
		return out
	}
	return reflect.DeepEqual(strip(a.parts), strip(b.parts))
}

func TestTemplate_Properties(t *testing.T) {
	parsed, err := Parse("{B}-{A}{B|lower}x{RowKey}")
	if err != nil {
		t.Fatal(err)
	}
	if got := parsed.Properties(); !reflect.DeepEqual(got, []string{"B", "A", "RowKey"}) {
		t.Error(got)
	}
	if got := new(Template).String(); got != "" {
		t.Errorf("the zero Template is %q", got)
	}
}
