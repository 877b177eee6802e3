package lab

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"rangefinder/app/keydesign"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Bench measures comparisons on the entities of one state of a table. It remembers the shadow tables of the last comparison, of
// those before it while they are small, and what was measured on them, so that a changed design makes only its own table anew, one
// that is taken back makes none, and a changed pattern is only itself asked again. It is for one goroutine at a time.
type Bench struct {
	from  *engine.Snapshot
	types map[string][]edm.Type
	kept  bool // the keys of the table mean something: they are kept as properties
	names keptNames

	shadows map[string]*shadow       // by the text of the design
	cells   map[string]Cell          // by the texts of design and pattern
	reports map[string]*DesignReport // by the text of the design
	arrival map[string][]uint32      // ranks in the order of a property; "" in no order
	equal   map[[2]string]bool       // pairs of properties that were compared in all entities
	groups  map[[2]string][][]uint32 // the same by arrival and what belongs together
	longest map[string]int           // digits by property, as of digits
}

// keptNames are the properties under which a shadow table keeps what its entities had before.
type keptNames struct{ partition, row, copy string }

// Watch is how a measurement is followed and ended.
type Watch struct {
	// Yield is called every few milliseconds with how far it is; its error ends the measuring.
	Yield func(done, total int) error
}

// memoryKept is how many bytes of shadow tables are kept for the next measurement; those beyond are made anew when needed.
const memoryKept = 384 << 20

// memorySpare is how many bytes all shadow tables may take for those of the designs before to stay: who changes a design and takes
// that back finds its tables as they were.
const memorySpare = 96 << 20

// cellsKept is how many cells are remembered.
const cellsKept = 4000

// NewBench returns a bench for the entities of a snapshot. generated says that their keys mean nothing and need not be kept.
func NewBench(from *engine.Snapshot, generated bool) *Bench {
	b := &Bench{from: from, kept: !generated, types: map[string][]edm.Type{}, shadows: map[string]*shadow{},
		cells: map[string]Cell{}, reports: map[string]*DesignReport{}, equal: map[[2]string]bool{}, arrival: map[string][]uint32{}, groups: map[[2]string][][]uint32{}, longest: map[string]int{}}
	taken := map[string]bool{}
	for _, l := range from.Layouts() {
		for _, p := range l.Layout.Properties() {
			taken[p.Name] = true
			if !slices.Contains(b.types[p.Name], p.Type) {
				b.types[p.Name] = append(b.types[p.Name], p.Type)
			}
		}
	}
	b.names = freeNames(taken)
	return b
}

// freeNames returns the names of the properties that tables of designs have, none of which is taken.
func freeNames(taken map[string]bool) keptNames {
	free := func(name string) string {
		for n := 2; taken[name]; n++ {
			name = name + strconv.Itoa(n)
		}
		return name
	}
	return keptNames{free("WasPartitionKey"), free("WasRowKey"), free("CopyOf")}
}

// Seq returns the number of the commit that made the entities the bench measures on.
func (b *Bench) Seq() uint64 { return b.from.Seq() }

// From returns the snapshot that the bench measures on.
func (b *Bench) From() *engine.Snapshot { return b.from }

// Memory returns the bytes that the shadow tables take, about.
func (b *Bench) Memory() int64 {
	var sum int64
	for _, s := range b.shadows {
		sum += s.memory
	}
	return sum
}

// progress counts what a measurement has done.
type progress struct {
	watch       Watch
	done, total int
}

func (p *progress) yield() error {
	if p.watch.Yield == nil {
		return nil
	}
	return p.watch.Yield(min(p.done, p.total), p.total)
}

func (p *progress) step(n int) error {
	p.done += n
	return p.yield()
}

// Measure measures a comparison, or what of it has not been measured yet. Spec has been checked. Errors: the context's and
// those of watch; what was measured until then is remembered.
func (b *Bench) Measure(ctx context.Context, spec Spec, watch Watch) (*Report, error) {
	start := time.Now()
	r := &Report{Entities: b.from.Len(), Partitions: b.from.Partitions(), Bytes: b.from.Bytes(), Samples: b.samples(), Properties: b.properties()}
	patterns := make([]*pattern, len(spec.Patterns))
	for i := range spec.Patterns {
		p, refused := newPattern(&spec.Patterns[i], b.kept)
		r.Patterns = append(r.Patterns, PatternReport{Name: spec.Patterns[i].Name, Refused: refused, Cells: make([]Cell, len(spec.Designs))})
		if refused == nil && !spec.Patterns[i].Blank() {
			patterns[i] = p
		}
	}
	designs := make([]*parsed, len(spec.Designs))
	wanted := map[string]bool{}
	at := &progress{watch: watch}
	for i := range spec.Designs {
		d, refused := parse(&spec.Designs[i])
		if refused != nil {
			r.Designs = append(r.Designs, DesignReport{Refused: refused})
			continue
		}
		if names := b.unknown(d.keys); len(names) > 0 { // keys of less than was meant: numbers about them are of no design
			r.Designs = append(r.Designs, DesignReport{Unknown: names, Refused: []Refused{{Message: "No entity has " + strings.Join(names, ", ") + "."}}})
			continue
		}
		designs[i] = d
		wanted[d.key] = true
		r.Designs = append(r.Designs, DesignReport{})
		if b.reports[d.key] == nil {
			at.total += b.from.Len() * (1 + len(d.indexes))
		}
		for _, p := range patterns {
			if p != nil && !b.cells[d.key+p.key].Known {
				at.total += cellSteps
			}
		}
	}
	b.spare(wanted, memorySpare)
	if len(b.cells) > cellsKept {
		b.cells = map[string]Cell{}
	}
	for i, d := range designs {
		if d == nil {
			continue
		}
		if b.reports[d.key] == nil {
			if _, err := b.shadow(ctx, d, at); err != nil {
				return nil, err
			}
		}
		r.Designs[i] = *b.reports[d.key]
		for k, p := range patterns {
			if p == nil {
				continue
			}
			cell := b.cells[d.key+p.key]
			if !cell.Known {
				s, err := b.shadow(ctx, d, at)
				if err != nil {
					return nil, err
				}
				if cell, err = b.measure(ctx, s, p, at); err != nil {
					return nil, err
				}
				b.cells[d.key+p.key] = cell
				r.Measured++
				at.done += cellSteps
			}
			r.Patterns[k].Cells[i] = cell
		}
	}
	for i := range spec.Designs {
		r.Designs[i].Name = spec.Designs[i].Name
	}
	for i := range spec.Patterns {
		r.Patterns[i].Hints = b.hints(&spec.Patterns[i], designs)
	}
	b.spare(wanted, memorySpare)
	b.spare(nil, memoryKept)
	r.Memory = b.Memory()
	Rank(spec, r)
	r.Micros = time.Since(start).Microseconds()
	return r, nil
}

// spare lets go of shadow tables that are not wanted until all together take no more than so many bytes.
func (b *Bench) spare(wanted map[string]bool, bytes int64) {
	sum := b.Memory()
	for key, s := range b.shadows {
		if !wanted[key] && sum > bytes {
			sum -= s.memory
			delete(b.shadows, key)
		}
	}
}

// cellSteps is what a cell counts for in the progress, beside an entity that gets a key.
const cellSteps = 2000

func (b *Bench) measure(ctx context.Context, s *shadow, p *pattern, at *progress) (Cell, error) {
	if p.spec.Kind == Read {
		return b.read(ctx, s, p, at)
	}
	return b.write(s, p, at)
}

// shadow returns the tables of a design, which are made when they are not there.
func (b *Bench) shadow(ctx context.Context, d *parsed, at *progress) (*shadow, error) {
	if s := b.shadows[d.key]; s != nil {
		return s, nil
	}
	s, report, err := b.build(ctx, d, at)
	if err != nil {
		return nil, err
	}
	report.Known = true
	b.shadows[d.key] = s
	b.reports[d.key] = report
	return s, nil
}

// unknown are the properties that keys name and no entity has; none while there is no entity.
func (b *Bench) unknown(keys keydesign.Design) (names []string) {
	for _, name := range append(keys.Partition.Properties(), keys.Row.Properties()...) {
		if b.from.Len() > 0 && b.types[name] == nil && !systemProperty(name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// samples are entities whose keys show what a template makes: one from each third of the table. What lies at its ends is seldom typical.
func (b *Bench) samples() []Sample {
	var list []Sample
	last := -1
	for _, rank := range []int{b.from.Len() / 6, b.from.Len() / 2, b.from.Len() * 5 / 6} {
		if rank <= last || rank < 0 || rank >= b.from.Len() {
			continue
		}
		last = rank
		e := b.from.At(rank)
		s := Sample{Was: Key{e.PartitionKey(), e.RowKey()}, Timestamp: e.Timestamp()}
		for i := range min(e.Len(), maxSampleProperties) {
			p := e.Property(i)
			if text := p.Value.Display(); len(text) <= 2*engine.MaxKey {
				s.Properties = append(s.Properties, SampleProperty{p.Name, p.Value.Type(), text})
			}
		}
		list = append(list, s)
	}
	return list
}

const maxSampleProperties = 64

// Keys returns the key that a template makes of the sample. Error: *keydesign.ValueError.
func (s *Sample) Key(t *keydesign.Template) (string, error) {
	return t.Key(func(name string) edm.Value {
		for _, p := range s.Properties {
			if p.Name == name {
				v, _ := edm.ParseText(p.Type, p.Text)
				return v
			}
		}
		switch name {
		case filterlang.PartitionKey:
			return edm.NewString(s.Was.Partition)
		case filterlang.RowKey:
			return edm.NewString(s.Was.Row)
		case filterlang.Timestamp:
			return edm.NewDateTime(s.Timestamp)
		}
		return edm.Value{}
	})
}

// parsed is a design whose templates have been read.
type parsed struct {
	spec    *Design
	key     string // the same for designs that store the same
	keys    keydesign.Design
	indexes []parsedIndex
}

type parsedIndex struct {
	spec *Index
	keys keydesign.Design
}

// parse reads the templates of a design.
func parse(d *Design) (*parsed, []Refused) {
	var refused []Refused
	read := func(field, text string) *keydesign.Template {
		t, err := keydesign.Parse(text)
		if err != nil {
			syntax := err.(*keydesign.SyntaxError)
			refused = append(refused, Refused{field, syntax.Message, syntax.Span})
		}
		return t
	}
	p := &parsed{spec: d, keys: keydesign.Design{Partition: read("partition", d.Partition), Row: read("row", d.Row)}}
	for i := range d.Indexes {
		x := &d.Indexes[i]
		field := "index:" + strconv.Itoa(i)
		index := parsedIndex{spec: x, keys: keydesign.Design{Partition: p.keys.Partition, Row: read(field+":row", x.Row)}}
		if x.Kind != SamePartition {
			index.keys.Partition = read(field+":partition", x.Partition)
		}
		p.indexes = append(p.indexes, index)
	}
	if refused != nil {
		return nil, refused
	}
	nameless := *d
	nameless.Name = ""
	nameless.Indexes = slices.Clone(d.Indexes)
	for i := range nameless.Indexes {
		nameless.Indexes[i].Name = ""
	}
	text, _ := json.Marshal(nameless)
	p.key = string(text)
	return p, nil
}

// pattern is a pattern whose filter has been read.
type pattern struct {
	spec       *Pattern
	key        string
	filter     filterlang.Expr
	order      string // property
	descending bool
}

func newPattern(spec *Pattern, keys bool) (*pattern, []Refused) {
	p := &pattern{spec: spec}
	if spec.Kind == Read && spec.Filter != "" {
		e, err := filterlang.Parse(spec.Filter)
		if err != nil {
			syntax := err.(*filterlang.SyntaxError)
			return nil, []Refused{{"filter", cmp.Or(syntax.Detail, syntax.Message), syntax.Span}}
		}
		p.filter = e
		if !keys && asksByKey(e) {
			return nil, []Refused{{"filter", "Generated entities have no keys yet: ask for them by their properties.", filterlang.Span{End: len(spec.Filter)}}}
		}
	}
	if p.order = spec.Order; p.order != "" && p.order[0] == '-' {
		p.order, p.descending = p.order[1:], true
	}
	nameless := *spec
	nameless.Name, nameless.PerDay, nameless.Draft = "", 0, false
	text, _ := json.Marshal(nameless)
	p.key = string(text)
	return p, nil
}

// Tables returns the tables of a design, made when they are not there: the one with the entities first, then those of copies
// in another table. Errors: Refused as an error when a template is wrong, the context's and those of watch.
func (b *Bench) Tables(ctx context.Context, design Design, watch Watch) ([]Kept, *DesignReport, error) {
	d, refused := parse(&design)
	if refused != nil {
		return nil, nil, errors.New(refused[0].Message)
	}
	at := &progress{watch: watch, total: b.from.Len() * (1 + len(d.indexes))}
	s, err := b.shadow(ctx, d, at)
	if err != nil {
		return nil, nil, err
	}
	list := []Kept{{"", s.main.table}}
	for i := range s.sets {
		if x := &s.sets[i]; x.in != s.main {
			list = append(list, Kept{suffix(i), x.in.table})
		}
	}
	return list, b.reports[d.key], nil
}
