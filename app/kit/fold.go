package kit

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/page"
)

// Fold is a button that unfolds what has no room beside it: commands, or a panel of fields. What is unfolded lies over the page, so that
// nothing moves, and folds again by Escape, by a choice, and when the keyboard goes elsewhere. Its zero value unfolds nothing.
type Fold struct {
	app.Compo
	Store Sender
	ID    string // of the button
	Text  string // of the button, ••• for none
	Label string // the button's name, when its text does not say it
	Title string
	Class string // more classes of the button
	Bad   bool   // something in the panel is wrong

	Items []FoldItem
	Panel app.UI // instead of items

	open bool
}

// FoldItem is a command of a Fold.
type FoldItem struct {
	ID    string
	Text  string
	Title string
	Off   bool // it cannot be used now; Title says why
	Msg   page.Msg
}

func (f *Fold) Render() app.UI {
	text := f.Text
	if text == "" {
		text = "•••"
	}
	class := "button.btn"
	if f.Class != "" {
		class += "." + f.Class
	}
	if f.Bad {
		class += ".bad"
	}
	place := "span.fold"
	if f.open {
		place += ".open"
	}
	in := []any{Expanded(f.open), Listen("click", func(ctx app.Context, e app.Event) { f.turn(ctx, !f.open) }, app.EventScope(f.ID)), text}
	if f.Label != "" {
		in = append(in, Label(f.Label))
	}
	if f.Title != "" {
		in = append(in, Title(f.Title))
	}
	return H(place+"#"+f.ID+"-fold", Listen("keydown", f.key, app.EventScope(f.ID)), Listen("focusout", f.left, app.EventScope(f.ID)),
		H(class+"#"+f.ID+" type=button", in...),
		H("div.folded", Hidden(!f.open), f.unfolded()))
}

func (f *Fold) unfolded() []app.UI {
	if f.Panel != nil {
		return []app.UI{f.Panel}
	}
	return Each(len(f.Items), func(i int) app.UI {
		item := f.Items[i]
		what := "button.menuitem"
		if item.ID != "" {
			what += "#" + item.ID
		}
		in := []any{Off(item.Off), item.Text, Listen("click", func(ctx app.Context, e app.Event) {
			e.PreventDefault()
			f.turn(ctx, false)
			f.Store.Send(item.Msg)
		}, app.EventScope(f.ID, item))}
		if item.Title != "" {
			in = append(in, Title(item.Title))
		}
		return H(what+" type=button", in...)
	})
}

// turn unfolds and goes to the first thing in it, or folds and goes back to the button.
func (f *Fold) turn(ctx app.Context, open bool) {
	f.open = open
	ctx.Update()
	target := "#" + f.ID
	if open {
		target = "#" + f.ID + "-fold .folded :is(input, button:not(:disabled))"
	}
	ctx.Defer(func(app.Context) {
		if e := app.Window().Get("document").Call("querySelector", target); e.Truthy() {
			e.Call("focus")
		}
	})
}

func (f *Fold) key(ctx app.Context, e app.Event) {
	if !f.open {
		return
	}
	sibling := map[string]string{"ArrowDown": "nextElementSibling", "ArrowUp": "previousElementSibling"}[e.Get("key").String()]
	switch {
	case e.Get("key").String() == "Escape":
		e.PreventDefault()
		e.Call("stopPropagation")
		f.turn(ctx, false)
	case sibling != "" && f.Panel == nil:
		e.PreventDefault()
		if next := e.Get("target").Get(sibling); next.Truthy() {
			next.Call("focus")
		}
	}
}

// left folds when the keyboard went out of it.
func (f *Fold) left(ctx app.Context, e app.Event) {
	to := e.Get("relatedTarget")
	if !f.open || to.Truthy() && to.Call("closest", "#"+f.ID+"-fold").Truthy() {
		return
	}
	f.open = false
	ctx.Update()
}
