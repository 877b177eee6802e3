package kit

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Meter is how much of a limit is used, as a bar and as a text.
//
//go:noinline
func Meter(name string, value, limit int, text string) app.UI {
	class := "div.meter"
	if value > limit {
		class += ".over"
	}
	return H(class,
		El("meter").Aria("label", name).Attr("min", 0).Attr("max", float64(limit)).Attr("high", float64(limit)*0.9).Attr("value", float64(min(value, limit))),
		H("small", text))
}
