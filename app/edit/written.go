package edit

import (
	"maps"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Written are entities that this page wrote since the result on screen was read. They are drawn as they were written: in an account
// reading them again costs requests, which only the person asks for, and in this browser the result before stays until they are read.
type Written struct {
	result  int // its number
	changes map[EntityKey]*Change
	times   map[EntityKey]string // their Timestamps, as far as their ETags tell
}

// Wrote returns the pending changes with those that were written of entities of the result on screen; etags are their new ETags. An
// entity that was not read before it was written is left out: the result can show it only on a page that was read afterwards, which has
// what the service holds.
func (p *Pending) Wrote(v *page.View, done map[EntityKey]*Change, etags map[EntityKey]string) *Pending {
	if v.Result == nil || len(done) == 0 {
		return p
	}
	next, result := *p, v.Result.Result
	next.Written = Written{result: result, changes: map[EntityKey]*Change{}, times: map[EntityKey]string{}}
	if p.Written.result == result {
		maps.Copy(next.Written.changes, p.Written.changes)
		maps.Copy(next.Written.times, p.Written.times)
	}
	for k, c := range done {
		if was := next.Written.changes[k]; was != nil {
			c = c.after(was)
		}
		if c.Base != nil {
			next.Written.changes[k], next.Written.times[k] = c, TimeOf(etags[k])
		}
	}
	return &next
}

// TimeOf is the Timestamp that goes with an ETag, "" where that does not tell.
func TimeOf(etag string) string {
	if t, ok := engine.TimeOf(etag); ok {
		return edm.NewDateTime(t).Display()
	}
	return ""
}

// after is what two writes of an entity, one after the other, made of what was read before both.
func (c *Change) after(was *Change) *Change {
	both := *c
	if both.Base = was.Base; c.Kind == UpmergeKind {
		for _, p := range was.Want {
			if c.Wanted(p.Name) == nil {
				both.Want = append(both.Want[:len(both.Want):len(both.Want)], p)
			}
		}
	}
	return &both
}

// At returns what was written last of an entity of a result, nil when that was nothing.
func (w Written) At(result int, k EntityKey) *Change {
	if w.result != result {
		return nil
	}
	return w.changes[k]
}

// Again reads an entity that a result held and that this page wrote since: what was read before has another ETag, and would
// meet the person's own change as somebody else's. ok is false for any other, and while a change of it is pending.
func (p *Pending) Again(v *page.View, msg EntityRead) (cmd ReadEntity, ok bool) {
	if msg.Anew || v.Result == nil {
		return cmd, false
	}
	k := EntityKey{Source: msg.Source, Table: msg.Table, PartitionKey: msg.Entity.PartitionKey, RowKey: msg.Entity.RowKey}
	req := wire.KeyRequest{Source: k.Source, Table: k.Table, PartitionKey: k.PartitionKey, RowKey: k.RowKey}
	return ReadEntity{Req: req, Focus: msg.Focus, ReadFor: msg.ReadFor}, p.At(k) == nil && p.Written.At(v.Result.Result, k) != nil
}

// Time is the Timestamp of what was written last of an entity, "" when it is not known.
func (w Written) Time(k EntityKey) string { return w.times[k] }

// Reread returns the pending changes with an entity that was written as it is told now, when it was read anew.
func (p *Pending) Reread(v *page.View, msg EntityRead) *Pending {
	e := msg.Entity
	k := EntityKey{Source: msg.Source, Table: msg.Table, PartitionKey: e.PartitionKey, RowKey: e.RowKey}
	if !msg.Anew || v.Result == nil || p.Written.At(v.Result.Result, k) == nil {
		return p
	}
	return p.Wrote(v, map[EntityKey]*Change{k: {EntityKey: k, Kind: ReplaceKind, Want: e.Properties}}, map[EntityKey]string{k: e.ETag})
}

// Any reports whether something of a result was written.
func (w Written) Any(result int) bool { return w.result == result && len(w.changes) > 0 }

// LeftOut says how many of the entities that were written the filter of the rows on screen does not return, "" for none: whoever looks for
// one of them there looks in vain.
func LeftOut(v *page.View, done map[EntityKey]*Change) string {
	filter, err := filterlang.Parse(v.Rows.Filter)
	if err != nil || filter == nil {
		return ""
	}
	n := 0
	for k, c := range done {
		if c.Kind == DeleteKind || c.Kind == UpmergeKind || k.Source != v.Rows.Source || k.Table != v.Rows.Table {
			continue
		}
		told := true // a Timestamp is the service's to give
		if !filterlang.Eval(filter, func(name string) edm.Value {
			switch name {
			case filterlang.PartitionKey:
				return edm.NewString(k.PartitionKey)
			case filterlang.RowKey:
				return edm.NewString(k.RowKey)
			case filterlang.Timestamp:
				told = false
			}
			return valueOf(c.Want, name)
		}, filterlang.MatchOptions{}) && told {
			n++
		}
	}
	switch {
	case n == 0:
		return ""
	case len(done) == 1:
		return " The filter on screen does not return it."
	}
	return " The filter on screen does not return " + words.Number(n) + " of them."
}

// valueOf is the value of a property, the zero one where there is none of that name.
func valueOf(list []wire.TextProperty, name string) (v edm.Value) {
	if p := PropertyOf(list, name); p != nil {
		v, _ = edm.ParseText(p.Type, p.Text)
	}
	return v
}
