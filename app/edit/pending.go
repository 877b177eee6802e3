package edit

import (
	"cmp"
	"maps"
	"slices"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Pending is what was changed and not committed yet: at most one change for each entity. Everything in it is immutable; an
// edit makes another Pending. In reading order:
//
//	pending.go         Pending, Change: put, undo, redo
//	batches.go         what would be sent: groups, operations and the exact requests
//	update_pending.go  what the person does with changes; saving a form puts one
//	update_commit.go   sends group after group, and what becomes of each
//	conflict.go        base, theirs and mine of a change that the service refused, and how it is settled
//
// A change leaves Pending when its group was committed, never before, and the history of undo begins anew then.
type Pending struct {
	Changes []*Change       // in the order of compareKeys, no key twice
	Done    []Step          // what Undo takes back, newest last
	Undone  []Step          // what Redo does again, newest last
	Batches []*Batch        // of Changes
	Heavy   bool            // too large to outlive a reload
	Cosmos  map[string]bool // sources that are accounts of Azure Cosmos DB, as far as they have changes

	Written Written // of an account, since it was read

	Back   []*Change // what takes the last commit back, of changes or of a form, while nothing else was done since
	Forth  []*Change // what makes the commit again that was taken back last, while nothing else was done since
	Commit *Commit   // that is under way or was the last; nil when there was none
}

// EntityKey names an entity wherever it is.
type EntityKey struct {
	Source       string `json:",omitempty"` // "" for this browser
	Table        string
	PartitionKey string
	RowKey       string
}

// Name is the key as a person reads it.
func (k EntityKey) Name() string {
	return page.KeyText(k.PartitionKey) + " / " + page.KeyText(k.RowKey)
}

func CompareKeys(a, b EntityKey) int {
	return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Table, b.Table), edm.CompareString(a.PartitionKey, b.PartitionKey), edm.CompareString(a.RowKey, b.RowKey))
}

// The kinds of Change, in the words of wire.ApplyRequest.
const (
	InsertKind  = "insert"
	ReplaceKind = "replace"
	MergeKind   = "merge"
	DeleteKind  = "delete"
	UpsertKind  = "insert-or-replace"
	UpmergeKind = "insert-or-merge"
)

// Change is what shall become of an entity.
type Change struct {
	EntityKey
	Kind  string
	Base  *wire.EntityReply   `json:",omitempty"` // as it was read; nil when there was none
	Want  []wire.TextProperty `json:",omitempty"` // all that it shall hold; of an upsert what is sent, of a delete nothing
	Blind bool                `json:",omitempty"` // Base says only what to match: what is there is read before it is sent
	// A key that changes is a move: the delete names where to, the insert where from. It is atomic inside a partition.
	To   *EntityKey `json:",omitempty"`
	From *EntityKey `json:",omitempty"`

	Bytes    int           // of its request, within a few
	Failed   *wire.Failure `json:",omitempty"` // why it was refused last
	Conflict *Conflict     `json:",omitempty"` // what stands against it
}

// Step is something that Undo takes back at once.
type Step struct {
	Text string // "Changed A / B"
	Puts []Put
}

// Put is a change before and after a step; nil is none.
type Put struct{ Before, After *Change }

func (p Put) key() EntityKey {
	if p.After != nil {
		return p.After.EntityKey
	}
	return p.Before.EntityKey
}

// Inverse is what takes a change back that was written, nil when there is nothing to take back; before is what the entity was, nil when it
// was not, and etag that of what it is now.
func (c *Change) Inverse(before *wire.EntityReply, etag string) *Change {
	back := &Change{EntityKey: c.EntityKey, To: c.From, From: c.To}
	switch {
	case c.Kind == DeleteKind && before == nil:
		return nil
	case c.Kind == DeleteKind:
		back.Kind, back.Want = InsertKind, before.Properties
		return MeasuredChange(back)
	case before == nil:
		back.Kind = DeleteKind
	default:
		back.Kind, back.Want = ReplaceKind, before.Properties
	}
	back.Base = &wire.EntityReply{PartitionKey: c.PartitionKey, RowKey: c.RowKey, ETag: etag, Properties: c.Want}
	return MeasuredChange(back)
}

// find returns the place of a key among the changes.
func (p *Pending) find(k EntityKey) (int, bool) {
	return slices.BinarySearchFunc(p.Changes, k, func(c *Change, k EntityKey) int { return CompareKeys(c.EntityKey, k) })
}

// At returns the change of an entity, nil when there is none.
func (p *Pending) At(k EntityKey) *Change {
	if i, ok := p.find(k); ok {
		return p.Changes[i]
	}
	return nil
}

// step puts changes in the places of others, nil for taking one away, as one step. It is the only way in, undo and redo aside.
func (p *Pending) Step(text string, changes map[EntityKey]*Change) *Pending {
	s := Step{Text: text}
	for k, c := range changes {
		if before := p.At(k); before != nil || c != nil {
			s.Puts = append(s.Puts, Put{before, c})
		}
	}
	if len(s.Puts) == 0 {
		return p
	}
	stable.Sort(s.Puts, func(a, b Put) int { return CompareKeys(a.key(), b.key()) })
	next := *p
	next.Undone, next.Back, next.Forth = nil, nil, nil
	next.Done = append(p.Done[:len(p.Done):len(p.Done)], s)
	return next.put(s.Puts, false)
}

// put carries out a step, or takes it back. The receiver is changed: it is a copy already.
func (p *Pending) put(puts []Put, back bool) *Pending {
	gone := make(map[EntityKey]bool, len(puts))
	var added []*Change
	for _, put := range puts {
		after := put.After
		if back {
			after = put.Before
		}
		gone[put.key()] = true
		if after != nil {
			added = append(added, after)
		}
	}
	list := make([]*Change, 0, len(p.Changes)+len(added))
	for _, c := range p.Changes {
		if !gone[c.EntityKey] {
			list = append(list, c)
		}
	}
	list = append(list, added...)
	slices.SortFunc(list, func(a, b *Change) int { return CompareKeys(a.EntityKey, b.EntityKey) })
	p.Changes = list
	return p.Planned()
}

// profileOf is the engine of a source that has changes.
func (p *Pending) ProfileOf(source string) filterlang.Profile {
	if p.Cosmos[source] {
		return filterlang.Cosmos
	}
	return filterlang.Storage
}

// WithProfiles plans the changes anew when it became known that another engine answers for one of their sources.
func (p *Pending) WithProfiles(of func(source string) filterlang.Profile) *Pending {
	for _, c := range p.Changes {
		if profile := of(c.Source); profile != p.ProfileOf(c.Source) {
			next := *p
			next.Cosmos = maps.Clone(p.Cosmos)
			if next.Cosmos == nil {
				next.Cosmos = map[string]bool{}
			}
			next.Cosmos[c.Source] = profile == filterlang.Cosmos
			p = next.Planned()
		}
	}
	return p
}

// Planned works out what follows from the changes.
func (p *Pending) Planned() *Pending {
	p.Batches = BatchesOf(p.Changes, p.ProfileOf)
	bytes := 0
	for _, c := range p.Changes {
		bytes += c.Bytes
		if c.Base != nil {
			bytes += c.Base.Size
		}
	}
	p.Heavy = bytes > MaxKept
	return p
}

// Undoable reports whether there is a step or a commit to take back.
func (p *Pending) Undoable() bool { return len(p.Done)+len(p.Back) > 0 }

// Redoable reports whether there is a step or a commit to do again.
func (p *Pending) Redoable() bool { return len(p.Undone)+len(p.Forth) > 0 }

// maxKept is how many bytes of changes outlive a reload: a browser keeps a few MB for a tab.
const MaxKept = 1 << 20

// undo takes the last step back.
func (p *Pending) Undo() (*Pending, string) {
	if len(p.Done) == 0 {
		return p, ""
	}
	last := len(p.Done) - 1
	s, next := p.Done[last], *p
	next.Done = p.Done[:last:last]
	next.Undone = append(p.Undone[:len(p.Undone):len(p.Undone)], s)
	return next.put(s.Puts, true), s.Text
}

// redo does the step that was taken back last again.
func (p *Pending) Redo() (*Pending, string) {
	if len(p.Undone) == 0 {
		return p, ""
	}
	last := len(p.Undone) - 1
	s, next := p.Undone[last], *p
	next.Undone = p.Undone[:last:last]
	next.Done = append(p.Done[:len(p.Done):len(p.Done)], s)
	return next.put(s.Puts, false), s.Text
}

// without takes away what was committed; the history goes with it, because its steps are of another state of the table.
func (p *Pending) Without(done map[*Change]bool) *Pending {
	if len(done) == 0 {
		return p
	}
	next := *p
	next.Changes = slices.DeleteFunc(slices.Clone(p.Changes), func(c *Change) bool { return done[c] })
	next.Done, next.Undone = nil, nil
	return next.Planned()
}

// amended puts other versions of changes in their places without a step: what the service told of them.
func (p *Pending) Amended(c *Change) *Pending {
	i, ok := p.find(c.EntityKey)
	if !ok {
		return p
	}
	next := *p
	next.Changes = slices.Clone(p.Changes)
	next.Changes[i] = c
	return next.Planned()
}

// over puts a wanted change on top of the one that is pending of the same entity: what is sent is one operation, whatever was
// done one after the other. nil means that nothing is left to do.
func Over(was, c *Change) *Change {
	if was != nil {
		next := *c
		next.Failed, next.Conflict = nil, nil
		if next.Base == nil || was.Base == nil {
			next.Base = was.Base
		}
		if next.To == nil {
			next.To = was.To
		}
		if next.From == nil && c.Kind != DeleteKind {
			next.From = was.From
		}
		switch {
		case was.Kind == InsertKind && c.Kind == DeleteKind:
			return nil
		case was.Kind == InsertKind && (c.Kind == ReplaceKind || c.Kind == MergeKind):
			next.Kind = InsertKind
		case (was.Kind == UpsertKind || was.Kind == UpmergeKind) && (c.Kind == ReplaceKind || c.Kind == MergeKind):
			next.Kind = was.Kind
		case was.Kind == DeleteKind && c.Kind == InsertKind:
			next.Kind = ReplaceKind
		}
		c = &next
	}
	if c.Kind == ReplaceKind || c.Kind == MergeKind {
		if c.Base != nil && SameProperties(c.Base.Properties, c.Want) && c.To == nil {
			return nil
		}
	}
	return MeasuredChange(c)
}

// sameProperties reports whether two lists hold the same values, in any order.
func SameProperties(a, b []wire.TextProperty) bool {
	if len(a) != len(b) {
		return false
	}
	for _, p := range a {
		if q := PropertyOf(b, p.Name); q == nil || q.Type != p.Type || q.Text != p.Text {
			return false
		}
	}
	return true
}

func PropertyOf(list []wire.TextProperty, name string) *wire.TextProperty {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// whole returns the removal of a change, and of the other half if it is a move: half a move would lose an entity or make two of
// one.
func (p *Pending) Whole(c *Change) map[EntityKey]*Change {
	changes := map[EntityKey]*Change{c.EntityKey: nil}
	for _, k := range []*EntityKey{c.To, c.From} {
		if k != nil && p.At(*k) != nil {
			changes[*k] = nil
		}
	}
	return changes
}

// Unseen reports whether nobody knows what a change writes over.
func (c *Change) Unseen() bool {
	return c.Kind == UpsertKind || c.Kind == UpmergeKind || c.Blind && c.Kind != InsertKind
}

// Usable reports whether a change can be sent as it is.
func (c *Change) Usable() bool {
	if c == nil || c.Table == "" || c.Bytes < 0 || c.Kind == InsertKind && c.Base != nil {
		return false
	}
	if (c.Kind == ReplaceKind || c.Kind == MergeKind || c.Kind == DeleteKind) && c.Base == nil {
		return false
	}
	_, err := wire.ReadOp(c.Op())
	return err == nil
}
