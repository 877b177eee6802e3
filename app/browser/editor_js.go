//go:build js && wasm

package browser

import (
	"fmt"
	"syscall/js"

	"rangefinder/app/port"
)

// editor drives the object that web/editor's create returns.
type editor struct {
	js        js.Value
	callbacks callbacks
}

func (*Page) NewEditor(parentID string, o port.EditorOptions, e port.EditorEvents) (port.Editor, error) {
	parent, ok := elementByID(parentID)
	if !ok {
		return nil, fmt.Errorf("no element with id %q for the editor", parentID)
	}
	factory := global.Get("RangefinderEditor")
	if !factory.Truthy() {
		return nil, fmt.Errorf("the editor's script is not loaded")
	}
	ed := &editor{}
	object := global.Get("Object")
	events := object.New()
	events.Set("onChange", ed.callbacks.add(func(v js.Value) {
		if e.OnChange != nil {
			e.OnChange(v.String())
		}
	}))
	events.Set("onCursor", ed.callbacks.add(func(v js.Value) {
		if e.OnCursor != nil {
			e.OnCursor(v.Int())
		}
	}))
	for name, do := range map[string]func(){"onRun": e.OnRun, "onFocus": e.OnFocus, "onBlur": e.OnBlur} {
		events.Set(name, ed.callbacks.add(func(js.Value) {
			if do != nil {
				do()
			}
		}))
	}
	complete := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if e.Complete == nil || len(args) < 3 {
			return nil
		}
		return completions(e.Complete(args[0].String(), args[1].Int(), args[2].Bool()))
	})
	ed.callbacks = append(ed.callbacks, complete)
	events.Set("complete", complete)
	options := object.New()
	options.Set("label", o.Label)
	options.Set("placeholder", o.Placeholder)
	if err := try(func() { ed.js = factory.Call("create", parent, events, options) }); err != nil {
		ed.callbacks.release()
		return nil, fmt.Errorf("the editor did not start: %w", err)
	}
	return ed, nil
}

func completions(from, to int, items []port.CompletionItem) any {
	if len(items) == 0 {
		return nil
	}
	list := make([]any, len(items))
	for i, item := range items {
		insert := item.Insert
		if insert == "" {
			insert = item.Label
		}
		list[i] = map[string]any{"label": item.Label, "insert": insert, "detail": item.Detail, "kind": item.Kind}
	}
	return map[string]any{"from": from, "to": to, "items": list}
}

func (e *editor) SetText(text string)        { e.js.Call("setText", text) }
func (e *editor) Text() string               { return e.js.Call("text").String() }
func (e *editor) Replace(text string)        { e.js.Call("replace", text) }
func (e *editor) Focus()                     { e.js.Call("focus") }
func (e *editor) Suggest()                   { e.js.Call("suggest") }
func (e *editor) Comment()                   { e.js.Call("comment") }
func (e *editor) Undo()                      { e.js.Call("undo") }
func (e *editor) Redo()                      { e.js.Call("redo") }
func (e *editor) Selected() string           { return e.js.Call("selected").String() }
func (e *editor) SetCursor(offset int)       { e.js.Call("setCursor", offset) }
func (e *editor) SetPlaceholder(text string) { e.js.Call("setPlaceholder", text) }
func (e *editor) SetMarks(marks []port.Mark) { e.js.Call("setMarks", flatMarks(marks)) }

func flatMarks(marks []port.Mark) []any {
	flat := make([]any, 0, 3*len(marks))
	for _, m := range marks {
		flat = append(flat, m.From, m.To, m.Class)
	}
	return flat
}

func (e *editor) SetDiagnostics(diagnostics []port.Diagnostic) {
	list := make([]any, len(diagnostics))
	for i, d := range diagnostics {
		actions := make([]any, len(d.Actions))
		for j, a := range d.Actions {
			actions[j] = map[string]any{"title": a.Title, "from": a.From, "to": a.To, "text": a.Text}
		}
		list[i] = map[string]any{
			"from": d.From, "to": d.To, "severity": string(d.Severity), "message": d.Message, "actions": actions,
		}
	}
	e.js.Call("setDiagnostics", list)
}

func (e *editor) Destroy() {
	e.js.Call("destroy")
	e.callbacks.release()
}
