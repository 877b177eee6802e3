package kit

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Unfold is a button in the head of a card that shows and hides the rest of it on a phone, where the card would stand between the reader
// and what comes below: what follows the button in its row, and the card's parts of the class foldable. A wide window shows all of it.
type Unfold struct {
	app.Compo
	ID   string
	What string // the heading of the card

	open bool
}

func (u *Unfold) Render() app.UI {
	return H("button.btn.small.only-phone.unfold#"+u.ID+" type=button", Expanded(u.open), Label("Show or hide: "+u.What), "Show or hide",
		Listen("click", func(ctx app.Context, _ app.Event) {
			u.open = !u.open
			ctx.Update()
		}, app.EventScope(u.ID)))
}
