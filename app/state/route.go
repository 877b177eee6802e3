package state

import (
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Route is the view that the address names: what a reload, Back or a shared link brings back. It lives in the fragment, so
// it never reaches a server.
type Route struct {
	Table  string
	Filter string
	Select string
	Top    string
	Why    bool
	Ran    bool // the query had been run
	Empty  bool // there is no route: an address without a fragment
}

// routeVersion is the format of the fragment; a link of another one falls back to defaults and says so.
const routeVersion = "1"

// routeLimit bounds the fragment that is read, in bytes: longer than any filter the service takes in a URL.
const routeLimit = 64 << 10

// Fragment returns the text after # for the route. A filter that would make it longer than ParseRoute reads is left out: the
// table is still found.
func (r Route) Fragment() string {
	text := r.fragment()
	if len(text) > routeLimit {
		r.Filter, r.Ran = "", false
		text = r.fragment()
	}
	return text
}

func (r Route) fragment() string {
	var b strings.Builder
	b.WriteString("v=" + routeVersion)
	put := func(name, value string) {
		if value != "" {
			b.WriteString("&" + name + "=" + strings.ReplaceAll(url.QueryEscape(value), "+", "%20"))
		}
	}
	put("t", r.Table)
	put("f", r.Filter)
	put("s", r.Select)
	put("top", r.Top)
	if r.Why {
		put("why", "1")
	}
	if r.Ran {
		put("run", "1")
	}
	return b.String()
}

// ParseRoute reads a fragment. It never fails: what cannot be used is left at its default, and problem then says in one
// sentence what was left out.
func ParseRoute(fragment string) (r Route, problem string) {
	fragment = strings.TrimPrefix(fragment, "#")
	if fragment == "" {
		return Route{Empty: true}, ""
	}
	if len(fragment) > routeLimit {
		return Route{Empty: true}, "The link is too long to be a view of Rangefinder, so the default view is shown."
	}
	values, err := url.ParseQuery(fragment)
	if err != nil || !utf8.ValidString(fragment) {
		return Route{Empty: true}, "The link is damaged, so the default view is shown."
	}
	if v := values.Get("v"); v != routeVersion {
		return Route{Empty: true}, "The link was made by another version of Rangefinder, so the default view is shown."
	}
	for _, name := range []string{"t", "f", "s", "top"} {
		if !utf8.ValidString(values.Get(name)) {
			return Route{Empty: true}, "The link holds text that is not UTF-8, so the default view is shown."
		}
	}
	r = Route{Table: values.Get("t"), Filter: values.Get("f"), Select: values.Get("s"), Why: values.Get("why") == "1", Ran: values.Get("run") == "1"}
	if top := values.Get("top"); top != "" {
		if n, err := strconv.Atoi(top); err != nil || n < 0 || n > 1000 {
			problem = "The link asks for a $top that is not 0 to 1,000; it was left out."
		} else {
			r.Top = top
		}
	}
	return r, problem
}

// routeOf returns the route of what is on screen.
func routeOf(m Model) Route {
	ran := m.Result.Reply != nil && m.Result.Table == m.Query.Table && m.Result.Filter == m.Query.Filter
	return Route{Table: m.Query.Table, Filter: m.Query.Filter, Select: m.Query.Select, Top: m.Query.Top, Why: m.Plan.Why, Ran: ran}
}
