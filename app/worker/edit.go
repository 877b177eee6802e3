package worker

import (
	"errors"
	"fmt"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// opKinds are the words of ApplyRequest.Kind.
var opKinds = map[string]engine.OpKind{
	"insert":            engine.Insert,
	"replace":           engine.Replace,
	"merge":             engine.Merge,
	"insert-or-replace": engine.InsertOrReplace,
	"insert-or-merge":   engine.InsertOrMerge,
	"delete":            engine.Delete,
}

// apply does one write. A value that cannot be read fails before anything is written and names its property.
func (j *job) apply(req ApplyRequest) (*ApplyReply, error) {
	op, err := opOf(req)
	if err != nil {
		return nil, err
	}
	if req.Source != "" {
		return j.applyLive(req, op)
	}
	if _, err := j.cfg.DB.Apply(j.ctx, req.Table, op); err != nil {
		return nil, err
	}
	if op.Kind == engine.Delete {
		return &ApplyReply{}, nil
	}
	e, err := j.cfg.DB.Get(j.ctx, req.Table, req.PartitionKey, req.RowKey)
	if err != nil {
		return nil, err
	}
	return &ApplyReply{Entity: entityReply(e)}, nil
}

// opOf reads a write as the engine takes it.
func opOf(req ApplyRequest) (engine.Op, error) {
	kind, ok := opKinds[req.Kind]
	if !ok {
		return engine.Op{}, invalid("Kind", fmt.Sprintf("%q is no operation; use insert, replace, merge, insert-or-replace, insert-or-merge or delete", clip(req.Kind)))
	}
	op := engine.Op{Kind: kind, PartitionKey: req.PartitionKey, RowKey: req.RowKey, IfMatch: req.IfMatch}
	for _, p := range req.Properties {
		v, err := parseProperty(p)
		if err != nil {
			return engine.Op{}, err
		}
		op.Properties = append(op.Properties, engine.Property{Name: p.Name, Value: v})
	}
	return op, nil
}

// parseProperty reads a value as it was typed; NoType is a null.
func parseProperty(p TextProperty) (edm.Value, error) {
	switch p.Type {
	case edm.NoType:
		return edm.Value{}, nil
	case edm.String, edm.Int32, edm.Int64, edm.Double, edm.Boolean, edm.DateTime, edm.Guid, edm.Binary:
	default:
		return edm.Value{}, invalid(p.Name, fmt.Sprintf("property %q has no type", clip(p.Name)))
	}
	v, err := edm.ParseText(p.Type, p.Text)
	if err != nil {
		detail := err.Error()
		if bad, ok := errors.AsType[*edm.TextError](err); ok {
			detail = fmt.Sprintf("%s. Write %s.", bad.Reason, bad.Accepted)
		}
		return edm.Value{}, invalid(p.Name, detail)
	}
	return v, nil
}

// entity reads an entity as it is now.
func (j *job) entity(req KeyRequest) (*EntityReply, error) {
	if req.Source != "" {
		return j.entityLive(req)
	}
	e, err := j.cfg.DB.Get(j.ctx, req.Table, req.PartitionKey, req.RowKey)
	if err != nil {
		return nil, err
	}
	r := entityReply(e)
	return &r, nil
}

// entityReply writes an entity for the inspector, every value whole.
func entityReply(e engine.Entity) EntityReply {
	r := EntityReply{
		PartitionKey: e.PartitionKey(),
		RowKey:       e.RowKey(),
		Timestamp:    edm.NewDateTime(e.Timestamp()).Display(),
		ETag:         e.ETag(),
		Size:         e.Size(),
		Properties:   make([]TextProperty, 0, e.Len()),
	}
	for name, v := range e.All() {
		r.Properties = append(r.Properties, TextProperty{Name: name, Type: v.Type(), Text: v.Display()})
	}
	return r
}

// systemTypes are the types of the names that every entity has.
var systemTypes = map[string]edm.Type{
	filterlang.PartitionKey: edm.String,
	filterlang.RowKey:       edm.String,
	filterlang.Timestamp:    edm.DateTime,
}
