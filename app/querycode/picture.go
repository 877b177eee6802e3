package querycode

import (
	"strconv"
	"strings"
	"unicode"

	"rangefinder/filterlang"
)

// Picture is a plan over the key map of its table.
type Picture struct {
	Table    string
	Filter   string
	Sentence string
	Class    filterlang.Class
	Mark     string // shape of the class
	From, To int    // ranks that are drawn
	Segments []Segment
	Reads    [][2]int // ranks that are read, ends exclusive
	Ticks    []int    // matches in each equal part of what is drawn; nil when they are not counted
}

// Segment is a stretch of ranks with a name.
type Segment struct {
	From, To int
	Name     string
}

// inks are the page's colours of the classes in light, ink and ground.
var inks = map[filterlang.Class][2]string{
	filterlang.Empty: {"#59636e", "#eceff3"}, filterlang.Point: {"#0f7b3f", "#e3f4e9"}, filterlang.RowRange: {"#0b5cad", "#e4effb"},
	filterlang.PartitionRange: {"#8a5a00", "#fbf0d9"}, filterlang.FullScan: {"#b3261e", "#fbe6e4"},
}

// SVG draws a plan: its class, its sentence, and the key map with what is read and what matches. It has a title and a description,
// and no character of a name or filter is read as markup.
func SVG(p Picture) string {
	const width, left, bar = 860.0, 16.0, 828.0
	class := p.Class
	if class.ByIndex() { // the same four colours
		class -= filterlang.PointRead - filterlang.Point
	}
	ink := inks[class]
	var b strings.Builder
	num := func(f float64) string { return strconv.FormatFloat(f, 'f', 1, 64) }
	text := func(x, y float64, style, s string) {
		b.WriteString(`<text x="` + num(x) + `" y="` + num(y) + `" ` + style + `>` + markup(s) + "</text>\n")
	}
	rect := func(x, y, w, h float64, style string) {
		b.WriteString(`<rect x="` + num(x) + `" y="` + num(y) + `" width="` + num(max(w, 1)) + `" height="` + num(h) + `" ` + style + "/>\n")
	}
	span := float64(max(p.To-p.From, 1))
	at := func(rank int) float64 { return left + bar*float64(min(max(rank, p.From), p.To)-p.From)/span }
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="860" height="164" viewBox="0 0 860 164" font-family="system-ui, sans-serif" role="img" aria-labelledby="title desc">` + "\n")
	b.WriteString(`<title id="title">` + markup("Plan of a query of "+p.Table) + "</title>\n" + `<desc id="desc">` + markup(p.Sentence) + "</desc>\n")
	rect(0, 0, width, 164, `fill="#ffffff" stroke="#dfe3e8" rx="8"`)
	badge := p.Mark + " " + strings.ToUpper(p.Class.String())
	wide := 16 + 9.4*float64(len([]rune(badge)))
	rect(left, 14, wide, 22, `fill="`+ink[1]+`" rx="11"`)
	text(left+wide/2, 29.5, `font-size="12" font-weight="700" text-anchor="middle" fill="`+ink[0]+`"`, badge)
	text(left, 58, `font-size="13" fill="#1b1f24"`, short(p.Sentence, 128))
	text(left, 79, `font-size="12" font-family="ui-monospace, Menlo, monospace" fill="#59636e"`, short(p.Filter, 112))
	rect(left, 94, bar, 22, `fill="#e6e9ee"`)
	for _, r := range p.Reads {
		if r[1] > p.From && r[0] < p.To {
			rect(at(r[0]), 94, at(r[1])-at(r[0]), 22, `fill="`+ink[0]+`" fill-opacity="0.35"`)
		}
	}
	if n := len(p.Ticks); n > 0 {
		for i, matches := range p.Ticks {
			if matches == 0 {
				continue
			}
			for _, r := range p.Reads { // a part may begin before what is read of it
				from, to := max(left+bar*float64(i)/float64(n), at(r[0])), min(left+bar*float64(i+1)/float64(n), at(r[1]))
				if from < to {
					rect(from, 106, to-from, 10, `fill="`+ink[0]+`"`)
				}
			}
		}
	}
	free := left
	for _, s := range p.Segments {
		x := at(s.From)
		rect(x, 94, 1, 22, `fill="#ffffff"`)
		if name := short(s.Name, int((at(s.To)-x)/6.6)); len([]rune(name)) > 1 && x >= free {
			text(x+1, 130, `font-size="11" font-family="ui-monospace, Menlo, monospace" fill="#59636e"`, name)
			free = x + 6.8*float64(len([]rune(name)))
		}
	}
	text(left, 152, `font-size="11" fill="#59636e"`, short(p.Table+": all keys in order; tinted is read, solid matches", 128))
	b.WriteString("</svg>\n")
	return b.String()
}

// short cuts a text at so many characters.
func short(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	if n < 2 {
		return ""
	}
	return string(r[:n-1]) + "…"
}

// markup returns a text as it stands in XML: what XML cannot hold becomes U+FFFD, what steers the direction of text too.
func markup(s string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, "\ufffd") {
		switch {
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '&':
			b.WriteString("&amp;")
		case r == '\n' || r == '\t' || r == '\r':
			b.WriteByte(' ')
		case unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) || r == 0xfffe || r == 0xffff:
			b.WriteString("\ufffd")
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
