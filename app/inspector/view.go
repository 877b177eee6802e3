package inspector

import (
	"cmp"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/edit"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/review"
	"rangefinder/app/words"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Panel shows one entity whole and edits it.
type Panel struct {
	app.Compo
	Store    Sender
	In       *edit.Inspector
	Table    string
	Census   *filterlang.Census
	ReadOnly string // why nothing can be saved
	AtOnce   bool   // each edit is committed when it is made
	Entities int    // of the table, 0 where nobody knows
	Lens     *Model
	Column   string // of the grid's current cell
	Away     bool   // the result on screen does not have it
}

func (p *Panel) Render() app.UI {
	name := "Inspector"
	if p.In.Mode == edit.Editing { // focus goes to the panel when an entity is opened: its name says which
		name += ": " + p.title()
	}
	return El("aside").ID("inspector").Class("insp").Aria("label", name).TabIndex(-1).OnKeyDown(func(ctx app.Context, e app.Event) {
		if e.Get("key").String() == "Enter" && p.In.Mode != edit.Idle && e.Get("target").Get("id").String() == "inspector" && (p.Lens == nil || p.Lens.View == FormView) {
			e.PreventDefault()
			p.Store.Send(FieldWanted{Column: p.Column})
		}
		if e.Get("key").String() == "s" && e.Get("ctrlKey").Bool() {
			e.PreventDefault()
			p.Store.Send(SavePressed{})
		}
		if e.Get("key").String() == "Escape" && !e.Get("defaultPrevented").Bool() {
			if w := app.Window().Get("innerWidth"); w.Truthy() && w.Int() <= 720 { // it covers the grid
				p.Store.Send(InspectorClosed{})
				return
			}
			p.Store.Send(InspectorLeft{})
		}
		if e.Get("code").String() == "KeyD" && (e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool()) && !e.Get("shiftKey").Bool() && p.In.Mode == edit.Editing {
			e.PreventDefault()
			p.Store.Send(DuplicatePressed{})
		}
	}).Body(
		Splitter("split-insp", "Width of the inspector"),
		Press(p.Store, ".rail#insp-rail", "", InspectorOpened{}, Label("Open the inspector"), Title("Inspector: one entity, whole"), H("span", "Inspector")),
		Slot(p.In.Mode == edit.Idle, p.idle),
		Slot(p.In.Mode != edit.Idle, p.entity),
	)
}

func (p *Panel) idle() app.UI {
	return H("div.insp-body",
		H("div.insp-head", H("div.row", H("h2", "Inspector"), H("span.grow"), p.closer())),
		H("div.scroll", H("p.dim", "Choose an entity in the grid to read it whole, change it, copy it or delete it."),
			Slot(p.Table != "", func() app.UI {
				return H("div.row",
					Press(p.Store, ".btn", "+ New entity", page.NewEntityPressed{}, Title(p.ReadOnly), Off(p.ReadOnly != "")),
					Press(p.Store, ".btn#paste-entity", "Paste JSON…", PasteJSONPressed{}, Off(p.ReadOnly != "")),
					Press(p.Store, ".btn#build-group", "Build a transaction…", review.GroupPressed{}, Title("Several changes of one partition, all or nothing"), Off(p.ReadOnly != "")))
			})))
}

func (p *Panel) closer() app.UI {
	return Press(p.Store, ".icon#insp-close", "✕", InspectorClosed{}, Label("Close the inspector"))
}

// entity is the form, or another view of it, between a head and the actions, which stay in view.
func (p *Panel) entity() app.UI {
	in, lens := p.In, p.Lens
	title := p.title()
	view := FormView
	if lens != nil {
		view = lens.View
	}
	// In places of their own: rows that come and go would make the other views others, without what is typed into them.
	return H("div.insp-body",
		H("div.insp-head",
			H("div.row", H("h2", Title(title), title), H("span.grow"), p.closer()),
			Slot(lens != nil, func() app.UI { return p.views(view) })),
		H("div.scroll",
			H("div.insp-form#insp-form", Hidden(view != FormView), p.form()),
			Slot(lens != nil && view != FormView, func() app.UI {
				return &EntityLens{Store: p.Store, In: in, Lens: lens, Column: p.Column}
			})),
		H("div.insp-away role=status", Slot(p.Away, func() app.UI { return H("p.dim", "This entity is not in the result on screen.") })),
		p.pendingNote(), // under the fields: none moves when it comes or goes
		Slot(p.asked(), func() app.UI { return H("p.advice-box.insp-note#key-ask role=note", in.Asked) }),
		Slot(in.Dirty() && p.unready() != "", func() app.UI { return H("p.err.insp-note.advice-box#save-why", p.unready()) }),
		p.actions())
}

func (p *Panel) title() string {
	if p.In.Mode != edit.Editing {
		return "New entity"
	}
	return words.Clip(page.KeyText(p.In.PK), 28) + " / " + words.Clip(page.KeyText(p.In.RK), 28)
}

// views are the tabs of the entity.
func (p *Panel) views(shown LensView) app.UI {
	list := []struct {
		view        LensView
		text, about string
	}{
		{FormView, "Form", "A field for each property"},
		{JSONView, "JSON", "The entity as JSON with its types, to read and to edit"},
		{DecodeView, "Decode", "Reads JSON, Base64, ticks, GUIDs and addresses inside a value"},
	}
	return H("div.views role=tablist", Label("Views of the entity"), Each(len(list), func(i int) app.UI {
		v := list[i]
		what := ".view-tab#lens-" + cmp.Or(string(v.view), "form") + " role=tab tabindex=-1 aria-selected=false"
		if v.view == shown {
			what = ".view-tab.on#lens-" + cmp.Or(string(v.view), "form") + " role=tab tabindex=0 aria-selected=true"
		}
		return Press(p.Store, what, v.text, LensChosen{View: v.view}, Title(v.about), Attr("data-t", v.text), Listen("keydown", func(ctx app.Context, e app.Event) {
			by := map[string]int{"ArrowRight": 1, "ArrowLeft": len(list) - 1}[e.Get("key").String()]
			if by != 0 {
				e.PreventDefault()
				p.Store.Send(LensChosen{View: list[(i+by)%len(list)].view, Focus: true})
			}
		}, app.EventScope("view", i)))
	}))
}

// form is the fields, what saving them does, and what is known of the entity besides.
func (p *Panel) form() []app.UI {
	in := p.In
	others, absent := p.others()
	return []app.UI{
		Slot(in.Problem != "", func() app.UI { return El("p").Class("err").Attr("role", "alert").Text(in.Problem) }),
		p.key("insp-pk", "PartitionKey", in.PK, func(v string) page.Msg { return KeysTyped{PK: &v} }),
		p.key("insp-rk", "RowKey", in.RK, func(v string) page.Msg { return KeysTyped{RK: &v} }),
		p.keyNote(),
		Slot(in.Moved(), func() app.UI { return H("p.advice-box#move-note role=note", edit.MoveText(in)) }),
		p.known(),
		app.Range(in.Rows).Slice(func(i int) app.UI { return p.row(in.Rows[i]) }),
		H("div.row", Press(p.Store, ".btn.small#add-property", "+ Property", PropertyAdded{}), others),
		absent,
		p.meters(), // below the fields, which it must not push about
		Slot(in.Failed != nil, func() app.UI { return p.failed() }),
		Slot(!in.Moved(), func() app.UI { return p.saveHow() }),
		Slot(p.ReadOnly != "", func() app.UI { return El("p").ID("read-only").Class("dim").Text(p.ReadOnly) }),
		Slot(in.Original != nil, func() app.UI {
			return H("div.advice-box",
				H("p", H("b", "Timestamp "), H("code", in.Original.Timestamp)),
				H("p", H("b", "ETag "), H("code.wrap", in.Original.ETag)),
				H("p.dim", "A commit sends the ETag, so the service refuses it when somebody has changed the entity since."),
				H("div.row", Press(p.Store, ".btn.small", "Copy as text", page.CopyPressed{What: "the entity", Text: entityText(in)})))
		}),
	}
}

// entityText is the entity as lines of name, type and value.
func entityText(in *edit.Inspector) string {
	text := "PartitionKey\tEdm.String\t" + in.PK + "\nRowKey\tEdm.String\t" + in.RK + "\n"
	for _, p := range in.Original.Properties {
		text += p.Name + "\t" + p.Type.EDM() + "\t" + p.Text + "\n"
	}
	return text
}

// asked reports whether the question about empty keys is still open.
func (p *Panel) asked() bool { return p.In.Asked != "" && p.In.Asked == p.In.EmptyKey() }

// keyNote says what is wrong with a key. A new entity has room for it from the start.
func (p *Panel) keyNote() app.UI {
	what, text := "p.err.key-note#key-err", p.In.KeyErr
	if text == "" {
		what, text = "p.dim.key-note", `Keys hold no "/", "\", "#", "?" and no control characters.`
	}
	return Slot(p.In.KeyErr != "" || p.In.Mode == edit.Creating, func() app.UI { return H(what, text) })
}

func (p *Panel) key(id, name, value string, typed func(string) page.Msg) app.UI {
	input := Void("input").ID(id).Attr("type", "text").Attr("dir", "auto").Spellcheck(false).Attr("autocomplete", "off").
		OnInput(SendValue(p.Store, id, typed))
	if value == "" {
		input = input.Attr("placeholder", "may be empty")
	}
	if p.In.KeyErr != "" && p.In.KeyField() == id {
		input = input.Aria("invalid", "true").Aria("describedby", "key-err")
	} else if value == "" && p.asked() {
		input = input.Aria("invalid", "true").Aria("describedby", "key-ask")
	}
	return El("div").Class("prop keyprop").Body(El("label").Attr("for", id).Text(name), input)
}

func (p *Panel) row(r edit.PropertyRow) app.UI {
	id := words.Number(r.ID)
	label := r.Name
	if label == "" {
		label = "new property"
	}
	if r.Gone {
		fate, class := label+" will be deleted", "strike"
		if p.In.Mode == edit.Editing && !p.In.Replace {
			fate, class = label+" stays: a merge deletes nothing", "dim"
		}
		return El("div").Class("prop gone").Body(
			El("span").Class(class).Text(fate),
			Button("btn small", "Keep").OnClick(Send(p.Store, PropertyRemoved{ID: r.ID})),
		)
	}
	text := p.value(r, id, label)
	name := Void("input").ID("prop-name-"+id).Class("prop-name").Attr("type", "text").Aria("label", "Name of "+label).Attr("title", r.Name).Attr("placeholder", "Name").Spellcheck(false).Attr("autocomplete", "off").Attr("list", "known-names").
		OnInput(SendValue(p.Store, id, func(v string) page.Msg { return PropertyNamed{ID: r.ID, Name: v} }))
	if r.BadName {
		name = name.Aria("invalid", "true").Aria("describedby", "prop-err-"+id)
	}
	return El("div").Class("prop").Body(
		name,
		TypeSelect("Type of "+label, r.Type, "type-"+id, func(t edm.Type) { p.Store.Send(PropertyTypeChosen{ID: r.ID, Type: t}) }),
		Button("icon small", "✕").Aria("label", "Remove "+label).OnClick(Send(p.Store, PropertyRemoved{ID: r.ID})),
		text,
		Slot(r.Err != "", func() app.UI { return El("p").ID("prop-err-" + id).Class("err").Text(r.Err) }),
		Slot(r.Err == "" && (r.Said != "" || r.Type == edm.Binary), func() app.UI { return p.said(r, id, label) }),
	)
}

// known offers the names that other entities have, to every property at once: an entity of 252 properties with a list for each
// would be as many lists of as many names.
func (p *Panel) known() app.UI {
	var list []filterlang.PropertyCensus
	if p.Census != nil {
		list = p.Census.Properties[:min(len(p.Census.Properties), MaxNames)]
	}
	return H("datalist#known-names", Each(len(list), func(i int) app.UI { return H("option", Value(list[i].Name)) }))
}

func (p *Panel) value(r edit.PropertyRow, id, label string) app.UI {
	typed := func(v string) page.Msg { return PropertyTyped{ID: r.ID, Text: v} }
	if r.Type == edm.String {
		area := El("textarea").ID("prop-text-"+id).Class("prop-text").Attr("rows", 1).Attr("dir", "auto").Aria("label", "Value of "+label).Spellcheck(false).
			OnInput(SendValue(p.Store, "area"+id, typed))
		if r.Err != "" && !r.BadName {
			area = area.Aria("invalid", "true").Aria("describedby", "prop-err-"+id)
		}
		return area
	}
	if r.Type == edm.Boolean {
		return p.truth(r, id, label)
	}
	input := Void("input").ID("prop-text-"+id).Class("prop-text").Attr("type", "text").Aria("label", "Value of "+label).Attr("placeholder", placeholders[r.Type]).Spellcheck(false).Attr("autocomplete", "off").
		OnInput(SendValue(p.Store, "input"+id, typed))
	if r.Err != "" && !r.BadName {
		input = input.Aria("invalid", "true").Aria("describedby", "prop-err-"+id)
	}
	return input
}

// truth is the choice of a Boolean. A text of another type that was in the field before stands beside the two until one is chosen.
func (p *Panel) truth(r edit.PropertyRow, id, label string) app.UI {
	options := []app.UI{}
	if r.Text != "true" && r.Text != "false" {
		other := "Choose true or false"
		if r.Text != "" {
			other = words.Clip(r.Text, 40)
		}
		options = append(options, H("option", Value(r.Text), On(true), other))
	}
	for _, v := range []string{"true", "false"} {
		options = append(options, H("option", Value(v), On(r.Text == v), v))
	}
	what := "select.prop-text#prop-text-" + id
	if r.Err != "" && !r.BadName {
		what += " aria-invalid=true aria-describedby=prop-err-" + id
	}
	return H(what, Label("Value of "+label), Typed(p.Store, "change", "truth"+id, func(v string) page.Msg { return PropertyTyped{ID: r.ID, Text: v} }), options)
}

var placeholders = map[edm.Type]string{
	edm.Int32: "−2147483648 … 2147483647", edm.Int64: "whole number", edm.Double: "4.5, NaN, Infinity",
	edm.DateTime: "2026-11-20T09:14:02.1182307Z", edm.Guid: "8-4-4-4-12 hex digits", edm.Binary: "base64 or 0x hex",
}
