package codegen

import (
	"slices"
	"strconv"
	"strings"

	"rangefinder/filterlang"
)

// language is what a language needs to say. In its texts $1, $2, … are arguments; see fill.
type language struct {
	name, file string

	begin        func(w *writer) string // what comes before the functions: imports, the class
	end          string
	keys, index  string // names of the functions
	comment      string // on the function $3 of templates $1 and $2
	function     string // $1 that returns the keys $2 and $3
	partFunction string // for part $1: function $2 of v with prelude $3 returns $4; nothing for an absent v
	partOf       string // name of the part function $1
	of           string // function $1 of property $2
	textOf       string // the function that makes text of any value
	dateOf       string // prelude: t is the DateTime v in UTC
	date         func(pieces []piece) string
	minus        string
	units        pairs // of t
	steps        pairs // a filter as an expression, of expression $1
	small        pairs // names of system properties, where they are spelled otherwise
	escape       func(r rune) string
	helpers      []helper
	cases        []textCase // of the helper text
	inStep       *inStep
}

// pairs are texts by name, few enough to be looked through: a map is made by code, which is larger than what it holds.
type pairs []struct{ name, text string }

func (p pairs) of(name string) string {
	for i := range p {
		if p[i].name == name {
			return p[i].text
		}
	}
	return ""
}

// helper is a function that parts of keys use, and what it needs itself.
type helper struct {
	name  string
	needs []string // helpers and imports
	code  string   // $1 stands for the cases of text
}

// textCase makes text of a value of some types.
type textCase struct {
	types typeSet
	needs []string
	code  string
}

// piece is a piece of a date: a text, or an expression with at least so many digits.
type piece struct {
	text, number string
	digits       int
}

var languages = [...]*language{CSharp: &csharp, Go: &golang, JavaScript: &javascript, Python: &python}

// fill puts arguments into a text in which $1 stands for the first.
func fill(text string, arguments ...string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '$' && i+1 < len(text) && text[i+1] >= '1' && int(text[i+1]-'0') <= len(arguments) {
			b.WriteString(arguments[text[i+1]-'1'])
			i++
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

func (w *writer) indexKeys(i int) string     { return fill(w.index, strconv.Itoa(i)) }
func (w *writer) partName(number int) string { return fill(w.partOf, strconv.Itoa(number)) }

// property returns the name under which an entity of the language has a property.
func (w *writer) property(name string) string {
	if small := w.small.of(name); small != "" {
		return small
	}
	return name
}

// use takes note of a helper or an import, and of what it needs.
func (w *writer) use(name string) {
	if slices.Contains(w.used, name) {
		return
	}
	w.used = append(w.used, name)
	for i := range w.helpers {
		if h := &w.helpers[i]; h.name == name {
			for _, needed := range h.needs {
				w.use(needed)
			}
		}
	}
}

// finish takes note of what the cases of text need, and returns the code of all helpers that are used.
func (w *writer) finish() string {
	cases := ""
	for _, c := range w.language.cases {
		if c.types&w.texts != 0 {
			cases += c.code
			for _, needed := range c.needs {
				w.use(needed)
			}
		}
	}
	var b strings.Builder
	for i := range w.helpers {
		if h := &w.helpers[i]; slices.Contains(w.used, h.name) {
			b.WriteString(fill(h.code, cases))
		}
	}
	return b.String()
}

// quoted returns a text as a literal in double quotes.
func (w *writer) quoted(text string) string {
	return `"` + w.plain(text, `"\`) + `"`
}

// shown returns a text for the end of a line of comment.
func (w *writer) shown(text string) string { return strings.TrimRight(w.plain(text, ""), " ") }

// plain returns a text in which nothing is but what prints, and what means something is escaped.
func (w *writer) plain(text, means string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case strings.ContainsRune(means, r):
			b.WriteString("\\" + string(r))
		case strconv.IsPrint(r):
			b.WriteRune(r)
		default:
			b.WriteString(w.escape(r))
		}
	}
	return b.String()
}

// u8 is \u and four digits or \U and eight.
func u8(r rune) string {
	s := strconv.FormatUint(uint64(r)|1<<32, 16)[1:]
	if r < 0x10000 {
		return `\u` + s[4:]
	}
	return `\U` + s
}

var systemNames = pairs{{filterlang.PartitionKey, "partitionKey"}, {filterlang.RowKey, "rowKey"}}
