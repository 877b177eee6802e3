package tablesync

import (
	"cmp"
	"context"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// change is what a push has to send for an entity.
type change struct {
	known engine.Known
	op    engine.Op
	bytes int // of the request, at most
}

// changeOf returns what has to be sent for an entity with an entry in the base. ok is false when there is nothing: it is again
// as it was.
func changeOf(k *engine.Known) (c change, ok bool) {
	base, mine := k.Base, k.Local
	c = change{known: *k, op: engine.Op{PartitionKey: k.PartitionKey, RowKey: k.RowKey}}
	switch {
	case base.IsZero() && mine.IsZero() || !base.IsZero() && !mine.IsZero() && engine.SameContent(base, mine):
		return c, false
	case base.IsZero():
		c.op.Kind, c.op.Properties = engine.Insert, mine.Properties()
	case mine.IsZero():
		c.op.Kind, c.op.IfMatch = engine.Delete, base.ETag()
	default:
		c.op.Kind, c.op.IfMatch, c.op.Properties = engine.Merge, base.ETag(), nil
		for name := range base.All() {
			if _, ok := custom(mine, name); !ok {
				c.op.Kind = engine.Replace // a merge takes nothing away
			}
		}
		for name, v := range mine.All() {
			if was, ok := custom(base, name); c.op.Kind == engine.Replace || !ok || !engine.SameValue(was, v) {
				c.op.Properties = append(c.op.Properties, engine.Property{Name: name, Value: v})
			}
		}
	}
	c.bytes = SentBytes(&c.op)
	return c, true
}

// Bytes of a request beside its operations, and of an operation beside its keys and properties; more than there are.
const (
	// EnvelopeBytes is the first.
	EnvelopeBytes  = 512
	operationBytes = 1024 // with the address of the account
)

// SentBytes returns a bound of the bytes an operation takes in a request.
func SentBytes(op *engine.Op) int {
	keys := escapedBytes(op.PartitionKey) + escapedBytes(op.RowKey)
	n := operationBytes + 2*keys + len(op.IfMatch) // in the address and in the body
	for i := range op.Properties {
		p := &op.Properties[i]
		n += 2*escapedBytes(p.Name) + 40 // the name is there again in its annotation
		switch text := p.Value.Text(); p.Value.Type() {
		case edm.String:
			n += 2 + jsonBytes(text)
		case edm.Binary:
			n += len(text)/3*4 + 4
		default:
			n += 40
		}
	}
	return n
}

// SentAtMost returns a bound of the bytes of a request with n operations on entities of that size in all, see engine.Entity.Size. What is
// sent of a key, a name or a value is at most nine times its size, beside 84 bytes of a property, which is nine bytes or more.
func SentAtMost(n int, size int64) int64 {
	return EnvelopeBytes + int64(n)*(operationBytes+8) + 10*size
}

// escapedBytes returns a bound of a text's length in JSON or in an address.
func escapedBytes(s string) int {
	n := 2
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 0x80:
			n += 3 // "\u1234" for two bytes or more, "%E2" for each
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == ' ' || c == '.' || c == '-' || c == '_' || c == ',' || c == ';' || c == '=' || c == ':' || c == '/':
			n++
		default:
			n += 6
		}
	}
	return n
}

// jsonBytes returns a bound of a text's length as a JSON string in ASCII, without its quotes.
func jsonBytes(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case r > 0xFFFF:
			n += 12 // two escapes
		case r < ' ' || r >= 0x7F:
			n += 6
		case r == '"' || r == '\\':
			n += 2
		default:
			n++
		}
	}
	return n
}

// group is the changes of one request.
type group struct {
	most    int // bytes of the request
	changes []change
	bytes   int
}

// fits reports whether another change can go into the group. The service limits the bytes of the request, not the size of the
// entities.
func (g *group) fits(c *change) bool {
	n := len(g.changes)
	return n == 0 || n < engine.MaxBatchOps && g.changes[0].op.PartitionKey == c.op.PartitionKey &&
		EnvelopeBytes+g.bytes+c.bytes <= g.most
}

func (g *group) add(c change) {
	g.changes = append(g.changes, c)
	g.bytes += c.bytes
}

func (g *group) ops() []engine.Op {
	out := make([]engine.Op, len(g.changes))
	for i := range out {
		out[i] = g.changes[i].op
	}
	return out
}

func (g *group) public() Group {
	out := Group{Ops: g.ops(), Bytes: g.bytes}
	if len(out.Ops) > 0 {
		out.PartitionKey = out.Ops[0].PartitionKey
	}
	return out
}

// PlanPush tells what Push would do with a copy, without asking the service. Groups has at most keep of them; all when keep is
// negative. opt.Endpoint may be "". Errors: TableNotFound, NotACopy, OtherOrigin, those of opt.Yield, and the context's.
func PlanPush(ctx context.Context, db *engine.DB, table string, keep int, opt PushOptions) (*PushPlan, error) {
	plan := &PushPlan{}
	err := plan.each(ctx, db, table, opt, func(g *group) error {
		plan.Requests++
		plan.Bytes += g.bytes
		if keep < 0 || len(plan.Groups) < keep {
			plan.Groups = append(plan.Groups, g.public())
		} else {
			plan.More++
		}
		return nil
	})
	if plan.Copy.Table == "" {
		return nil, err
	}
	return plan, err
}

// EachGroup calls f for the groups of operations that Push would send, in order; its error ends that. Each group is good until f
// returns. Errors: those of PlanPush and of f.
func EachGroup(ctx context.Context, db *engine.DB, table string, opt PushOptions, f func(Group) error) error {
	return new(PushPlan).each(ctx, db, table, opt, func(g *group) error { return f(g.public()) })
}

// each counts what is pending and calls finished for each group.
func (plan *PushPlan) each(ctx context.Context, db *engine.DB, table string, opt PushOptions, finished func(*group) error) error {
	view, s, err := open(db, table)
	if err != nil {
		return err
	}
	if opt.Endpoint != "" {
		if err := opt.goesTo(table, &s); err != nil {
			return err
		}
	}
	plan.Copy, plan.Creates = copyOf(view, &s), opt.Create
	g := group{most: engine.BatchBytes(opt.profile(cmp.Or(opt.Endpoint, s.Endpoint)))}
	finish := func() {
		if len(g.changes) > 0 && err == nil {
			err = finished(&g)
		}
		g = group{most: g.most, changes: g.changes[:0]}
	}
	n := 0
	view.EachChanged(engine.FirstKey, func(k engine.Known) bool {
		if n++; n%compareYield == 0 {
			if err = opt.pause(ctx); err != nil {
				return false
			}
		}
		if k.Conflict {
			plan.Conflicts++
			return true
		}
		c, ok := changeOf(&k)
		if !ok {
			plan.Unchanged++
			return true
		}
		switch c.op.Kind {
		case engine.Insert:
			plan.Inserts++
		case engine.Delete:
			plan.Deletes++
		default:
			plan.Updates++
		}
		if !g.fits(&c) {
			finish()
		}
		g.add(c)
		return err == nil
	})
	finish()
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// goesTo checks that a copy is pushed where it came from.
func (o *PushOptions) goesTo(table string, s *state) error {
	if o.Endpoint != s.Endpoint {
		return engine.Errorf(OtherOrigin, "The table %s is a copy of %s at %s and is pushed only there, not to %s.", table, s.Remote, s.Endpoint, o.Endpoint)
	}
	return nil
}
