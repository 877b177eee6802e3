package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/state"
	"rangefinder/app/words"
)

// palette is the search over everything, as a combobox: the keyboard stays in its field, arrow keys go through the list.
func (p *DialogPanel) palette(f *state.Palette) app.UI {
	input := void("input").ID("palette").Attr("type", "text").Attr("autofocus", true).Attr("autocomplete", "off").Spellcheck(false).Attr("maxlength", 200).
		Role("combobox").Aria("label", "Search commands, tables, queries and samples").Aria("expanded", "true").Aria("controls", "palette-list").Aria("autocomplete", "list").
		Attr("placeholder", "Search commands, tables, queries…").
		OnInput(sendValue(p.Store, "palette", func(v string) state.Msg { return state.PaletteTyped{Text: v} }))
	if f.At >= 0 {
		input = input.Aria("activedescendant", state.PaletteID(f.At))
	}
	more := ""
	if n := f.Total - len(f.Items); n > 0 {
		more = words.Number(n) + " more: type on to find them."
	}
	return p.frame("Commands", "palette", h("div",
		h("div.palette-field", input, press(p.Store, ".icon", "✕", state.DialogClosed{}, label("Close"))),
		slot(len(f.Items) == 0, func() app.UI {
			return h("p.dim.palette-none", "Nothing fits “"+words.Clip(f.Text, 60)+"”. Look for a command, a table, a saved query, a sample or a setting.")
		}),
		el("div").ID("palette-list").Role("listbox").Aria("label", "Results").Body(each(len(f.Items), func(i int) app.UI { return p.paletteItem(f, i) })...),
		slot(more != "", func() app.UI { return h("p.dim.palette-none", more) }),
	))
}

func (p *DialogPanel) paletteItem(f *state.Palette, i int) app.UI {
	item := f.Items[i]
	note, kind := item.Note, item.Kind
	if kind == state.CommandKind {
		note, kind = "", item.Note
	}
	if item.Not != "" {
		note = item.Not
	}
	handler, scope := send(p.Store, state.PaletteChosen{Index: i})
	line := el("div").ID(state.PaletteID(i)).Class("palette-item").Role("option").Aria("selected", map[bool]string{true: "true", false: "false"}[i == f.At]).OnClick(handler, scope).Body(
		h("span.name", item.Title), h("span.dim.note", note), h("span.grow"),
		h("span.row", each(len(item.Keys), func(k int) app.UI { return h("kbd", item.Keys[k]) })),
		h("small.tag", kind),
	)
	if item.Not != "" {
		line = line.Aria("disabled", "true")
	}
	return line
}

// paletteKey is what a key does in the field of the palette, nil when that is left to the browser. It is asked on the browser's
// event loop: the Enter that opens a dialog must not press its first button, too.
func paletteKey(e app.Event) state.Msg {
	switch key := e.Get("key").String(); {
	case e.Get("target").Get("id").String() != "palette":
	case key == "ArrowDown":
		return state.PaletteMoved{By: 1}
	case key == "ArrowUp":
		return state.PaletteMoved{By: -1}
	case key == "PageDown":
		return state.PaletteMoved{By: 8}
	case key == "PageUp":
		return state.PaletteMoved{By: -8}
	case key == "Enter" && !e.Get("isComposing").Truthy():
		return state.PaletteChosen{Index: -1}
	}
	return nil
}
