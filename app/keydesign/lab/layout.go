package lab

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"rangefinder/app/keydesign"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Layout is what a design stores for an entity, and where: what a program has to know that writes to the tables of the design, or checks
// them. Bench.Tables fills tables by the same rules.
type Layout struct {
	Tables []string // ends of the tables' names: "" for the one with the entities, "By2" for what index 2 has in another table
	Sets   []LayoutSet
}

// LayoutSet is what is stored under one pair of templates: the entities themselves are set 0, what index i stores is set i.
type LayoutSet struct {
	Index *Index // nil for the entities
	Keys  keydesign.Design
	Table int // of Tables
	// WasPartitionKey and WasRowKey name the properties that keep the keys which an entity had before, "" for a key that stays the same
	// or means nothing. CopyOf names the property that holds the number of the set, "" where the keys alone tell the sets of a table apart.
	WasPartitionKey, WasRowKey, CopyOf string
	// Together: the list of an index of kind KeyList is in the partition of its entities, so it holds RowKeys only.
	Together bool

	partition, row filterlang.Interval // of the keys that the templates make
}

// Layout returns the layout of a design. Error: that of a template that cannot be read.
func (b *Bench) Layout(design Design) (*Layout, error) { return layoutOf(design, b.names, b.kept) }

// LayoutOf returns the layout of a design for entities with these properties. generated says that their keys mean nothing and are not
// kept. Error: as of Bench.Layout.
func LayoutOf(design Design, properties []string, generated bool) (*Layout, error) {
	taken := map[string]bool{}
	for _, name := range properties {
		taken[name] = true
	}
	return layoutOf(design, freeNames(taken), !generated)
}

func layoutOf(design Design, names keptNames, kept bool) (*Layout, error) {
	d, refused := parse(&design)
	if refused != nil {
		return nil, errors.New(refused[0].Message)
	}
	s := newShadow(d)
	l := &Layout{Tables: []string{""}}
	for i := range s.sets {
		x := &s.sets[i]
		set := LayoutSet{Index: x.index, Keys: x.keys}
		if x.in != s.main {
			set.Table = len(l.Tables)
			l.Tables = append(l.Tables, suffix(i))
		} else if s.marked {
			set.CopyOf = names.copy
		}
		if list := x.index != nil && x.index.Kind == KeyList; list {
			set.Together = x.keys.Partition.String() == d.keys.Partition.String()
		} else if kept {
			partition, row := s.unchanged(x.in)
			if !partition {
				set.WasPartitionKey = names.partition
			}
			if !row {
				set.WasRowKey = names.row
			}
		}
		keys := x.keys.Rewrite(nil, keydesign.Data{})
		set.partition, set.row = keys.Partition, keys.Row
		l.Sets = append(l.Sets, set)
	}
	return l, nil
}

// suffix ends the name of the table of what index i stores.
func suffix(i int) string { return "By" + strconv.Itoa(i) }

// List reports whether the set holds lists of keys.
func (s *LayoutSet) List() bool { return s.Index != nil && s.Index.Kind == KeyList }

// SetOf returns the number of the set that an entity of a table belongs to, -1 for none of the design.
func (l *Layout) SetOf(table int, e engine.Entity) int {
	for i := range l.Sets {
		s := &l.Sets[i]
		if s.Table != table {
			continue
		}
		if s.CopyOf == "" {
			if s.partition.Contains(e.PartitionKey()) && s.row.Contains(e.RowKey()) {
				return i
			}
		} else if v, ok := e.Value(s.CopyOf); ok && v == edm.NewString(strconv.Itoa(i)) {
			return i
		}
	}
	return -1
}

// was returns a key that an entity of set 0 had before.
func (l *Layout) was(e engine.Entity, key, kept string) edm.Value {
	if kept != "" {
		key = kept
	}
	v, _ := e.Value(key)
	return v
}

// Key returns the keys under which a set stores something for an entity of set 0. Errors: as keydesign.Design.Keys.
func (l *Layout) Key(set int, e engine.Entity) (Key, error) {
	partition, row, err := l.Sets[set].Keys.Keys(func(name string) edm.Value {
		switch name {
		case filterlang.PartitionKey:
			return l.was(e, name, l.Sets[0].WasPartitionKey)
		case filterlang.RowKey:
			return l.was(e, name, l.Sets[0].WasRowKey)
		}
		v, _ := e.Value(name)
		return v
	})
	return Key{partition, row}, err
}

// Line returns what a list of keys holds for an entity of set 0.
func (l *Layout) Line(set int, e engine.Entity) string {
	if l.Sets[set].Together {
		return e.RowKey()
	}
	return e.PartitionKey() + "\t" + e.RowKey()
}

// Lines returns what a list of keys holds.
func (l *Layout) Lines(list engine.Entity) (lines []string) {
	for n := 1; ; n++ {
		v, ok := list.Value(listName(n))
		if !ok {
			return lines
		}
		lines = append(lines, strings.Split(v.Text(), "\n")...)
	}
}

// listName is the property of a list that holds keys: Keys, and what does not fit in it Keys2 and so on.
func listName(n int) string {
	if n == 1 {
		return listProperty
	}
	return listProperty + strconv.Itoa(n)
}

// Properties returns those of the copy that a set stores of an entity of set 0.
func (l *Layout) Properties(set int, e engine.Entity) []engine.Property {
	zero, s := &l.Sets[0], &l.Sets[set]
	var list []engine.Property
	for i := range e.Len() {
		p := e.Property(i)
		switch p.Name {
		case zero.WasPartitionKey, zero.WasRowKey, zero.CopyOf:
			continue
		}
		if s.Index == nil || len(s.Index.Properties) == 0 || slices.Contains(s.Index.Properties, p.Name) {
			list = append(list, p)
		}
	}
	if s.WasPartitionKey != "" {
		list = append(list, engine.Property{Name: s.WasPartitionKey, Value: l.was(e, filterlang.PartitionKey, zero.WasPartitionKey)})
	}
	if s.WasRowKey != "" {
		list = append(list, engine.Property{Name: s.WasRowKey, Value: l.was(e, filterlang.RowKey, zero.WasRowKey)})
	}
	return append(list, l.mark(set)...)
}

// mark is the property that tells a set apart, if there is one.
func (l *Layout) mark(set int) []engine.Property {
	if name := l.Sets[set].CopyOf; name != "" {
		return []engine.Property{{Name: name, Value: edm.NewString(strconv.Itoa(set))}}
	}
	return nil
}

// ListOf returns the properties of a list with lines.
func (l *Layout) ListOf(set int, lines []string) []engine.Property {
	return append(linesAsProperties(lines), l.mark(set)...)
}
