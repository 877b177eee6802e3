package designlab

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/keydesign"
	"rangefinder/app/keydesign/lab"
	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// template is the field of a template of an index: a list of names opens under its caret. Below stand the place of what is wrong and what was
// probably meant.
func (p *Panel) template(id, name, text string) app.UI {
	l := p.Lab
	if typed, ok := l.Texts[id]; ok {
		text = typed
	}
	var wrong string
	var where, meant any
	err, fixes := l.wrong(text)
	switch {
	case err != nil:
		wrong, where = err.Message, wrongAt(text, err)
	case len(fixes) > 0:
		wrong = elsewhere
	}
	if len(fixes) > 0 {
		meant = H("div.meant", Each(min(len(fixes), maxMeant), func(i int) app.UI {
			fix := fixes[i]
			return H("div.row", H("span", "Did you mean "+words.Clip(fix.Text, 60)+"?"), Press(p.Store, ".btn.small#"+id+"-meant-"+strconv.Itoa(i), "Use "+words.Clip(fix.Text, 60), Replaced{id, fix.Apply(text)}))
		}))
	}
	return p.completing("div.tpl", id, name, text, wrong, where, meant)
}

// key is the template of a key of design i, with a line below it for what is wrong or, in the field that takes the properties which are
// pressed, for what those are for. The line is always there, so that nothing moves while a template is typed. Those of the table's present
// keys can be read and copied.
func (p *Panel) key(i int, r *lab.DesignReport, id, name, text string) app.UI {
	l := p.Lab
	if l.Spec.Designs[i].Present() {
		return H("div.tpl", p.field(id, name, text, "", Attr("readonly", "true")), H("div.tpl-note", H("span.dim#"+id+"-err", "Read-only. “Copy to change” makes your own."))) // seen while the field has the keyboard
	}
	if typed, ok := l.Texts[id]; ok {
		text = typed
	}
	err, fixes := l.wrong(text)
	fault := ""
	switch {
	case err != nil:
		if fault = err.Message; len(fixes) > 0 {
			fault, _, _ = strings.Cut(fault, ";")
			fault = strings.TrimSuffix(fault, ".") + "." // what there is beside need not be read: the press says which is meant
		}
	case len(fixes) > 0:
		fault = "There is no " + words.Clip(text[fixes[0].Span.Start:fixes[0].Span.End], 40) + "."
		if strings.HasPrefix(fixes[0].Text, "{") {
			fault = "Every entity gets this text."
		}
	default:
		fault = nothing(r, text)
	}
	switch {
	case fault != "":
		return p.completing("div.tpl", id, name, text, elsewhere, H("div.tpl-note", H("span.err#"+id+"-err", Title(fault), fault), Slot(len(fixes) > 0, func() app.UI {
			return Press(p.Store, ".link-like.sim-link#"+id+"-meant-0", "Use "+words.Clip(fixes[0].Text, 60), Replaced{id, fixes[0].Apply(text)})
		})))
	case l.templateOf(i) == id:
		return p.completing("div.tpl", id, name, text, "", H("div.tpl-note", H("span.dim", "Press a property below, or type {")))
	}
	return p.completing("div.tpl", id, name, text, "", H("div.tpl-note"))
}

// nothing says which properties of a template no entity has, "" for none.
func nothing(r *lab.DesignReport, text string) string {
	t, err := keydesign.Parse(text)
	if r == nil || err != nil {
		return ""
	}
	names := slices.DeleteFunc(t.Properties(), func(name string) bool { return !slices.Contains(r.Unknown, name) })
	if len(names) == 0 {
		return ""
	}
	return "No entity has " + words.Clip(strings.Join(names, ", "), 120) + ": it gives nothing."
}

// completing is a field under whose caret a list opens of what could be typed.
func (p *Panel) completing(what, id, name, text, wrong string, below ...any) app.UI {
	var list any
	in := []any{Attr("role", "combobox"), Attr("aria-autocomplete", "list"), Attr("aria-controls", "lab-offers"), Attr("aria-haspopup", "listbox"),
		Listen("keydown", p.templateKey, app.EventScope(id)),
		Listen("beforeinput", p.closing, app.EventScope(id)),
		Listen("click", func(ctx app.Context, e app.Event) { p.close(id) }, app.EventScope(id)),
		Listen("focus", func(ctx app.Context, e app.Event) { p.Store.Send(TemplateEntered{id}) }, app.EventScope(id)),
		Listen("blur", func(ctx app.Context, e app.Event) { p.Store.Send(TemplateLeft{id}) }, app.EventScope(id))}
	o := p.Lab.Offers
	if open := o != nil && o.Field == id; open {
		in = append(in, Expanded(true), Attr("aria-activedescendant", OfferID(o.At)))
		list = p.offers(o)
	} else {
		in = append(in, Expanded(false))
	}
	typed := Listen("input", func(ctx app.Context, e app.Event) { p.Store.Send(typedInto(id, ctx.JSSrc(), false)) }, app.EventScope(id))
	return H(what, append([]any{p.fieldWith(id, name, text, wrong, typed, in...), list}, below...)...)
}

// wrong is what is wrong with a template, and the names that were probably meant. While it cannot be read, that is only the name which
// the error is about: another fix would answer a fault that nobody was told of.
func (l *Model) wrong(text string) (*keydesign.SyntaxError, []filterlang.Fix) {
	err, fixes := TemplateErr(text), keydesign.Fixes(text, l.names())
	if err != nil {
		fixes = slices.DeleteFunc(fixes, func(f filterlang.Fix) bool { return f.Span != err.Span })
	}
	return err, fixes
}

// maxMeant is how many wrong names of a template are told at a time what they were meant to be.
const maxMeant = 2

// typedInto is what the field of a template holds, and where its caret is.
func typedInto(id string, field app.Value, asked bool) TemplateTyped {
	text := field.Get("value").String()
	caret := len(utf16.Encode([]rune(text)))
	if at := field.Get("selectionStart"); !at.IsUndefined() && !at.IsNull() {
		caret = at.Int()
	}
	return TemplateTyped{Field: id, Text: text, Caret: caret, Asked: asked}
}

func (p *Panel) close(id string) {
	if o := p.Lab.Offers; o != nil && o.Field == id {
		p.Store.Send(OfferClosed{})
	}
}

// templateKey is what a key does in the field of a template besides what it does in any. It is decided on the browser's event loop: the
// Tab that takes a name must not leave the field, too.
func (p *Panel) templateKey(ctx app.Context, e app.Event) {
	field := ctx.JSSrc()
	id := field.Get("id").String()
	key := e.Get("key").String()
	if e.Get("isComposing").Truthy() || e.Get("altKey").Truthy() || e.Get("metaKey").Truthy() {
		return
	}
	var msg page.Msg
	ctrl, shift := e.Get("ctrlKey").Truthy(), e.Get("shiftKey").Truthy()
	if o := p.Lab.Offers; o == nil || o.Field != id {
		if key == "ArrowDown" && !ctrl || key == " " && ctrl {
			msg = typedInto(id, field, true)
		}
	} else if !ctrl && !shift {
		switch key {
		case "ArrowDown":
			msg = OfferMoved{1}
		case "ArrowUp":
			msg = OfferMoved{-1}
		case "Enter", "Tab":
			msg = OfferTaken{-1}
		case "Escape":
			msg = OfferClosed{}
		case "ArrowLeft", "ArrowRight", "Home", "End":
			p.Store.Send(OfferClosed{}) // the caret goes where it would go
		}
	}
	if msg == nil {
		return
	}
	e.PreventDefault()
	e.Call("stopPropagation")
	p.Store.Send(msg)
}

// closing steps over the brace that closes a property when that is typed, since completion wrote it. It is decided on the browser's event
// loop, and by what is typed: a keyboard on a screen names no keys.
func (p *Panel) closing(ctx app.Context, e app.Event) {
	field := ctx.JSSrc()
	msg := typedInto(field.Get("id").String(), field, false)
	at := byteAt(msg.Text, msg.Caret)
	if e.Get("data").String() != "}" || strings.HasSuffix(msg.Field, "-filter") || !strings.HasPrefix(msg.Text[at:], "}") || !keydesign.Inside(msg.Text, at) {
		return
	}
	if end := field.Get("selectionEnd"); end.Truthy() && end.Int() != msg.Caret {
		return
	}
	e.PreventDefault()
	field.Call("setSelectionRange", msg.Caret+1, msg.Caret+1)
	p.close(msg.Field)
}

// stay keeps the keyboard where it is when something is pressed.
func stay(ctx app.Context, e app.Event) { e.PreventDefault() }

// offers is the list under a template.
func (p *Panel) offers(o *Offers) app.UI {
	return H("div.offers#lab-offers role=listbox", Label("Completions"), Listen("mousedown", stay, app.EventScope("stay")), Each(len(o.Items), func(i int) app.UI {
		handler, scope := Send(p.Store, OfferTaken{i})
		return H("div.offer#"+OfferID(i)+" role=option aria-selected="+strconv.FormatBool(i == o.At), Listen("click", handler, scope),
			H("span.mono", words.Clip(o.Items[i].Name, 80)), H("span.sr", ": "), H("span.dim", o.Items[i].Note))
	}))
}

// chips are the properties of the entities as buttons: each goes into the template of the design that had the keyboard last. The present
// keys take none: they are copied.
func (p *Panel) chips(i int, name string) app.UI {
	l := p.Lab
	list := l.properties()
	list = list[:min(len(list), maxChips)]
	if l.Spec.Designs[i].Present() {
		whose := "The table has these keys."
		if l.Spec.Population != nil {
			whose = "Generated entities are in one partition, each with a number."
		}
		return H("div.names", H("span.dim", whose), p.did(".btn.small.quiet#lab-change-"+strconv.Itoa(i), "Copy to change", AddDesign, 0, 0))
	}
	into := "PartitionKey"
	if strings.HasSuffix(l.templateOf(i), "-row") {
		into = "RowKey"
	}
	if strings.Contains(l.templateOf(i), "-x") {
		into += " of an index"
	}
	return H("div.names role=toolbar", Label("Insert a property into the "+into+" of "+name), Listen("keydown", chipKey, app.EventScope("chips", i)), Listen("mousedown", stay, app.EventScope("stay", i)),
		Each(len(list), func(k int) app.UI {
			tab := " tabindex=-1"
			if k == 0 {
				tab = " tabindex=0"
			}
			return Press(p.Store, ".chip.mono#lab-chip-"+strconv.Itoa(i)+"-"+strconv.Itoa(k)+tab, words.Clip(list[k].Name, 40), PropertyInserted{i, list[k].Name},
				Title("Insert {"+words.Clip(list[k].Name, 80)+"} into the "+into+": "+l.propertyNote(&list[k])))
		}))
}

// chipKey goes through the buttons of a toolbar with the arrow keys: it is one stop of the Tab key.
func chipKey(ctx app.Context, e app.Event) {
	on := e.Get("target")
	var to app.Value
	switch e.Get("key").String() {
	case "ArrowRight":
		to = on.Get("nextElementSibling")
	case "ArrowLeft":
		to = on.Get("previousElementSibling")
	case "Home":
		to = on.Get("parentElement").Get("firstElementChild")
	case "End":
		to = on.Get("parentElement").Get("lastElementChild")
	default:
		return
	}
	e.PreventDefault()
	if to.Truthy() {
		to.Call("focus")
	}
}

func wrongAt(text string, err *keydesign.SyntaxError) app.UI {
	from, to := min(err.Span.Start, len(text)), min(err.Span.End, len(text))
	wrong := text[from:to]
	if wrong == "" {
		wrong = "▲"
	}
	return H("p.wrong-at.mono aria-hidden=true", H("span", text[:from]), H("span.bad", wrong), H("span", text[to:]))
}
