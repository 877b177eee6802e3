package kit

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/filterlang/edm"
)

// TypeSelect is a picker of the eight types. The element holds the choice; chosen is told of a change.
//
//go:noinline
func TypeSelect(label string, value edm.Type, scope string, chosen func(edm.Type)) app.UI {
	return El("select").Aria("label", label).OnChange(func(ctx app.Context, e app.Event) {
		if n, err := strconv.Atoi(ctx.JSSrc().Get("value").String()); err == nil {
			chosen(edm.Type(n))
		}
	}, app.EventScope(scope)).Body(app.Range(edm.Types[:]).Slice(func(i int) app.UI {
		t := edm.Types[i]
		return El("option").Attr("value", strconv.Itoa(int(t))).Text(t.String()).Attr("selected", t == value)
	}))
}
