package grid

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

func columnsNamed(names ...string) []wire.Column {
	var list []wire.Column
	for _, n := range names {
		list = append(list, wire.Column{Name: n, Type: edm.String})
	}
	return list
}

// Ensure that whatever layout is stored, each column is shown once or hidden, keys first, and something is always shown.
func TestLayout_AlwaysShows(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pool := []string{filterlang.PartitionKey, filterlang.RowKey, "A", "B", "C", "Timestamp", "gone", ""}
	some := func() []string {
		var list []string
		for range random.IntN(6) {
			list = append(list, pool[random.IntN(len(pool))])
		}
		return list
	}
	for range 2000 {
		l := Layout{Order: some(), Hidden: some(), Widths: map[string]int{"A": 100}}
		if random.IntN(2) == 0 {
			l.Pinned = pool[2+random.IntN(len(pool)-2)]
		}
		columns := columnsNamed(pool[random.IntN(3) : 3+random.IntN(4)]...)
		shown, all := l.apply(columns)
		if len(shown) == 0 {
			t.Fatalf("%+v of %+v shows nothing", l, columns)
		}
		seen, keys := map[int]bool{}, true
		for i, s := range shown {
			name := columns[s.Index].Name
			if seen[s.Index] {
				t.Fatalf("%+v shows %s twice", l, name)
			}
			if seen[s.Index] = true; IsKey(name) && !keys {
				t.Fatalf("%+v: key %s is not in front", l, name)
			}
			keys = keys && IsKey(name)
			if name == l.Pinned && !all && slices.ContainsFunc(shown[:i], func(s Shown) bool { return !IsKey(columns[s.Index].Name) }) {
				t.Fatalf("%+v: %s is not beside the keys", l, name)
			}
			if !all && !IsKey(name) && slices.Contains(l.Hidden, name) {
				t.Fatalf("%+v shows the hidden %s", l, name)
			}
		}
		if !all {
			for i, c := range columns {
				if !seen[i] && !slices.Contains(l.Hidden, c.Name) {
					t.Fatalf("%+v lost %s", l, c.Name)
				}
			}
		}
		// A move puts a column exactly where it was dropped.
		name, to := columns[shown[random.IntN(len(shown))].Index].Name, random.IntN(len(shown))
		after, _ := l.moved(columns, name, to).apply(columns)
		if IsKey(name) || all || name == l.Pinned {
			continue
		}
		first := 0
		for first < len(shown) && (IsKey(columns[shown[first].Index].Name) || columns[shown[first].Index].Name == l.Pinned) {
			first++
		}
		if at := slices.IndexFunc(after, func(s Shown) bool { return columns[s.Index].Name == name }); at != max(to, first) {
			t.Fatalf("%+v: %s moved to %d is at %d", l, name, to, at)
		}
	}
}

// Ensure that damaged views fall back, say so, and never fail; and that good ones come back as they were.
func TestParseViews_Damage(t *testing.T) {
	good := Views{Tables: []TableView{{Table: "Movies", Layout: Layout{Order: []string{"B", "A"}, Hidden: []string{"C"}, Widths: map[string]int{"A": 200}}}}, Templates: []Template{{Name: "mine", Layout: Layout{Order: []string{"A"}}}}, Zone: "Europe/Berlin"}
	got, problem := ParseViews(good.Encode())
	good.Version = viewsVersion
	if problem != "" || !reflect.DeepEqual(got, good) {
		t.Errorf("%+v, %q, want %+v", got, problem, good)
	}
	for _, text := range []string{"{", `{"v":2}`, `[]`, `null`, `{"v":1,"tables":[{"t":7}]}`, `{"v":1,"tables":{}}`, strings.Repeat("x", maxViewText+1)} {
		if _, problem := ParseViews(text); problem == "" {
			t.Errorf("%.60q is taken without a word", text)
		}
	}
	for _, text := range []string{`{"v":1,"tables":[{"t":"A","w":{"x":-5}},{"t":"B","h":["x"]}]}`, `{"v":1,"tables":[{"t":"A","w":{"x":99999}},{"t":"B","h":["x"]}]}`} {
		v, problem := ParseViews(text)
		if problem == "" || len(v.Tables) != 1 || v.Tables[0].Table != "B" {
			t.Errorf("%s: %+v, %q", text, v, problem)
		}
	}
}

func FuzzParseViews(f *testing.F) {
	f.Add(Views{Tables: []TableView{{Table: "A", Layout: Layout{Order: []string{"x"}}}}}.Encode())
	f.Fuzz(func(t *testing.T, text string) {
		v, _ := ParseViews(text)
		again, problem := ParseViews(v.Encode())
		if problem != "" || len(again.Tables) != len(v.Tables) {
			t.Errorf("%q: %q", text, problem)
		}
	})
}

// Ensure that the hundred tables changed last are remembered, and that a table whose columns are as they come is not.
func TestViews_KeepsTheLast(t *testing.T) {
	var v Views
	for i := range maxViews + 20 {
		v = v.with("", fmt.Sprintf("T%d", i), Layout{Hidden: []string{"A"}})
	}
	if len(v.Tables) != maxViews || v.Tables[0].Table != "T119" || !v.layoutOf("", "T0").plain() || v.layoutOf("", "t119").plain() || !v.layoutOf("acc", "T119").plain() {
		t.Errorf("%d tables, first %+v", len(v.Tables), v.Tables[0])
	}
	if v = v.with("", "T119", Layout{}); v.Tables[0].Table != "T118" {
		t.Errorf("first %+v", v.Tables[0])
	}
}

// Ensure that of thousands of columns a bounded number is on screen, and that each can be put there and taken away.
func TestLayout_ManyColumns(t *testing.T) {
	columns := []wire.Column{{Name: "PartitionKey"}, {Name: "RowKey"}}
	for i := range 10_000 {
		columns = append(columns, wire.Column{Name: "P" + strconv.Itoa(i)})
	}
	has := func(l Layout, name string) bool {
		shown, _ := l.apply(columns)
		return slices.ContainsFunc(shown, func(s Shown) bool { return columns[s.Index].Name == name })
	}
	var l Layout
	if shown, _ := l.apply(columns); len(shown) != MaxShown || has(l, "P9999") {
		t.Fatalf("%d columns are shown", len(shown))
	}
	if l = l.showing(columns, "P9999"); !has(l, "P9999") || !has(l, "PartitionKey") {
		t.Error("the last column does not come on screen")
	}
	if l = l.hiding("P9999", true); has(l, "P9999") {
		t.Error("it does not leave")
	}
	only := Layout{Only: true}
	if shown, all := only.apply(columns); len(shown) != 2 || all {
		t.Errorf("hiding all shows %d columns", len(shown))
	}
	if only = only.showing(columns, "P7"); !has(only, "P7") || has(only, "P8") {
		t.Error("one of the hidden columns does not come alone")
	}
}
