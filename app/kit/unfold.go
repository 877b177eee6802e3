package kit

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Unfold is a button in the head of a card that shows and hides the rest of it on a phone, where the card would stand between the reader
// and what comes below: what follows the button in its row, and the card's parts of the class foldable. A wide window shows all of it.
// The page alone holds whether it is open: nothing else asks.
func Unfold(id, what string) app.UI {
	return H("button.btn.small.only-phone.unfold#"+id+" type=button", Expanded(false), H("span.to-show", "Show"), H("span.to-hide", "Hide"), H("span.sr", ": "+what),
		Listen("click", unfold, app.EventScope(id)))
}

func unfold(ctx app.Context, _ app.Event) {
	button := ctx.JSSrc()
	button.Call("setAttribute", "aria-expanded", strconv.FormatBool(button.Call("getAttribute", "aria-expanded").String() != "true"))
}
