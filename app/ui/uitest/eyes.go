package uitest

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"rangefinder/app/port"
)

// beside are elements that stand beside their neighbours in a line of text; all others begin a new one.
var beside = map[string]bool{"b": true, "i": true, "em": true, "strong": true, "code": true, "small": true, "span": true, "a": true, "kbd": true, "var": true, "sub": true, "sup": true, "mark": true, "bdi": true}

// text is what a person reads in a node, in one line. A style sheet may hide some of it; "hidden" hides here too.
func (p *Page) text(n *html.Node) string {
	var b strings.Builder
	read(&b, n)
	return strings.Join(strings.Fields(b.String()), " ")
}

func read(b *strings.Builder, n *html.Node) {
	if n.Type == html.TextNode {
		b.WriteString(n.Data)
		return
	}
	for _, a := range n.Attr {
		if a.Key == "hidden" {
			return
		}
	}
	after := false
	for c := range n.ChildNodes() {
		element := c.Type == html.ElementNode
		apart := element && (after || !beside[c.Data])
		if apart {
			b.WriteByte(' ')
		}
		read(b, c)
		if element && !beside[c.Data] {
			b.WriteByte(' ')
		}
		after = element
	}
}

// Text is what a person reads in the first element that a selector finds now, in one line; "" when there is none.
func (p *Page) Text(selector string) string {
	p.t.Helper()
	p.pump()
	if found := p.all(selector); len(found) > 0 {
		return p.text(found[0].node)
	}
	return ""
}

// Texts is Text of all of them.
func (p *Page) Texts(selector string) []string {
	p.t.Helper()
	p.pump()
	var list []string
	for _, e := range p.all(selector) {
		list = append(list, p.text(e.node))
	}
	return list
}

// Has reports whether a selector finds something now.
func (p *Page) Has(selector string) bool {
	p.t.Helper()
	p.pump()
	return len(p.all(selector)) > 0
}

// Value is what a field holds; it waits for the field.
func (p *Page) Value(selector string) string {
	p.t.Helper()
	return p.first(selector).value()
}

// Checked reports whether a checkbox is; it waits for it.
func (p *Page) Checked(selector string) bool {
	p.t.Helper()
	return p.first(selector).flag("checked")
}

// Disabled reports whether nothing can be done with an element; it waits for it.
func (p *Page) Disabled(selector string) bool {
	p.t.Helper()
	return p.first(selector).disabled()
}

// Attr is an attribute of an element, "" for none; it waits for the element.
func (p *Page) Attr(selector, name string) string {
	p.t.Helper()
	v, _ := p.first(selector).attr(name)
	return v
}

func (p *Page) first(selector string) *element {
	p.t.Helper()
	var found *element
	p.Wait("a "+selector, func() bool {
		if all := p.all(selector); len(all) > 0 {
			found = all[0]
		}
		return found != nil
	})
	return found
}

// Focused is the id of what has the keyboard: where the page put it, or a hand. What a browser does with the keyboard by itself is
// not known here.
func (p *Page) Focused() string { p.pump(); return p.document.focus }

// See waits until the first element of a selector holds all the words, and returns its text.
func (p *Page) See(selector string, words ...string) string {
	p.t.Helper()
	return p.see(selector, func(s string) string { return s }, words)
}

func (p *Page) see(selector string, fold func(string) string, words []string) string {
	p.t.Helper()
	now := ""
	if !p.becomes(func() bool {
		if found := p.all(selector); len(found) > 0 {
			now = p.text(found[0].node)
			return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(fold(now), fold(w)) })
		}
		return false
	}) {
		p.t.Fatalf("%s never holds %q; it holds %q. The page:\n%s", selector, words, now, p.short())
	}
	return now
}

// Gone waits until a selector finds nothing.
func (p *Page) Gone(selector string) {
	p.t.Helper()
	p.Wait("no "+selector, func() bool { return len(p.all(selector)) == 0 })
}

// Plan waits until the plan strip holds all the words, in small or large letters, and returns its text.
func (p *Page) Plan(words ...string) string {
	p.t.Helper()
	return p.see("#planstrip", strings.ToLower, words)
}

// Editor is the text of the editor.
func (p *Page) Editor() string {
	if p.document.editor == nil {
		return ""
	}
	return p.document.editor.text
}

// Marks are the coloured places of the editor's text.
func (p *Page) Marks() []port.Mark { p.t.Helper(); p.pump(); return p.document.editor.marks }

// Complete is what the editor would offer at that place of a text.
func (p *Page) Complete(text string, offset int) (from, to int, items []port.CompletionItem) {
	return p.document.editor.events.Complete(text, offset, true)
}

// WaitRows waits until a run is over and its first lines are there, and returns the result line.
func (p *Page) WaitRows() string {
	p.t.Helper()
	p.Wait("rows", func() bool {
		line := p.all(".result-line")
		return len(line) > 0 && strings.Contains(p.text(line[0].node), "returned") && len(p.document.grid.Cells()) > 0
	})
	return p.Text(".result-line")
}

// Settled waits until the grid has all lines that it asked for.
func (p *Page) Settled() {
	p.t.Helper()
	p.Wait("the grid has its lines", p.document.grid.settled)
}

// Rows are the lines that the grid has, each with the cells of its columns as they are shown; page markers are left out.
func (p *Page) Rows() [][]string {
	p.t.Helper()
	p.Settled()
	return p.document.grid.Cells()
}

// Cells is one column of Rows, by the name of the column.
func (p *Page) Cells(column string) []string {
	p.t.Helper()
	rows := p.Rows()
	at := slices.Index(p.Columns(), column)
	if at < 0 {
		p.t.Fatalf("the grid has no column %s, but %q", column, p.Columns())
	}
	list := make([]string, len(rows))
	for i, row := range rows {
		list[i] = row[at]
	}
	return list
}

// Columns are the names of the grid's columns in their order.
func (p *Page) Columns() []string {
	p.t.Helper()
	p.pump()
	return p.document.grid.names()
}

// Grid is the grid, with what is neither a text nor a name: marks, markers, sorted columns.
func (p *Page) Grid() *Grid { p.t.Helper(); p.pump(); return p.document.grid }

// Plain is the plain table: its caption, then its lines with tabs between the cells.
func (p *Page) Plain() []string { p.t.Helper(); p.pump(); return p.document.plain }

// Hear waits until a text that holds the words was spoken.
func (p *Page) Hear(words string) {
	p.t.Helper()
	p.Wait(fmt.Sprintf("%q is spoken; heard %q", words, p.document.heard), func() bool {
		return strings.Contains(strings.Join(p.document.heard, " "), words)
	})
}

// Copied waits until something was copied that was not read before, and returns the text.
func (p *Page) Copied() string {
	p.t.Helper()
	plain, _ := p.CopiedRich()
	return plain
}

// CopiedRich is Copied with the same as HTML, "" where only text was copied.
func (p *Page) CopiedRich() (plain, html string) {
	p.t.Helper()
	var c [2]string
	p.Wait("something is copied", func() bool {
		d := p.document
		d.mu.Lock()
		defer d.mu.Unlock()
		if len(d.clips) > 0 {
			c, d.clips = d.clips[0], d.clips[1:]
			return true
		}
		return false
	})
	return c[0], c[1]
}

// Saved waits until a file was saved that was not read before, and returns its name and its content.
func (p *Page) Saved() (name, content string) {
	p.t.Helper()
	var s [2]string
	p.Wait("a file is saved", func() bool {
		d := p.document
		d.mu.Lock()
		defer d.mu.Unlock()
		if len(d.saved) > 0 {
			s, d.saved = d.saved[0], d.saved[1:]
			return true
		}
		return false
	})
	return s[0], s[1]
}

// Address is the fragment of the page's address, without its #.
func (p *Page) Address() string { p.t.Helper(); p.pump(); return p.document.fragment }

// Pointed is the id of what the page pointed at last, as a run that is refused does, and forgets it.
func (p *Page) Pointed() string {
	p.t.Helper()
	p.pump()
	id := p.document.pointed
	p.document.pointed = ""
	return id
}

// Mark is an attribute data-NAME of the document, "" for none.
func (p *Page) Mark(name string) string { p.t.Helper(); p.pump(); return p.document.marks[name] }
