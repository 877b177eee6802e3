package filterlang

import (
	"math/rand/v2"
	"strconv"
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
			if r.IntN(2) == 0 {
				c.texts = nil // as after many
			}
			columns.By[name] = c
			copied++
		}
		mask = matcher.BindColumns(layout, &columns)
		if there := chunk; !columns.Partial && r.IntN(4) > 0 {
			columns.Entity = func(at int) edm.Packed { return there[at-columns.At] }
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

// A column of many texts, or of two with one hash, does not take the hash for the text.
func TestColumn_TextsThatHashTellsApart(t *testing.T) {
	layout := edm.NewLayout([]edm.LayoutProperty{{Name: "S", Type: edm.String}})
	entity := func(text string) edm.Packed {
		return edm.Pack(0, 1, "p", "r", layout, []edm.Value{edm.NewString(text)})
	}
	one, other := "", ""
	for i, of := 0, map[uint32]string{}; other == ""; i++ { // some 100,000 texts have two with one hash
		text := strconv.Itoa(i)
		one, other = text, of[textHash(text)]
		of[textHash(text)] = text
	}
	for _, texts := range [][]string{{one, other}, {one}, {"a"}} {
		c := NewColumn("S", layout, 0)
		chunk := []edm.Packed{}
		for _, text := range texts {
			chunk = append(chunk, entity(text))
		}
		c.Append(chunk)
		for _, text := range []string{one, other, "a"} {
			for _, op := range []Op{Eq, Ne} {
				m := Compile(&Comparison{Property: "S", Op: op, Literal: edm.NewString(text)}, MatchOptions{})
				got := m.BindColumns(layout, &Columns{By: map[string]*Column{"S": c}})(chunk, 3>>(2-len(texts)))
				if want := m.BindMask(layout)(chunk, 3>>(2-len(texts))); got != want {
					t.Errorf("%q %v %q: %b, want %b", texts, op, text, got, want)
				}
			}
		}
	}
	if textHash(one) != textHash(other) {
		t.Error("the hash tells them apart: the test is blind")
	}
	c := NewColumn("S", layout, 0)
	for i := range maxTexts + 1 {
		if c.Append([]edm.Packed{entity(strconv.Itoa(i))}); (c.texts == nil) != (i == maxTexts) {
			t.Errorf("%d texts are known of %d", len(c.texts), i+1)
		}
	}
}

func TestBindMask_NoFilter(t *testing.T) {
	if got := Compile(nil, MatchOptions{}).BindMask(edm.NewLayout(nil))(make([]edm.Packed, 3), 5); got != 5 {
		t.Errorf("no filter: %b", got)
	}
}
