package querytabs

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rangefinder/app/link"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/words"
)

// Tab is one of several queries that are open at once. The tab on screen follows what the page shows; the others keep what
// they showed when they were left. They are no saved queries: those have a name and live in the workspace, with its file.
type Tab struct {
	ID     string      `json:"id"` // its own among all windows of the browser
	Name   string      `json:"name,omitempty"`
	Screen page.Screen `json:"screen,omitempty"`
	query.Query
	Why bool `json:"why,omitempty"`
	Ran bool `json:"ran,omitempty"` // the query had been run as it is
}

// Model is the queries that are open in this window of the browser, at least one once the page has started.
type Model struct {
	List   []Tab
	At     int   // the one on screen
	Closed []Tab // newest first
	Home   Tab   // the view of this browser to return to while an account is on screen

	window string // part of the IDs that are made here
	made   int
	held   map[string]*held // by tab, of those that are not on screen; never changed in place
	lefts  int
}

// Bounds of what is open, and of the text that is kept of it.
const (
	Max       = 100
	maxClosed = 30
	maxName   = 100
	maxBytes  = 4 << 20
)

// KeptAs is where a window keeps its open queries: in its own storage, and in the browser's under its name, for when it is gone.
const KeptAs = "tabs"

// kept is how they are kept.
type kept struct {
	Version int   `json:"v"`
	At      int   `json:"at"`
	List    []Tab `json:"list"`
	Closed  []Tab `json:"closed,omitempty"`
	Home    Tab   `json:"home,omitzero"`
}

const version = 1

// Encode returns the open queries as text for the next start, "" when there is nothing that the address does not say.
func Encode(t *Model) string {
	if t == nil || len(t.List) == 0 {
		return ""
	}
	k := kept{Version: version, At: t.At, List: t.List, Closed: t.Closed, Home: t.Home}
	b, err := json.Marshal(k)
	if err == nil && len(b) > maxBytes {
		k.Closed = nil // what is open comes first
		b, err = json.Marshal(k)
	}
	if err != nil || len(b) > maxBytes {
		return ""
	}
	return string(b)
}

// Parse reads what Encode wrote. What cannot be used is left out, and problem says so.
func Parse(text string) (t Model, problem string) {
	if text == "" {
		return t, ""
	}
	var k kept
	if len(text) > maxBytes || json.Unmarshal([]byte(text), &k) != nil || k.Version != version {
		return t, "The open queries that this browser kept cannot be read; the query of the address is shown."
	}
	seen := map[string]bool{}
	usable := func(tab Tab) bool {
		return tab.ID != "" && len(tab.ID) <= 100 && !seen[tab.ID] && tab.Screen.Known() && link.IsSource(tab.Source) && len(tab.Table) <= 63 &&
			len(tab.Name) <= maxName && utf8.ValidString(tab.Filter) && (tab.Table != "" || tab.Filter != "" || tab.Source != "")
	}
	lost := 0
	for i, tab := range k.List {
		if tab.Table == "" && tab.Filter == "" && tab.Source == "" {
			continue // nothing was in it
		}
		if !usable(tab) || len(t.List) == Max {
			lost++
			continue
		}
		if i == k.At {
			t.At = len(t.List)
		}
		seen[tab.ID] = true
		t.List = append(t.List, tab)
	}
	for _, tab := range k.Closed {
		if usable(tab) && len(t.Closed) < maxClosed {
			seen[tab.ID] = true
			t.Closed = append(t.Closed, tab)
		}
	}
	if usable(k.Home) {
		t.Home = k.Home
	}
	if lost > 0 {
		problem = "Some of the open queries that this browser kept cannot be used and are left out."
	}
	return t, problem
}

// Current is the tab on screen, nil before the page has started.
func (t *Model) Current() *Tab {
	if t == nil || t.At >= len(t.List) {
		return nil
	}
	return &t.List[t.At]
}

// Entry is what the browser's history remembers of the tab that is on screen.
func (t *Model) Entry() string {
	if c := t.Current(); c != nil {
		return c.ID
	}
	return ""
}

func (t *Model) index(id string) int {
	return slices.IndexFunc(t.List, func(tab Tab) bool { return tab.ID == id })
}

// fresh returns an ID that no tab has.
func (t *Model) fresh() string {
	for {
		t.made++
		id := t.window + "." + strconv.Itoa(t.made)
		if t.index(id) < 0 && !slices.ContainsFunc(t.Closed, func(c Tab) bool { return c.ID == id }) {
			return id
		}
	}
}

// cloned returns a copy whose lists can be changed.
func (t *Model) cloned() *Model {
	n := *t
	n.List, n.Closed = slices.Clone(t.List), slices.Clone(t.Closed)
	return &n
}

// closed puts a tab among those that can be opened again. One that shows nothing is forgotten.
func (t *Model) closed(tab Tab) {
	if tab.Table == "" && tab.Filter == "" {
		return
	}
	t.Closed = append([]Tab{tab}, t.Closed...)
	t.Closed = t.Closed[:min(len(t.Closed), maxClosed)]
}

// unsaved reports whether a tab holds text that nothing else remembers: it is not in the history of queries.
func (q *Tab) unsaved() bool {
	return !q.Ran && q.Asks()
}

// same reports whether two tabs ask the same.
func (q Tab) same(b Tab) bool { return q.Same(b.Query) }

// Route is the view of a tab.
func (q *Tab) Route() page.Route {
	return page.Route{Query: q.Query, Screen: q.Screen, Why: q.Why, Ran: q.Ran}
}

// showing returns the tab with another view.
func (q Tab) showing(r page.Route) Tab {
	return Tab{Query: r.Query, ID: q.ID, Name: q.Name, Screen: r.Screen, Why: r.Why, Ran: r.Ran}
}

// Title is what a tab is called.
func (q *Tab) Title() string {
	if q.Name != "" {
		return q.Name
	}
	if q.Table == "" {
		return "No table"
	}
	if q.Source != "" {
		return q.Source + " / " + q.Table
	}
	return q.Table
}

// Note is what tells a tab from others of the same title.
func (q *Tab) Note() string {
	for _, s := range page.ScreenTabs {
		if s.Screen == q.Screen && s.Screen != page.QueryScreen {
			return s.Title
		}
	}
	if q.Filter == "" {
		return "no filter"
	}
	return strings.Join(strings.Fields(words.Clip(q.Filter, 200)), " ")
}

// IDOf is the identity of a query tab on the page.
func IDOf(i int) string { return "query-" + strconv.Itoa(i) }
