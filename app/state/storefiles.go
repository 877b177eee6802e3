package state

import (
	"context"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
)

func (cmd InspectFile) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Inspect, wire.InspectRequest{Token: cmd.Token, Layout: cmd.Layout}, nil)
	return Inspected{cmd.Token, reply, err}
}

func (cmd PreviewFile) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Preview, cmd.Req, nil)
	return Previewed{cmd.Asked, reply, err}
}

func (ImportData) Slot() Slot { return page.LoadSlot }
func (ExportData) Slot() Slot { return page.LoadSlot }

func (cmd ImportData) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Import, cmd.Req, page.LoadProgress(out))
	return ImportEnded{cmd.File, cmd.Rest, cmd.Req, reply, err}
}

func (cmd ExportData) Run(ctx context.Context, out Outside) Msg {
	return fileMade(wire.Call(ctx, out.Client, wire.Export, cmd.Req, page.LoadProgress(out)))
}

func (cmd MakeReport) Run(ctx context.Context, out Outside) Msg {
	return fileMade(wire.Call(ctx, out.Client, wire.ImportReport, wire.ReportRequest{Report: cmd.Report}, nil))
}

func (cmd ExportDamaged) Run(ctx context.Context, out Outside) Msg {
	return fileMade(wire.Call(ctx, out.Client, wire.ExportDamaged, wire.DamageRequest{File: cmd.File}, nil))
}

func (cmd ForgetDamage) Run(ctx context.Context, out Outside) Msg {
	if err := wire.Do(ctx, out.Client, wire.ForgetDamage, wire.DamageRequest{File: cmd.File}); err != nil {
		return nil
	}
	return AskStorage{}.Run(ctx, out)
}

func (BeginAnew) Run(ctx context.Context, out Outside) Msg {
	return BegunAnew{wire.Do(ctx, out.Client, wire.BeginAnew, wire.Done{})}
}

func (cmd ReleaseFile) Run(ctx context.Context, out Outside) Msg {
	_ = wire.Do(ctx, out.Client, wire.Release, wire.ReleaseRequest{URL: cmd.URL}) // the address may be of a worker that is gone
	return nil
}

func (cmd CheckLosses) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Losses, cmd.Req, nil)
	if err != nil {
		return nil
	}
	return LossesTold{cmd.Req.Format, reply.Losses}
}

func (AskStorage) Run(ctx context.Context, out Outside) Msg {
	info, err := wire.Call(ctx, out.Client, wire.Storage, wire.Done{}, nil)
	if err != nil {
		return nil
	}
	return StorageTold{*info}
}

func (ListCheckpoints) Slot() Slot { return snapshotsSlot }

func (ListCheckpoints) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Checkpoints, wire.Done{}, nil)
	if ctx.Err() != nil {
		return nil // a newer list is on its way
	}
	if err != nil {
		reply = &wire.CheckpointsReply{}
	}
	return CheckpointsListed{reply.Checkpoints, err}
}

func (cmd SaveCheckpoint) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.SaveCheckpoint, wire.CheckpointRequest{Name: cmd.Name}, nil)
	if err != nil {
		reply = &wire.CheckpointInfo{}
	}
	return CheckpointSaved{*reply, err}
}

func (cmd RestoreCheckpoint) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.RestoreCheckpoint, wire.CheckpointRequest{ID: cmd.ID}, nil)
	return page.CheckpointRestored{Name: cmd.Name, Undo: undoOf(reply), Err: err}
}

func (cmd DropCheckpoint) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.DropCheckpoint, wire.CheckpointRequest{ID: cmd.ID}, nil)
	return CheckpointDropped{cmd.Name, undoOf(reply), err}
}

func (cmd BundleTable) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Bundle, cmd.Req, nil)
	return Bundled{reply, err}
}

func (cmd AdoptTables) Run(ctx context.Context, out Outside) Msg {
	var made []string
	for _, req := range cmd.Reqs {
		if _, err := wire.Call(ctx, out.Client, wire.Adopt, req, nil); err != nil {
			return LinkAdopted{made, err}
		}
		made = append(made, req.Table)
	}
	return LinkAdopted{made, nil}
}

func (cmd TakeBack) Run(ctx context.Context, out Outside) Msg {
	return page.TakenBack{ID: cmd.ID, Err: wire.Do(ctx, out.Client, wire.Undo, wire.UndoRequest{Undo: cmd.ID})}
}

func (ReadQueries) Run(ctx context.Context, out Outside) Msg {
	reply, err := out.Document(ctx, QueriesDocument)
	if err != nil {
		reply = &wire.DocumentReply{}
	}
	return QueriesRead{reply.Text, err}
}

func (cmd KeepQueries) Document() (name, text string) { return QueriesDocument, cmd.Text }

// CopyRows reads lines of the result on screen for the clipboard; it waits for the worker. A format with a ! at its end leaves
// the header out.
func (s *Store) CopyRows(first, last int, format string) (string, error) {
	req := wire.CopyRequest{First: first, Last: last}
	req.Format, req.Bare = strings.CutSuffix(format, "!")
	reply, err := s.copyRows(req)
	if err != nil {
		return "", err
	}
	return reply.Text, nil
}

// CopyRich is CopyRows as TSV and as an HTML table.
func (s *Store) CopyRich(first, last int) (plain, html string, err error) {
	reply, err := s.copyRows(wire.CopyRequest{First: first, Last: last, Format: "rich"})
	if err != nil {
		return "", "", err
	}
	return reply.Text, reply.HTML, nil
}

// CopyCell reads one value whole; column is among those shown.
func (s *Store) CopyCell(line, column int) (string, error) {
	names := s.model.Grid.Names()
	if column >= len(names) {
		return "", &wire.Failure{Code: wire.ResultGone, Message: "There is no such column any more."}
	}
	reply, err := s.copyRows(wire.CopyRequest{First: line, Last: line, Format: "cell", Columns: names[column : column+1]})
	if err != nil {
		return "", err
	}
	return reply.Text, nil
}

// copyRows asks for lines as they are on screen and tells how it went.
func (s *Store) copyRows(req wire.CopyRequest) (*wire.CopyReply, error) {
	m := s.model
	if m.Result.Reply == nil {
		return nil, &wire.Failure{Code: wire.ResultGone, Message: "There is no result to copy from."}
	}
	req.Result, req.Order = m.Result.Reply.Result, m.Grid.OrderNumber()
	if req.Columns == nil {
		req.Columns = m.Grid.Names()
	}
	reply, err := wire.Call(context.Background(), s.client, wire.CopyRows, req, nil)
	if err != nil {
		s.later(LinesCopied{Err: err})
		return nil, err
	}
	s.later(LinesCopied{Format: req.Format, Entities: reply.Entities, Cut: reply.Cut})
	return reply, nil
}

func undoOf(reply *wire.UndoReply) string {
	if reply == nil {
		return ""
	}
	return reply.Undo
}

func fileMade(reply *wire.FileReply, err error) FileMade {
	if err != nil {
		return FileMade{Err: err}
	}
	return FileMade{File: *reply}
}
