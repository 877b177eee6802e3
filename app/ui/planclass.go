package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/state"
	"rangefinder/filterlang"
)

// ClassBadge is the class of a plan, and what it means: shown while the pointer or the keyboard is on it, kept by a press, put away by
// Escape.
type ClassBadge struct {
	app.Compo
	Store *state.Store
	Class filterlang.Class
	Embed bool // the page is in a frame, which has no guide

	open, hushed bool
}

func (b *ClassBadge) Render() app.UI {
	class := "span.class-badge"
	switch {
	case b.open:
		class += ".open"
	case b.hushed:
		class += ".hushed"
	}
	return H(class,
		Listen("keydown", func(ctx app.Context, e app.Event) {
			if e.Get("key").String() == "Escape" && (b.open || !b.hushed) {
				e.PreventDefault()
				b.open, b.hushed = false, true
				ctx.Update()
			}
		}, app.EventScope("badge")),
		Listen("mouseleave", func(ctx app.Context, e app.Event) { b.calm(ctx) }, app.EventScope("badge")),
		Listen("focusout", func(ctx app.Context, e app.Event) {
			if inside := ctx.JSSrc().Call("contains", e.Get("relatedTarget")); e.Get("relatedTarget").Truthy() && inside.Bool() {
				return
			}
			b.calm(ctx)
		}, app.EventScope("badge")),
		H("button.badge."+b.Class.Name()+"#class type=button", Expanded(b.open), Attr("aria-describedby", "class-card"),
			Listen("click", func(ctx app.Context, e app.Event) {
				b.open, b.hushed = !b.open, b.open
				ctx.Update()
			}, app.EventScope("badge")),
			H("span.shape aria-hidden=true", page.Mark(b.Class)), H("span", b.Class.String())),
		H("div.class-card#class-card", H("p", H("b", page.Meaning(b.Class)+" "), page.Price(b.Class)),
			H("ul", Each(len(page.Classes), func(i int) app.UI {
				c := page.Classes[i]
				return H("li", Badge(c, page.Mark(c)), H("span", page.Meaning(c)))
			})),
			Slot(!b.Embed, func() app.UI {
				return Press(b.Store, ".link-like.guide-link", "How the class is decided", page.GuideOpened{Page: "plan"})
			})),
	)
}

// calm puts the explanation away and lets it come again.
func (b *ClassBadge) calm(ctx app.Context) {
	if b.open || b.hushed {
		b.open, b.hushed = false, false
		ctx.Update()
	}
}
