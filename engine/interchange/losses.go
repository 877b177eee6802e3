package interchange

import (
	"fmt"
	"math"
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// lossRows is how many entities Losses reads.
const lossRows = 20_000

// Source is what Losses looks at; an *engine.Snapshot is one.
type Source interface {
	Len() int
	Window(first, count int) []engine.Entity
	Census() filterlang.Census
}

// Losses says what a format cannot hold of a table, property by property; native formats lose nothing. It reads the first
// 20,000 entities: what it says of values is true of these.
func Losses(f Format, t Source) []Loss {
	if f != PlainCSV && f != PlainJSON {
		return nil
	}
	l := &lossFinder{format: f, seen: map[string]*lossCount{}}
	for rank := 0; rank < min(t.Len(), lossRows); rank += 1000 {
		for _, e := range t.Window(rank, 1000) {
			for name, v := range e.All() {
				l.see(name, v)
			}
		}
	}
	byLower := map[string]string{}
	for _, p := range t.Census().Properties {
		if first, ok := byLower[strings.ToLower(p.Name)]; ok {
			l.lose(p.Name, "It differs from %s only in case: many programs take the two for one.", first)
		} else {
			byLower[strings.ToLower(p.Name)] = p.Name
		}
		if len(p.Types) > 1 {
			names := make([]string, len(p.Types))
			for i, n := range p.Types {
				names[i] = n.Type.String()
			}
			l.lose(p.Name, "It holds values of several types (%s); in %s they look alike, and a program that reads them has to choose one.", strings.Join(names, ", "), f)
		}
		for _, n := range p.Types {
			l.property(p.Name, n.Type)
		}
	}
	return l.out
}

type lossFinder struct {
	format Format
	seen   map[string]*lossCount
	out    []Loss
}

// lossCount counts the values of a property that the format does not show for what they are.
type lossCount struct {
	alike   int // texts that look like another type
	example string
	as      edm.Type
	empty   int // empty texts
	odd     int // NaN and infinities
	big     int // Int64 beyond what JavaScript holds exactly
}

func (l *lossFinder) lose(property, format string, args ...any) {
	l.out = append(l.out, Loss{Property: property, Reason: fmt.Sprintf(format, args...)})
}

func (l *lossFinder) see(name string, v edm.Value) {
	n := l.seen[name]
	if n == nil {
		n = &lossCount{}
		l.seen[name] = n
	}
	switch v.Type() {
	case edm.String:
		as := looksQuoted(v.Text())
		if l.format == PlainCSV {
			as = looks(v.Text())
		}
		if v.Text() == "" {
			n.empty++
		} else if as != edm.String {
			if n.alike++; n.example == "" {
				n.example, n.as = v.Text(), as
			}
		}
	case edm.Double:
		if f := v.Float(); f-f != 0 {
			n.odd++
		}
	case edm.Int64:
		if i := v.Int(); i == math.MinInt64 || max(i, -i) > 1<<53 {
			n.big++
		}
	}
}

// property says what is lost of the values of one type.
func (l *lossFinder) property(name string, t edm.Type) {
	n := l.seen[name]
	if n == nil {
		n = &lossCount{}
	}
	switch t {
	case edm.String:
		if n.alike > 0 {
			l.lose(name, "%s such as %q looks like %s %s: unless the type is chosen, it comes back as one.", count(n.alike, "String"), cut(n.example, 40), article(n.as), n.as)
		}
		if n.empty > 0 && l.format == PlainCSV {
			l.lose(name, "%s can no longer be told from missing ones once a spreadsheet has saved the file.", count(n.empty, "empty String"))
		}
	case edm.Int64:
		l.lose(name, "Nothing says that it is an Int64: numbers that fit come back as Int32 unless the type is chosen.")
		if n.big > 0 {
			l.lose(name, "%s beyond 9,007,199,254,740,992: spreadsheets and JavaScript round it.", count(n.big, "Int64 number"))
		}
	case edm.Double:
		if n.odd > 0 {
			l.lose(name, "NaN and the infinities come back as String unless the type is chosen.")
		}
	case edm.Binary:
		l.lose(name, "Its bytes are written in Base64 and come back as String unless the type is chosen.")
	}
}

func article(t edm.Type) string {
	if t == edm.Int32 || t == edm.Int64 {
		return "an"
	}
	return "a"
}
