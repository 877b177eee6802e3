package worker

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// result is what windows are cut from: one run's entities with the columns that the grid shows.
type result struct {
	rows
	number  int
	source  string // account, "" for the browser's own tables
	table   string
	origin  origin
	pages   pages
	columns []wire.Column
	selects bool // only the columns were asked for
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
func newResult(found rows, from origin) *result {
	return &result{rows: found, origin: from, orders: &orders{},
		pages: pages{entities: found.Len(), count: found.Pages(), first: func(page int) int { return found.Page(page).From }}}
}

// run reads all pages of a query and keeps the result for windows, in the place of those before that are not asked to stay. When
// the person stops it, what was found until then is the result.
func (j *Job) run(req wire.QueryRequest) (*wire.RunReply, error) {
	if req.Merge {
		return j.runMerged(req)
	}
	if req.Source != "" {
		return j.runLive(req)
	}
	s, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	number := j.newNumber()
	var at wire.Progress
	plan, err := j.PlanOf(req)
	if err != nil {
		return nil, err
	}
	found, err := s.Run(j.Ctx, engine.Query{Filter: req.Filter, Select: req.Select, Top: req.Top}, engine.RunOptions{
		Plan:     plan,
		Yield:    func() error { return j.Pause(at.Done, at.Total, at.Found) },
		Progress: func(examined, total, matched int) { at = wire.Progress{Done: examined, Total: total, Found: matched} },
	})
	stopped := err != nil && found != nil && j.Ctx.Err() != nil
	if err != nil && !stopped {
		return nil, err
	}
	r := newResult(found, s)
	r.number, r.table = number, s.Table()
	r.columns = r.columnsOf(req.Select, j.explained.of(s))
	r.selects = len(req.Select) > 0
	if found.Plan.Residual != nil {
		r.band(j)
	}
	stats := found.Stats
	if r.selects {
		stats.Bytes = r.selectedBytes(req.Select)
	}
	j.keep(r, req.Keep)
	return &wire.RunReply{
		Result:  number,
		Lines:   r.pages.lines(),
		Columns: r.columns,
		Pages:   r.pages.count,
		Plan:    wire.PlanSummary{Class: found.Plan.Class},
		Stats: wire.RunStats{
			Examined:   stats.Examined,
			Returned:   stats.Returned,
			Partitions: stats.Partitions,
			Mismatched: stats.Mismatched,
			Bytes:      stats.Bytes,
			RoundTrips: stats.RoundTrips,
			Micros:     stats.Elapsed.Microseconds(),
		},
		Canceled: stopped,
	}, nil
}

// mostSized bounds the entities whose selected properties are measured when a query has run: some 20 ms of it.
const mostSized = 20_000

// selectedBytes is the size of what $select leaves of a result; wire.Unknown of one that is too large to be measured in passing.
func (r *result) selectedBytes(names []string) int64 {
	if r.Len() > mostSized {
		return wire.Unknown
	}
	var n int64
	for i := range r.Len() {
		n += int64(r.At(i).SelectedSize(names))
	}
	return n
}

// band fills in the bands. It lets messages in on its way; a cancel comes too late to matter.
func (r *result) band(j *Job) {
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
func (r *result) bandOf(i int, e engine.Entity) int {
	if r.bands != nil {
		return int(r.bands[i/64] >> (i % 64) & 1)
	}
	return r.origin.(*engine.Snapshot).PartitionRank(e.PartitionKey()) & 1
}

// Bounds of a suggested column width, in characters, and how many entities suggest it: the first of the result, and for the keys, which
// are to be read whole, so many that lie evenly in it.
const (
	narrowest  = 5
	widest     = 40
	widthsFrom = 100
	keysFrom   = 1000
	longestKey = 60
)

// columnsOf returns the columns of a result. With $select exactly the names asked for, once each; a name that no entity has
// is a column too, because the service answers null for it.
func (r *result) columnsOf(names []string, census *filterlang.Census) []wire.Column {
	known := make(map[string]wire.Column, len(census.Properties)+3)
	for _, p := range census.Properties {
		known[p.Name] = wire.Column{Name: p.Name, Type: p.Types[0].Type, Mixed: len(p.Types) > 1}
	}
	for name, t := range systemTypes {
		known[name] = wire.Column{Name: name, Type: t}
	}
	if len(names) == 0 {
		names = append(names, filterlang.PartitionKey, filterlang.RowKey)
		for _, p := range census.Properties {
			names = append(names, p.Name)
		}
		names = append(names, filterlang.Timestamp)
	}
	columns := make([]wire.Column, 0, len(names))
	asked := make(map[string]bool, len(names))
	for _, name := range names {
		if asked[name] {
			continue
		}
		asked[name] = true
		c, ok := known[name]
		if !ok {
			c = wire.Column{Name: name}
		}
		c.Width = max(narrowest, utf8.RuneCountInString(name))
		columns = append(columns, c)
	}
	for _, e := range r.Window(0, widthsFrom) {
		for i := range columns {
			if c := cellOf(e, columns[i].Name); c.T != edm.NoType {
				columns[i].Width = max(columns[i].Width, utf8.RuneCountInString(c.V))
			}
		}
	}
	r.measureKeys(columns)
	for i := range columns {
		columns[i].Width = min(columns[i].Width, widest)
	}
	return columns
}

// measureKeys finds the longest keys.
func (r *result) measureKeys(columns []wire.Column) {
	n := r.Len()
	for i := range columns {
		c := &columns[i]
		if c.Name != filterlang.PartitionKey && c.Name != filterlang.RowKey {
			continue
		}
		most := 0.0
		for k := range min(n, keysFrom) {
			e := r.At(k * max(n/keysFrom, 1))
			key := e.PartitionKey()
			if c.Name == filterlang.RowKey {
				key = e.RowKey()
			}
			if w := roomOf(key); w > most {
				most, c.Longest = w, key
			}
		}
		if runes := []rune(c.Longest); len(runes) > longestKey {
			c.Longest = string(runes[:longestKey])
		}
		c.Width = max(c.Width, utf8.RuneCountInString(c.Longest))
	}
}

// roomOf is about how wide a text is, in characters of middling width.
func roomOf(text string) float64 {
	w := 0.0
	for _, c := range text {
		switch {
		case strings.ContainsRune("ijlt.,:;'|! ", c):
			w += 0.5
		case strings.ContainsRune("mwMW", c):
			w += 1.5
		case unicode.IsUpper(c):
			w += 1.2
		default:
			w++
		}
	}
	return w
}

// cellOf writes one value for the grid.
func cellOf(e engine.Entity, name string) wire.Cell {
	v, ok := e.Value(name)
	if !ok {
		return wire.Cell{}
	}
	return CellFor(v)
}

// cellFor writes a value for the grid; the zero Value is no value.
func CellFor(v edm.Value) wire.Cell {
	switch v.Type() {
	case edm.NoType:
		return wire.Cell{}
	case edm.String:
		return wire.Cell{T: edm.String, V: Cut(v.Text())}
	case edm.Binary:
		// No text form of the bytes is shorter than the bytes: the rest cannot be seen.
		return wire.Cell{T: edm.Binary, V: Cut(edm.NewBinary(v.Text()[:min(len(v.Text()), wire.CellLimit)]).Display())}
	default:
		return wire.Cell{T: v.Type(), V: v.Display()}
	}
}

// cut returns the first CellLimit runes of s.
func Cut(s string) string {
	if len(s) <= wire.CellLimit {
		return s
	}
	n := 0
	for i := range s {
		if n == wire.CellLimit {
			return s[:i]
		}
		n++
	}
	return s
}

// newNumber returns the number of a result in the making.
func (j *Job) newNumber() int {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.runs++
	return j.runs
}

// keep makes a result the newest that windows are cut from, unless a later run has its own already. Of those before it the ones of
// these numbers stay, MaxKept at most; the others are let go.
func (j *Job) keep(r *result, others []int) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if n := len(j.results); n > 0 && j.results[n-1].number > r.number {
		return
	}
	j.results = slices.DeleteFunc(j.results, func(o *result) bool { return !slices.Contains(others, o.number) })
	if n := len(j.results) - wire.MaxKept; n > 0 {
		j.results = slices.Delete(j.results, 0, n)
	}
	j.results = append(j.results, r)
}

// kept returns a result that is kept.
func (j *Job) kept(number int) (*result, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if i := slices.IndexFunc(j.results, func(r *result) bool { return r.number == number }); i >= 0 {
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
	s.results = slices.DeleteFunc(s.results, func(r *result) bool { return r.source == source && r.table == table })
}
