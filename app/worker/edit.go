package worker

import (
	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// apply does one write. A value that cannot be read fails before anything is written and names its property.
func (j *Job) apply(req wire.ApplyRequest) (*wire.ApplyReply, error) {
	op, err := wire.ReadOp(req)
	if err != nil {
		return nil, err
	}
	if req.Source != "" {
		return j.applyLive(req, op)
	}
	if _, err := j.DB().Apply(j.Ctx, req.Table, op); err != nil {
		return nil, err
	}
	if op.Kind == engine.Delete {
		return &wire.ApplyReply{}, nil
	}
	e, err := j.DB().Get(j.Ctx, req.Table, req.PartitionKey, req.RowKey)
	if err != nil {
		return nil, err
	}
	return &wire.ApplyReply{Entity: EntityReply(e)}, nil
}

// entity reads an entity as it is now.
func (j *Job) entity(req wire.KeyRequest) (*wire.EntityReply, error) {
	if req.Source != "" {
		return j.entityLive(req)
	}
	e, err := j.DB().Get(j.Ctx, req.Table, req.PartitionKey, req.RowKey)
	if err != nil {
		return nil, err
	}
	r := EntityReply(e)
	return &r, nil
}

// EntityReply writes an entity for the inspector, every value whole.
func EntityReply(e engine.Entity) wire.EntityReply {
	r := wire.EntityReply{
		PartitionKey: e.PartitionKey(),
		RowKey:       e.RowKey(),
		Timestamp:    edm.NewDateTime(e.Timestamp()).Display(),
		ETag:         e.ETag(),
		Size:         e.Size(),
		Properties:   make([]wire.TextProperty, 0, e.Len()),
	}
	for name, v := range e.All() {
		r.Properties = append(r.Properties, wire.TextProperty{Name: name, Type: v.Type(), Text: v.Display()})
	}
	return r
}

// systemTypes are the types of the names that every entity has.
var systemTypes = map[string]edm.Type{
	filterlang.PartitionKey: edm.String,
	filterlang.RowKey:       edm.String,
	filterlang.Timestamp:    edm.DateTime,
}
