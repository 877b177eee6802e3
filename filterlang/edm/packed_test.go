package edm

import (
	"cmp"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
)

// compareUTF16 is the order of section 1.4 by its definition.
func compareUTF16(a, b string) int {
	x, y := utf16.Encode([]rune(a)), utf16.Encode([]rune(b))
	for i := 0; i < len(x) && i < len(y); i++ {
		if c := cmp.Compare(x[i], y[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}

// keyAlphabet holds characters on every side of the borders of the UTF-16 order, none of them a control character.
var keyAlphabet = []rune("aAb ~\u00a0éß\u07ff\u0800\ud7ff\ue000\ufb01\uffff\U00010000😀\U0010ffff")

func randomText(r *rand.Rand, alphabet []rune, longest int) string {
	var b strings.Builder
	for n := r.IntN(longest + 1); n > 0; n-- {
		b.WriteRune(alphabet[r.IntN(len(alphabet))])
	}
	return b.String()
}

func TestSortKey_OrdersAsUTF16(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		p1, r1 := randomText(r, keyAlphabet, 3), randomText(r, keyAlphabet, 3)
		p2, r2 := randomText(r, keyAlphabet, 3), randomText(r, keyAlphabet, 3)
		want := compareUTF16(p1, p2)
		if want == 0 {
			want = compareUTF16(r1, r2)
		}
		if got := strings.Compare(SortKey(p1, r1), SortKey(p2, r2)); got != want {
			t.Fatalf("(%q, %q) against (%q, %q): got %d, want %d", p1, r1, p2, r2, got, want)
		}
		if got := KeyText(SortForm(p1)); got != p1 {
			t.Fatalf("KeyText(SortForm(%q)) = %q", p1, got)
		}
	}
}

func TestKeyBound_LiteralWithControlCharacters(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	literals := append([]rune{0, 0, 1, 0x1f, 0x7f, 0x9f}, keyAlphabet...)
	for range 200_000 {
		key, literal := randomText(r, keyAlphabet, 3), randomText(r, literals, 3)
		form, truncated := KeyBound(literal)
		want := compareUTF16(key, literal)
		got := strings.Compare(SortForm(key), form)
		if truncated {
			if got <= 0 {
				got = -1
			}
		}
		if got != want {
			t.Fatalf("key %q against literal %q: got %d, want %d", key, literal, got, want)
		}
		if strings.Contains(form, "\x00") {
			t.Fatalf("KeyBound(%q) holds a zero byte", literal)
		}
	}
}

func randomValue(r *rand.Rand, typ Type) Value {
	switch typ {
	case String:
		return NewString(randomText(r, keyAlphabet, 9))
	case Int32:
		return NewInt32(int32(r.Uint32()))
	case Int64:
		return NewInt64(int64(r.Uint64()))
	case Double:
		return NewDouble(math.Float64frombits(r.Uint64()))
	case Boolean:
		return NewBoolean(r.IntN(2) == 1)
	case DateTime:
		return NewDateTime(Ticks(r.Int64()))
	case Guid:
		var g UUID
		for i := range g {
			g[i] = byte(r.Uint32())
		}
		return NewGuid(g)
	default:
		return NewBinary(string([]byte{byte(r.Uint32()), 0xFF}[:r.IntN(3)]))
	}
}

func TestPack_RoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var slab Slab
	type made struct {
		packed Packed
		check  func(Packed)
	}
	var all []made
	for range 20_000 {
		properties := make([]LayoutProperty, r.IntN(16))
		values := make([]Value, len(properties))
		for i := range properties {
			properties[i] = LayoutProperty{Name: "P" + string(rune('a'+i)), Type: Types[r.IntN(len(Types))]}
			values[i] = randomValue(r, properties[i].Type)
		}
		layout := NewLayout(properties)
		pk, rk := randomText(r, keyAlphabet, 4), randomText(r, keyAlphabet, 4)
		number, ts := r.Uint32(), Ticks(r.Int64())
		check := func(p Packed) {
			t.Helper()
			if gpk, grk := PackedKeys(p); gpk != pk || grk != rk {
				t.Fatalf("keys (%q, %q), want (%q, %q)", gpk, grk, pk, rk)
			}
			if PackedKey(p) != SortKey(pk, rk) || PackedPartition(p) != SortForm(pk) || PackedRow(p) != SortForm(rk) {
				t.Fatalf("sort key %q of (%q, %q)", PackedKey(p), pk, rk)
			}
			if PackedTimestamp(p) != ts || PackedLayoutNumber(p) != number {
				t.Fatal("head differs")
			}
			for i, property := range properties {
				slot, ok := layout.Slot(property.Name)
				if !ok || layout.Index(property.Name) != i || slot != layout.SlotAt(i) {
					t.Fatalf("slot of %s: %v", property.Name, slot)
				}
				if got := layout.Value(p, i); got != values[i] {
					t.Fatalf("%s %v: got %v, want %v", property.Name, property.Type, got, values[i])
				}
			}
			if _, ok := layout.Slot("absent"); ok {
				t.Fatal("layout has a property nobody gave it")
			}
		}
		single := Pack(number, ts, pk, rk, layout, values)
		check(single)
		packed := slab.Pack(number, ts, pk, rk, layout, values)
		if packed != single {
			t.Fatal("Slab.Pack and Pack differ")
		}
		all = append(all, made{packed, check})
	}
	for _, m := range all { // later entities left the earlier ones of the slab alone
		m.check(m.packed)
	}
}

func TestPack_Size(t *testing.T) {
	layout := NewLayout([]LayoutProperty{{"A", Int32}, {"B", Double}, {"C", String}, {"D", Boolean}})
	values := []Value{NewInt32(1), NewDouble(2), NewString("twenty characters ..."[:20]), NewBoolean(true)}
	p := Pack(0, 0, "P0001", "R00000001", layout, values)
	if len(p) != 68 {
		t.Errorf("entity takes %d bytes, want 68", len(p))
	}
	var slab Slab
	n := testing.AllocsPerRun(1000, func() { slab.Pack(0, 0, "P0001", "R00000001", layout, values) })
	if n > 0.1 {
		t.Errorf("%v allocations an entity in a slab", n)
	}
	n = testing.AllocsPerRun(1000, func() {
		PackedKeys(p)
		for i := range layout.Len() {
			layout.Value(p, i)
		}
	})
	if n != 0 {
		t.Errorf("%v allocations to read", n)
	}
}
