package notices

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Panel is the short message at the bottom.
type Panel struct {
	app.Compo
	Store  Sender
	Notice *page.Notice
}

func (n *Panel) Render() app.UI {
	no := n.Notice
	if no == nil {
		return El("section").Class("notice none")
	}
	return n.shown(no)
}

func (n *Panel) shown(no *page.Notice) app.UI {
	class := "notice"
	if no.Bad {
		class += " bad"
	}
	hold := func(on bool) app.EventHandler {
		return func(app.Context, app.Event) { n.Store.Send(Hold{ID: no.ID, On: on}) }
	}
	return El("section").Class(class).Aria("label", "Message").
		On("mouseenter", hold(true), app.EventScope(no.ID)).On("mouseleave", hold(false), app.EventScope(no.ID)).
		On("focusin", hold(true), app.EventScope(no.ID)).On("focusout", hold(false), app.EventScope(no.ID)).Body(
		El("div").Body(El("span").Text(no.Text), Slot(no.Details != "", func() app.UI { return El("div").Class("dim mono").Text(no.Details) })),
		Slot(no.Offers(), func() app.UI { return Button("btn small", no.Action).OnClick(Send(n.Store, UndoPressed{})) }),
		Button("icon small", "✕").Aria("label", "Close this message").OnClick(Send(n.Store, Closed{})),
	)
}

// List are those that left the screen, newest first.
func List(s Sender, told []page.Notice) app.UI {
	return H("div.fold-panel.told", H("div.row", H("b", "Messages"), H("span.grow"), Press(s, ".btn.small#notices-clear", "Clear", Cleared{})),
		H("ul", Each(len(told), func(i int) app.UI {
			n := told[i]
			class := "li"
			if n.Bad {
				class = "li.bad"
			}
			return H(class, H("span", words.Clip(n.Text, 400)), Slot(n.Details != "", func() app.UI { return H("small.dim.mono", words.Clip(n.Details, 300)) }),
				Slot(n.Offers(), func() app.UI { return Press(s, ".btn.small", n.Action, Undone{ID: n.ID}) }))
		})))
}
