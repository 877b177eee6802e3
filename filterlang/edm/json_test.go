package edm

import (
	"errors"
	"testing"
)

// Ensure that JSON values are read by the rules of section 2.2: inferred without a type, forgiving strings with one.
func TestParseJSON(t *testing.T) {
	const refused = "refused"
	for _, test := range []struct {
		typ       Type
		raw, want string // want is a literal, "null" for the absent value
	}{
		{NoType, `"x"`, "'x'"}, {NoType, "true", "true"}, {NoType, "5", "5"}, {NoType, " -5 ", "-5"}, {NoType, "5.0", "5.0"}, {NoType, "5e0", "5.0"},
		{NoType, "null", "null"}, {Int32, "null", "null"},
		{NoType, "2147483648", refused}, {NoType, "{}", refused}, {NoType, "[1]", refused}, {NoType, "", refused}, {NoType, "nul", refused},
		{NoType, "05", refused}, {NoType, "+5", refused}, {NoType, "5.", refused}, {NoType, ".5", refused}, {NoType, "1e", refused}, {NoType, "-", refused},
		{NoType, "NaN", refused}, {NoType, "1e999", refused},
		{Int32, `"42"`, "42"}, {Int32, "42", "42"}, {Int32, "4.0", refused}, {Int32, `"x"`, refused}, {Int32, "2147483648", refused}, {Int32, "true", refused},
		{Int64, `"42"`, "42L"}, {Int64, "42", "42L"}, {Int64, `"9223372036854775808"`, refused}, {Int64, `""`, refused},
		{Double, "5", "5.0"}, {Double, `"5"`, "5.0"}, {Double, `"INF"`, "INF"}, {Double, `"-Infinity"`, "-INF"}, {Double, `"NaN"`, "NaN"},
		{Double, `"0x10"`, refused}, {Double, `"inf"`, refused}, {Double, `"1_0"`, refused}, {Double, `"1e999"`, refused},
		{Boolean, `"true"`, "true"}, {Boolean, "false", "false"}, {Boolean, `"True"`, refused}, {Boolean, "1", refused},
		{DateTime, `"2014-05-07T08:20:53"`, "datetime'2014-05-07T08:20:53Z'"}, {DateTime, `"2014-05-07T08:20:53.123456789+02:00"`, "datetime'2014-05-07T06:20:53.1234567Z'"},
		{DateTime, `"x"`, refused}, {DateTime, "5", refused},
		{Guid, `"DD3CB8F8-93B7-44E2-B74A-C0AA3B27A6D2"`, "guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'"}, {Guid, `"dd3cb8f8"`, refused},
		{Binary, `"AQI="`, "X'0102'"}, {Binary, `"AQI"`, refused}, {Binary, `"00ff?"`, refused},
		{String, `"\u00f4\/\b\f\""`, "'ô/\b\f\"'"}, {String, `"ô🎬"`, "'ô🎬'"}, {String, `"\ud83c\udfac"`, "'🎬'"}, {String, `"\u0000"`, "'\x00'"},
		{String, `"\ud83c"`, refused}, {String, `"\ud83cx"`, refused}, {String, `"\ud83c\u0041"`, refused}, {String, `"\udfac"`, refused},
		{String, "\"\xff\"", refused}, {String, "\"\n\"", refused}, {String, `"\x"`, refused}, {String, `"\u12"`, refused}, {String, `"a"b"`, refused},
		{String, `"`, refused}, {String, `"\"`, refused}, {String, `"a`, refused}, {String, "5", refused}, {String, "true", refused},
		{Type(77), `"x"`, refused},
	} {
		got, err := ParseJSON(test.typ, []byte(test.raw))
		literal := got.Literal()
		switch {
		case err != nil:
			literal = refused
			if _, ok := errors.AsType[*TextError](err); !ok {
				t.Errorf("ParseJSON(%s, %s) fails with %v", test.typ, test.raw, err)
			}
		case got.IsZero():
			literal = "null"
		}
		if literal != test.want {
			t.Errorf("ParseJSON(%s, %s) = %s, %v, want %s", test.typ, test.raw, literal, err, test.want)
		}
	}
}
