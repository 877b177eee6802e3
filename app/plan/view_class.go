package plan

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// ClassBadge is the class of a plan, and what it means: shown while the pointer or the keyboard is on it, kept by a press, put away by
// Escape.
type ClassBadge struct {
	app.Compo
	Store Sender
	Class filterlang.Class
	Plan  *filterlang.Plan
	Map   *Map             // nil of an account, whose keys are not known
	Match *wire.MatchReply // nil while what matches is counted
	Top   string           // $top
	Embed bool             // the page is in a frame, which has no guide

	on   bool // the pointer or the keyboard is on it
	open bool // it was pressed
	back bool // the focus comes back from the card, which stays closed
}

func (b *ClassBadge) Render() app.UI {
	name := H("span", b.Class.String())
	if b.Class.ByIndex() {
		name = indexName(b.Class)
	}
	return H("span.class-badge",
		Listen("keydown", func(ctx app.Context, e app.Event) {
			if e.Get("key").String() == "Escape" && (b.open || b.on) {
				e.PreventDefault()
				if e.Get("target").Get("id").String() != "class" { // a link of the card
					b.leave(ctx, e)
				}
				b.turn(ctx, false, false)
			}
		}, app.EventScope("badge")),
		Listen("mouseenter", func(ctx app.Context, e app.Event) { b.turn(ctx, true, b.open) }, app.EventScope("badge")),
		Listen("mouseleave", func(ctx app.Context, e app.Event) { b.turn(ctx, false, false) }, app.EventScope("badge")),
		Listen("focusin", func(ctx app.Context, e app.Event) {
			if !b.back {
				b.turn(ctx, true, b.open)
			}
			b.back = false
		}, app.EventScope("badge")),
		Listen("focusout", func(ctx app.Context, e app.Event) {
			if to := e.Get("relatedTarget"); !to.Truthy() || !to.Call("closest", ".class-badge").Truthy() {
				b.turn(ctx, false, false)
			}
		}, app.EventScope("badge")),
		H("button.badge."+b.Class.Name()+"#class type=button aria-describedby=class-means", Expanded(b.open || b.on),
			Listen("click", func(ctx app.Context, e app.Event) { b.turn(ctx, !b.open, !b.open) }, app.EventScope("badge")),
			H("span.shape aria-hidden=true", page.Mark(b.Class)), name),
		H("span.sr#class-means", page.MeaningOf(b.Class, b.Plan)),
		Slot(b.open || b.on, b.card))
}

// card explains the class among the others.
func (b *ClassBadge) card() app.UI {
	classes := page.ClassesOf(b.Class)
	return H("div.class-card", H("p", H("b", page.MeaningOf(b.Class, b.Plan)+" "), page.Price(b.Class)),
		H("ul.classes", Each(len(classes), func(i int) app.UI {
			c := classes[i]
			badge := Badge(c, page.Mark(c))
			if c.ByIndex() {
				badge = shortBadge(c)
			}
			return H("li", badge, H("span", page.Meaning(c)))
		})),
		Slot(b.Map != nil && b.Map.Reply != nil && !b.Class.ByIndex(), func() app.UI { return TableOf(b.Plan, b.Map, b.Match, b.Top).Picture(nil) }),
		Slot(!b.Embed, func() app.UI {
			return H("button.link-like.guide-link type=button", Listen("click", func(ctx app.Context, e app.Event) {
				b.leave(ctx, e) // first: the dialog gives the keyboard back to what had it
				b.Store.Send(page.GuideOpened{Page: "plan"})
			}, app.EventScope("guide")), "How the class is decided")
		}))
}

// leave closes the card and moves the keyboard from a link in it, which goes, to the badge.
func (b *ClassBadge) leave(ctx app.Context, e app.Event) {
	b.back = true
	e.Get("target").Call("closest", ".class-badge").Call("querySelector", "#class").Call("focus")
	b.turn(ctx, false, false)
}

func (b *ClassBadge) turn(ctx app.Context, on, open bool) {
	if b.on != on || b.open != open {
		b.on, b.open = on, open
		ctx.Update()
	}
}
