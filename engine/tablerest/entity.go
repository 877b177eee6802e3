//go:build !js

package tablerest

import (
	"net/http"
	"strings"
	"sync"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// write does one operation on an entity: insert, update, merge, upsert or delete.
func (x *exchange) write() *engine.Error {
	if err := x.mayWrite(); err != nil {
		return err
	}
	if x.method != http.MethodDelete {
		if err := x.checkContentType(); err != nil {
			return err
		}
		if err := x.readBody(); err != nil {
			return err
		}
	}
	op, err := x.op()
	if err != nil {
		return err
	}
	result, failed := x.h.service.Apply(x.ctx, x.at.table, op)
	if failed != nil {
		return wrapped(failed)
	}
	if op.Kind == engine.Insert {
		x.baseURL()
	}
	x.written(&op, result)
	return nil
}

// mayWrite checks what can be checked of a write without its body: permissions and the format of its answer.
func (c *call) mayWrite() *engine.Error {
	var needs Operations
	switch kind := c.kind(); kind {
	case engine.Insert:
		needs = AddEntities
	case engine.InsertOrReplace, engine.InsertOrMerge:
		needs = AddEntities | UpdateEntities
	case engine.Delete:
		needs = DeleteEntities
	default:
		needs = UpdateEntities
	}
	var key *engineKey
	if c.at.resource == pointEntity {
		key = &engineKey{c.at.partitionKey, c.at.rowKey}
	}
	if err := c.allow(needs, key); err != nil {
		return err
	}
	if c.at.resource == entities && c.preference() != returnNoContent {
		return c.acceptsAnswer()
	}
	_ = c.acceptsAnswer() // for the level of an error; nothing else will be written
	return nil
}

// kind returns what a method on an entity, or POST on a table, does.
func (c *call) kind() engine.OpKind {
	conditional := c.header.count("If-Match") > 0
	switch c.method {
	case http.MethodPost:
		return engine.Insert
	case http.MethodDelete:
		return engine.Delete
	case http.MethodPut:
		if conditional {
			return engine.Replace
		}
		return engine.InsertOrReplace
	}
	if conditional {
		return engine.Merge
	}
	return engine.InsertOrMerge
}

var objects = sync.Pool{New: func() any { return new(object) }}

// op reads the operation. Errors: InvalidInput for headers and body, PropertiesNeedValue, AuthorizationFailure.
func (c *call) op() (engine.Op, *engine.Error) {
	op := engine.Op{Kind: c.kind(), PartitionKey: c.at.partitionKey, RowKey: c.at.rowKey}
	if err := c.condition(&op); err != nil {
		return op, err
	}
	if op.Kind == engine.Delete {
		return op, nil
	}
	o := objects.Get().(*object)
	err := c.readEntity(&op, o)
	clear(o.members[:cap(o.members)])
	o.index = nil
	objects.Put(o)
	if err == nil && op.Kind == engine.Insert && c.limit != nil {
		err = c.allow(AddEntities, &engineKey{op.PartitionKey, op.RowKey})
	}
	return op, err
}

// condition reads If-Match.
func (c *call) condition(op *engine.Op) *engine.Error {
	n, tag := c.header.count("If-Match"), c.header.get("If-Match")
	switch {
	case c.header.count("If-None-Match") > 0:
		return conditionError("If-None-Match does not go with a write.")
	case n > 1:
		return conditionError("If-Match is given more than once.")
	case op.Kind == engine.Insert && n > 0:
		return conditionError("An insert takes no If-Match.")
	case n == 0 && op.Kind == engine.Delete:
		return conditionError(`A delete needs If-Match: the entity's ETag, or "*" for any.`)
	case n == 1 && !validETag(tag):
		return conditionError(`If-Match is not an ETag: give the entity's as it was read, or "*" for any.`)
	}
	op.IfMatch = tag
	return nil
}

// validETag reports whether a text is "*" or one ETag.
func validETag(tag string) bool {
	body := strings.TrimPrefix(tag, "W/")
	return tag == "*" || len(body) >= 2 && body[0] == '"' && strings.IndexByte(body[1:], '"') == len(body)-2
}

func conditionError(detail string) *engine.Error {
	err := engine.Errorf(engine.InvalidInput, "%s", detail)
	err.Field = "If-Match"
	return err
}

// readEntity reads the body into op, using o as room to work in.
func (c *call) readEntity(op *engine.Op, o *object) *engine.Error {
	if err := readBodyObject(c.body, o); err != nil {
		return err
	}
	op.Properties = make([]engine.Property, 0, len(o.members))
	insert := op.Kind == engine.Insert
	var have [2]bool
	for i := range o.members {
		m := &o.members[i]
		switch m.name {
		case filterlang.Timestamp:
			continue
		case filterlang.PartitionKey, filterlang.RowKey:
			key, which := &op.PartitionKey, 0
			if m.name == filterlang.RowKey {
				key, which = &op.RowKey, 1
			}
			v, err := m.value()
			switch {
			case err != nil:
				return err
			case v.IsZero():
				continue
			case have[which]:
				return duplicate(m.name)
			case v.Type() != edm.String:
				return m.fail("a key is a String.")
			case !insert && v.Text() != *key:
				return m.fail("it is not the key in the URL.")
			}
			*key, have[which] = v.Text(), true
		default:
			if m.raw == "" && m.badType == "" {
				continue // an annotation of nothing
			}
			v, err := m.value()
			if err != nil {
				return err
			}
			op.Properties = append(op.Properties, engine.Property{Name: strings.Clone(m.name), Value: v})
		}
	}
	if insert && !(have[0] && have[1]) {
		return Errorf(PropertiesNeedValue, "An entity needs a PartitionKey and a RowKey.")
	}
	return nil
}

// written makes the answer of a write.
func (c *call) written(op *engine.Op, result engine.OpResult) {
	c.reply.status = http.StatusNoContent
	c.reply.etag = result.ETag
	if op.Kind != engine.Insert {
		return
	}
	location := append(make([]byte, 0, 128), c.root...)
	c.reply.location = string(appendEntityPath(append(location, '/'), c.at.table, op.PartitionKey, op.RowKey))
	prefer := c.preference()
	c.reply.applied = prefer.String()
	if prefer == returnNoContent {
		c.reply.dataServiceID = true
		return
	}
	c.reply.status = http.StatusCreated
	c.reply.contentType = contentTypes[c.level]
	e := c.encoder(c.at.table)
	c.out = e.appendWritten(c.out, op, result.Timestamp)
}

// getEntity answers a point read.
func (x *exchange) getEntity() *engine.Error {
	if err := x.allow(ReadEntities, &engineKey{x.at.partitionKey, x.at.rowKey}); err != nil {
		return err
	}
	if err := x.acceptsAnswer(); err != nil {
		return err
	}
	x.baseURL()
	return x.get()
}

// pointPlan is the plan of a point read by URL, as far as an observer needs it.
var pointPlan = &filterlang.Plan{Class: filterlang.Point, IdealClass: filterlang.Point}

func (c *call) get() *engine.Error {
	names, err := c.query.selected()
	if err != nil {
		return err
	}
	c.seen.Plan, c.seen.Select = pointPlan, names
	c.seen.Stats.RoundTrips = 1
	entity, failed := c.h.service.Get(c.ctx, c.at.table, c.at.partitionKey, c.at.rowKey)
	if failed != nil {
		c.reply.plan = "point; examined=0; returned=0; partitions=0"
		return wrapped(failed)
	}
	c.seen.Stats.Examined, c.seen.Stats.Returned, c.seen.Stats.Partitions = 1, 1, 1
	c.seen.Stats.Bytes = int64(entity.Size())
	c.reply = reply{
		status:      http.StatusOK,
		contentType: contentTypes[c.level],
		etag:        entity.ETag(),
		plan:        "point; examined=1; returned=1; partitions=1",
	}
	e := c.encoder(c.at.table)
	e.names = names
	c.out = e.appendOne(c.out, entity)
	return nil
}
