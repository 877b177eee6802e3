package page

import (
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// MissText says in what way entities nearly matched.
func MissText(m wire.Miss) string {
	stored, asked := words.Quote(m.Stored), words.Quote(m.Asked)
	switch m.Kind {
	case wire.MissCase:
		return asked + " is stored as " + stored + ": case matters"
	case wire.MissSpace:
		return asked + " is stored as " + stored + ", with other white space"
	case wire.MissPadding:
		return asked + " is stored as " + stored + ": leading zeros count"
	case wire.MissSpelled:
		switch {
		case m.Stored == "":
			return "every value as it is stored"
		case m.Asked == "":
			return "what is stored is " + m.Stored
		}
		return asked + " is stored as " + stored
	case wire.MissTypo:
		return asked + " is not stored; " + stored + " is"
	case wire.MissType:
		return "another type is stored: " + m.Stored
	case wire.MissName:
		if strings.Contains(m.Stored, " eq ") {
			property, _, _ := strings.Cut(m.Stored, " ")
			return "it is a value of " + property + ": " + m.Stored
		}
		return "another name: " + m.Stored
	case wire.MissKey:
		if m.Stored == "" {
			return "the values of " + m.Asked + " swapped"
		}
		return m.Stored + " in place of " + m.Asked
	case wire.MissBounds:
		return "the two bounds of " + m.Asked + " swapped"
	case wire.MissOr:
		return "either value of " + m.Asked + ": one entity cannot have both"
	case wire.MissAbsent:
		return "not in place of ne, which leaves out entities without " + m.Asked
	case wire.MissNearest:
		return "No such key. Nearest " + m.Asked + ": " + KeyText(m.Stored)
	}
	return "without the clause " + m.Asked
}
