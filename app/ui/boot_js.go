//go:build js

package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
)

// boot is never seen in a browser: the store is there before the first render. Leaving it out makes the program smaller.
func boot() app.UI { return El("div") }
