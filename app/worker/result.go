package worker

import (
	"fmt"
	"slices"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang"
)

// Result is what windows are cut from: one run's entities with the columns that the grid shows.
type Result struct {
	rows
	number  int
	asked   int64  // the request that it answers: those of a page are numbered as they are asked
	Source  string // account, "" for the browser's own tables
	Table   string
	Origin  origin
	pages   pages
	Columns []wire.Column
	Selects bool // only the columns were asked for
	// bands holds a bit for each entity that changes with the PartitionKey; nil where the entities are a stretch of the
	// table and the partition's own number tells.
	bands []uint64
	query *liveQuery // of an account: how far it was read; nil for all
	// orders are shared with the result that reads on from this one, whose entities are these and more.
	orders *orders
}

// rows are the entities of a result, page by page; an *engine.Result are some.
type rows interface {
	Len() int
	At(i int) engine.Entity
	Window(first, count int) []engine.Entity
	Pages() int
	Page(i int) engine.PageInfo
}

// origin is what a result was read from, as far as that is known.
type origin interface {
	interchange.Source
	Columns() []string
}

// newResult returns a result whose pages are counted.
func newResult(found rows, from origin) *Result {
	return &Result{rows: found, Origin: from, orders: &orders{},
		pages: pages{entities: found.Len(), count: found.Pages(), first: func(page int) int { return found.Page(page).From }}}
}

// band fills in the bands. It lets messages in on its way; a cancel comes too late to matter.
func (r *Result) band(j *Job) {
	n := r.Len()
	r.bands = make([]uint64, (n+63)/64)
	last, bit := "", uint64(0)
	const window = 2048
	for from := 0; from < n; from += window {
		for k, e := range r.Window(from, window) {
			i := from + k
			if pk := e.PartitionKey(); i == 0 {
				last = pk
			} else if pk != last {
				bit ^= 1
				last = pk
			}
			r.bands[i/64] |= bit << (i % 64)
		}
		if from+window <= n {
			_ = j.Pause(n, n, n)
		}
	}
}

// bandOf returns 0 or 1 for entity i, different for neighbours of different partitions.
func (r *Result) bandOf(i int, e engine.Entity) int {
	if r.bands != nil {
		return int(r.bands[i/64] >> (i % 64) & 1)
	}
	return r.Origin.(*engine.Snapshot).PartitionRank(e.PartitionKey()) & 1
}

// NewNumber returns the number of a result in the making.
func (j *Job) NewNumber() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.runs++
	return j.runs
}

// keep makes a result the newest that windows are cut from, unless a run that was asked for later has its own already: the page has
// left the earlier one, though it may have begun last. Of those before it the ones of these numbers stay, MaxKept at most; the others
// are let go.
func (j *Job) keep(r *Result, others []int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if n := len(j.results); n > 0 && j.results[n-1].asked > j.id {
		return
	}
	r.asked = j.id
	j.results = slices.DeleteFunc(j.results, func(o *Result) bool { return !slices.Contains(others, o.number) })
	if n := len(j.results) - wire.MaxKept; n > 0 {
		j.results = slices.Delete(j.results, 0, n)
	}
	j.results = append(j.results, r)
}

// Kept returns a result that is kept.
func (j *Job) Kept(number int) (*Result, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if i := slices.IndexFunc(j.results, func(r *Result) bool { return r.number == number }); i >= 0 {
		return j.results[i], nil
	}
	return nil, gone(number)
}

func gone(number int) *wire.Failure {
	return &wire.Failure{Code: wire.ResultGone, Message: "These rows are gone. Run the query again.", Detail: fmt.Sprintf("result %d is not kept any more", number)}
}

// drop forgets the results of a table that is deleted, so that their memory is free.
func (s *server) drop(source, table string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.results = slices.DeleteFunc(s.results, func(r *Result) bool { return r.Source == source && r.Table == table })
}

// Exported returns the custom properties of a result and whether only these were asked for.
func (r *Result) Exported() (columns []string, project bool) {
	if !r.Selects {
		return r.Origin.Columns(), false
	}
	columns = []string{}
	for _, c := range r.Columns {
		if _, system := systemTypes[c.Name]; !system {
			columns = append(columns, c.Name)
		}
	}
	return columns, true
}

// chosen returns the names of columns by their numbers, of all for none.
func (r *Result) ColumnNames(numbers []int) ([]string, error) {
	if len(numbers) == 0 {
		names := make([]string, len(r.Columns))
		for i := range names {
			names[i] = r.Columns[i].Name
		}
		return names, nil
	}
	names := make([]string, len(numbers))
	for i, n := range numbers {
		if n < 0 || n >= len(r.Columns) {
			return nil, wire.Invalid("Columns", fmt.Sprintf("the result has %d columns, numbered from 0", len(r.Columns)))
		}
		names[i] = r.Columns[n].Name
	}
	return names, nil
}

// HasKeys reports whether the entities of a result came with their keys: an account leaves out what $select does.
func (j *Job) HasKeys(result int) bool {
	r, err := j.Kept(result)
	if err != nil {
		return false
	}
	has := func(name string) bool {
		return slices.ContainsFunc(r.Columns, func(c wire.Column) bool { return c.Name == name })
	}
	return has(filterlang.PartitionKey) && has(filterlang.RowKey)
}

// EntityOn reads the entity on a line, nil for a page marker.
func (j *Job) EntityOn(result, order, line int) (*engine.Entity, error) {
	r, err := j.Kept(result)
	if err != nil {
		return nil, err
	}
	l, err := r.LinesIn(order)
	if err != nil {
		return nil, err
	}
	if line < 0 || line >= l.Len() {
		return nil, wire.Invalid("Line", "the result has no such line")
	}
	i, marker := l.At(line)
	if marker {
		return nil, nil
	}
	e := r.At(i)
	return &e, nil
}
