package uitest

import (
	"slices"

	"rangefinder/app/port"
)

// editor is a text with its marks; what its keys do is not here.
type editor struct {
	page        *Page
	events      port.EditorEvents
	text        string
	undo, redo  []string
	marks       []port.Mark
	diagnostics []port.Diagnostic
	cursor      int
	selected    string
	placeholder string
}

// edit is a change of the person's.
func (e *editor) edit(text string) {
	if text != e.text {
		e.undo, e.redo = append(e.undo, e.text), nil
		e.put(text)
	}
}

func (e *editor) put(text string) {
	e.text, e.cursor, e.selected = text, len(text), ""
	e.marks = nil // as in the browser, where the text that they belong to is gone
	e.events.OnChange(text)
}

func (e *editor) SetText(text string) {
	e.text, e.undo, e.redo, e.selected, e.cursor = text, nil, nil, "", min(e.cursor, len(text))
}
func (e *editor) Text() string        { return e.text }
func (e *editor) Replace(text string) { e.edit(text) }
func (e *editor) SetMarks(marks []port.Mark) {
	e.marks = marks
}
func (e *editor) SetDiagnostics(d []port.Diagnostic) { e.diagnostics = d }
func (e *editor) Focus()                             { e.page.document.focus = "editor" }
func (e *editor) Suggest()                           {}
func (e *editor) Comment()                           {}
func (e *editor) Undo() {
	if n := len(e.undo) - 1; n >= 0 {
		e.redo = append(e.redo, e.text)
		text := e.undo[n]
		e.undo = e.undo[:n]
		e.put(text)
	}
}
func (e *editor) Redo() {
	if n := len(e.redo) - 1; n >= 0 {
		e.undo = append(e.undo, e.text)
		text := e.redo[n]
		e.redo = e.redo[:n]
		e.put(text)
	}
}
func (e *editor) Selected() string           { return e.selected }
func (e *editor) SetCursor(offset int)       { e.cursor = min(max(offset, 0), len(e.text)) }
func (e *editor) SetPlaceholder(text string) { e.placeholder = text }
func (e *editor) Destroy()                   {}

// UndoEdit takes the last change of the editor's text back, as Ctrl+Z in it does; RedoEdit makes it again.
func (p *Page) UndoEdit() { p.t.Helper(); p.document.editor.Undo(); p.pump() }
func (p *Page) RedoEdit() { p.t.Helper(); p.document.editor.Redo(); p.pump() }

// Placeholder is what the editor shows while its text is empty.
func (p *Page) Placeholder() string { return p.document.editor.placeholder }

// Select selects a part of the editor's text.
func (p *Page) Select(from, to int) {
	e := p.document.editor
	e.selected, e.cursor = e.text[from:to], to
}

// Marked checks that the editor marks parts of its text with a class, and no others.
func (p *Page) Marked(class string, parts ...string) {
	p.t.Helper()
	text := p.Editor()
	var have []string
	for _, m := range p.Marks() {
		if m.Class == class && m.To <= len(text) {
			have = append(have, text[m.From:m.To])
		}
	}
	if !slices.Equal(have, parts) {
		p.t.Errorf("the editor marks %q with %s, not %q", have, class, parts)
	}
}
