package side

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// The lists are one stop of the Tab key, as a tree is: ↑ and ↓ go from line to line, ← and → among the buttons of a line, Home and End
// to the ends. The tabindex is the document's alone: what is drawn knows nothing of the keyboard, and many packages draw these lists.

// roved are the buttons of the lists. What closes the drawer of a phone is beside them.
const roved = "button:not(.side-head *)"

// lines are what holds the buttons of one line.
const lines = ".sample, .pager"

func (s *Panel) OnMount(ctx app.Context)  { s.OnUpdate(ctx) }
func (s *Panel) OnUpdate(ctx app.Context) { ctx.Defer(func(app.Context) { s.stop(listed(), nil) }) }

// listed is the element of the lists, which a lesson takes the place of.
func listed() app.Value {
	return app.Window().Get("document").Call("querySelector", ".side > div.scroll")
}

// stop leaves one of the buttons to the Tab key: at, or nil for the one where the keyboard was last, and before that the open table.
func (s *Panel) stop(list, at app.Value) {
	if !list.Truthy() {
		return
	}
	first := []string{"[tabindex='0']:enabled:not([hidden] *)", "#tables .item.on", ".item:enabled"}
	if !s.roved {
		first = first[1:]
	}
	for _, one := range first {
		if at == nil || !at.Truthy() {
			at = list.Call("querySelector", one)
		}
	}
	if !at.Truthy() {
		return
	}
	others := list.Call("querySelectorAll", roved+":not([tabindex='-1'])")
	for i := range others.Length() {
		others.Index(i).Set("tabIndex", -1)
	}
	at.Set("tabIndex", 0)
}

// focused makes the stop of what the keyboard or the pointer came to.
func (s *Panel) focused(ctx app.Context, e app.Event) {
	if list, at := listed(), e.Get("target"); list.Truthy() && at.Call("matches", roved).Bool() {
		s.roved = true
		s.stop(list, at)
	}
}

// key goes through the lists. From the first table to the search and from the last one to the next window leads Key.
func (s *Panel) key(ctx app.Context, e app.Event) {
	list, on, key := listed(), e.Get("target"), e.Get("key").String()
	if !list.Truthy() || !on.Call("matches", roved).Bool() || e.Get("ctrlKey").Bool() || e.Get("altKey").Bool() || e.Get("shiftKey").Bool() || e.Get("metaKey").Bool() {
		return
	}
	of := TablesOf(s.Tables, s.Live)
	switch id, n := on.Get("id").String(), len(of.Tables); {
	case key == "ArrowUp" && id == LineID(0) && list.Call("querySelector", "#find-table").Truthy(),
		key == "ArrowDown" && id == LineID(n-1) && of.First+n < of.Total:
		return
	}
	all := list.Call("querySelectorAll", roved+":enabled")
	at, end := 0, all.Length()
	for at < end && !all.Index(at).Equal(on) {
		at++
	}
	line := func(i int) app.Value { return all.Index(i).Call("closest", lines) }
	// next is the first button from i on that is on screen, -1 for none.
	next := func(i, step int) int {
		for ; i >= 0 && i < end; i += step {
			if all.Index(i).Call("getClientRects").Get("length").Int() > 0 {
				return i
			}
		}
		return -1
	}
	same := func(i, k int) bool { return i == k || line(i).Truthy() && line(i).Equal(line(k)) }
	// away is the first button from here on that is on another line.
	away := func(step int) int {
		to := next(at+step, step)
		for to >= 0 && same(to, at) {
			to = next(to+step, step)
		}
		return to
	}
	to := -1
	switch key {
	case "ArrowDown":
		to = away(1)
	case "ArrowUp":
		for to = away(-1); to > 0; { // the first of its line
			before := next(to-1, -1)
			if before < 0 || !same(before, to) {
				break
			}
			to = before
		}
	case "ArrowLeft", "ArrowRight":
		step := map[string]int{"ArrowLeft": -1, "ArrowRight": 1}[key]
		if to = next(at+step, step); to >= 0 && !same(to, at) {
			to = -1
		}
	case "Home":
		to = next(0, 1)
	case "End":
		to = next(end-1, -1)
	}
	if to >= 0 || slices.Contains([]string{"Home", "End", "ArrowUp", "ArrowDown"}, key) { // the list is not scrolled away from the keyboard
		e.PreventDefault()
	}
	if to >= 0 {
		all.Index(to).Call("focus")
	}
}
