package tablesync

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// A list without order, as Azure Cosmos DB for Table gives it, is pulled in two steps. The pages are merged as they come, each
// entity by itself: the table is a tree in key order, so it is what sorts them, and nothing is kept twice. When the list is
// over, what is known here and was not on it is looked at in key order (the sweep). A first pull needs no sweep.
//
// What was on the list is remembered by a hash of the key, 8 bytes an entity. Some of them at a time are kept as documents, and
// the note says for which page they are complete: a pull that is gone on with begins there. Two of n keys have one hash in
// n²/2⁶⁵ cases; then an entity that is gone may stay until a pull of another time.

// listMark says how far the remembered part of a list reaches.
type listMark struct {
	Documents       int          `json:",omitempty"`
	Over            bool         `json:",omitempty"` // to its end
	Part            int          `json:",omitempty"`
	From            engine.Token // of the page that follows
	Entities, Pages int
}

// seenPerDocument is how many hashes a document holds: some 700 kB of text.
const seenPerDocument = 1 << 16

const seenPrefix = "pull-seen-"

// seenName is the name of a document with hashes of the list of a table.
func seenName(table string, n int) string { return fmt.Sprintf("%s%d", seenOf(table), n) }

func seenOf(table string) string {
	h := fnv.New128a()
	h.Write([]byte(strings.ToLower(table)))
	return fmt.Sprintf("%s%x-", seenPrefix, h.Sum(nil))
}

func keyHash(sortKey string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(sortKey))
	return h.Sum64()
}

// errUnordered ends a pull in key order: the list has none.
var errUnordered = engine.Errorf(NoOrder, "The service lists entities in no order of keys.")

// profile returns the profile of the account at an address.
func (o *Options) profile(endpoint string) filterlang.Profile {
	return cmp.Or(o.Profile, engine.ProfileOf(endpoint))
}

// list pulls without relying on order.
func (p *puller) list() error {
	if !p.state.Unordered { // begin
		next := p.state
		next.Unordered, next.New, next.Part, next.From, next.After, next.Entities, next.Pages = true, p.fresh, 0, engine.Token{}, nil, 0, 0
		next.Mark, next.Sweep = listMark{}, false
		p.state, p.gap = next, ""
		if err := p.forgetSeen(0); err != nil {
			return err
		}
	} else if err := p.recall(); err != nil {
		return err
	}
	err := p.listed()
	if err != nil && p.made && !p.state.New && len(p.recent) > 0 { // what was read counts, whatever ended it
		_ = p.remember(context.WithoutCancel(p.ctx))
	}
	return err
}

func (p *puller) listed() error {
	for p.state.Partial && !p.state.Sweep {
		page, low, high, err := p.read()
		if err != nil {
			return err
		}
		if err := p.listPage(page, low, high); err != nil {
			return err
		}
		if len(p.recent) >= seenPerDocument {
			if err := p.remember(p.ctx); err != nil {
				return err
			}
		}
	}
	if p.state.Partial {
		return p.sweep()
	}
	return nil
}

// listPage merges a page of the list, in one commit.
func (p *puller) listPage(page *engine.Page, low, high string) error {
	entities := slices.Clone(page.Entities)
	slices.SortFunc(entities, engine.CompareKeys)
	for _, e := range entities {
		if key := e.SortKey(); key < low || key >= high {
			return engine.Errorf(engine.WrongAnswer, "The service answered entities that were not asked for; nothing of that page was kept.")
		}
	}
	entities = slices.CompactFunc(entities, func(a, b engine.Entity) bool { return engine.CompareKeys(a, b) == 0 })
	p.report.Pages++
	next := p.state
	next.Pages++
	next.Entities += len(entities)
	if next.From = page.Next; !page.Next.Valid {
		if next.Part++; next.Part == next.origin().Scope.queries() {
			next.Part = 0
			if next.Sweep = true; next.New {
				next.done(p.opt)
			}
		}
	}
	c := &chunk{puller: p, entities: entities, listed: true}
	if err := c.commit(next); err != nil {
		return err
	}
	if !p.state.New {
		for _, e := range entities {
			p.recent = append(p.recent, keyHash(e.SortKey()))
		}
	}
	return nil
}

// done makes the state that of a pull that is over.
func (s *state) done(opt *Options) {
	s.Partial, s.Unordered, s.New, s.Sweep, s.Again, s.Part, s.After, s.From, s.Mark = false, false, false, false, false, 0, nil, engine.Token{}, listMark{}
	s.Pulled = opt.now()
}

// sweep looks at what is known here and was not on the list, in key order.
func (p *puller) sweep() error {
	if !p.state.Mark.Over {
		if err := p.remember(p.ctx); err != nil {
			return err
		}
	}
	slices.Sort(p.seen)
	if p.state.Again {
		p.gap = engine.LastKey // somebody may have pushed since the list was begun: read one by one
	}
	for p.state.Partial {
		if err := p.opt.pause(p.ctx); err != nil {
			return err
		}
		_, low, high := p.state.origin().Scope.query(p.state.Part)
		if p.state.After != nil {
			low = max(low, engine.AfterKey(p.state.After.sortKey()))
		}
		c := &chunk{puller: p, low: low, high: high, swept: true}
		if err := c.survey(nil); err != nil {
			return err
		}
		next := p.state
		if c.high < high {
			next.After = &c.last
		} else {
			next.After = nil
			if next.Part++; next.Part == next.origin().Scope.queries() {
				next.done(p.opt)
			}
		}
		if err := c.commit(next); err != nil {
			return err
		}
	}
	return p.forgetSeen(0)
}

// wasListed reports whether an entity was on the list that is swept.
func (p *puller) wasListed(sortKey string) bool {
	_, found := slices.BinarySearch(p.seen, keyHash(sortKey))
	return found
}

// remember keeps the hashes since the last document, and says so in the note.
func (p *puller) remember(ctx context.Context) error {
	next := p.state
	for len(p.recent) > 0 {
		n := min(len(p.recent), seenPerDocument)
		b := make([]byte, 0, 8*n)
		for _, h := range p.recent[:n] {
			b = binary.LittleEndian.AppendUint64(b, h)
		}
		if err := p.db.SetDocument(ctx, seenName(p.table, next.Mark.Documents), base64.RawStdEncoding.EncodeToString(b)); err != nil {
			return err
		}
		p.opt.step(ctx, "list remembered")
		p.seen = append(p.seen, p.recent[:n]...)
		p.recent = p.recent[n:]
		next.Mark.Documents++
	}
	p.recent = nil
	next.Mark.Over = next.Sweep
	next.Mark.Part, next.Mark.From, next.Mark.Entities, next.Mark.Pages = next.Part, next.From, next.Entities, next.Pages
	err := p.db.Sync(ctx, p.table, func(x *engine.SyncTx) error { return x.SetNote(next.text()) })
	if err == nil {
		p.state = next
	}
	return err
}

// recall makes the state that of the page up to which the list is remembered.
func (p *puller) recall() error {
	if p.state.New {
		return nil
	}
	for n := range p.state.Mark.Documents {
		text, _ := p.db.Document(seenName(p.table, n))
		b, err := base64.RawStdEncoding.DecodeString(text)
		if err != nil || len(b) == 0 || len(b)%8 != 0 { // it was not carried along
			p.state.Mark, p.seen = listMark{}, nil
			break
		}
		for ; len(b) > 0; b = b[8:] {
			p.seen = append(p.seen, binary.LittleEndian.Uint64(b))
		}
	}
	p.state.Again = true
	if m := p.state.Mark; !m.Over {
		p.state.Sweep, p.state.After = false, nil
		p.state.Part, p.state.From, p.state.Entities, p.state.Pages = m.Part, m.From, m.Entities, m.Pages
	}
	return p.forgetSeen(p.state.Mark.Documents)
}

// forgetSeen deletes the documents of the table's list from the nth on, and those of tables whose pull will not go on.
func (p *puller) forgetSeen(n int) error {
	mine := seenOf(p.table)
	for _, name := range p.db.Documents() {
		if !strings.HasPrefix(name, seenPrefix) {
			continue
		}
		if number, ok := strings.CutPrefix(name, mine); ok {
			var at int
			if _, err := fmt.Sscan(number, &at); err == nil && at < n {
				continue
			}
		} else if slices.ContainsFunc(Copies(p.db), func(c Copy) bool { return c.Partial && strings.HasPrefix(name, seenOf(c.Table)) }) {
			continue
		}
		if err := p.db.SetDocument(p.ctx, name, ""); err != nil {
			return err
		}
	}
	return nil
}

// mergeListed decides what becomes of the entities of a page of the list.
func (c *chunk) mergeListed(x *engine.SyncTx, count *PullReport) []action {
	actions := c.room[:0]
	for _, theirs := range c.entities {
		key := Key{theirs.PartitionKey(), theirs.RowKey()}
		k := x.Look(key.PartitionKey, key.RowKey)
		known := k.Changed || !k.Local.IsZero()
		if !known {
			actions = append(actions, action{theirs: theirs, verdict: take})
			continue
		}
		c.judge(&actions, &k, key, theirs, count)
	}
	c.room = actions
	return actions
}

// ordered reports whether entities come in key order, each once, from a sort key on.
func ordered(entities []engine.Entity, from string) bool {
	for _, e := range entities {
		if cmp.Less(e.SortKey(), from) {
			return false
		}
		from = engine.AfterKey(e.SortKey())
	}
	return true
}
