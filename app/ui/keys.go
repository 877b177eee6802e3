package ui

import (
	"slices"
	"strings"
	"time"

	"rangefinder/app/course"
	"rangefinder/app/palette"
	"rangefinder/app/querytabs"
	"rangefinder/app/review"
	"rangefinder/app/settings"
	"rangefinder/app/shell"
	"rangefinder/app/side"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
	"rangefinder/app/page"
)

// Key is the keys that work everywhere, some but in text: F6 goes round the panes, Ctrl+K opens the palette, ? shows the keys. It
// runs on the browser's event loop, where alone a key can be kept from the browser.
func (r *Root) Key(e app.Event) {
	r.settleDialog()
	if !r.paned.IsZero() && !slices.Contains([]string{"F6", "Shift"}, e.Get("key").String()) {
		r.paned = time.Time{} // that key may move the keyboard, and F6 goes on from there
	}
	key, line := e.Get("key").String(), palette.Key(e)
	if line == nil {
		line = side.Key(e)
	}
	if line == nil && r.model.Dialog == nil {
		line = querytabs.Key(e, r.model.Tabs)
	}
	switch {
	case line != nil:
		e.PreventDefault()
		r.Later(func() { r.store.Send(line) })
	case key == "Enter" && e.Get("ctrlKey").Bool() && e.Get("shiftKey").Bool() && r.model.Course.Lesson != nil:
		e.PreventDefault()
		r.Later(func() { r.store.Send(course.LessonCheckPressed{}) })
	case r.model.Course.Lesson != nil && r.model.Course.Lesson.Projector && r.model.Dialog == nil && projectorKey(e) != nil:
		e.PreventDefault()
		msg := projectorKey(e)
		r.Later(func() { r.store.Send(msg) })
	case key == "F6":
		e.PreventDefault()
		back := e.Get("shiftKey").Bool()
		r.Later(func() { r.focus(r.nextPane(back)) })
	case key == "Escape" && r.model.Tables.Open && r.model.Dialog == nil:
		e.PreventDefault()
		r.Later(func() {
			r.store.Send(side.DrawerToggled{})
			r.focus("drawer")
		})
	case e.Get("altKey").Bool() && !e.Get("ctrlKey").Bool() && len(key) == 1 && key >= "1" && key <= "4":
		e.PreventDefault()
		r.Later(func() {
			target := map[string]string{"1": "editor", "2": "grid", "3": "why", "4": "inspector"}[key]
			if r.model.PlanFull && (key == "2" || key == "4") {
				r.store.Send(shell.PaneWanted{Pane: target})
				return
			}
			if r.model.Screen == page.QueryScreen {
				r.focus(target) // at once: what is typed next is meant for it
				return
			}
			r.store.Send(page.ScreenChosen{Screen: page.QueryScreen})
			r.Do(page.Focus{Target: target})
		})
	case key == "F1" || e.Get("ctrlKey").Bool() && !e.Get("shiftKey").Bool() && !e.Get("altKey").Bool() && e.Get("code").String() == "KeyK":
		e.PreventDefault()
		r.Later(func() { r.store.Send(palette.Pressed{}) })
	case key == "," && e.Get("ctrlKey").Bool():
		e.PreventDefault()
		r.Later(func() { r.store.Send(settings.Pressed{}) })
	case (strings.EqualFold(key, "z") || strings.EqualFold(key, "y")) && e.Get("ctrlKey").Bool() && !e.Get("altKey").Bool() && !inText(e) && r.model.Dialog == nil: // a dialog covers what would change
		e.PreventDefault()
		msg := page.Msg(review.PendingUndone{})
		if e.Get("shiftKey").Bool() || strings.EqualFold(key, "y") { // with Caps Lock the letter tells nothing
			msg = review.PendingRedone{}
		}
		r.Later(func() { r.store.Send(msg) })
	case key == "?" && !inText(e):
		e.PreventDefault()
		r.Later(func() { r.store.Send(shell.ShortcutsPressed{}) })
	}
}

// projectorKey is what a key does on the projector, nil for nothing. Space on a button presses that.
func projectorKey(e app.Event) page.Msg {
	if e.Get("ctrlKey").Bool() || e.Get("altKey").Bool() || e.Get("metaKey").Bool() || inText(e) {
		return nil
	}
	switch e.Get("key").String() {
	case "ArrowRight", "PageDown":
		return course.ProjectorMoved{By: 1}
	case "ArrowLeft", "PageUp":
		return course.ProjectorMoved{By: -1}
	case "Escape":
		return course.ProjectorPressed{}
	case " ":
		if !strings.EqualFold(e.Get("target").Get("tagName").String(), "BUTTON") {
			return course.ProjectorMoved{By: 1}
		}
	}
	return nil
}

func inText(e app.Event) bool {
	t := e.Get("target")
	switch strings.ToUpper(t.Get("tagName").String()) {
	case "INPUT", "TEXTAREA", "SELECT":
		return true
	}
	return t.Get("isContentEditable").Truthy()
}

// nextPane finds the pane that holds the focus and names the one after it.
func (r *Root) nextPane(back bool) string {
	panes, places := []string{"side", "account-bar", "editor", "why", "grid", "requests-dock", "inspector"}, []string{"#side", "#account-bar", "#editor", "#planstrip:has(#why)", "#grid", "#requests-dock", "#inspector"}
	if s := r.model.Screen; s != page.QueryScreen {
		panes, places = []string{"side", s.TabID(), s.PanelID()}, []string{"#side", "#tabs", "#" + s.PanelID()}
	}
	at := -1
	document := app.Window().Get("document")
	active := document.Get("activeElement")
	var shown []string
	for i, place := range places {
		if e := document.Call("querySelector", place); !e.Truthy() || e.Call("getClientRects").Get("length").Int() == 0 {
			continue // nothing of it is on screen, so it takes no keyboard
		}
		if active.Truthy() && active.Call("closest", place).Truthy() {
			at = len(shown)
		}
		shown = append(shown, panes[i])
	}
	if panes = shown; len(panes) == 0 {
		return ""
	}
	if now := time.Now(); now.Sub(r.paned) < paneTime { // the keyboard is on its way there
		if i := slices.Index(panes, r.pane); i >= 0 {
			at = i
		}
	}
	step := 1
	if back {
		step = len(panes) - 1
	}
	to := min(1, len(panes)-1)
	if at >= 0 {
		to = (at + step) % len(panes)
	}
	r.pane, r.paned = panes[to], time.Now()
	return r.pane
}

// paneTime is how long F6, when no other key comes between, goes on from where it went last, wherever the keyboard is by then.
const paneTime = 400 * time.Millisecond
