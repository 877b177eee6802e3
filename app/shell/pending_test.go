package shell

import (
	"context"
	"fmt"
	"math/rand/v2"
	"rangefinder/app/inspector"
	"rangefinder/app/notices"
	"rangefinder/app/review"
	"slices"
	"strings"
	"testing"

	"rangefinder/app/edit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

func num(n int) []wire.TextProperty {
	return []wire.TextProperty{{Name: "N", Type: edm.Int32, Text: words.Number(n)}}
}

func at(rk string) edit.EntityKey { return edit.EntityKey{Table: "T", PartitionKey: "p", RowKey: rk} }

func storedAs(rk string, n int) *wire.EntityReply {
	return &wire.EntityReply{PartitionKey: "p", RowKey: rk, ETag: "e", Properties: num(n)}
}

// Ensure that several edits of one entity become the one operation that does them all.
func TestOver(t *testing.T) {
	base := storedAs("a", 1)
	insert := func(n int) *edit.Change { return &edit.Change{EntityKey: at("a"), Kind: "insert", Want: num(n)} }
	put := func(kind string, n int) *edit.Change {
		return &edit.Change{EntityKey: at("a"), Kind: kind, Base: base, Want: num(n)}
	}
	del := &edit.Change{EntityKey: at("a"), Kind: "delete", Base: base}
	for _, test := range []struct {
		name     string
		was, now *edit.Change
		kind     string // "" for none
		n        int
		base     bool
	}{
		{"new", nil, insert(1), "insert", 1, false},
		{"changed", nil, put("replace", 2), "replace", 2, true},
		{"unchanged", nil, put("replace", 1), "", 0, false},
		{"changed back", put("replace", 2), put("merge", 1), "", 0, false},
		{"new, then changed", insert(1), put("replace", 2), "insert", 2, false},
		{"new, then deleted", insert(1), del, "", 0, false},
		{"changed, then deleted", put("merge", 2), del, "delete", 0, true},
		{"deleted, then new", del, insert(3), "replace", 3, true},
		{"deleted, then kept", del, put("replace", 1), "", 0, false},
		{"upsert, then changed", &edit.Change{EntityKey: at("a"), Kind: "insert-or-merge", Want: num(1)}, put("replace", 2), "insert-or-merge", 2, false},
	} {
		got := edit.Over(test.was, test.now)
		if got == nil {
			if test.kind != "" {
				t.Errorf("%s: nothing is left", test.name)
			}
			continue
		}
		if got.Kind != test.kind || (got.Base != nil) != test.base || test.n > 0 && got.Want[0].Text != words.Number(test.n) || got.Bytes == 0 {
			t.Errorf("%s: %+v", test.name, got)
		}
	}
}

// Ensure that groups keep to one partition, 100 operations and 4 MiB, that a move inside a partition is in one group, and that
// one to another partition deletes last.
func TestBatches(t *testing.T) {
	list := func(changes ...*edit.Change) []*edit.Change {
		slices.SortFunc(changes, func(a, b *edit.Change) int { return edit.CompareKeys(a.EntityKey, b.EntityKey) })
		return changes
	}
	key := func(pk, rk string) edit.EntityKey { return edit.EntityKey{Table: "T", PartitionKey: pk, RowKey: rk} }
	var many []*edit.Change
	for i := range 250 {
		many = append(many, &edit.Change{EntityKey: key("p", fmt.Sprintf("%04d", i)), Kind: "insert", Bytes: 100})
	}
	// The halves of a move lie on both sides of where the first group would end.
	from, to := key("p", "0001"), key("p", "0200")
	many[1].Kind, many[1].To = "delete", &to
	many[200].From = &from
	groups := edit.BatchesOf(list(many...), new(edit.Pending).ProfileOf)
	seen := 0
	for _, b := range groups {
		seen += len(b.Changes)
		has := 0
		for _, c := range b.Changes {
			if c.RowKey == "0001" || c.RowKey == "0200" {
				has++
			}
		}
		if len(b.Changes) > engine.MaxBatchOps || has == 1 {
			t.Errorf("a group of %d, with %d halves of the move", len(b.Changes), has)
		}
	}
	if seen != 250 || len(groups) != 3 {
		t.Errorf("%d changes in %d groups", seen, len(groups))
	}
	big := []*edit.Change{}
	for i := range 5 {
		big = append(big, &edit.Change{EntityKey: key("p", words.Number(i)), Kind: "insert", Bytes: 1 << 20})
	}
	if groups = edit.BatchesOf(list(big...), new(edit.Pending).ProfileOf); len(groups) != 2 || len(groups[0].Changes) != 3 {
		t.Errorf("5 MiB are in %d groups, the first of %d", len(groups), len(groups[0].Changes))
	}
	a, b := key("a", "x"), key("b", "x")
	groups = edit.BatchesOf(list(&edit.Change{EntityKey: a, Kind: "delete", To: &b}, &edit.Change{EntityKey: b, Kind: "insert", From: &a}, &edit.Change{EntityKey: key("a", "y"), Kind: "insert"}), new(edit.Pending).ProfileOf)
	if len(groups) != 3 || !groups[2].Late || groups[2].Changes[0].EntityKey != a {
		t.Errorf("a move between partitions: %+v", groups)
	}
}

// world is a table in an engine and a page that edits it, for tests of whole commits.
type world struct {
	t     *testing.T
	db    *engine.DB
	m     Model
	next  func(req wire.BatchRequest) (*wire.BatchReply, error) // stands between them when set
	asked int

	applied []wire.ApplyRequest
	blind   error // of reads of what is there
}

func newWorld(t *testing.T) *world {
	w := &world{t: t, db: engine.Open(engine.Options{}), m: ready(t)}
	if err := w.db.CreateTable(context.Background(), "Movies"); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) apply(reqs []wire.ApplyRequest) (*wire.BatchReply, error) {
	ops := make([]engine.Op, len(reqs))
	for i := range reqs {
		op, err := wire.ReadOp(reqs[i])
		if err != nil {
			w.t.Fatal(err)
		}
		ops[i] = op
	}
	results, err := w.db.Batch(context.Background(), "Movies", ops)
	if err != nil {
		e := err.(*engine.Error)
		return &wire.BatchReply{Failed: &wire.Failure{Code: string(e.Code), Message: e.Message}, At: e.Index}, nil
	}
	r := &wire.BatchReply{}
	for _, x := range results {
		r.ETags = append(r.ETags, x.ETag)
	}
	return r, nil
}

func (w *world) read(pk, rk string) *wire.EntityReply {
	e, err := w.db.Get(context.Background(), "Movies", pk, rk)
	if err != nil {
		return nil
	}
	r := &wire.EntityReply{PartitionKey: pk, RowKey: rk, ETag: e.ETag()}
	for name, v := range e.All() {
		r.Properties = append(r.Properties, wire.TextProperty{Name: name, Type: v.Type(), Text: v.Display()})
	}
	return r
}

// do sends messages and answers what they ask, until nothing is asked any more.
func (w *world) do(msgs ...page.Msg) {
	for len(msgs) > 0 {
		var cmds []page.Cmd
		w.m, cmds = Update(w.m, msgs[0])
		msgs = msgs[1:]
		for _, cmd := range cmds {
			switch cmd := cmd.(type) {
			case review.CommitBatch:
				w.asked++
				w.applied = append(w.applied, cmd.Req.Ops...)
				do := w.next
				w.next = nil
				if do == nil {
					do = func(req wire.BatchRequest) (*wire.BatchReply, error) { return w.apply(req.Ops) }
				}
				reply, err := do(cmd.Req)
				msgs = append(msgs, review.BatchEnded{ID: cmd.ID, Index: cmd.Index, Reply: reply, Err: err})
			case edit.Apply:
				w.applied = append(w.applied, cmd.Req)
				saved := edit.Saved{Request: cmd.Req, Before: cmd.Before}
				reply, err := w.apply([]wire.ApplyRequest{cmd.Req})
				if err == nil && reply.Failed != nil {
					saved.Err = reply.Failed
				} else if e := w.read(cmd.Req.PartitionKey, cmd.Req.RowKey); e != nil {
					saved.Entity = *e
				}
				msgs = append(msgs, saved)
			case review.ReadTheirs:
				if w.blind != nil {
					msgs = append(msgs, review.TheirsRead{ID: cmd.ID, Index: cmd.Index, Found: nil, Err: w.blind})
					continue
				}
				var found []*wire.EntityReply
				for _, k := range cmd.Keys {
					found = append(found, w.read(k.PartitionKey, k.RowKey))
				}
				msgs = append(msgs, review.TheirsRead{ID: cmd.ID, Index: cmd.Index, Found: found, Err: nil})
			}
		}
	}
}

func (w *world) open(pk, rk string) {
	w.do(edit.EntityRead{Table: "Movies", Entity: w.read(pk, rk), Focus: true})
}

func (w *world) fresh(pk, rk string, n int) {
	w.do(page.NewEntityPressed{}, inspector.KeysTyped{PK: &pk, RK: &rk}, inspector.PropertyNamed{ID: 1, Name: "N"}, inspector.PropertyTypeChosen{ID: 1, Type: edm.Int32}, inspector.PropertyTyped{ID: 1, Text: words.Number(n)})
}

func (w *world) snapshot() string {
	page, err := w.db.Query(context.Background(), "Movies", engine.Query{})
	if err != nil {
		w.t.Fatal(err)
	}
	text := ""
	for _, e := range page.Entities {
		v, _ := e.Value("N")
		text += e.PartitionKey() + "/" + e.RowKey() + "=" + v.Display() + " "
	}
	return text
}

// Ensure that random edits, undos and redos leave what a plain model says, that committing them does what applying them one by
// one does, and that undoing the commit brings the table back. -seed repeats a run.
func TestPending_RandomEdits(t *testing.T) {
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 7))
		w := newWorld(t)
		type entities = map[[2]string]int
		model := entities{}
		for i := range 12 {
			k := [2]string{"p" + words.Number(i%3), "r" + words.Number(i)}
			model[k] = i
			w.apply([]wire.ApplyRequest{{Kind: "insert", PartitionKey: k[0], RowKey: k[1], Properties: num(i)}})
		}
		before := w.snapshot()
		clone := func() entities {
			c := entities{}
			for k, n := range model {
				c[k] = n
			}
			return c
		}
		var done, undone []entities
		step := func(change func() bool) {
			was := clone()
			steps := len(w.m.Pending.Done)
			if change(); len(w.m.Pending.Done) > steps {
				done, undone = append(done, was), nil
			} else {
				model = was // refused, or nothing changed
			}
		}
		for range 60 {
			k := [2]string{"p" + words.Number(r.IntN(3)), "r" + words.Number(r.IntN(16))}
			n := r.IntN(100)
			switch action := r.IntN(8); {
			case action == 0 && len(done) > 0:
				undone, done, model = append(undone, clone()), done[:len(done)-1], done[len(done)-1]
				w.do(review.PendingUndone{})
			case action == 1 && len(undone) > 0:
				done, undone, model = append(done, clone()), undone[:len(undone)-1], undone[len(undone)-1]
				w.do(review.PendingRedone{})
			case action < 4:
				step(func() bool {
					if c := w.m.Pending.At(edit.EntityKey{Table: "Movies", PartitionKey: k[0], RowKey: k[1]}); c != nil && c.Kind != edit.DeleteKind {
						w.do(review.ChangeEdited{Key: c.EntityKey})
					} else if w.read(k[0], k[1]) != nil {
						w.open(k[0], k[1])
					} else {
						w.fresh(k[0], k[1], n)
					}
					for _, row := range w.m.Inspector.Rows {
						w.do(inspector.PropertyTyped{ID: row.ID, Text: words.Number(n)})
					}
					model[k] = n
					w.do(inspector.ReplaceChosen{Replace: r.IntN(2) == 0}, inspector.SavePressed{})
					return true
				})
			case action < 6:
				step(func() bool {
					if _, ok := model[k]; !ok || w.read(k[0], k[1]) == nil {
						return false
					}
					w.open(k[0], k[1])
					delete(model, k)
					w.do(inspector.DeletePressed{})
					return true
				})
			default:
				step(func() bool {
					to := [2]string{"p" + words.Number(r.IntN(3)), "r" + words.Number(r.IntN(16))}
					_, there := model[to]
					if _, ok := model[k]; !ok || there || w.read(k[0], k[1]) == nil || w.read(to[0], to[1]) != nil && w.m.Pending.At(edit.EntityKey{Table: "Movies", PartitionKey: to[0], RowKey: to[1]}) == nil {
						return false
					}
					w.open(k[0], k[1])
					if w.m.Inspector.Mode != edit.Editing || w.m.Inspector.Saved != nil && w.m.Inspector.Saved.Kind == edit.DeleteKind {
						return false
					}
					model[to] = model[k]
					delete(model, k)
					w.do(inspector.KeysTyped{PK: &to[0], RK: &to[1]}, inspector.SavePressed{})
					return true
				})
			}
			w.do(inspector.InspectorClosed{})
		}
		want := ""
		var keys [][2]string
		for k := range model {
			keys = append(keys, k)
		}
		slices.SortFunc(keys, func(a, b [2]string) int {
			return edit.CompareKeys(edit.EntityKey{PartitionKey: a[0], RowKey: a[1]}, edit.EntityKey{PartitionKey: b[0], RowKey: b[1]})
		})
		for _, k := range keys {
			want += k[0] + "/" + k[1] + "=" + words.Number(model[k]) + " "
		}
		if got := w.snapshot(); got != before {
			t.Fatalf("seed %d: the table changed before the commit", seed)
		}
		w.do(review.CommitPressed{})
		if got := w.snapshot(); got != want || len(w.m.Pending.Changes) != 0 {
			t.Fatalf("seed %d: committed\n%s\nwant\n%s\n%d pending; %+v", seed, got, want, len(w.m.Pending.Changes), w.m.Notice)
		}
		if w.m.Notice != nil && w.m.Notice.Offers() {
			w.do(notices.UndoPressed{})
			if got := w.snapshot(); got != before {
				t.Fatalf("seed %d: undone\n%s\nwant\n%s", seed, got, before)
			}
		}
	}
}

// Ensure that pending changes and their history outlive a reload, and that damage costs only what it is in.
func TestKept_PendingChanges(t *testing.T) {
	w := newWorld(t)
	w.fresh("a", "1", 1)
	w.do(inspector.SavePressed{})
	w.fresh("a", "2", 2)
	w.do(inspector.SavePressed{}, review.PendingUndone{})
	text := EncodeKept(&w.m)
	back := func(text string) Model {
		m, _ := after(New(), Started{Draft: text}, page.TablesListed{Reply: wire.TablesReply{Tables: []wire.TableInfo{{Name: "Movies"}}}})
		return m
	}
	m := back(text)
	if len(m.Pending.Changes) != 1 || len(m.Pending.Done) != 1 || len(m.Pending.Undone) != 1 || len(m.Pending.Batches) != 1 || !m.Unsaved() {
		t.Fatalf("%+v", m.Pending)
	}
	m, _ = after(m, review.PendingRedone{})
	if len(m.Pending.Changes) != 2 {
		t.Fatalf("redone: %+v", m.Pending)
	}
	if m.Perishable() {
		t.Error("a reload is asked about although it brings everything back")
	}
	for what, lost := range map[string]func(m *Model){
		"a browser that keeps nothing": func(m *Model) { *m, _ = after(*m, DraftRefused{Refused: true}) },
		"changes too large to be kept": func(m *Model) { p := *m.Pending; p.Heavy = true; m.Pending = &p },
		"changes of a lesson":          func(m *Model) { m.Aside = &edit.Pending{} },
		"tables that memory holds":     func(m *Model) { m.Touched = true },
	} {
		m := m
		if lost(&m); !m.Perishable() {
			t.Errorf("%s: a new version takes them without a question", what)
		}
	}
	told, _ := after(m, DraftRefused{Refused: true})
	if told.Notice == nil || !told.Notice.Bad || !strings.Contains(told.Notice.Text, "Commit them first") {
		t.Errorf("told is %+v", told.Notice)
	}
	if told, _ = after(told, notices.Closed{}, DraftRefused{}); told.Perishable() {
		t.Error("what is kept again is still asked about")
	}
	for _, bad := range []string{`{"Version":2,"Changes":[null]}`, `{"Version":2,"Changes":[{"Table":"T","Kind":"explode"}]}`, `{"Version":2,"Done":[{"Puts":[{}]}]}`,
		`{"Version":2,"Changes":[{"Table":"T","Kind":"insert","Want":[{"Name":"A","Type":2,"Text":"x"}]}]}`, `{"Version":2,"Changes":[{"Table":"T","Kind":"delete"}]}`} {
		if m := back(bad); len(m.Pending.Changes)+len(m.Pending.Done) > 0 {
			t.Errorf("%s: %+v", bad, m.Pending)
		}
	}
}

// Ensure that Undo takes back what was done last: an entity that was committed at once before the change that waits, which is older.
func TestPending_UndoNewestFirst(t *testing.T) {
	w := newWorld(t)
	w.apply([]wire.ApplyRequest{{Kind: "insert", PartitionKey: "p", RowKey: "a", Properties: num(1)}})
	before := w.snapshot()
	w.open("p", "a")
	w.do(inspector.PropertyTyped{ID: w.m.Inspector.Rows[0].ID, Text: "2"}, inspector.SavePressed{})
	w.fresh("p", "b", 3)
	w.do(inspector.SaveNowPressed{})
	if w.read("p", "b") == nil || len(w.m.Pending.Changes) != 1 {
		t.Fatalf("not inserted, or the change does not wait: %s, %d", w.snapshot(), len(w.m.Pending.Changes))
	}
	w.do(review.PendingUndone{})
	if w.snapshot() != before || len(w.m.Pending.Changes) != 1 {
		t.Errorf("after one Undo the table holds %q, and %d changes wait", w.snapshot(), len(w.m.Pending.Changes))
	}
	w.do(review.PendingUndone{})
	if len(w.m.Pending.Changes) != 0 {
		t.Errorf("after two, %d changes wait", len(w.m.Pending.Changes))
	}
	w.do(review.PendingRedone{})
	if len(w.m.Pending.Changes) != 1 {
		t.Errorf("after Redo, %d changes wait", len(w.m.Pending.Changes))
	}
}

// Ensure that discarding a change takes along what was typed after it into the form of its entity, and that undo brings both back.
func TestPending_DiscardedWithTyped(t *testing.T) {
	for name, msg := range map[string]page.Msg{"one": review.ChangeDropped{Key: edit.EntityKey{Table: "Movies", PartitionKey: "p", RowKey: "a"}}, "all": review.PendingDiscarded{}} {
		w := newWorld(t)
		w.apply([]wire.ApplyRequest{{Kind: "insert", PartitionKey: "p", RowKey: "a", Properties: num(1)}})
		w.open("p", "a")
		typed := func(text string) { w.do(inspector.PropertyTyped{ID: w.m.Inspector.Rows[0].ID, Text: text}) }
		typed("2")
		w.do(inspector.SavePressed{})
		typed("3")
		w.do(msg)
		if in := w.m.Inspector; len(w.m.Pending.Changes) > 0 || in.Rows[0].Text != "1" || in.Dirty() || in.Mode != edit.Editing {
			t.Errorf("%s: %d changes, the form holds %+v", name, len(w.m.Pending.Changes), in.Rows)
		}
		for _, want := range []string{"3", "2"} {
			if w.do(review.PendingUndone{}); len(w.m.Pending.Changes) != 1 || w.m.Inspector.Rows[0].Text != want || w.m.Pending.Changes[0].Want[0].Text != want {
				t.Errorf("%s: undo gives %+v, want %s", name, w.m.Inspector.Rows, want)
			}
		}
		w.do(review.PendingRedone{})
		typed("x")
		w.do(msg)
		if in := w.m.Inspector; len(w.m.Pending.Changes) > 0 || in.Rows[0].Text != "1" {
			t.Errorf("%s: after what is no number the form holds %+v", name, in.Rows)
		}
		w.fresh("p", "b", 4)
		w.do(inspector.SavePressed{})
		typed("5")
		if w.do(review.PendingDiscarded{}); w.m.Inspector.Mode != edit.Idle {
			t.Errorf("%s: the form of a new entity stays: %+v", name, w.m.Inspector)
		}
	}
}
