package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/state"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// keyOffer says beside a clause which key its property always equals, and puts that key in its place at one press, after which the
// keyboard goes where focus says.
func keyOffer(s *state.Store, o state.KeyOffer, clause filterlang.Expr, focus string) app.UI {
	name := words.Clip(clause.(*filterlang.Comparison).Property, 60)
	return H("span.key-offer", H("span.note", name+" "+o.Says),
		Slot(o.Title != "", func() app.UI {
			return Press(s, ".btn.small", o.Title, state.KeyTaken{Finding: o.Finding, Focus: focus}, Title("Returns the same entities of this table; Ctrl+Z undoes it"))
		}))
}
