package ui

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/querytabs"
	"rangefinder/app/shell"
)

// TabBar chooses among the screens of a table. It is one tab stop: arrow keys, Home and End go from tab to tab and show what
// is gone to.
type TabBar struct {
	app.Compo
	Store  *shell.Store
	Screen page.Screen
	Add    bool // the button for another query has its place here, as only one is open
}

func (t *TabBar) Render() app.UI {
	return H("div.tabrow", t.screens(), Slot(t.Add, func() app.UI { return querytabs.AddButton(t.Store) }))
}

func (t *TabBar) screens() app.UI {
	return El("div").ID("tabs").Class("tabs").Role("tablist").Aria("label", "Screens").Body(Each(len(page.ScreenTabs), func(i int) app.UI {
		tab := page.ScreenTabs[i]
		class, index, selected := "tab", -1, "false"
		if tab.Screen == t.Screen {
			class, index, selected = "tab on", 0, "true"
		}
		return Button(class, tab.Title).Attr("data-t", tab.Title).ID(tab.Screen.TabID()).Role("tab").TabIndex(index).Aria("selected", selected).Aria("controls", tab.Screen.PanelID()).
			OnClick(Send(t.Store, page.ScreenChosen{Screen: tab.Screen})).
			OnKeyDown(func(ctx app.Context, e app.Event) {
				if to := tabFor(i, e.Get("key").String()); to >= 0 {
					e.PreventDefault()
					t.Store.Send(page.ScreenChosen{Screen: page.ScreenTabs[to].Screen, Focus: true})
				}
			}, app.EventScope("keys", i))
	})...)
}

// tabFor is the tab that a key goes to from tab i, -1 for none.
func tabFor(i int, key string) int {
	n := len(page.ScreenTabs)
	switch key {
	case "ArrowRight":
		return (i + 1) % n
	case "ArrowLeft":
		return (i + n - 1) % n
	case "Home":
		return 0
	case "End":
		return n - 1
	}
	return -1
}

// screen is what a tab shows. The query's widgets stay in the document while another is shown; of the others only the one that
// is shown is drawn.
func screen(s, shown page.Screen, body ...app.UI) app.UI {
	return El("div").ID(s.PanelID()).Class("screen").Role("tabpanel").Aria("labelledby", s.TabID()).TabIndex(-1).Attr("hidden", s != shown).Body(body...)
}
