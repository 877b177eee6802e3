package palette

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Draw draws the palette as a combobox: the keyboard stays in its field, arrow keys go through the list. It is false for another dialog.
func Draw(s Sender, d *page.Dialog) (Drawn, bool) {
	f := page.Held[Search](d)
	if f == nil {
		return Drawn{}, false
	}
	input := Void("input").ID("palette").Attr("type", "text").Attr("autofocus", true).Attr("autocomplete", "off").Spellcheck(false).Attr("maxlength", 200).
		Role("combobox").Aria("label", "Search commands, tables, queries and samples").Aria("expanded", "true").Aria("controls", "palette-list").Aria("autocomplete", "list").
		Attr("placeholder", "Search commands, tables, queries…").
		OnInput(SendValue(s, "palette", func(v string) page.Msg { return Searched{Text: v} }))
	if f.At >= 0 {
		input = input.Aria("activedescendant", LineID(f.At))
	}
	more := ""
	if n := f.Total - len(f.Items); n > 0 {
		more = words.Number(n) + " more: go on typing to find them."
	}
	return Drawn{Label: "Commands", Class: "palette", Bare: true, Body: []app.UI{H("div",
		H("div.palette-field", input, Press(s, ".icon", "✕", page.DialogClosed{}, Label("Close"))),
		El("div").ID("palette-list").Role("listbox").Aria("label", "Results").Body(Each(len(f.Items), func(i int) app.UI { return line(s, f, i) })...),
		Slot(more != "", func() app.UI { return H("p.dim.palette-none", more) }),
	)}}, true
}

// line is one of what fits.
func line(s Sender, f *Search, i int) app.UI {
	item := f.Items[i]
	note, kind := item.Note, item.Kind
	if kind == CommandKind {
		note, kind = "", item.Note
	}
	if item.Not != "" {
		note = item.Not
	}
	handler, scope := Send(s, Chosen{Index: i})
	line := El("div").ID(LineID(i)).Class("palette-item").Role("option").Aria("selected", map[bool]string{true: "true", false: "false"}[i == f.At]).OnClick(handler, scope).Body(
		H("span.name", item.Title), H("span.dim.note", note), H("span.grow"),
		H("span.row", Each(len(item.Keys), func(k int) app.UI { return H("kbd", item.Keys[k]) })),
		H("small.tag", kind),
	)
	if item.Not != "" {
		line = line.Aria("disabled", "true")
	}
	return line
}

// Key is what a key does in the field of the palette, nil when that is left to the browser. It is asked on the browser's
// event loop: the Enter that opens a dialog must not press its first button, too.
func Key(e app.Event) page.Msg {
	switch key := e.Get("key").String(); {
	case e.Get("target").Get("id").String() != "palette":
	case key == "ArrowDown":
		return Moved{By: 1}
	case key == "ArrowUp":
		return Moved{By: -1}
	case key == "PageDown":
		return Moved{By: 8}
	case key == "PageUp":
		return Moved{By: -8}
	case key == "Enter" && !e.Get("isComposing").Truthy():
		return Chosen{Index: -1}
	}
	return nil
}
