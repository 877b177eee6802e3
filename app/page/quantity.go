package page

import (
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Quantity writes a number that may not be known.
func Quantity(n int) string {
	if n == wire.Unknown {
		return "–"
	}
	return words.Number(n)
}
