package querytabs

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Bar are the queries that are open, when there are several. It is one tab stop, as the screens' tabs are; its keys are
// those of Key. A tab's cross is for the pointer: a keyboard has Delete.
type Bar struct {
	app.Compo
	Store  Sender
	Tabs   *Model
	Screen page.Screen

	drag, over int // from 1: the tab that is being dragged and the one it is over, 0 for none
}

// listedFrom is how many open queries have a list beside their tabs, which may not all be in view.
const listedFrom = 5

func (t *Bar) Render() app.UI {
	list := t.Tabs.List
	return H("div.queries",
		El("div").ID("queries").Class("qtabs").Role("tablist").Aria("label", "Open queries").Body(Each(len(list), t.tab)...),
		Slot(len(list) >= listedFrom, t.all),
		AddButton(t.Store),
	)
}

func (t *Bar) tab(i int) app.UI {
	tab := &t.Tabs.List[i]
	class, index, selected := "qtab", -1, "false"
	if i == t.Tabs.At {
		class, index, selected = "qtab on", 0, "true"
	}
	if t.over == i+1 && t.drag != t.over {
		class += " over"
	}
	about := words.Clip(tab.Title()+": "+tab.Note(), 400) + "\nDelete closes it, F2 names it, Ctrl+Shift+arrows move it"
	scope := app.EventScope("query", i)
	return El("button").Attr("type", "button").ID(IDOf(i)).Class(class).Role("tab").TabIndex(index).Attr("title", about).
		Aria("selected", selected).Aria("controls", t.Screen.PanelID()).Aria("keyshortcuts", "Delete F2").Body(
		H("span.name", Attr("data-t", words.Clip(tab.Title(), 60)), words.Clip(tab.Title(), 60)), H("small.note", words.Clip(tab.Note(), 60)),
		El("span").Class("qx").Aria("hidden", true).Attr("title", "Close").Text("✕"),
	).OnClick(func(ctx app.Context, e app.Event) {
		if e.Get("target").Call("closest", ".qx").Truthy() {
			t.Store.Send(Closed{Index: i, Focus: true})
			return
		}
		t.Store.Send(Chosen{Index: i})
	}, scope).On("auxclick", func(ctx app.Context, e app.Event) {
		if e.Get("button").Int() == 1 {
			t.Store.Send(Closed{Index: i, Focus: true})
		}
	}, scope).On("dblclick", func(ctx app.Context, e app.Event) {
		if !e.Get("target").Call("closest", ".qx").Truthy() {
			t.Store.Send(NamePressed{})
		}
	}, scope).On("pointerdown", func(ctx app.Context, e app.Event) {
		if t.drag, t.over = 0, 0; e.Get("button").Int() == 0 && e.Get("pointerType").String() == "mouse" {
			t.drag = i + 1
		}
	}, scope).On("pointerover", func(ctx app.Context, e app.Event) {
		if e.Get("buttons").Int()&1 == 0 {
			t.drag, t.over = 0, 0
		} else if t.drag > 0 {
			t.over = i + 1
		}
	}, scope).On("pointerup", func(ctx app.Context, e app.Event) {
		from := t.drag
		if t.drag, t.over = 0, 0; from > 0 && from != i+1 {
			t.Store.Send(Moved{From: from - 1, To: i})
		}
	}, scope)
}

// all lists the open queries for when their tabs do not all fit.
func (t *Bar) all() app.UI {
	list := t.Tabs.List
	return H("select.btn.small#all-queries", Label("All open queries"),
		Listen("change", func(ctx app.Context, e app.Event) {
			at, err := strconv.Atoi(ctx.JSSrc().Get("value").String())
			ctx.JSSrc().Set("selectedIndex", 0)
			if err == nil {
				t.Store.Send(Chosen{Index: at, Focus: true})
			}
		}, app.EventScope("all-queries")),
		H("option value=", words.Number(len(list))+" open"),
		Each(len(list), func(i int) app.UI {
			return H("option value="+strconv.Itoa(i), words.Clip(list[i].Title()+": "+list[i].Note(), 80))
		}),
	)
}

// AddButton opens another query.
func AddButton(s Sender) app.UI {
	return Press(s, ".icon.small#add-query", "+", Added{}, Label("Open another query"), Title("Open another query (Alt+N)"))
}

// Key is what a key does with the open queries, nil when that is left to the browser: in their tabs, and those with Alt
// anywhere. It is asked on the browser's event loop.
func Key(e app.Event, tabs *Model) page.Msg {
	if tabs == nil {
		return nil
	}
	key, code := e.Get("key").String(), e.Get("code").String()
	ctrl, alt, shift := e.Get("ctrlKey").Bool() || e.Get("metaKey").Bool(), e.Get("altKey").Bool(), e.Get("shiftKey").Bool()
	if alt && !ctrl {
		switch {
		case code == "KeyN" && !shift:
			return Added{}
		case code == "KeyW" && shift:
			return Reopened{}
		case code == "KeyW":
			return Closed{Index: tabs.At}
		case key == "PageDown":
			return Stepped{By: 1}
		case key == "PageUp":
			return Stepped{By: -1}
		}
		return nil
	}
	id := e.Get("target").Get("id").String()
	at, err := strconv.Atoi(strings.TrimPrefix(id, "query-"))
	if err != nil || !strings.HasPrefix(id, "query-") {
		return nil
	}
	step := map[string]int{"ArrowLeft": -1, "ArrowRight": 1}[key]
	n := len(tabs.List)
	switch {
	case step != 0 && ctrl && shift:
		return Moved{From: at, To: at + step, Focus: true}
	case ctrl || shift:
	case step != 0:
		return Chosen{Index: (at + step + n) % n, Focus: true}
	case key == "Home":
		return Chosen{Index: 0, Focus: true}
	case key == "End":
		return Chosen{Index: n - 1, Focus: true}
	case key == "Delete":
		return Closed{Index: at, Focus: true}
	case key == "F2":
		return NamePressed{}
	}
	return nil
}

// Dialog draws the dialog that asks for the name of the tab on screen, if it is the one that is open.
func Dialog(d *page.Dialog) func(s Sender) (Drawn, bool) {
	return func(s Sender) (Drawn, bool) {
		if d.Kind != nameDialog {
			return Drawn{}, false
		}
		return Drawn{Label: "Name of this tab", Body: nameBody(s, d.Err)}, true
	}
}

func nameBody(s Sender, problem string) []app.UI {
	return []app.UI{El("form").OnSubmit(func(ctx app.Context, e app.Event) {
		e.PreventDefault()
		s.Send(Named{Name: Entered(e, "tab-name")})
	}).Body(
		H("div.prop.keyprop", H("label for=tab-name", "Name"), H("input#tab-name type=text autofocus=true autocomplete=off maxlength=100")),
		H("p.dim", "The tab shows it in the place of the table's name; without one it shows the table again. To keep a query for good, save it."),
		DialogErr(problem),
		H("div.row.end", Cancel(s), H("button.btn.primary type=submit", "Name it")),
	)}
}
