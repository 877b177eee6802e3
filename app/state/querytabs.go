package state

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

// QueryTab is one of several queries that are open at once. The tab on screen follows what the page shows; the others keep what
// they showed when they were left. They are no saved queries: those have a name and live in the workspace, with its file.
type QueryTab struct {
	ID     string      `json:"id"` // its own among all windows of the browser
	Name   string      `json:"name,omitempty"`
	Screen page.Screen `json:"screen,omitempty"`
	query.Query
	Why bool `json:"why,omitempty"`
	Ran bool `json:"ran,omitempty"` // the query had been run as it is
}

// QueryTabs are the queries that are open in this window of the browser, at least one once the page has started.
type QueryTabs struct {
	List   []QueryTab
	At     int        // the one on screen
	Closed []QueryTab // newest first

	window string // part of the IDs that are made here
	made   int
	held   map[string]*held // by tab, of those that are not on screen; never changed in place
	lefts  int
}

// Bounds of what is open, and of the text that is kept of it.
const (
	MaxTabs      = 100
	maxClosed    = 30
	maxTabName   = 100
	maxTabsBytes = 4 << 20
)

// TabsSlot is where a window keeps its open queries: in its own storage, and in the browser's under its name, for when it is gone.
const TabsSlot = "tabs"

// keptTabs is how they are kept.
type keptTabs struct {
	Version int        `json:"v"`
	At      int        `json:"at"`
	List    []QueryTab `json:"list"`
	Closed  []QueryTab `json:"closed,omitempty"`
}

const tabsVersion = 1

// EncodeTabs returns the open queries as text for the next start, "" when there is nothing that the address does not say.
func EncodeTabs(t *QueryTabs) string {
	if t == nil || len(t.List) == 0 {
		return ""
	}
	k := keptTabs{Version: tabsVersion, At: t.At, List: t.List, Closed: t.Closed}
	b, err := json.Marshal(k)
	if err == nil && len(b) > maxTabsBytes {
		k.Closed = nil // what is open comes first
		b, err = json.Marshal(k)
	}
	if err != nil || len(b) > maxTabsBytes {
		return ""
	}
	return string(b)
}

// parseTabs reads what EncodeTabs wrote. What cannot be used is left out, and problem says so.
func parseTabs(text string) (t QueryTabs, problem string) {
	if text == "" {
		return t, ""
	}
	var k keptTabs
	if len(text) > maxTabsBytes || json.Unmarshal([]byte(text), &k) != nil || k.Version != tabsVersion {
		return t, "The open queries that this browser kept cannot be read; the query of the address is shown."
	}
	seen := map[string]bool{}
	usable := func(tab QueryTab) bool {
		return tab.ID != "" && len(tab.ID) <= 100 && !seen[tab.ID] && tab.Screen.Known() && link.IsSource(tab.Source) && len(tab.Table) <= 63 &&
			len(tab.Name) <= maxTabName && utf8.ValidString(tab.Filter) && (tab.Table != "" || tab.Filter != "" || tab.Source != "")
	}
	lost := 0
	for i, tab := range k.List {
		if tab.Table == "" && tab.Filter == "" && tab.Source == "" {
			continue // nothing was in it
		}
		if !usable(tab) || len(t.List) == MaxTabs {
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
	if lost > 0 {
		problem = "Some of the open queries that this browser kept cannot be used and are left out."
	}
	return t, problem
}

// Current is the tab on screen, nil before the page has started.
func (t *QueryTabs) Current() *QueryTab {
	if t == nil || t.At >= len(t.List) {
		return nil
	}
	return &t.List[t.At]
}

// Entry is what the browser's history remembers of the tab that is on screen.
func (t *QueryTabs) Entry() string {
	if c := t.Current(); c != nil {
		return c.ID
	}
	return ""
}

func (t *QueryTabs) index(id string) int {
	return slices.IndexFunc(t.List, func(tab QueryTab) bool { return tab.ID == id })
}

// fresh returns an ID that no tab has.
func (t *QueryTabs) fresh() string {
	for {
		t.made++
		id := t.window + "." + strconv.Itoa(t.made)
		if t.index(id) < 0 && !slices.ContainsFunc(t.Closed, func(c QueryTab) bool { return c.ID == id }) {
			return id
		}
	}
}

// cloned returns a copy whose lists can be changed.
func (t *QueryTabs) cloned() *QueryTabs {
	n := *t
	n.List, n.Closed = slices.Clone(t.List), slices.Clone(t.Closed)
	return &n
}

// closed puts a tab among those that can be opened again. One that shows nothing is forgotten.
func (t *QueryTabs) closed(tab QueryTab) {
	if tab.Table == "" && tab.Filter == "" {
		return
	}
	t.Closed = append([]QueryTab{tab}, t.Closed...)
	t.Closed = t.Closed[:min(len(t.Closed), maxClosed)]
}

// unsaved reports whether a tab holds text that nothing else remembers: it is not in the history of queries.
func (q *QueryTab) unsaved() bool {
	return !q.Ran && q.Asks()
}

// same reports whether two tabs ask the same.
func (q QueryTab) same(b QueryTab) bool { return q.Same(b.Query) }

// route is the view of a tab.
func (q *QueryTab) route() Route {
	return Route{Query: q.Query, Screen: q.Screen, Why: q.Why, Ran: q.Ran}
}

// showing returns the tab with another view.
func (q QueryTab) showing(r Route) QueryTab {
	return QueryTab{Query: r.Query, ID: q.ID, Name: q.Name, Screen: r.Screen, Why: r.Why, Ran: r.Ran}
}

// Title is what a tab is called.
func (q *QueryTab) Title() string {
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
func (q *QueryTab) Note() string {
	for _, s := range page.ScreenTabs {
		if s.Screen == q.Screen && s.Screen != QueryScreen {
			return s.Title
		}
	}
	if q.Filter == "" {
		return "no filter"
	}
	return strings.Join(strings.Fields(words.Clip(q.Filter, 200)), " ")
}

// TabOf is the identity of a query tab on the page.
func TabOf(i int) string { return "query-" + strconv.Itoa(i) }
