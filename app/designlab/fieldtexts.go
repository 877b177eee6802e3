package designlab

import (
	"maps"
	"strconv"
	"strings"

	"rangefinder/app/keydesign/lab"
)

// fieldTexts are the texts of fields that cannot be used as typed, and what is wrong with each, by the fields' ids. They belong to no
// comparison, and go with their field wherever it goes. Never changed once made.
type fieldTexts struct{ texts, errs map[string]string }

// moved returns the texts after one more stood at a place of a list, or after the one there was taken out: the ids of the list's
// fields begin with prefix and their number, such as "lab-d" and 2.
func (f fieldTexts) moved(prefix string, at int, in bool) fieldTexts {
	return f.each(func(id string) []string {
		n, rest, ok := numberedID(id, prefix)
		switch {
		case !ok || n < at:
			return []string{id}
		case in:
			return []string{prefix + strconv.Itoa(n+1) + rest}
		case n > at:
			return []string{prefix + strconv.Itoa(n-1) + rest}
		}
		return nil
	})
}

// copied returns the texts after the fields with one number were copied to those with another. The copy has a name of its own.
func (f fieldTexts) copied(prefix string, from, to int) fieldTexts {
	return f.each(func(id string) []string {
		if n, rest, ok := numberedID(id, prefix); ok && n == from && rest != "-name" {
			return []string{id, prefix + strconv.Itoa(to) + rest}
		}
		return []string{id}
	})
}

// sameFields reports whether two comparisons have the same fields.
func sameFields(a, b *lab.Spec) bool {
	properties := func(s *lab.Spec) int {
		if s.Population == nil {
			return -1
		}
		return len(s.Population.Properties)
	}
	return sameShape(*a, *b) && properties(a) == properties(b)
}

// without returns the texts of other fields.
func (f fieldTexts) without(prefix string) fieldTexts {
	return f.each(func(id string) []string {
		if strings.HasPrefix(id, prefix) {
			return nil
		}
		return []string{id}
	})
}

// with returns the texts and one more field's, which is empty.
func (f fieldTexts) with(id string) fieldTexts {
	return fieldTexts{map[string]string{id: ""}, nil}.over(f)
}

// indexID is the beginning of the ids of an index's fields.
func indexID(design, index int) string {
	return "lab-d" + strconv.Itoa(design) + "-x" + strconv.Itoa(index) + "-"
}

// Unfolded reports whether an index shows its fields.
func (l *Model) Unfolded(design, index int) bool {
	_, ok := l.unfolded.texts[indexID(design, index)]
	return ok
}

// over returns these texts, and those of others in the fields that have none.
func (f fieldTexts) over(others fieldTexts) fieldTexts {
	out := others.each(func(id string) []string { return []string{id} })
	maps.Copy(out.texts, f.texts)
	maps.Copy(out.errs, f.errs)
	return out
}

func (f fieldTexts) each(to func(id string) []string) fieldTexts {
	out := fieldTexts{map[string]string{}, map[string]string{}}
	for id, text := range f.texts {
		for _, id2 := range to(id) {
			out.texts[id2], out.errs[id2] = text, f.errs[id]
		}
	}
	return out
}

// numberedID splits an id that begins with prefix and a number.
func numberedID(id, prefix string) (n int, rest string, ok bool) {
	tail, ok := strings.CutPrefix(id, prefix)
	if !ok {
		return 0, "", false
	}
	digits := len(tail) - len(strings.TrimLeft(tail, "0123456789"))
	n, err := strconv.Atoi(tail[:digits])
	return n, tail[digits:], err == nil
}

// carried returns the texts after what a button does.
func (f fieldTexts) carried(msg Did, before, after *lab.Spec) fieldTexts {
	switch msg.Act {
	case CopyDesign:
		return f.moved("lab-d", msg.At+1, true).copied("lab-d", msg.At, msg.At+1)
	case RemoveDesign:
		return f.moved("lab-d", msg.At, false)
	case RemoveIndex:
		return f.moved("lab-d"+strconv.Itoa(msg.At)+"-x", msg.Of, false)
	case CopyPattern:
		return f.moved("lab-p", msg.At+1, true).copied("lab-p", msg.At, msg.At+1)
	case RemovePattern:
		return f.moved("lab-p", msg.At, false)
	case RemoveProperty:
		return f.moved("lab-q", msg.At, false)
	case UseTable, UseGenerated:
		f = f.without("lab-q").without("lab-g-")
		if !sameShape(*before, *after) {
			f = f.without("lab-p").without("lab-d")
		}
	}
	return f
}
