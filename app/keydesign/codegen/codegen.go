package codegen

import (
	"strconv"
	"strings"

	"rangefinder/app/keydesign"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Language is a language that code is written in.
type Language uint8

// The languages.
const (
	CSharp Language = iota
	Go
	JavaScript
	Python
)

// Languages lists the languages.
var Languages = [...]Language{CSharp, Go, JavaScript, Python}

// String returns the language's name.
func (l Language) String() string { return languages[l].name }

// File returns the name of a file for the code.
func (l Language) File() string { return languages[l].file }

// Code returns the code of a design: a function Keys, as the language spells it, that takes an entity's properties, the keys
// it had included, and returns its keys, or fails where Design.Keys does. What else is stored under keys of its own, such as
// an index, gets functions Index1Keys, Index2Keys, …
//
// types returns the types that a property has; code for others is left out and refuses them. When types is nil, or returns
// none, a property may have any.
func Code(l Language, types func(property string) []edm.Type, design keydesign.Design, indexes ...keydesign.Design) string {
	w := writer{language: languages[l], types: types}
	return w.code(append([]keydesign.Design{design}, indexes...), "")
}

// code returns the code of designs, with more at the end.
func (w *writer) code(designs []keydesign.Design, more string) string {
	var functions strings.Builder
	for i, d := range designs {
		name := w.keys
		if i > 0 {
			name = w.indexKeys(i)
		}
		keys := fill(w.function, name, w.key(d.Partition), w.key(d.Row))
		functions.WriteString(fill(w.comment, w.shown(d.Partition.String()), w.shown(d.Row.String()), name) + keys)
	}
	w.use("key")
	helpers := w.finish()
	return w.begin(w) + functions.String() + w.parts.String() + helpers + more + w.end
}

// writer writes the code of a design.
type writer struct {
	*language
	types func(property string) []edm.Type
	parts strings.Builder
	made  []string // the parts that have functions
	used  []string // helpers, in the order of need
	texts typeSet  // types that become text as they are
}

// typeSet is a set of types.
type typeSet uint16

func (s typeSet) has(t edm.Type) bool { return s&(1<<t) != 0 }

func setOf(types ...edm.Type) (s typeSet) {
	for _, t := range types {
		s |= 1 << t
	}
	return s
}

var (
	anyType  = setOf(edm.Types[:]...)
	dateTime = setOf(edm.DateTime)
	numbers  = setOf(edm.Int32, edm.Int64, edm.Double)
)

func (w *writer) typesOf(property string) typeSet {
	switch {
	case property == filterlang.PartitionKey || property == filterlang.RowKey:
		return setOf(edm.String)
	case w.types == nil:
		return anyType
	}
	if s := setOf(w.types(property)...); s != 0 {
		return s
	}
	return anyType
}

// key returns the expression of a key.
func (w *writer) key(t *keydesign.Template) string {
	var terms []string
	for _, p := range t.Parts() {
		if p.Property == "" {
			terms = append(terms, w.quoted(p.Literal))
			continue
		}
		terms = append(terms, fill(w.of, w.part(&p), w.quoted(w.property(p.Property))))
	}
	if len(terms) == 0 {
		return w.quoted("")
	}
	return strings.Join(terms, " + ")
}

// part returns the name of the function that makes a part of a key of a value, and writes the function when it is new.
func (w *writer) part(p *keydesign.Part) string {
	types := w.typesOf(p.Property)
	if len(p.Functions) == 0 {
		w.text(types)
		return w.textOf
	}
	canonical := "{" + p.Property
	for _, f := range p.Functions {
		canonical += "|" + f.Name
		if f.Argument != "" {
			canonical += "(" + f.Argument + ")"
		}
	}
	canonical += "}"
	for i, made := range w.made {
		if made == canonical {
			return w.partName(i + 1)
		}
	}
	w.made = append(w.made, canonical)
	name := w.partName(len(w.made))
	prelude, s := w.first(&p.Functions[0], types)
	for _, f := range p.Functions[1:] {
		if needsDateTime(&f) { // there is none any more, so nothing is made of what came before
			prelude = ""
		}
		s = w.apply(&f, s)
	}
	w.parts.WriteString(fill(w.partFunction, w.shown(canonical), name, prelude, s))
	return name
}

// first returns the text that the first function makes of a value v, and what comes before it.
func (w *writer) first(f *keydesign.Function, types typeSet) (prelude, s string) {
	if format := f.Format(); format != nil {
		w.use("dateTime")
		return w.dateOf, w.date(format, f.Name == "inverse")
	}
	switch f.Name {
	case "ticks":
		return "", w.step("ticks", "v")
	case "inverse":
		switch {
		case types == dateTime:
			return "", w.step("inverseTicks", "v")
		case types.has(edm.DateTime):
			w.text(types &^ dateTime)
			return "", w.step("inverseOf", "v")
		}
	case "pad":
		n := strconv.Itoa(f.Number())
		switch {
		case types&^numbers == 0:
			w.text(types)
			return "", w.step("padNumber", "v", n)
		case types&numbers != 0:
			w.text(types)
			return "", w.step("padOf", "v", n)
		}
	case "guid":
		switch {
		case types == setOf(edm.Guid):
			return "", w.text(types)
		case types.has(edm.Guid):
			w.text(types)
			return "", w.step("guidOf", "v")
		}
	}
	return "", w.apply(f, w.text(types))
}

func needsDateTime(f *keydesign.Function) bool { return f.Name == "ticks" || f.Format() != nil }

// apply returns the text that a function makes of a text.
func (w *writer) apply(f *keydesign.Function, s string) string {
	n := strconv.Itoa(f.Number())
	switch {
	case needsDateTime(f):
		return w.step("fail", w.quoted(f.Name+" needs a DateTime as its first function"), s)
	case f.Name == "hash":
		return w.step("hash", s, n, strconv.Itoa(len(strconv.Itoa(f.Number()-1))))
	}
	return w.step(f.Name, s, n)
}

// text returns a value as text.
func (w *writer) text(types typeSet) string {
	w.texts |= types
	return w.step("text", "v")
}

// step returns a step with its arguments, and takes note of the helpers that it needs.
func (w *writer) step(name string, arguments ...string) string {
	w.use(name)
	return fill(w.steps.of(name), arguments...)
}

// date returns a DateTime t in a format.
func (w *writer) date(format []keydesign.DatePart, inverted bool) string {
	var pieces []piece
	for _, p := range format {
		unit := w.units.of(p.Unit)
		if inverted && unit != "" {
			unit = strconv.Itoa(p.End) + w.minus + unit
		}
		w.use(p.Unit)
		pieces = append(pieces, piece{p.Text, unit, len(p.Unit)})
	}
	w.use("date")
	return w.language.date(pieces)
}
