package worker

import (
	"rangefinder/app/wire"
	"rangefinder/engine"
)

// fileCopy is a table of the rows of a file, imported where nobody sees it. A file that ends too early is refused: what the plan says of
// a part would be wrong of all of it.
func (j *Job) fileCopy(req *wire.ImportRequest) (*engine.Snapshot, *wire.ImportReply, error) {
	cfg := j.cfg
	cfg.DB, cfg.Storage, cfg.Workspace = engine.Open(engine.Options{Now: j.Now}), nil, NewWorkspace()
	apart := &server{ctx: j.server.ctx, handlers: j.handlers, cfg: cfg, shared: cfg.Workspace, ch: j.ch, jobs: map[int64]*Job{}, changes: newChanges()}
	reader := &Job{server: apart, Ctx: j.Ctx, cancel: j.cancel, id: j.id, begun: j.begun, breath: j.breath, told: j.told}
	if err := cfg.DB.CreateTable(j.Ctx, req.Table); err != nil { // also of a file without rows
		return nil, nil, err
	}
	reply, err := Ask(reader, wire.Import, *req)
	reader.quiet()
	switch {
	case err != nil:
		return nil, nil, err
	case j.Ctx.Err() != nil:
		return nil, nil, j.Ctx.Err()
	case reply.Problem != "":
		return nil, nil, &wire.Failure{Code: wire.FileUnreadable, Message: "The file could not be read to its end.", Detail: reply.Problem}
	case reply.Stopped && len(reply.First) > 0:
		return nil, nil, &wire.Failure{Code: wire.FileUnreadable, Message: "It was stopped at the first row that is not an entity.", Detail: reply.First[0].Reason}
	}
	s, err := cfg.DB.Snapshot(req.Table)
	return s, reply, err
}
