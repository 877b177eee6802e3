package kit

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// MaxNames bounds the properties that a field offers by name; a table of thousands takes any that is typed.
const MaxNames = 300

// RoleTag says what a clause does for the range that is read.
//
//go:noinline
func RoleTag(role filterlang.Role) app.UI {
	switch role {
	case filterlang.SetsRange, filterlang.Routes:
		return H("span.tag.key", role.String())
	case filterlang.Checked, filterlang.Indexed:
		return H("span.tag", role.String())
	}
	return H("span.tag.odd", role.String())
}

// KeyOffer says beside a clause which key its property always equals, and puts that key in its place at one press, after which the
// keyboard goes where focus says.
//
//go:noinline
func KeyOffer(s Sender, o page.KeyOffer, clause filterlang.Expr, focus string) app.UI {
	name := words.Clip(clause.(*filterlang.Comparison).Property, 60)
	return H("span.key-offer", H("span.note", name+" "+o.Says),
		Slot(o.Title != "", func() app.UI {
			return Press(s, ".btn.small", o.Title, page.KeyTaken{Finding: o.Finding, Focus: focus}, Title("Returns the same entities of this table; Ctrl+Z undoes it"))
		}))
}
