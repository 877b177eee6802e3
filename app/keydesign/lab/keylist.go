package lab

import (
	"strconv"
	"strings"
	"unicode/utf16"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// listProperty is the property of an index entity that holds keys; what does not fit goes into listProperty2 and so on.
const listProperty = "Keys"

// lists makes the entities of an index that hold keys: one for each key of the index.
func (b *Bench) lists(s *shadow, x *set, made *engine.Rekeying, marked bool, at *progress) error {
	n := b.from.Len()
	pk, rk := x.keys.Partition.Maker(), x.keys.Row.Maker()
	mainPK, mainRK := s.d.keys.Partition.Maker(), s.d.keys.Row.Maker()
	together := x.keys.Partition.String() == s.d.keys.Partition.String()
	x.lists, x.long = make([]uint32, n), map[uint32]int{}
	first := map[Key]uint32{}
	texts := map[uint32][]string{} // by the first rank: keys
	const window = 512
	for rank := 0; rank < n; rank += window {
		for i, e := range b.from.Window(rank, window) {
			r := uint32(rank + i)
			x.lists[r] = none
			key, err := makeKey(pk, rk, e)
			if err == nil {
				err = checkKeys(key)
			}
			if err != nil {
				s.keyless(x.number, e, err)
				continue
			}
			of, err := makeKey(mainPK, mainRK, e)
			if err != nil {
				continue // the design has no such entity, and says so
			}
			at, ok := first[key]
			if !ok {
				at = r
				first[key] = r
			}
			x.lists[r] = at
			x.long[at]++
			text := of.Row
			if !together {
				text = of.Partition + "\t" + of.Row
			}
			texts[at] = append(texts[at], text)
		}
		if err := at.step(min(window, n-rank)); err != nil {
			return err
		}
	}
	report := &s.report.Indexes[x.number-1]
	for key, r := range first {
		properties := linesAsProperties(texts[r])
		if marked {
			properties = append(properties, engine.Property{Name: b.names.copy, Value: edm.NewString(strconv.Itoa(x.number))})
		}
		report.Longest = max(report.Longest, x.long[r])
		if err := made.Put(uint32(x.number*n)+r, b.from.At(int(r)).Timestamp(), key.Partition, key.Row, properties); err != nil {
			if !keyless(err) {
				return err
			}
			report.TooLong++
		}
	}
	return nil
}

// linesAsProperties returns the properties that hold the lines of a list: as many lines in each as it takes.
func linesAsProperties(lines []string) (list []engine.Property) {
	from, units := 0, 0
	for i := range lines {
		size := len(utf16.Encode([]rune(lines[i]))) + 1
		if units += size; units > engine.MaxString && i > from {
			list = append(list, engine.Property{Name: listName(len(list) + 1), Value: edm.NewString(strings.Join(lines[from:i], "\n"))})
			from, units = i, size
		}
	}
	if from < len(lines) {
		list = append(list, engine.Property{Name: listName(len(list) + 1), Value: edm.NewString(strings.Join(lines[from:], "\n"))})
	}
	return list
}
