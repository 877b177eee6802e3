package edm

import (
	"errors"
	"math"
	"strings"
	"testing"
)

var someGuid = UUID{0xdd, 0x3c, 0xb8, 0xf8, 0x93, 0xb7, 0x44, 0xe2, 0xb7, 0x4a, 0xc0, 0xaa, 0x3b, 0x27, 0xa6, 0xd2}

// forms is one value with all its texts.
var forms = []struct {
	value                  Value
	literal, display, json string
}{
	{NewString("O'Brien"), "'O''Brien'", "O'Brien", `"O'Brien"`},
	{NewString(""), "''", "", `""`},
	{NewString("Fôo \"\\\n\t\r\x01\x7f 🎬"), "'Fôo \"\\\n\t\r\x01\x7f 🎬'", "Fôo \"\\\n\t\r\x01\x7f 🎬",
		`"F\u00f4o \"\\\n\t\r\u0001\u007f \ud83c\udfac"`},
	{NewInt32(math.MinInt32), "-2147483648", "-2147483648", "-2147483648"},
	{NewInt32(42), "42", "42", "42"},
	{NewInt64(math.MinInt64), "-9223372036854775808L", "-9223372036854775808", `"-9223372036854775808"`},
	{NewInt64(5432873627392), "5432873627392L", "5432873627392", `"5432873627392"`},
	{NewDouble(10), "10.0", "10.0", "10.0"},
	{NewDouble(-4.81516), "-4.81516", "-4.81516", "-4.81516"},
	{NewDouble(123456789012345.12), "123456789012345.12", "123456789012345.12", "123456789012345.12"},
	{NewDouble(999999999999999), "999999999999999.0", "999999999999999.0", "999999999999999.0"},
	{NewDouble(1e15), "1E+15", "1E+15", "1E+15"},
	{NewDouble(0.0001), "0.0001", "0.0001", "0.0001"},
	{NewDouble(0.00001), "1E-05", "1E-05", "1E-05"},
	{NewDouble(math.MaxFloat64), "1.7976931348623157E+308", "1.7976931348623157E+308", "1.7976931348623157E+308"},
	{NewDouble(math.SmallestNonzeroFloat64), "5E-324", "5E-324", "5E-324"},
	{NewDouble(math.Inf(1)), "INF", "Infinity", `"Infinity"`},
	{NewDouble(math.Inf(-1)), "-INF", "-Infinity", `"-Infinity"`},
	{NewDouble(0), "0.0", "0.0", "0.0"},
	{NewBoolean(true), "true", "true", "true"},
	{NewBoolean(false), "false", "false", "false"},
	{NewDateTime(636191834796596665), "datetime'2017-01-05T03:24:39.6596665Z'", "2017-01-05T03:24:39.6596665Z", `"2017-01-05T03:24:39.6596665Z"`},
	{NewGuid(someGuid), "guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'", "dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2", `"dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2"`},
	{NewBinary("\x01\x02\x03\x04"), "X'01020304'", "0x01020304", `"AQIDBA=="`},
	{NewBinary("\xde\xad"), "X'DEAD'", "0xdead", `"3q0="`},
	{NewBinary(""), "X''", "0x", `""`},
}

// Ensure that each value has the texts of the service and that every text reads back as the same value.
func TestValue_Texts(t *testing.T) {
	for _, f := range forms {
		if got := f.value.Literal(); got != f.literal {
			t.Errorf("Literal is %s, want %s", got, f.literal)
		}
		if got := f.value.Display(); got != f.display {
			t.Errorf("Display is %s, want %s", got, f.display)
		}
		if got := string(AppendJSON(nil, f.value)); got != f.json {
			t.Errorf("JSON is %s, want %s", got, f.json)
		}
		if got, err := ParseText(f.value.Type(), f.display); err != nil || got != f.value {
			t.Errorf("ParseText(%s, %q) = %s, %v", f.value.Type(), f.display, got.Literal(), err)
		}
		if f.value.Type() != String {
			if got, err := ParseText(f.value.Type(), f.literal); err != nil || got != f.value {
				t.Errorf("ParseText(%s, %q) = %s, %v", f.value.Type(), f.literal, got.Literal(), err)
			}
		}
		if got, err := ParseJSON(f.value.Type(), []byte(f.json)); err != nil || got != f.value {
			t.Errorf("ParseJSON(%s, %s) = %s, %v", f.value.Type(), f.json, got.Literal(), err)
		}
		if !f.value.NeedsAnnotation() {
			if got, err := ParseJSON(NoType, []byte(f.json)); err != nil || got != f.value {
				t.Errorf("ParseJSON(none, %s) = %s, %v", f.json, got.Literal(), err)
			}
		}
	}
	nan := NewDouble(math.NaN())
	if nan.Literal() != "NaN" || nan.Display() != "NaN" || string(AppendJSON(nil, nan)) != `"NaN"` || !nan.NeedsAnnotation() {
		t.Errorf("NaN is %s, %s, %s", nan.Literal(), nan.Display(), AppendJSON(nil, nan))
	}
	if zero := NewDouble(math.Copysign(0, -1)); zero.Literal() != "-0.0" || string(AppendJSON(nil, zero)) != "0.0" {
		t.Errorf("-0 is %s, %s", zero.Literal(), AppendJSON(nil, zero))
	}
	if none := (Value{}); none.Display() != "" || string(AppendJSON(nil, none)) != "null" {
		t.Errorf("the absent value is %q, %s", none.Display(), AppendJSON(nil, none))
	}
}

func TestParseType(t *testing.T) {
	for _, want := range Types {
		for _, name := range []string{want.String(), want.EDM(), strings.ToLower(want.EDM()), strings.ToUpper(want.String())} {
			if got, err := ParseType(name); err != nil || got != want {
				t.Errorf("ParseType(%q) = %v, %v", name, got, err)
			}
		}
	}
	for _, name := range []string{"", "Edm.", "none", "Edm.Decimal", "Edm.Edm.String", " String"} {
		if got, err := ParseType(name); err == nil {
			t.Errorf("ParseType(%q) = %v, want an error", name, got)
		}
	}
}

// Ensure that what people type is understood, and that nothing is accepted that the type cannot hold exactly.
func TestParseText(t *testing.T) {
	const refused = "refused"
	for _, test := range []struct {
		typ        Type
		text, want string // want is a literal
	}{
		{String, " as it is ", "' as it is '"}, {String, "\xff", refused},
		{Int32, " +42 ", "42"}, {Int32, "−7", "-7"}, {Int32, "2147483648", refused}, {Int32, "4.5", refused}, {Int32, "1,000", refused},
		{Int32, "", refused}, {Int32, "0x10", refused}, {Int32, "5e3", refused}, {Int32, "1_000", refused},
		{Int64, "42L", "42L"}, {Int64, "9223372036854775808", refused}, {Int64, "L", refused},
		{Double, "42", "42.0"}, {Double, ".5", "0.5"}, {Double, "6.02e23", "6.02E+23"}, {Double, "-inf", "-INF"}, {Double, "∞", "INF"}, {Double, "nan", "NaN"},
		{Double, "4,5", refused}, {Double, "1e999", refused}, {Double, "1e-999", refused}, {Double, "0e-999", "0.0"}, {Double, "9007199254740993", refused},
		{Double, "9007199254740992", "9.007199254740992E+15"}, {Double, "9223372036854775807", refused}, {Double, "0x1p3", refused}, {Double, "infinite", refused},
		{Double, "5D", "5.0"}, {Double, "D", refused},
		{Boolean, "YES", "true"}, {Boolean, "0", "false"}, {Boolean, " off ", "false"}, {Boolean, "2", refused}, {Boolean, "", refused},
		{DateTime, "2026-11-20", "datetime'2026-11-20T00:00:00Z'"},
		{DateTime, "2026-11-20 9:30", "datetime'2026-11-20T09:30:00Z'"},
		{DateTime, "2026-11-20 09:30:15.5", "datetime'2026-11-20T09:30:15.5Z'"},
		{DateTime, "2026-11-20 09:30 UTC", "datetime'2026-11-20T09:30:00Z'"},
		{DateTime, "2026-11-20T09:30:00+0200", "datetime'2026-11-20T07:30:00Z'"},
		{DateTime, "2026-11-20 09:30 +02:00", "datetime'2026-11-20T07:30:00Z'"},
		{DateTime, "2026-11-20t09:30z", "datetime'2026-11-20T09:30:00Z'"},
		{DateTime, "2026/11/20", "datetime'2026-11-20T00:00:00Z'"},
		{DateTime, "2026/11/20 09:30", "datetime'2026-11-20T09:30:00Z'"},
		{DateTime, "20 Nov 2026", "datetime'2026-11-20T00:00:00Z'"},
		{DateTime, "20 November 2026 09:30", "datetime'2026-11-20T09:30:00Z'"},
		{DateTime, "Nov 20, 2026 9:30 PM", "datetime'2026-11-20T21:30:00Z'"},
		{DateTime, "Fri, 20 Nov 2026 09:30:00 GMT", "datetime'2026-11-20T09:30:00Z'"},
		{DateTime, "datetime'2026-11-20T09:30:00Z'", "datetime'2026-11-20T09:30:00Z'"},
		{DateTime, "20261120T093000Z", "datetime'2026-11-20T09:30:00Z'"},
		{DateTime, "20261120T093000.25+0200", "datetime'2026-11-20T07:30:00.25Z'"},
		{DateTime, "20261120 0930", "datetime'2026-11-20T09:30:00Z'"},
		{DateTime, "20261120t0930 -05", "datetime'2026-11-20T14:30:00Z'"},
		{DateTime, "20261120", "datetime'2026-11-20T00:00:00Z'"},
		{DateTime, "2026-11-20T09:30:00,5Z", "datetime'2026-11-20T09:30:00.5Z'"},
		{DateTime, "2026-11-20 09:30:00,1234567+02:00", "datetime'2026-11-20T07:30:00.1234567Z'"},
		{DateTime, "20112026", refused}, {DateTime, "11202026", refused}, {DateTime, "2026112", refused}, {DateTime, "202611201", refused},
		{DateTime, "20261120T09300", refused}, {DateTime, "20261120T0930001", refused}, {DateTime, "20261120T250000Z", refused},
		{DateTime, "2026-11-20T09:30,5Z", refused}, {DateTime, "2026-11-20T09:30:00,Z", refused}, {DateTime, "1700000000", refused}, {DateTime, "20261120é", refused},
		{DateTime, "11/20/2026", refused}, {DateTime, "20.11.2026", refused}, {DateTime, "tomorrow", refused}, {DateTime, "2026-02-30", refused}, {DateTime, "é", refused},
		{Guid, "{DD3CB8F8-93B7-44E2-B74A-C0AA3B27A6D2}", "guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'"},
		{Guid, "(dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2)", "guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'"},
		{Guid, "dd3cb8f893b744e2b74ac0aa3b27a6d2", "guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'"},
		{Guid, "urn:uuid:dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2", "guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'"},
		{Guid, "dd3cb8f8", refused}, {Guid, "gd3cb8f893b744e2b74ac0aa3b27a6d2", refused}, {Guid, "{dd3cb8f893b744e2b74ac0aa3b27a6d2", refused},
		{Binary, "", "X''"}, {Binary, "00 ff", "X'00FF'"}, {Binary, "0x00FF", "X'00FF'"}, {Binary, "01:02-03", "X'010203'"},
		{Binary, "AQIDBA==", "X'01020304'"}, {Binary, "AQIDBA", "X'01020304'"}, {Binary, "_-8", "X'FFEF'"}, {Binary, "base64:beef", "X'6DE79F'"},
		{Binary, "beef", "X'BEEF'"}, {Binary, "0x0", refused}, {Binary, "AQIDB", refused}, {Binary, "AQIDBA=", refused}, {Binary, "?", refused},
		{NoType, "x", refused}, {Type(77), "x", refused},
	} {
		got, err := ParseText(test.typ, test.text)
		literal := got.Literal()
		if err != nil {
			literal = refused
			if e, ok := errors.AsType[*TextError](err); !ok || e.Reason == "" || e.Accepted == "" {
				t.Errorf("ParseText(%s, %q) fails without saying why: %v", test.typ, test.text, err)
			}
		}
		if literal != test.want {
			t.Errorf("ParseText(%s, %q) = %s, %v, want %s", test.typ, test.text, literal, err, test.want)
		}
	}
	_, err := ParseText(Int32, "4.5")
	if want := `"4.5" is not an Int32: it has a fraction. Write a whole number from -2,147,483,648 to 2,147,483,647.`; err.Error() != want {
		t.Errorf("the error is %s, want %s", err, want)
	}
}

// Ensure that a fraction of which something is cut is known, however it is written, and that the digits of a date are none.
func TestFiner(t *testing.T) {
	for text, want := range map[string]bool{
		"2026-11-20T09:30:00.12345678Z": true, "2026-11-20T09:30:00,12345678Z": true, "Fri, 20 Nov 2026 09:30:00.123456789 GMT": true,
		"2026-11-20T09:30:00.12345670Z": false, "2026-11-20T09:30:00,1234567Z": false, "20261121T093000Z": false, "20261121": false, "Nov 20, 2026": false, "": false,
	} {
		if got := Finer(text); got != want {
			t.Errorf("Finer(%q) = %v", text, got)
		}
	}
}

// Ensure that a date that could be two is not guessed, and that how it would be understood is told.
func TestParseText_YearLast(t *testing.T) {
	for text, want := range map[string]string{
		"20.11.2026":       "it is not guessed (2026-11-20 would be clear)",
		"11/20/2026":       "it is not guessed (2026-11-20 would be clear)",
		"03.04.2026 09:30": "it is not guessed (2026-04-03 or 2026-03-04 would be clear)",
		"4-4-2026":         "it is not guessed (2026-04-04 would be clear)",
		"3/4/26":           "it is not guessed",
		"20.20.2026":       "it is not guessed",
		"2026.11.20":       "the date is not written YYYY-MM-DD",
	} {
		_, err := ParseText(DateTime, text)
		if e, ok := errors.AsType[*TextError](err); !ok || !strings.HasSuffix(e.Reason, want) {
			t.Errorf("%s: %v, want …%s", text, err, want)
		}
	}
}

// No text makes ParseText or ParseJSON panic, and what they accept has texts that read back.
func FuzzParseText(f *testing.F) {
	for _, form := range forms {
		f.Add(form.display)
		f.Add(form.literal)
		f.Add(form.json)
	}
	f.Add("Fri, 20 Nov 2026 09:30:00 GMT")
	f.Add(`"\ud83c\udfac"`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, typ := range Types {
			if v, err := ParseText(typ, text); err == nil {
				back, err := ParseText(typ, v.Display())
				if order, ok := Compare(v, back); err != nil || !ok || order != 0 && order != Unordered {
					t.Errorf("%s %q displays as %q, which reads as %s, %v", typ, text, v.Display(), back.Literal(), err)
				}
			}
			if v, err := ParseJSON(typ, []byte(text)); err == nil && !v.IsZero() {
				back, err := ParseJSON(typ, AppendJSON(nil, v))
				if order, ok := Compare(v, back); err != nil || !ok || order != 0 && order != Unordered {
					t.Errorf("%s %s is written %s, which reads as %s, %v", typ, text, AppendJSON(nil, v), back.Literal(), err)
				}
			}
		}
	})
}

// Ensure that the numbers which a refusal names are taken as they stand there, and that a line cannot break behind the sign of one.
func TestParseText_AcceptedDouble(t *testing.T) {
	_, err := ParseText(Double, "x")
	e, ok := errors.AsType[*TextError](err)
	if !ok {
		t.Fatal(err)
	}
	for _, word := range strings.Fields(e.Accepted) {
		word = strings.Trim(word, ",")
		if strings.HasSuffix(word, "Infinity") || strings.ContainsAny(word, "0123456789") {
			if _, err := ParseText(Double, word); err != nil || strings.HasPrefix(word, "-I") {
				t.Errorf("%q: %v", word, err)
			}
		}
	}
}
