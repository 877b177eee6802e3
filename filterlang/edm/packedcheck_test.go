package edm

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unicode/utf8"
)

// Ensure that every packed entity passes, and that whatever passes can be read: no byte that is changed makes a reader panic,
// and what it reads packs to the same bytes again.
func TestCheckPacked(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	refused := 0
	for range 3000 {
		properties := make([]LayoutProperty, r.IntN(6))
		values := make([]Value, len(properties))
		for i := range properties {
			properties[i] = LayoutProperty{Name: fmt.Sprint("P", i), Type: Types[r.IntN(len(Types))]}
			values[i] = randomValue(r, properties[i].Type)
			if properties[i].Type == String && !utf8.ValidString(values[i].Text()) {
				values[i] = NewString("valid")
			}
		}
		layout := NewLayout(properties)
		p := []byte(Pack(7, Ticks(r.Int64()), randomText(r, keyAlphabet, 4), randomText(r, keyAlphabet, 4), layout, values))
		if !CheckPacked(p, layout) {
			t.Fatalf("%q of %v is refused", p, properties)
		}
		for range 20 {
			q := slices.Clone(p)
			switch r.IntN(3) {
			case 0:
				q = q[:r.IntN(len(q))]
			case 1:
				q = append(q, byte(r.Uint32()))
			default:
				for range 1 + r.IntN(3) {
					q[r.IntN(len(q))] = byte(r.Uint32())
				}
			}
			if !CheckPacked(q, layout) {
				refused++
				continue
			}
			pk, rk := PackedKeys(string(q))
			read := make([]Value, layout.Len())
			for i := range read {
				read[i] = layout.Value(string(q), i)
			}
			if again := Pack(PackedLayoutNumber(string(q)), PackedTimestamp(string(q)), pk, rk, layout, read); again != string(q) {
				t.Fatalf("%q passes and packs again to %q", q, again)
			}
		}
	}
	if refused < 10_000 {
		t.Errorf("%d changed entities were refused", refused)
	}
}
