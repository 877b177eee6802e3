package worker

import (
	"encoding/json"
	"fmt"

	"rangefinder/app/wire"
	"rangefinder/engine"
)

// Handler answers the body of a request.
type Handler struct {
	op     *wire.Traits
	answer func(j *Job, body json.RawMessage) (any, error)
}

// Answer has f answer the requests of an operation.
//
//go:noinline
func Answer[Req, Reply any](op wire.Op[Req, Reply], f func(*Job, Req) (*Reply, error)) Handler {
	return Handler{op.Traits, func(j *Job, body json.RawMessage) (any, error) {
		var req Req
		if err := decodeBody(body, &req); err != nil {
			return nil, err
		}
		return f(j, req)
	}}
}

// Handle has f carry out the requests of an operation that has nothing to say in return.
//
//go:noinline
func Handle[Req any](op wire.Op[Req, wire.Done], f func(*Job, Req) (wire.Done, error)) Handler {
	return Handler{op.Traits, func(j *Job, body json.RawMessage) (any, error) {
		var req Req
		if err := decodeBody(body, &req); err != nil {
			return nil, err
		}
		return f(j, req)
	}}
}

// Ask answers a request of another package's operation within a job.
func Ask[Req, Reply any](j *Job, op wire.Op[Req, Reply], req Req) (*Reply, error) {
	h, ok := j.handlers[op.Name]
	if !ok {
		return nil, unknown(op.Name)
	}
	body, err := json.Marshal(req)
	if err != nil {
		return nil, wire.Mistake(err)
	}
	reply, err := h.answer(j, body)
	if err != nil {
		return nil, err
	}
	return reply.(*Reply), nil
}

// unknown refuses a request that no handler answers.
func unknown(op string) *wire.Failure {
	return &wire.Failure{Code: string(engine.NotImplemented), Message: "The requested operation is not implemented on the specified resource.", Detail: fmt.Sprintf("unknown request %q", wire.Clip(op))}
}

// Name is the name of its operation.
func (h Handler) Name() string { return h.op.Name }

// Handlers are the handlers of this package.
func Handlers() []Handler { return own }

var own = []Handler{
	Answer(wire.Tables, (*Job).tables),
	Handle(wire.CreateTable, (*Job).createTable),
	Handle(wire.DeleteTable, (*Job).DeleteTable),
	Answer(wire.Explain, (*Job).explain),
	Answer(wire.Match, (*Job).match),
	Answer(wire.Map, (*Job).keyMap),
	Answer(wire.Run, func(j *Job, req wire.QueryRequest) (*wire.RunReply, error) {
		reply, err := j.run(req)
		return j.placed(reply, req.Shown), err
	}),
	Answer(wire.Window, (*Job).window),
	Answer(wire.EntityAt, (*Job).entityAt),
	Answer(wire.Entity, (*Job).entity),
	Answer(wire.Apply, (*Job).apply),
	Answer(wire.Batch, (*Job).batch),
	Answer(wire.Census, (*Job).census),
	Answer(wire.Sort, (*Job).sort),
	Answer(wire.Find, (*Job).find),
	Answer(wire.LoadSample, (*Job).loadSample),
	Answer(wire.Generate, (*Job).generate),

	Handle(wire.Release, (*Job).release),
	Answer(wire.Checkpoints, (*Job).checkpoints),
	Answer(wire.SaveCheckpoint, (*Job).saveCheckpoint),
	Answer(wire.RestoreCheckpoint, (*Job).restoreCheckpoint),
	Answer(wire.DropCheckpoint, (*Job).dropCheckpoint),
	Answer(wire.DropTable, (*Job).dropTable),
	Handle(crashing, (*Job).panic),
	Answer(wire.CloneTable, (*Job).clone),
	Handle(wire.Undo, (*Job).takeBack),
	Answer(wire.Storage, (*Job).storage),
	Answer(wire.ExportDamaged, (*Job).exportDamaged),
	Handle(wire.ForgetDamage, (*Job).forgetDamage),
	Handle(wire.BeginAnew, (*Job).beginAnew),
	Answer(wire.Document, (*Job).document),

	Answer(wire.More, func(j *Job, req wire.MoreRequest) (*wire.RunReply, error) {
		reply, err := j.more(req)
		return j.placed(reply, req.Shown), err
	}),
	Handle(wire.Retry, (*Job).retry),
}

// byName are handlers by the name of their operation.
func byName(list []Handler) map[string]Handler {
	m := make(map[string]Handler, len(list))
	for _, h := range list {
		m[h.op.Name] = h
	}
	return m
}

func decodeBody(body json.RawMessage, req any) error {
	if err := json.Unmarshal(body, req); err != nil {
		return &wire.Failure{Code: string(engine.InvalidInput), Message: "One of the request inputs is not valid.", Detail: "request body: " + err.Error()}
	}
	return nil
}
