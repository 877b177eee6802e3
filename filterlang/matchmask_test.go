package filterlang

import (
	"math/rand/v2"
	"testing"

	"rangefinder/filterlang/edm"
)

// A mask says of each entity what the predicate says, and nothing of those it is not asked about.
func TestBindMask_AgreesWithMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	whole, copied, alone := 0, 0, 0
	for range 10_000 {
		matcher := Compile(randomFilter(r, r.IntN(4)), MatchOptions{MismatchRanksLow: r.IntN(2) == 1})
		var properties []edm.LayoutProperty
		for _, name := range matchNames {
			if r.IntN(5) > 0 {
				properties = append(properties, edm.LayoutProperty{Name: name, Type: pick(r, edm.Types[:])})
			}
		}
		layout := edm.NewLayout(properties)
		match, mask := matcher.Bind(layout).Match, matcher.BindMask(layout)
		chunk := make([]edm.Packed, pick(r, []int{0, 1, 5, MaskSize - 1, MaskSize}))
		var want uint64
		for i := range chunk {
			stored := make([]edm.Value, len(properties))
			for k, p := range properties {
				stored[k] = pick(r, matchPool[p.Type])
			}
			chunk[i] = edm.Pack(3, pick(r, matchPool[edm.DateTime]).Ticks(), pick(r, matchKeys), pick(r, matchKeys), layout, stored)
			if match(chunk[i]) {
				want |= 1 << i
			}
		}
		active := uint64(1)<<len(chunk) - 1
		if r.IntN(2) == 0 {
			active &= r.Uint64()
		} else {
			whole++
		}
		if got := mask(chunk, active); got != want&active {
			t.Fatalf("%s: asked for %b got %b, want %b", describe(matcher.filter), active, got, want&active)
		}
		columns := Columns{By: map[string]*Column{}, At: r.IntN(len(chunk) + 1)}
		for _, name := range matcher.Compared(layout) {
			if r.IntN(4) == 0 {
				continue
			}
			c := NewColumn(name, layout, 0)
			c.Append(chunk[:columns.At]) // others, before those of the chunk
			c.Append(chunk)
			columns.By[name] = c
			copied++
		}
		mask = matcher.BindColumns(layout, &columns)
		if !columns.Partial {
			chunk = make([]edm.Packed, len(chunk)) // it is not read
			alone++
		}
		if got := mask(chunk, active); got != want&active {
			t.Fatalf("%s with columns: asked for %b got %b, want %b", describe(matcher.filter), active, got, want&active)
		}
	}
	if whole < 1000 || copied < 500 || alone < 500 {
		t.Error("whole chunks or columns are not tried")
	}
}

func TestBindMask_NoFilter(t *testing.T) {
	if got := Compile(nil, MatchOptions{}).BindMask(edm.NewLayout(nil))(make([]edm.Packed, 3), 5); got != 5 {
		t.Errorf("no filter: %b", got)
	}
}
