package edit

import (
	"context"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

// Requests to the worker about one entity.
type (
	// ReadLine and ReadEntity fetch an entity. Answer: EntityRead.
	ReadLine struct {
		Source, Table string
		Req           wire.LineRequest
		Focus         bool
		ReadFor
	}
	ReadEntity struct {
		Req   wire.KeyRequest
		Focus bool
		ReadFor
	}
	// ReadFor says what an entity is read for, beside the inspector: for a cell that is being edited, for the PartitionKey of a new
	// entity, to be deleted or duplicated, to edit one property, or to be told apart from the one in the form.
	ReadFor struct {
		Cell  bool
		Fresh bool
		Drop  bool
		Twin  bool
		Kept  bool // the form has edits and stays: whether it is of another entity
		Field string
		Type  edm.Type // of the property, where the entity has none of that name
	}
	// Apply writes. Answer: Saved.
	Apply struct {
		Req    wire.ApplyRequest
		Before *wire.EntityReply
	}
)

// What the worker told of one entity.
type (
	// EntityRead answers ReadEntity and ReadLine.
	EntityRead struct {
		Source string
		Table  string
		Entity *wire.EntityReply
		Err    error
		Focus  bool
		Anew   bool // it answers ReadEntity: it is what the service holds, not what a result held
		ReadFor
	}
	// Saved answers Apply.
	Saved struct {
		Request wire.ApplyRequest
		Before  *wire.EntityReply // what the entity was, nil when it was not
		Entity  wire.EntityReply
		Err     error
	}
)

// LineOf reads the entity on a line of the result.
func LineOf(v *page.View, line int) ReadLine {
	return ReadLine{Source: v.Rows.Source, Table: v.Rows.Table, Req: wire.LineRequest{Result: v.Rows.Reply.Result, Line: line, Order: v.Rows.Order}}
}

// Run implements page.Runner.
func (cmd ReadLine) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.EntityAt, cmd.Req, nil)
	return EntityRead{cmd.Source, cmd.Table, reply, err, cmd.Focus, false, cmd.ReadFor}
}

// Run implements page.Runner.
func (cmd ReadEntity) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Entity, cmd.Req, nil)
	return EntityRead{cmd.Req.Source, cmd.Req.Table, reply, err, cmd.Focus, true, cmd.ReadFor}
}

// Run implements page.Runner.
func (cmd Apply) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Apply, cmd.Req, nil)
	if err != nil {
		reply = &wire.ApplyReply{}
	}
	return Saved{cmd.Req, cmd.Before, reply.Entity, err}
}
