package worker

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Bounds of a suggested column width, in characters, and how many entities suggest it: the first of the result, and for the keys, which
// are to be read whole, so many that lie evenly in it.
const (
	narrowest  = 5
	widest     = 40
	widthsFrom = 100
	keysFrom   = 1000
	longestKey = 60
)

// oneInstant is the least that a Timestamp gets. Its digits end where the rest are zeros: a table that was read at another moment would
// have all its columns elsewhere.
const oneInstant = len("2026-11-28T14:25:31.123Z")

// columnsOf returns the columns of a result. With $select exactly the names asked for, once each; a name that no entity has
// is a column too, because the service answers null for it.
func (r *Result) columnsOf(names []string, census *filterlang.Census) []wire.Column {
	known := make(map[string]wire.Column, len(census.Properties)+3)
	for _, p := range census.Properties {
		c := wire.Column{Name: p.Name, Type: p.Types[0].Type}
		for _, t := range p.Types[1:] {
			c.Also = append(c.Also, t.Type.String())
		}
		known[p.Name] = c
	}
	for name, t := range systemTypes {
		known[name] = wire.Column{Name: name, Type: t}
	}
	if len(names) == 0 {
		names = append(names, filterlang.PartitionKey, filterlang.RowKey)
		for _, p := range census.Properties {
			names = append(names, p.Name)
		}
		names = append(names, filterlang.Timestamp)
	}
	columns := make([]wire.Column, 0, len(names))
	asked := make(map[string]bool, len(names))
	for _, name := range names {
		if asked[name] {
			continue
		}
		asked[name] = true
		c, ok := known[name]
		if !ok {
			c = wire.Column{Name: name}
		}
		c.Width = max(narrowest, utf8.RuneCountInString(name))
		if name == filterlang.Timestamp {
			c.Width = oneInstant
		}
		columns = append(columns, c)
	}
	for _, e := range r.Window(0, widthsFrom) {
		for i := range columns {
			if c := cellOf(e, columns[i].Name); c.T != edm.NoType {
				columns[i].Width = max(columns[i].Width, utf8.RuneCountInString(c.V))
			}
		}
	}
	r.measureKeys(columns)
	for i := range columns {
		columns[i].Width = min(columns[i].Width, widest)
	}
	return columns
}

// measureKeys finds the longest keys.
func (r *Result) measureKeys(columns []wire.Column) {
	n := r.Len()
	for i := range columns {
		c := &columns[i]
		if c.Name != filterlang.PartitionKey && c.Name != filterlang.RowKey {
			continue
		}
		most := 0.0
		for k := range min(n, keysFrom) {
			e := r.At(k * max(n/keysFrom, 1))
			key := e.PartitionKey()
			if c.Name == filterlang.RowKey {
				key = e.RowKey()
			}
			if w := roomOf(key); w > most {
				most, c.Longest = w, key
			}
		}
		if runes := []rune(c.Longest); len(runes) > longestKey {
			c.Longest = string(runes[:longestKey])
		}
		c.Width = max(c.Width, utf8.RuneCountInString(c.Longest))
		c.Differs = differs(r.Window(0, widthsFrom), c.Name)
	}
}

// differs returns how many characters of a key half of the entities need at most to differ from the entity before; 0 when none differs.
func differs(list []engine.Entity, name string) int {
	var counts []int
	for i := 1; i < len(list); i++ {
		a, b := list[i-1].PartitionKey(), list[i].PartitionKey()
		if name == filterlang.RowKey {
			a, b = list[i-1].RowKey(), list[i].RowKey()
		}
		if a == b {
			continue
		}
		n := 1
		for j, c := range a {
			if !strings.HasPrefix(b[min(j, len(b)):], string(c)) {
				break
			}
			n++
		}
		counts = append(counts, n)
	}
	if len(counts) == 0 {
		return 0
	}
	slices.Sort(counts)
	return counts[len(counts)/2]
}

// roomOf is about how wide a text is, in characters of middling width.
func roomOf(text string) float64 {
	w := 0.0
	for _, c := range text {
		switch {
		case strings.ContainsRune("ijlt.,:;'|! ", c):
			w += 0.5
		case strings.ContainsRune("mwMW", c):
			w += 1.5
		case unicode.IsUpper(c):
			w += 1.2
		default:
			w++
		}
	}
	return w
}

// cellOf writes one value for the grid.
func cellOf(e engine.Entity, name string) wire.Cell {
	v, ok := e.Value(name)
	if !ok {
		return wire.Cell{}
	}
	return CellFor(v)
}

// CellFor writes a value for the grid; the zero Value is no value.
func CellFor(v edm.Value) wire.Cell {
	switch v.Type() {
	case edm.NoType:
		return wire.Cell{}
	case edm.String:
		return wire.Cell{T: edm.String, V: Cut(v.Text())}
	case edm.Binary:
		// No text form of the bytes is shorter than the bytes: the rest cannot be seen.
		return wire.Cell{T: edm.Binary, V: Cut(edm.NewBinary(v.Text()[:min(len(v.Text()), wire.CellLimit)]).Display())}
	default:
		return wire.Cell{T: v.Type(), V: v.Display()}
	}
}

// Cut returns the first CellLimit runes of s.
func Cut(s string) string {
	if len(s) <= wire.CellLimit {
		return s
	}
	n := 0
	for i := range s {
		if n == wire.CellLimit {
			return s[:i]
		}
		n++
	}
	return s
}
