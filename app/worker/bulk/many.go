package bulk

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Bounds of a ManyReply's lists, and how many entities are written at once.
const (
	maxSamples  = 8
	maxFailures = 100
	manySlice   = 500
)

// many changes a property of many entities.
func changeMany(j *worker.Job, req wire.ManyRequest) (*wire.ManyReply, error) {
	switch {
	case req.Step == wire.FindMany:
		return findToChange(j, req)
	case req.Found != 0:
		return manyThere(j, req)
	}
	r, err := j.Kept(req.Result)
	if err != nil {
		return nil, err
	}
	m := &manyEdit{Job: j, req: req, result: r}
	if err := m.check(); err != nil {
		return nil, err
	}
	l, err := r.LinesIn(req.Order)
	if err != nil {
		return nil, err
	}
	last := min(req.Last, l.Len()-1)
	for line := max(0, req.First); line <= last; line++ {
		i, marker := l.At(line)
		if marker {
			continue
		}
		m.reply.Entities++
		m.one(r.At(i))
		if m.full {
			return nil, &wire.Failure{Code: wire.TooMuch, Message: "These are more changes than can wait to be committed; choose fewer entities."}
		}
		if len(m.writes) == manySlice {
			if err := m.flush(); err != nil {
				return m.ended(err)
			}
		}
		if err := j.Rest(wire.Progress{Done: m.reply.Entities, Total: last - max(0, req.First) + 1, Found: m.reply.Changed, Refused: m.reply.Failed}); err != nil {
			return m.ended(err)
		}
	}
	return m.ended(m.flush())
}

// manyEdit is a ManyRequest that goes on.
type manyEdit struct {
	*worker.Job
	req    wire.ManyRequest
	result *worker.Result
	value  edm.Value // of SetProperty
	reply  wire.ManyReply
	bytes  int
	full   bool
	found  *accountWrites // that are made of entities of an account; nil for a result

	writes  []engine.BulkEntity
	befores []engine.Entity // of writes
	done    []written
}

// written is an entity that was overwritten, and when.
type written struct {
	before engine.Entity
	at     edm.Ticks
}

// check refuses what no entity could take.
func (m *manyEdit) check() error {
	req := &m.req
	switch req.Step {
	case wire.PreviewMany, wire.CollectMany:
	case wire.ApplyMany:
		if m.result.Source != "" && m.found == nil {
			return wire.Invalid("Step", "the entities of an account are changed by committing")
		}
	default:
		return wire.Invalid("Step", fmt.Sprintf("%q is not a step", wire.Clip(string(req.Step))))
	}
	if m.result.Source != "" && m.result.Selects {
		return &wire.Failure{Code: string(engine.InvalidInput), Message: "The result holds only the properties of $select. Run the query without it, so that whole entities are known."}
	}
	if err := engine.CheckPropertyName(req.Property); err != nil {
		return named(err, "Property")
	}
	switch req.Action {
	case wire.SetProperty:
		v, err := wire.ReadProperty(wire.TextProperty{Name: req.Property, Type: req.Type, Text: req.Text})
		if err != nil {
			return named(err, "Text")
		}
		m.value = v
	case wire.RenameProperty:
		if err := engine.CheckPropertyName(req.To); err != nil {
			return named(err, "To")
		}
		if req.To == req.Property {
			return wire.Invalid("To", "It has that name already.")
		}
	case wire.RetypeProperty:
		if req.Type < edm.String || req.Type > edm.Binary {
			return wire.Invalid("Type", "There is no such type.")
		}
	case wire.RemoveProperty:
	default:
		return wire.Invalid("Action", fmt.Sprintf("%q is not an action", wire.Clip(string(req.Action))))
	}
	return nil
}

// named makes an error one about a field of the request.
func named(err error, field string) error {
	f := *worker.FailureOf(err)
	f.Field = field
	return &f
}

// one works out what becomes of an entity.
func (m *manyEdit) one(e engine.Entity) {
	if m.result.Source == "" {
		now, err := m.DB().Get(m.Ctx, m.result.Table, e.PartitionKey(), e.RowKey())
		if err != nil {
			m.reply.Gone++
			return
		}
		e = now
	}
	want, before, after, reason := m.change(e)
	if reason == "" && want != nil {
		if _, err := engine.NewEntity(e.PartitionKey(), e.RowKey(), e.Timestamp(), want); err != nil {
			reason = worker.FailureOf(err).Detail
		}
	}
	switch {
	case reason != "":
		m.reply.Failed++
		if len(m.reply.Failures) < maxFailures {
			m.reply.Failures = append(m.reply.Failures, wire.ManyFailure{PartitionKey: worker.Cut(e.PartitionKey()), RowKey: worker.Cut(e.RowKey()), Text: worker.Cut(before.Text), Reason: reason})
		}
		return
	case want == nil:
		m.reply.Same++
		return
	}
	m.reply.Changed++
	if m.found != nil {
		m.found.add(e, want)
	}
	if len(m.reply.Samples) < maxSamples {
		before.Text, after.Text = worker.Cut(before.Text), worker.Cut(after.Text)
		m.reply.Samples = append(m.reply.Samples, wire.ManySample{PartitionKey: worker.Cut(e.PartitionKey()), RowKey: worker.Cut(e.RowKey()), Before: before, After: after})
	}
	switch {
	case m.found != nil: // is sent when all is worked out
	case m.req.Step == wire.CollectMany:
		m.bytes += 2 * e.Size()
		if m.full = m.reply.Changed > wire.MaxCollected || m.bytes > maxCollectedBytes; m.full {
			return
		}
		m.reply.Changes = append(m.reply.Changes, wire.ManyChange{Base: worker.EntityReply(e), Want: wanted(want)})
	case m.req.Step == wire.ApplyMany:
		m.writes = append(m.writes, engine.BulkEntity{PartitionKey: e.PartitionKey(), RowKey: e.RowKey(), Properties: want})
		m.befores = append(m.befores, e)
	}
}

// wanted are properties as a reply has them.
func wanted(list []engine.Property) (out []wire.TextProperty) {
	for _, p := range list {
		out = append(out, wire.TextProperty{Name: p.Name, Type: p.Value.Type(), Text: p.Value.Display()})
	}
	return out
}

// maxCollectedBytes bounds the entities of a reply, by the formula of section 1.3: as JSON they may be three times as large.
const maxCollectedBytes = 4 << 20

// change returns the properties that an entity shall have, nil when it has them already; reason says why it cannot.
func (m *manyEdit) change(e engine.Entity) (want []engine.Property, before, after wire.TextProperty, reason string) {
	name := m.req.Property
	at, taken := -1, false
	list := e.Properties()
	for i, p := range list {
		if p.Name == name {
			at = i
			before = wire.TextProperty{Name: name, Type: p.Value.Type(), Text: p.Value.Display()}
		}
		taken = taken || p.Name == m.req.To
	}
	switch m.req.Action {
	case wire.SetProperty:
		if at >= 0 && (m.req.Only == "missing" || engine.SameValue(list[at].Value, m.value)) || at < 0 && m.req.Only == "present" {
			return nil, before, after, ""
		}
		if at < 0 {
			list, at = append(list, engine.Property{Name: name}), len(list)
		}
		list[at].Value = m.value
	case wire.RenameProperty:
		switch {
		case at < 0:
			return nil, before, after, ""
		case taken:
			return nil, before, after, "It has a property " + strconv.Quote(wire.Clip(m.req.To)) + " already."
		}
		list[at].Name = m.req.To
	case wire.RemoveProperty:
		if at < 0 {
			return nil, before, after, ""
		}
		return append(list[:at], list[at+1:]...), before, after, ""
	case wire.RetypeProperty:
		if at < 0 || list[at].Value.Type() == m.req.Type {
			return nil, before, after, ""
		}
		v, why := retyped(list[at].Value, m.req.Type)
		if why != "" {
			return nil, before, after, why
		}
		list[at].Value = v
	}
	after = wire.TextProperty{Name: list[at].Name, Type: list[at].Value.Type(), Text: list[at].Value.Display()}
	return list, before, after, ""
}

// retyped is a value as another type, when that holds it exactly.
func retyped(v edm.Value, t edm.Type) (edm.Value, string) {
	text := v.Display()
	whole := t == edm.Int32 || t == edm.Int64
	switch {
	case v.Type() == edm.Boolean && (whole || t == edm.Double):
		text = "0"
		if v.Bool() {
			text = "1"
		}
	case v.Type() == edm.Double && whole:
		if f := v.Float(); f == math.Trunc(f) && math.Abs(f) < 1<<63 {
			text = strconv.FormatFloat(f, 'f', 0, 64)
		}
	case v.Type() == edm.String && t == edm.Binary:
		return edm.NewBinary(v.Text()), "" // its bytes in UTF-8
	case v.Type() == edm.Binary && t == edm.String:
		return exactly(edm.String, v.Text())
	}
	return exactly(t, text)
}

// exactly reads a value, or says why the text is none.
func exactly(t edm.Type, text string) (edm.Value, string) {
	v, err := edm.ParseText(t, text)
	if bad, ok := errors.AsType[*edm.TextError](err); ok {
		return v, bad.Sentence()
	}
	return v, ""
}

// flush writes what was worked out.
func (m *manyEdit) flush() error {
	if len(m.writes) == 0 {
		return nil
	}
	// What was worked out goes whole, whether the person says stop meanwhile or not.
	r, err := m.DB().Bulk(context.WithoutCancel(m.Ctx), m.result.Table, m.writes, engine.ReplaceExisting)
	if err != nil {
		return err
	}
	for _, e := range m.befores {
		m.done = append(m.done, written{e, r.Timestamp})
	}
	m.writes, m.befores = m.writes[:0], nil
	return nil
}

// ended is the reply, of a job that was stopped too; what it wrote can be taken back.
func (m *manyEdit) ended(err error) (*wire.ManyReply, error) {
	stopped := err != nil && m.Ctx.Err() != nil
	if stopped {
		err = m.flush()
	}
	if len(m.done) > 0 {
		m.reply.Undo = m.Undoable(m.back)
	}
	if err != nil && len(m.done) == 0 {
		return nil, err
	}
	m.reply.Stopped, m.reply.Micros = stopped || err != nil, m.Micros()
	return &m.reply, nil
}

// back puts the entities back that nobody has changed since.
func (m *manyEdit) back(j *worker.Job) error {
	var list []engine.BulkEntity
	for i, w := range m.done {
		now, err := j.DB().Get(j.Ctx, m.result.Table, w.before.PartitionKey(), w.before.RowKey())
		if bad, ok := errors.AsType[*engine.Error](err); ok && bad.Code == engine.TableNotFound {
			return err
		}
		if err == nil && now.Timestamp() == w.at {
			list = append(list, engine.BulkEntity{PartitionKey: w.before.PartitionKey(), RowKey: w.before.RowKey(), Properties: w.before.Properties()})
		}
		if len(list) == manySlice || i == len(m.done)-1 && len(list) > 0 {
			if _, err := j.DB().Bulk(context.WithoutCancel(j.Ctx), m.result.Table, list, engine.ReplaceExisting); err != nil {
				return err
			}
			list = list[:0]
		}
		if err := j.Pause(i+1, len(m.done), 0); err != nil {
			return err
		}
	}
	return nil
}
