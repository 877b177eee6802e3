package copies

import (
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
)

// fileCopy is a table of the rows of a file, imported where nobody sees it. A file that ends too early is refused: what the plan says of
// a part would be wrong of all of it.
func fileCopy(j *worker.Job, req *wire.ImportRequest) (*engine.Snapshot, *wire.ImportReply, error) {
	db := engine.Open(engine.Options{Now: j.Now})
	if err := db.CreateTable(j.Ctx, req.Table); err != nil { // also of a file without rows
		return nil, nil, err
	}
	reader, over := j.Apart(db)
	reply, err := worker.Ask(reader, wire.Import, *req)
	over()
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
	s, err := db.Snapshot(req.Table)
	return s, reply, err
}
