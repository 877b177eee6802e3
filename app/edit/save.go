package edit

import (
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Request is the write that saves a form by itself. A problem is told instead, with the field that has it.
func (in *Inspector) Request() (req wire.ApplyRequest, target, problem string) {
	if in.KeyErr != "" {
		return req, in.KeyField(), in.KeyErr
	}
	req = wire.ApplyRequest{Source: in.Source, Table: in.Table, Kind: InsertKind, PartitionKey: in.PK, RowKey: in.RK}
	if in.Mode == Editing {
		req.Kind, req.IfMatch = MergeKind, in.Original.ETag
		if in.Replace {
			req.Kind = ReplaceKind
		}
	}
	for _, r := range in.Rows {
		if !r.Sent() {
			continue
		}
		if r.Err != "" {
			return req, "prop-text-" + words.Number(r.ID), r.Name + ": " + r.Err
		}
		if req.Kind == MergeKind && Unchanged(in.Original, r) {
			continue
		}
		req.Properties = append(req.Properties, r.Value())
	}
	return req, "", ""
}

// RefusedChange returns what a save wanted as a pending change, nil for an insert: the form of a new entity asks for another key.
func RefusedChange(req wire.ApplyRequest, before *wire.EntityReply) *Change {
	if before == nil || req.Kind == InsertKind {
		return nil
	}
	c := &Change{EntityKey: EntityKey{Source: req.Source, Table: req.Table, PartitionKey: req.PartitionKey, RowKey: req.RowKey}, Kind: req.Kind, Base: before, Want: req.Properties, Blind: before.Partial}
	if req.Kind == MergeKind {
		for _, p := range before.Properties {
			if PropertyOf(c.Want, p.Name) == nil {
				c.Want = append(c.Want[:len(c.Want):len(c.Want)], p)
			}
		}
	}
	return MeasuredChange(c)
}

// Told says what was written.
func (msg *Saved) Told() string {
	req := msg.Request
	did := "Committed "
	switch {
	case req.Kind == DeleteKind:
		did = "Deleted "
	case msg.Before == nil:
		did = "Inserted "
	}
	return did + page.KeyText(req.PartitionKey) + " / " + page.KeyText(req.RowKey) + "."
}

// Done is the write as a change, with what its entity holds now.
func (msg *Saved) Done() *Change {
	req := msg.Request
	return &Change{EntityKey: EntityKey{Source: req.Source, Table: req.Table, PartitionKey: req.PartitionKey, RowKey: req.RowKey}, Kind: req.Kind, Base: msg.Before, Want: msg.Entity.Properties}
}
