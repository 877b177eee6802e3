package edm

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// Ensure that strings order by UTF-16 code units, for every pair of characters at the edges of the encodings.
func TestCompareString_UTF16Order(t *testing.T) {
	edges := []string{"", "\x00", "A", "B", "a", "\u007f", "\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\uefff", "\uf000", "\uffff",
		"\U00010000", "\U0001F3AC", "\U0001F3AD", "\U000FFFFF", "\U00100000", "\U0010FFFF"}
	check := func(a, b string) {
		t.Helper()
		want := slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		if got := CompareString(a, b); got != want {
			t.Fatalf("CompareString(%q, %q) = %d, want %d", a, b, got, want)
		}
	}
	for _, a := range edges {
		for _, b := range edges {
			check(a, b)
			check("x"+a+"y", "x"+b+"z")
			check(a+b, b+a)
			check(a, a+b)
		}
	}
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	word := func() string {
		var b strings.Builder
		for range r.IntN(5) {
			b.WriteString(edges[r.IntN(len(edges))])
		}
		return b.String()
	}
	for range 5000 {
		check(word(), word())
	}
}

// Ensure that the end of a prefix is above everything that starts with it and above nothing else.
func TestPrefixEnd(t *testing.T) {
	for _, test := range []struct {
		prefix, want string
		ok           bool
	}{
		{"Sh", "Si", true}, {"Sports;", "Sports<", true}, {"a'", "a(", true}, {"z", "{", true}, {"é", "ê", true}, {"a\u007f", "a\u0080", true},
		{"a\ud7ff", "a\U00010000", true}, {"a\U0010ffff", "a\ue000", true}, {"a\uffff", "b", true}, {"\U000103ff", "\U00010400", true},
		{"\uffff\uffff", "", false}, {"", "", false},
	} {
		got, ok := PrefixEnd(test.prefix)
		if got != test.want || ok != test.ok {
			t.Errorf("PrefixEnd(%q) = %q, %v, want %q, %v", test.prefix, got, ok, test.want, test.ok)
		}
		if !ok {
			continue
		}
		for _, tail := range []string{"", "a", "\uffff\uffff", "\U0010ffff"} {
			if CompareString(test.prefix+tail, got) >= 0 {
				t.Errorf("%q is not below PrefixEnd(%q)", test.prefix+tail, test.prefix)
			}
		}
	}
}

// Ensure that only the literal is widened and everything else of another type is a mismatch (section 4.4).
func TestCompare(t *testing.T) {
	nan, inf := NewDouble(math.NaN()), NewDouble(math.Inf(1))
	guid := func(first, eighth byte) Value { return NewGuid(UUID{0: first, 8: eighth}) }
	const mismatch = 99
	for _, test := range []struct {
		property, literal Value
		want              int
	}{
		{NewInt32(5), NewInt32(5), 0}, {NewInt32(-5), NewInt32(5), -1}, {NewInt32(5), NewInt32(-5), 1},
		{NewInt64(5), NewInt32(5), 0}, {NewInt64(-1 << 62), NewInt32(-7), -1}, {NewInt64(5), NewInt64(6), -1},
		{NewDouble(5), NewInt32(5), 0}, {NewDouble(4.5), NewInt64(5), -1}, {NewDouble(1 << 53), NewInt64(1<<53 + 1), 0},
		{NewInt32(5), NewInt64(5), mismatch}, {NewInt32(5), NewDouble(5), mismatch}, {NewInt64(5), NewDouble(5), mismatch},
		{NewDouble(-0.0), NewDouble(math.Copysign(0, -1)), 0},
		{nan, NewDouble(1), Unordered}, {NewDouble(1), nan, Unordered}, {nan, nan, Unordered}, {nan, NewInt32(1), Unordered},
		{inf, NewDouble(math.MaxFloat64), 1}, {inf, inf, 0},
		{NewString("b"), NewString("bB"), -1}, {NewString("B"), NewString("b"), -1}, {NewString("\U0001F3AC"), NewString("\uffff"), -1},
		{NewString("5"), NewInt32(5), mismatch}, {NewInt32(5), NewString("5"), mismatch},
		{NewBoolean(false), NewBoolean(true), -1}, {NewBoolean(true), NewBoolean(true), 0}, {NewBoolean(true), NewInt32(1), mismatch},
		{NewDateTime(MinTicks), NewDateTime(MinTicks + 1), -1}, {NewDateTime(0), NewInt64(0), mismatch},
		{guid(0x80, 0), guid(0x7f, 0xff), 1}, {guid(1, 0x80), guid(1, 0x7f), 1}, {guid(1, 2), guid(1, 2), 0}, {guid(1, 2), NewString("x"), mismatch},
		{NewBinary("a"), NewBinary("ab"), -1}, {NewBinary("\xff"), NewBinary("\x00\x00"), 1}, {NewBinary(""), NewBinary(""), 0},
		{NewBinary("a"), NewString("a"), mismatch},
		{Value{}, NewInt32(5), mismatch}, {NewInt32(5), Value{}, mismatch}, {Value{}, Value{}, mismatch},
	} {
		got, ok := Compare(test.property, test.literal)
		if !ok {
			got = mismatch
		}
		if got != test.want {
			t.Errorf("Compare(%s, %s) = %d, want %d", test.property.Literal(), test.literal.Literal(), got, test.want)
		}
	}
}

func BenchmarkCompareString(b *testing.B) {
	x, y := strings.Repeat("abcdefgh", 3)+"x", strings.Repeat("abcdefgh", 3)+"y"
	for b.Loop() {
		CompareString(x, y)
	}
}
