package deploy

import (
	"context"
	"errors"
	"strings"

	"rangefinder/app/keydesign/lab"
	"rangefinder/engine"
	"rangefinder/engine/tablecopy"
)

// Kind is what is wrong with a copy.
type Kind uint8

// The kinds.
const (
	Missing  Kind = iota // an entity asks for it
	Stale                // it is not what its entity says
	Orphaned             // no entity asks for it
)

// Example is a copy that has drifted.
type Example struct {
	Kind Kind
	Set  int // index, counted from 1
	Key  lab.Key
	Of   lab.Key // its entity; zero for an orphan and for a list of keys
}

// maxExamples is how many examples of a kind Found has.
const maxExamples = 20

// Found is what a check found. The numbers are of what was drifted in the end: who wrote meanwhile is not a drift.
type Found struct {
	Entities, Copies int // that there are; a list of keys is a copy
	Missing          int
	Stale            int
	Orphaned         int
	Colliding        int // entities that ask for a copy that another asks for: the design's keys do not tell them apart
	Keyless          int // copies that cannot be, because an entity has no key for them
	Foreign          int // entities that are of no set of the design
	Examples         []Example
	More             bool // copies have drifted that are not counted; they are found by a check after these are mended
	Requests         int
}

// Drifted returns how many copies are not as they should be.
func (f *Found) Drifted() int { return f.Missing + f.Stale + f.Orphaned }

// checker checks the tables of a design.
type checker struct {
	to     tablecopy.Target
	name   string // of the table with the entities
	layout *lab.Layout
	opt    tablecopy.Options
	found  Found
	drift  *drift
	read   int
}

// Check reads the tables of a design and tells which copies have drifted. to.Table is the one with the entities. What mends them is
// planned: nothing is written. Errors: those of the service, such as TableNotFound for the table with the entities, of opt.Yield, and the
// context's.
func Check(ctx context.Context, l *lab.Layout, to tablecopy.Target, opt tablecopy.Options) (*Found, tablecopy.All, error) {
	c := &checker{to: to, name: to.Table, layout: l, opt: opt, drift: &drift{layout: l}}
	if len(l.Sets) == 1 {
		return &c.found, nil, nil
	}
	if err := c.tables(ctx, c.sum); err != nil {
		return nil, nil, err
	}
	drifted, more := c.drift.narrow()
	c.found.More = more
	if drifted == 0 {
		return &c.found, nil, nil
	}
	if err := c.tables(ctx, c.keep); err != nil {
		return nil, nil, err
	}
	c.found.Colliding = c.drift.settle()
	if err := c.table(ctx, 0, c.want); err != nil {
		return nil, nil, err
	}
	all, err := c.mend(ctx)
	if err != nil {
		return nil, nil, err
	}
	return &c.found, all, nil
}

// tables reads all tables.
func (c *checker) tables(ctx context.Context, f func(table int, e engine.Entity)) error {
	for table := range c.layout.Tables {
		err := c.table(ctx, table, f)
		if e, ok := errors.AsType[*engine.Error](err); ok && e.Code == engine.TableNotFound && table > 0 {
			err = nil // all of its copies are missing
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// table reads a table.
func (c *checker) table(ctx context.Context, table int, f func(table int, e engine.Entity)) error {
	opt := c.opt
	opt.Progress = nil
	n, err := tablecopy.Each(ctx, c.to, c.name+c.layout.Tables[table], engine.Query{}, opt, func(page []engine.Entity) error {
		for _, e := range page {
			f(table, e)
		}
		c.read += len(page)
		c.tell()
		return nil
	})
	c.found.Requests += n
	return err
}

// tell tells how far the check is.
func (c *checker) tell() {
	if c.opt.Progress != nil {
		c.opt.Progress(tablecopy.Progress{Phase: tablecopy.Looking, Done: c.read, Requests: c.found.Requests})
	}
}

// sum takes an entity in, of the first reading.
func (c *checker) sum(table int, e engine.Entity) {
	switch set := c.layout.SetOf(table, e); set {
	case -1:
		c.found.Foreign++
	case 0:
		c.found.Entities++
		for i := 1; i < len(c.layout.Sets); i++ {
			if !c.drift.entity(i, e) {
				c.found.Keyless++
			}
		}
	default:
		c.found.Copies++
		c.drift.copy(set, e)
	}
}

// keep takes an entity in, of the second.
func (c *checker) keep(table int, e engine.Entity) {
	switch set := c.layout.SetOf(table, e); set {
	case -1:
	case 0:
		for i := 1; i < len(c.layout.Sets); i++ {
			c.drift.entity(i, e)
		}
	default:
		c.drift.copy(set, e)
	}
}

// want takes an entity in, of the third: what the drifted copies should be.
func (c *checker) want(table int, e engine.Entity) {
	if c.layout.SetOf(table, e) != 0 {
		return
	}
	for i := 1; i < len(c.layout.Sets); i++ {
		key, err := c.layout.Key(i, e)
		if err != nil {
			continue
		}
		s := c.drift.items[item{i, key}]
		if s == nil {
			continue
		}
		s.asked++
		if c.layout.Sets[i].List() {
			s.lines = append(s.lines, strings.Clone(c.layout.Line(i, e)))
			continue
		}
		s.of, s.properties = cloned(e), clonedProperties(c.layout.Properties(i, e))
	}
}
