package deploy

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"rangefinder/app/keydesign/lab"
	"rangefinder/engine"
	"rangefinder/engine/tablecopy"
	"rangefinder/filterlang/edm"
)

// maxMended is how many copies are mended at a time.
const maxMended = 20_000

// mend plans what brings the drifted items in step, and counts them.
func (c *checker) mend(ctx context.Context) (tablecopy.All, error) {
	list := make([]*state, 0, len(c.drift.items))
	for _, s := range c.drift.items {
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b *state) int {
		return cmp.Or(a.set-b.set, strings.Compare(a.Partition, b.Partition), strings.Compare(a.Row, b.Row))
	})
	if len(list) > maxMended {
		list, c.found.More = list[:maxMended], true
	}
	var all tablecopy.All
	for table := range c.layout.Tables {
		var its []*state
		for _, s := range list {
			if c.layout.Sets[s.set].Table == table {
				its = append(its, s)
			}
		}
		if len(its) == 0 {
			continue
		}
		copy, err := c.mendTable(ctx, table, its)
		if err != nil {
			return nil, err
		}
		all = append(all, copy)
	}
	return all, nil
}

// mendTable plans what brings the items of a table in step.
func (c *checker) mendTable(ctx context.Context, table int, list []*state) (*tablecopy.Copy, error) {
	to := c.to
	to.Table = c.name + c.layout.Tables[table]
	db := engine.Open(engine.Options{Now: c.opt.Now})
	if err := db.CreateTable(ctx, to.Table); err != nil {
		return nil, err
	}
	opt := c.opt
	opt.Existing, opt.Progress = tablecopy.Replace, nil
	var puts []engine.BulkEntity
	for _, s := range list {
		switch {
		case s.asked == 0 && s.there:
			e, err := c.orphan(ctx, to.Table, s)
			if err != nil {
				return nil, err
			}
			if !e.IsZero() {
				opt.Remove = append(opt.Remove, e)
			}
			continue
		case s.lines != nil:
			slices.Sort(s.lines)
			s.properties = c.layout.ListOf(s.set, s.lines)
		case s.asked != 1: // it is gone, or two ask for it by now
			continue
		}
		puts = append(puts, engine.BulkEntity{PartitionKey: s.Partition, RowKey: s.Row, Properties: s.properties})
	}
	for len(puts) > 0 {
		n := min(len(puts), engine.MaxBulk)
		done, err := db.Bulk(ctx, to.Table, puts[:n], engine.ReplaceExisting)
		if err != nil {
			return nil, err
		}
		c.found.Keyless += len(done.Refused) // lists that are too long for an entity
		puts = puts[n:]
	}
	from, err := db.Snapshot(to.Table)
	if err != nil {
		return nil, err
	}
	opt.Over = func(theirs engine.Entity) bool { // it is as it was when its entity was read
		for set := range c.layout.Sets {
			if s := c.drift.items[item{set, lab.Key{Partition: theirs.PartitionKey(), Row: theirs.RowKey()}}]; s != nil && c.layout.Sets[set].Table == table {
				return s.etag == theirs.ETag()
			}
		}
		return false
	}
	copy, err := tablecopy.Prepare(ctx, from, to, opt)
	if err != nil {
		return nil, err
	}
	c.count(copy, list)
	return copy, nil
}

// orphan returns a copy that no entity asks for, zero when it has changed since it was read.
func (c *checker) orphan(ctx context.Context, table string, s *state) (engine.Entity, error) {
	e, err := c.to.Get(ctx, table, s.Partition, s.Row)
	c.found.Requests++
	c.tell()
	if gone, ok := errors.AsType[*engine.Error](err); ok && (gone.Code == engine.ResourceNotFound || gone.Code == "EntityNotFound") {
		return engine.Entity{}, nil
	}
	if err == nil && c.opt.Yield != nil {
		err = c.opt.Yield()
	}
	if err != nil || e.ETag() != s.etag {
		return engine.Entity{}, err
	}
	s.orphan = true
	return e, nil
}

// count counts what a plan mends, and names the first.
func (c *checker) count(copy *tablecopy.Copy, list []*state) {
	f := &c.found
	f.Requests += copy.Plan.Looked
	f.Missing += copy.Plan.Inserts
	f.Stale += copy.Plan.Updates
	f.Orphaned += copy.Plan.Deletes
	named := [3]int{}
	for _, s := range list {
		kind := Missing
		switch {
		case s.orphan:
			kind = Orphaned
		case !copy.Pending(tablecopy.Key{PartitionKey: s.Partition, RowKey: s.Row}):
			continue
		case s.there:
			kind = Stale
		}
		if named[kind]++; named[kind] <= maxExamples {
			f.Examples = append(f.Examples, Example{kind, s.set, s.Key, s.of})
		}
	}
}

// clonedProperties returns properties that do not keep a page in memory.
func clonedProperties(list []engine.Property) []engine.Property {
	for i := range list {
		switch p := &list[i]; p.Value.Type() {
		case edm.String:
			p.Value = edm.NewString(strings.Clone(p.Value.Text()))
		case edm.Binary:
			p.Value = edm.NewBinary(strings.Clone(p.Value.Text()))
		}
	}
	return list
}
