package codegen

import (
	"strconv"
	"strings"

	"rangefinder/app/keydesign"
	"rangefinder/app/keydesign/lab"
	"rangefinder/filterlang/edm"
)

// inStep is what a language needs to say to write an entity with its copies.
type inStep struct {
	needs     []string // helpers and imports
	row, list string   // a call that stores a set: table $1, function of its keys $2, names of properties or nothing $3, names $4 $5 $6 as of lab.LayoutSet, number $7; $8 is whether a list is of RowKeys only
	names     string   // list of names $1
	nothing   string   // no name
	all       string   // every property
	yes, no   string
	code      string // $1 the calls of the copies, $2 of the lists, $3 $4 $5 the names as of row for the entities, $6 the ends of the tables' names
}

// InStep returns what Code does, and with it functions that write an entity and what a design stores beside it, so that the copies stay in
// step, by the rules of a layout.
func InStep(l Language, types func(property string) []edm.Type, layout *lab.Layout) string {
	designs := make([]keydesign.Design, len(layout.Sets))
	for i := range designs {
		designs[i] = layout.Sets[i].Keys
	}
	w := writer{language: languages[l], types: types}
	s := w.inStep
	var rows, lists strings.Builder
	for i := range layout.Sets {
		set := &layout.Sets[i]
		name, only := w.keys, s.all
		if i > 0 {
			name = w.indexKeys(i)
			if names := set.Index.Properties; len(names) > 0 {
				quoted := make([]string, len(names))
				for j := range names {
					quoted[j] = w.quoted(names[j])
				}
				only = fill(s.names, strings.Join(quoted, ", "))
			}
		}
		together := s.no
		if set.Together {
			together = s.yes
		}
		call, to := s.row, &rows
		if set.List() {
			call, to = s.list, &lists
		}
		to.WriteString(fill(call, strconv.Itoa(set.Table), name, only, w.orNothing(set.WasPartitionKey), w.orNothing(set.WasRowKey), w.orNothing(set.CopyOf), strconv.Itoa(i), together))
	}
	tables := make([]string, len(layout.Tables))
	for i, end := range layout.Tables {
		tables[i] = w.quoted(end)
	}
	zero := &layout.Sets[0]
	for _, needed := range s.needs {
		w.use(needed)
	}
	return w.code(designs, fill(s.code, rows.String(), lists.String(), w.orNothing(zero.WasPartitionKey), w.orNothing(zero.WasRowKey), w.orNothing(zero.CopyOf), strings.Join(tables, ", ")))
}

// orNothing returns a name as a literal, or what stands for none.
func (w *writer) orNothing(name string) string {
	if name == "" {
		return w.inStep.nothing
	}
	return w.quoted(name)
}
