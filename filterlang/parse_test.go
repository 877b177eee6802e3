package filterlang

import (
	"errors"
	"math"
	"strings"
	"testing"

	"rangefinder/filterlang/edm"
)

func nodeCompare(property string, op Op, literal edm.Value) *Comparison {
	return &Comparison{Property: property, Op: op, Literal: literal}
}

func nodeMirrored(literal edm.Value, op Op, property string) *Comparison {
	return &Comparison{Property: property, Op: op.Mirror(), Literal: literal, Mirrored: true}
}

func nodeProperty(name string) *BoolProperty { return &BoolProperty{Property: name} }
func nodeAnd(operands ...Expr) Expr          { return &And{Operands: operands} }
func nodeOr(operands ...Expr) Expr           { return &Or{Operands: operands} }
func nodeNot(operand Expr) Expr              { return &Not{Operand: operand} }

func dateValue(t *testing.T, s string) edm.Value {
	t.Helper()
	v, err := edm.ParseDateTime(s)
	if err != nil {
		t.Fatal(err)
	}
	return edm.NewDateTime(v)
}

// Ensure that each form of the language gives the tree it stands for, and the canonical text. An empty canonical text means
// the text is canonical already.
func TestParse_Forms(t *testing.T) {
	one, five := edm.NewInt32(1), edm.NewInt32(5)
	guid := edm.NewGuid(edm.UUID{0xdd, 0x3c, 0xb8, 0xf8, 0x93, 0xb7, 0x44, 0xe2, 0xb7, 0x4a, 0xc0, 0xaa, 0x3b, 0x27, 0xa6, 0xd2})
	const guidText = "guid'dd3cb8f8-93b7-44e2-b74a-c0aa3b27a6d2'"
	for _, test := range []struct {
		text      string
		want      Expr
		canonical string
	}{
		{"", nil, ""},
		{" \t\r\n\u00a0", nil, ""},
		// operators, either side
		{"A eq 1", nodeCompare("A", Eq, one), ""},
		{"A ne 1", nodeCompare("A", Ne, one), ""},
		{"A gt 1", nodeCompare("A", Gt, one), ""},
		{"A ge 1", nodeCompare("A", Ge, one), ""},
		{"A lt 1", nodeCompare("A", Lt, one), ""},
		{"A le 1", nodeCompare("A", Le, one), ""},
		{"1 lt A", nodeMirrored(one, Lt, "A"), ""},
		{"1 ge A", nodeMirrored(one, Ge, "A"), ""},
		{"'a' eq PartitionKey and 'b' eq RowKey",
			nodeAnd(nodeMirrored(edm.NewString("a"), Eq, "PartitionKey"), nodeMirrored(edm.NewString("b"), Eq, "RowKey")), ""},
		// literals
		{"A eq 'O''Brien'", nodeCompare("A", Eq, edm.NewString("O'Brien")), ""},
		{"A eq ''", nodeCompare("A", Eq, edm.NewString("")), ""},
		{"A eq ''''", nodeCompare("A", Eq, edm.NewString("'")), ""},
		{"A eq 'Łódź 🎬 \n'", nodeCompare("A", Eq, edm.NewString("Łódź 🎬 \n")), ""},
		{"A eq -2147483648", nodeCompare("A", Eq, edm.NewInt32(math.MinInt32)), ""},
		{"A eq 2147483647", nodeCompare("A", Eq, edm.NewInt32(math.MaxInt32)), ""},
		{"A eq 2147483648", nodeCompare("A", Eq, edm.NewInt64(math.MaxInt32+1)), "A eq 2147483648L"},
		{"A eq -2147483649", nodeCompare("A", Eq, edm.NewInt64(math.MinInt32-1)), "A eq -2147483649L"},
		{"A eq 5l", nodeCompare("A", Eq, edm.NewInt64(5)), "A eq 5L"},
		{"A eq -9223372036854775808L", nodeCompare("A", Eq, edm.NewInt64(math.MinInt64)), ""},
		{"A eq 9223372036854775807", nodeCompare("A", Eq, edm.NewInt64(math.MaxInt64)), "A eq 9223372036854775807L"},
		{"A eq 4.50", nodeCompare("A", Eq, edm.NewDouble(4.5)), "A eq 4.5"},
		{"A eq 5D", nodeCompare("A", Eq, edm.NewDouble(5)), "A eq 5.0"},
		{"A eq -0.0", nodeCompare("A", Eq, edm.NewDouble(math.Copysign(0, -1))), ""},
		{"A eq 1e3", nodeCompare("A", Eq, edm.NewDouble(1000)), "A eq 1000.0"},
		{"A eq 1.5E-7d", nodeCompare("A", Eq, edm.NewDouble(1.5e-7)), "A eq 1.5E-07"},
		{"A eq 1.7976931348623157E+308", nodeCompare("A", Eq, edm.NewDouble(math.MaxFloat64)), ""},
		{"A eq NaN", nodeCompare("A", Eq, edm.NewDouble(math.NaN())), ""},
		{"A lt INF", nodeCompare("A", Lt, edm.NewDouble(math.Inf(1))), ""},
		{"-INF lt A", nodeMirrored(edm.NewDouble(math.Inf(-1)), Lt, "A"), ""},
		{"NaN eq 5", nodeCompare("NaN", Eq, five), ""},
		// section 4.3: true and false in any capitals, and alone
		{"A eq True and B ne FALSE", nodeAnd(nodeCompare("A", Eq, edm.NewBoolean(true)), nodeCompare("B", Ne, edm.NewBoolean(false))), "A eq true and B ne false"},
		{"tRuE eq A", nodeMirrored(edm.NewBoolean(true), Eq, "A"), "true eq A"},
		{"true", &Constant{Value: true}, ""},
		{"FALSE", &Constant{}, "false"},
		{"not(True)", nodeNot(&Constant{Value: true}), "not true"},
		{"(true and RowKey eq 'x') and (false or A)", nodeAnd(nodeAnd(&Constant{Value: true}, nodeCompare("RowKey", Eq, edm.NewString("x"))), nodeOr(&Constant{}, nodeProperty("A"))), ""},
		{"Trues or Falsehood or falſe", nodeOr(nodeProperty("Trues"), nodeProperty("Falsehood"), nodeProperty("falſe")), ""},
		{"A eq true and B ne false", nodeAnd(nodeCompare("A", Eq, edm.NewBoolean(true)), nodeCompare("B", Ne, edm.NewBoolean(false))), ""},
		{"A eq datetime'2014-05-07T08:20:53.0000010Z'", nodeCompare("A", Eq, dateValue(t, "2014-05-07T08:20:53.000001Z")),
			"A eq datetime'2014-05-07T08:20:53.000001Z'"},
		{"A eq datetime'2014-05-07T08:20:53'", nodeCompare("A", Eq, dateValue(t, "2014-05-07T08:20:53Z")), "A eq datetime'2014-05-07T08:20:53Z'"},
		{"A eq datetime'2014-05-07'", nodeCompare("A", Eq, dateValue(t, "2014-05-07T00:00:00Z")), "A eq datetime'2014-05-07T00:00:00Z'"},
		{"A eq datetime'2014-05-07T01:20+02:00'", nodeCompare("A", Eq, dateValue(t, "2014-05-06T23:20:00Z")), "A eq datetime'2014-05-06T23:20:00Z'"},
		{"A eq datetime'2014-05-07T08:20:53.12345678999Z'", nodeCompare("A", Eq, dateValue(t, "2014-05-07T08:20:53.1234567Z")),
			"A eq datetime'2014-05-07T08:20:53.1234567Z'"},
		{"A eq " + guidText, nodeCompare("A", Eq, guid), ""},
		{"A eq " + "guid'DD3CB8F8-93B7-44E2-B74A-C0AA3B27A6D2'", nodeCompare("A", Eq, guid), "A eq " + guidText},
		{"A eq X'00fF'", nodeCompare("A", Eq, edm.NewBinary("\x00\xff")), "A eq X'00FF'"},
		{"A eq x'00' or A eq binary'01'", nodeOr(nodeCompare("A", Eq, edm.NewBinary("\x00")), nodeCompare("A", Eq, edm.NewBinary("\x01"))),
			"A eq X'00' or A eq X'01'"},
		{"A eq X''", nodeCompare("A", Eq, edm.NewBinary("")), ""},
		// a property alone, names
		{"IsFavorite", nodeProperty("IsFavorite"), ""},
		{"(((A)))", nodeProperty("A"), "A"},
		{"_a1 and Größe and Имя", nodeAnd(nodeProperty("_a1"), nodeProperty("Größe"), nodeProperty("Имя")), ""},
		{"le eq 5 and eq gt 1", nodeAnd(nodeCompare("le", Eq, five), nodeCompare("eq", Gt, one)), ""},
		{"Not eq 5", nodeCompare("Not", Eq, five), ""},
		{"datetime eq 5", nodeCompare("datetime", Eq, five), ""},
		// precedence and grouping
		{"A and B and C", nodeAnd(nodeProperty("A"), nodeProperty("B"), nodeProperty("C")), ""},
		{"(A and B) and C", nodeAnd(nodeAnd(nodeProperty("A"), nodeProperty("B")), nodeProperty("C")), ""},
		{"A or B and C or D", nodeOr(nodeProperty("A"), nodeAnd(nodeProperty("B"), nodeProperty("C")), nodeProperty("D")), ""},
		{"(A or B) and C", nodeAnd(nodeOr(nodeProperty("A"), nodeProperty("B")), nodeProperty("C")), ""},
		{"A or (B or C)", nodeOr(nodeProperty("A"), nodeOr(nodeProperty("B"), nodeProperty("C"))), ""},
		{"not A and B", nodeAnd(nodeNot(nodeProperty("A")), nodeProperty("B")), ""},
		{"not A eq 1", nodeNot(nodeCompare("A", Eq, one)), "not (A eq 1)"},
		{"not not (not (A or B))", nodeNot(nodeNot(nodeNot(nodeOr(nodeProperty("A"), nodeProperty("B"))))), "not not not (A or B)"},
		// white space
		{"(A)and(B)or(not(C))", nodeOr(nodeAnd(nodeProperty("A"), nodeProperty("B")), nodeNot(nodeProperty("C"))), "A and B or not C"},
		{"\n A\teq'x'and\u00a0B ", nodeAnd(nodeCompare("A", Eq, edm.NewString("x")), nodeProperty("B")), "A eq 'x' and B"},
	} {
		got, err := Parse(test.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", test.text, err)
			continue
		}
		if !Equal(got, test.want) {
			t.Errorf("Parse(%q) = %v, want %v", test.text, got, test.want)
			continue
		}
		want := test.canonical
		if want == "" {
			want = test.text
		}
		if got != nil && got.String() != want {
			t.Errorf("Parse(%q) prints %q, want %q", test.text, got.String(), want)
		}
	}
}

// Ensure that every node's span is the text it was read from, parentheses included where they belong to it.
func TestParse_Spans(t *testing.T) {
	text := "not (A eq 'ž') and (5 lt B or C)"
	root, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	cut := func(s Span) string { return text[s.Start:s.End] }
	all := root.(*And)
	negation, group := all.Operands[0].(*Not), all.Operands[1].(*Or)
	left, right := negation.Operand.(*Comparison), group.Operands[0].(*Comparison)
	for _, test := range []struct{ got, want string }{
		{cut(all.At), text},
		{cut(negation.At), "not (A eq 'ž')"},
		{cut(left.At), "A eq 'ž'"},
		{cut(left.PropertyAt), "A"},
		{cut(left.OpAt), "eq"},
		{cut(left.LiteralAt), "'ž'"},
		{cut(group.At), "5 lt B or C"},
		{cut(right.At), "5 lt B"},
		{cut(right.PropertyAt), "B"},
		{cut(right.LiteralAt), "5"},
		{cut(group.Operands[1].Span()), "C"},
	} {
		if test.got != test.want {
			t.Errorf("span is %q, want %q", test.got, test.want)
		}
	}
}

// Ensure that nesting up to the limit is read, and one level more refused by name, whatever it is made of.
func TestParse_Nesting(t *testing.T) {
	for _, pair := range [][2]string{{"(", ")"}, {"not ", ""}, {"not (", ")"}} {
		levels := MaxNesting / (1 + strings.Count(pair[0], "not ("))
		fits := strings.Repeat(pair[0], levels) + "A" + strings.Repeat(pair[1], levels)
		if _, err := Parse(fits); err != nil {
			t.Errorf("%d times %q: %.200v", levels, pair[0], err)
		}
		deeper := pair[0] + fits + pair[1]
		_, err := Parse(deeper)
		refused, ok := errors.AsType[*SyntaxError](err)
		if !ok || refused.Code != InvalidInput || !strings.Contains(refused.Detail, "nested more than 200 deep") {
			t.Errorf("%d times %q: %.200v", levels+1, pair[0], err)
		}
	}
	siblings := strings.Repeat("not (not (A)) and ", 1000) + "A"
	if _, err := Parse(siblings); err != nil {
		t.Errorf("nesting of siblings adds up: %.200v", err)
	}
}

// Ensure that a megabyte of anything gives an answer; a recursion or a quadratic step would not come back.
func TestParse_Megabyte(t *testing.T) {
	size := 1 << 20
	if testing.Short() { // the race detector runs, and there is one goroutine
		size /= 32
	}
	for _, test := range []struct {
		unit, end string
		ok        bool
	}{
		{"a or ", "a", true},
		{"(", "", false}, {"not ", "", false}, {"'", "", false}, {"''", "", false}, {"\"", "", false}, {"“", "", false}, {")", "", false},
		{"a", " eq 1", true}, {"1", "", false}, {"\xff", "", false}, {"f(", "", false}, {"a eq 'x", "", false}, {"5 ", "", false}, {"= ", "", false},
		{"-", "", false}, {"a in (", "", false}, {"1.", "", false},
	} {
		text := strings.Repeat(test.unit, size/len(test.unit)) + test.end
		if _, err := Parse(text); (err == nil) != test.ok {
			t.Errorf("a megabyte of %q: %.200v", test.unit, err)
		}
		Tokens(text)
	}
	_, err := Parse(strings.Repeat(" ", MaxLength) + "A")
	if refused, ok := errors.AsType[*SyntaxError](err); !ok || len(refused.Message) > 200 {
		t.Errorf("a filter beyond MaxLength: %.200v", err)
	}
}
