package grid

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rangefinder/app/wire"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
)

// Layout is how a person wants the columns of a table. The zero Layout is how they come: keys, properties, Timestamp.
type Layout struct {
	Order  []string       `json:"o,omitempty"` // the columns that were moved among, in order; others follow as they come
	Hidden []string       `json:"h,omitempty"`
	Pinned string         `json:"p,omitempty"`    // a column that stays beside the keys when the others scroll
	Only   bool           `json:"only,omitempty"` // no others than the keys and those in Order are shown
	Widths map[string]int `json:"w,omitempty"`    // px
}

// Views are the layouts that this browser remembers.
type Views struct {
	Version   int         `json:"v"`
	Tables    []TableView `json:"tables,omitempty"` // last changed first
	Templates []Template  `json:"templates,omitempty"`
	Zone      string      `json:"zone,omitempty"` // see ZoneUTC
}

// TableView is the layout of one table.
type TableView struct {
	Source string `json:"s,omitempty"`
	Table  string `json:"t"`
	Layout
}

// Template is a layout under a name, for any table.
type Template struct {
	Name string `json:"n"`
	Layout
}

// Shown is a column of the result that is on screen.
type Shown struct {
	Index  int // in the result's columns
	Width  int // px as a person chose it, 0 for one that suits
	Pinned bool
}

// MaxShown is the most columns on screen at once. A schemaless table can have thousands; the others are chosen by name.
const MaxShown = 250

// Bounds of what is remembered. Beyond them the tables that were left alone longest are forgotten.
const (
	maxViews     = 100
	maxTemplates = 50
	maxOrdered   = 1000 // columns of a layout
	maxViewText  = 1 << 20

	minWidth     = 56 // px, of a column; the grid has the same bounds
	maxWidth     = 1600
	viewsVersion = 1
)

// ViewsKey is where Views are kept.
const ViewsKey = "columns"

// Encode returns the views as they are stored.
func (v Views) Encode() string {
	v.Version = viewsVersion
	text, _ := json.Marshal(v) // cannot fail: strings and numbers
	return string(text)
}

// ParseViews reads what is stored. It never fails: what cannot be used is left out, and problem then says so.
func ParseViews(text string) (v Views, problem string) {
	if text == "" {
		return Views{}, ""
	}
	if len(text) > maxViewText || json.Unmarshal([]byte(text), &v) != nil || v.Version != viewsVersion {
		return Views{}, "The column layouts that this browser kept cannot be read. Tables show their columns as they come."
	}
	bad := false
	check := func(l *Layout) bool {
		ok := len(l.Order) <= maxOrdered && len(l.Hidden) <= maxOrdered && len(l.Widths) <= maxOrdered
		for _, w := range l.Widths {
			ok = ok && w >= minWidth && w <= maxWidth
		}
		bad = bad || !ok
		return ok
	}
	v.Tables = slices.DeleteFunc(v.Tables, func(t TableView) bool { return !check(&t.Layout) || t.Table == "" })
	v.Templates = slices.DeleteFunc(v.Templates, func(t Template) bool { return !check(&t.Layout) || checkTemplate(t.Name) != "" })
	v.Tables = v.Tables[:min(len(v.Tables), maxViews)]
	v.Templates = v.Templates[:min(len(v.Templates), maxTemplates)]
	if bad {
		problem = "Some of the column layouts that this browser kept cannot be used. Their tables show their columns as they come."
	}
	return v, problem
}

// checkTemplate says why a template cannot have that name, "" when it can.
func checkTemplate(name string) string {
	switch n := utf8.RuneCountInString(name); {
	case name == "":
		return "Give the column set a name, so that other tables can be shown with it."
	case n > 60:
		return "A name has at most 60 characters; this one has " + strconv.Itoa(n) + "."
	}
	return ""
}

// layoutOf returns the layout of a table.
func (v Views) layoutOf(source, table string) Layout {
	for i := range v.Tables {
		if v.Tables[i].Source == source && strings.EqualFold(v.Tables[i].Table, table) {
			return v.Tables[i].Layout
		}
	}
	return Layout{}
}

// with returns the views with another layout of a table, which is the last changed then.
func (v Views) with(source, table string, l Layout) Views {
	rest := slices.DeleteFunc(slices.Clone(v.Tables), func(t TableView) bool {
		return t.Source == source && strings.EqualFold(t.Table, table)
	})
	if !l.plain() {
		rest = append([]TableView{{source, table, l}}, rest...)
	}
	v.Tables = rest[:min(len(rest), maxViews)]
	return v
}

func (l Layout) plain() bool {
	return len(l.Order)+len(l.Hidden)+len(l.Widths) == 0 && !l.Only && l.Pinned == ""
}

// IsKey reports whether a column is one of the two keys.
func IsKey(name string) bool {
	return name == filterlang.PartitionKey || name == filterlang.RowKey
}

// arrange returns every column in the layout's order, keys first, then the one that is pinned.
func (l Layout) arrange(columns []wire.Column) []int {
	place := make(map[string]int, len(l.Order))
	for i, name := range l.Order {
		place[name] = i
	}
	rank := func(i int) (int, int) {
		switch columns[i].Name {
		case filterlang.PartitionKey:
			return -3, 0
		case filterlang.RowKey:
			return -2, 0
		case l.Pinned:
			return -1, 0
		}
		if p, ok := place[columns[i].Name]; ok {
			return p, 0
		}
		return len(l.Order), i
	}
	all := make([]int, len(columns))
	for i := range all {
		all[i] = i
	}
	stable.Sort(all, func(a, b int) int {
		pa, ia := rank(a)
		pb, ib := rank(b)
		return cmp.Or(pa-pb, ia-ib)
	})
	return all
}

// apply returns the columns that are shown, at most MaxShown. What would hide every column hides none: then all is true.
func (l Layout) apply(columns []wire.Column) (shown []Shown, all bool) {
	order := l.arrange(columns)
	hidden := make(map[string]bool, len(l.Hidden))
	for _, name := range l.Hidden {
		hidden[name] = !IsKey(name)
	}
	placed := make(map[string]bool, len(l.Order))
	for _, name := range l.Order {
		placed[name] = true
	}
	placed[l.Pinned] = true
	for _, i := range order {
		name := columns[i].Name
		if len(shown) < MaxShown && !hidden[name] && (!l.Only || placed[name] || IsKey(name)) {
			shown = append(shown, Shown{i, l.Widths[columns[i].Name], l.Pinned == name})
		}
	}
	if len(shown) == 0 {
		for _, i := range order[:min(len(order), MaxShown)] {
			shown = append(shown, Shown{i, l.Widths[columns[i].Name], l.Pinned == columns[i].Name})
		}
		return shown, len(columns) > 0
	}
	return shown, false
}

// moved returns the layout with a column at another place among those shown; keys and the pinned one stay in front.
func (l Layout) moved(columns []wire.Column, name string, to int) Layout {
	var names []string
	first := 0
	for _, i := range l.arrange(columns) {
		names = append(names, columns[i].Name)
		if IsKey(columns[i].Name) || columns[i].Name == l.Pinned {
			first++
		}
	}
	shown, _ := l.apply(columns)
	from := slices.Index(names, name)
	if from < first || len(shown) == 0 {
		return l
	}
	inFront := 0
	for _, s := range shown {
		if n := columns[s.Index].Name; IsKey(n) || n == l.Pinned {
			inFront++ // one that is hidden has no place
		}
	}
	if inFront == len(shown) {
		return l
	}
	to = min(max(to, inFront), len(shown)-1)
	// The place of what stands there now, hidden ones counted.
	at := slices.Index(names, columns[shown[to].Index].Name)
	names = slices.Delete(names, from, from+1)
	names = slices.Insert(names, min(at, len(names)), name)
	l.Order = names[first:min(len(names), first+maxOrdered)]
	return l
}

func (l Layout) hiding(name string, hide bool) Layout {
	rest := slices.DeleteFunc(slices.Clone(l.Hidden), func(n string) bool { return n == name })
	if hide && !IsKey(name) && len(rest) < maxOrdered {
		rest = append(rest, name)
	}
	l.Hidden = rest
	return l
}

// showing is hiding's opposite, of a column that others keep from the screen, too: it gets a place of its own.
func (l Layout) showing(columns []wire.Column, name string) Layout {
	l = l.hiding(name, false)
	shown, _ := l.apply(columns)
	if slices.ContainsFunc(shown, func(s Shown) bool { return columns[s.Index].Name == name }) {
		return l
	}
	l.Order = append([]string{name}, slices.DeleteFunc(slices.Clone(l.Order), func(n string) bool { return n == name })...)
	l.Order = l.Order[:min(len(l.Order), maxOrdered)]
	return l
}

func (l Layout) sized(name string, width int) Layout {
	widths := make(map[string]int, len(l.Widths)+1)
	for n, w := range l.Widths {
		widths[n] = w
	}
	delete(widths, name)
	if width > 0 && len(widths) < maxOrdered {
		widths[name] = min(max(width, minWidth), maxWidth)
	}
	l.Widths = widths
	return l
}
