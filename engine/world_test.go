package engine_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"rangefinder/engine"
)

// world is what a workspace should hold: tables of entities by their keys, as text, and documents.
type world struct {
	tables    map[string]map[[2]string]string
	documents map[string]string
}

func (w *world) clone() *world {
	out := &world{map[string]map[[2]string]string{}, maps.Clone(w.documents)}
	for name, t := range w.tables {
		out.tables[name] = maps.Clone(t)
	}
	return out
}

func (w *world) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(w.tables)) {
		fmt.Fprintln(&b, "table", name)
		t := w.tables[name]
		for _, key := range slices.SortedFunc(maps.Keys(t), func(a, b [2]string) int { return strings.Compare(a[0]+"\x00"+a[1], b[0]+"\x00"+b[1]) }) {
			fmt.Fprintln(&b, key, t[key])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(w.documents)) {
		fmt.Fprintln(&b, "document", name, w.documents[name])
	}
	return b.String()
}

// worldOf returns what an image holds.
func worldOf(image *engine.Image) *world {
	w := &world{map[string]map[[2]string]string{}, map[string]string{}}
	for _, name := range image.Tables() {
		t := map[[2]string]string{}
		s, _ := image.Snapshot(name)
		for i := range s.Len() {
			e := s.At(i)
			v, _ := e.Value("V")
			t[[2]string{e.PartitionKey(), e.RowKey()}] = v.Text()
		}
		w.tables[name] = t
	}
	for _, name := range image.Documents() {
		w.documents[name], _ = image.Document(name)
	}
	return w
}
