package querytabs

import (
	"slices"

	"rangefinder/app/page"
)

// Start takes in the queries that were open in this window, as Encode wrote them, and says which is shown: the one whose view the
// address names, the one that was on screen when it names none, else one of its own. Own: it is one of its own in any case.
func Start(kept, window, entry, fragment string, route page.Route, own bool) (*Model, page.Route, string) {
	t, problem := Parse(kept)
	t.window = window
	at := t.index(entry)
	if at < 0 && route.Empty && len(t.List) > 0 {
		at = t.At
	}
	if at < 0 {
		asked := Tab{}.showing(route)
		at = slices.IndexFunc(t.List, func(tab Tab) bool { return tab.same(asked) && tab.Screen == asked.Screen })
	}
	if own || at < 0 {
		t.List = append(t.List, Tab{ID: t.fresh()})
		t.At = len(t.List) - 1
		if !own && route.Table != "" {
			t.List[t.At] = t.List[t.At].showing(route)
		}
		return &t, route, problem
	}
	t.At = at
	shown := t.List[at].Route()
	if shown.Sim = route.Sim; route.Empty || shown.Fragment() == fragment {
		shown.Empty = route.Empty
		return &t, shown, problem // with the text that is too long for an address
	}
	t.List[at] = t.List[at].showing(route)
	return &t, route, problem
}

// found opens the queries of windows that are gone, behind those that are open. A window that only showed one query, which is
// in the history, left nothing to be kept.
func (t *Model) found(texts []string) *Model {
	t = t.cloned()
	for _, text := range texts {
		left, _ := Parse(text)
		for _, tab := range left.List {
			plain := len(left.List) == 1 && tab.Name == "" && !tab.unsaved()
			known := t.index(tab.ID) >= 0 || slices.ContainsFunc(t.List, func(o Tab) bool { return o.same(tab) && (tab.Name == "" || tab.Name == o.Name) })
			if !plain && !known && len(t.List) < Max {
				t.List = append(t.List, tab)
			}
		}
		for _, tab := range left.Closed {
			if len(t.Closed) < maxClosed && !slices.ContainsFunc(t.Closed, func(o Tab) bool { return o.ID == tab.ID }) {
				t.Closed = append(t.Closed, tab)
			}
		}
	}
	return t
}
