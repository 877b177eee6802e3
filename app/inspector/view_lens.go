package inspector

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/edit"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// EntityLens is the entity of the inspector as JSON, to read and to edit, and its values decoded.
type EntityLens struct {
	app.Compo
	Store  Sender
	In     *edit.Inspector
	Lens   *Model
	Column string // of the grid's current cell
}

func (p *EntityLens) Render() app.UI {
	return H("section.lens", Label("Another view of the entity"),
		Slot(p.Lens.View == JSONView, p.json),
		Slot(p.Lens.View == DecodeView, p.decode),
	)
}

func (p *EntityLens) json() app.UI {
	l := p.Lens
	what := "textarea.mono#" + LensField + " rows=12 spellcheck=false autocomplete=off"
	if l.Err != "" {
		what += " aria-invalid=true aria-describedby=lens-err"
	}
	return H("div.lens-body",
		H(what, Label("The entity as JSON"), Typed(p.Store, "input", "lens", func(v string) page.Msg { return LensTyped{Text: v} })),
		Slot(l.Err != "", func() app.UI { return H("p.err#lens-err role=status", l.Err) }),
		Slot(l.Err == "" && p.In.Moved(), func() app.UI { return H("p.advice-box#lens-move role=note", edit.MoveText(p.In)) }),
		H("p.dim", "Other types use name@odata.type. The form follows as you type; nothing is written before you commit."),
		H("div.row", Press(p.Store, ".btn.small", "Copy", page.CopyPressed{Text: l.Text, What: "the JSON"}, Off(l.Text == ""))),
	)
}

func (p *EntityLens) decode() app.UI {
	name := p.Lens.Decode
	if name == "" {
		name = p.Column
	}
	r := decodes(p.In, name)
	options := []app.UI{H("option", Value(""), On(p.Lens.Decode == ""), "the current cell")}
	for _, n := range append([]string{"PartitionKey", "RowKey"}, propertyNames(p.In)...) {
		options = append(options, H("option", Value(n), On(n == p.Lens.Decode), words.Clip(n, 60)))
	}
	var list []app.UI
	if r != nil {
		for _, d := range edit.Decode(r.Type, r.Text) {
			list = append(list, H("div.decoded", H("h3", d.Title), H("pre.mono tabindex=0", d.Text), Press(p.Store, ".btn.small", "Copy", page.CopyPressed{Text: d.Text, What: d.Title}, Label("Copy: "+d.Title))))
		}
	}
	none := "This value holds nothing to decode: no JSON, Base64, ticks, GUID or address."
	if r == nil {
		none = "Choose a cell of the grid, or a property here, to read the JSON, Base64, ticks, GUID or address in it."
		if name != "" {
			none = words.Clip(name, 60) + " is not set here."
		}
	}
	return H("div.lens-body",
		H("div.row", H("label for=decode-name", "Value of"), H("select#decode-name", Value(p.Lens.Decode), Typed(p.Store, "change", "decode", func(v string) page.Msg { return DecodeChosen{Name: v} }), options)),
		Slot(r != nil, func() app.UI { return H("p", Bold(words.Clip(name, 60)), H("span.dim", " "+r.Type.String())) }),
		Slot(len(list) == 0, func() app.UI { return H("p.dim", none) }),
		H("div.lens-body", list),
	)
}

// propertyNames are those of the form.
func propertyNames(in *edit.Inspector) []string {
	var names []string
	for _, r := range in.Rows {
		if !r.Gone && r.Name != "" {
			names = append(names, r.Name)
		}
	}
	return names
}
