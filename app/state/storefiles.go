package state

import (
	"context"
	"strings"

	"rangefinder/app/worker"
)

// asksFiles carries out a command about files or storage that is no effect on the page; false when it is one.
func (s *Store) asksFiles(cmd Cmd) bool {
	ctx := context.Background()
	switch cmd := cmd.(type) {
	case InspectFile:
		go func() {
			reply, err := s.client.Inspect(ctx, worker.InspectRequest{Token: cmd.Token, Layout: cmd.Layout})
			s.later(Inspected{cmd.Token, reply, err})
		}()
	case PreviewFile:
		go func() {
			reply, err := s.client.Preview(ctx, cmd.Req)
			s.later(Previewed{cmd.Asked, reply, err})
		}()
	case ImportData:
		ctx := renew(&s.stopLoad)
		go func() {
			reply, err := s.client.Import(ctx, cmd.Req, s.loadProgress)
			s.later(ImportEnded{cmd.File, cmd.Rest, cmd.Req, reply, err})
		}()
	case ExportData:
		ctx := renew(&s.stopLoad)
		go func() {
			reply, err := s.client.Export(ctx, cmd.Req, s.loadProgress)
			s.later(fileMade(reply, err))
		}()
	case MakeReport:
		go func() { s.later(fileMade(s.client.ImportReport(ctx, worker.ReportRequest{Report: cmd.Report}))) }()
	case ExportDamaged:
		go func() { s.later(fileMade(s.client.ExportDamaged(ctx, worker.DamageRequest{File: cmd.File}))) }()
	case ForgetDamage:
		go func() {
			if err := s.client.ForgetDamage(ctx, worker.DamageRequest{File: cmd.File}); err == nil {
				s.tellStorage(ctx)
			}
		}()
	case ReleaseFile:
		go func() { _ = s.client.Release(ctx, worker.ReleaseRequest{URL: cmd.URL}) }() // the address may be of a worker that is gone
	case CheckLosses:
		go func() {
			if reply, err := s.client.Losses(ctx, cmd.Req); err == nil {
				s.later(LossesTold{cmd.Req.Format, reply.Losses})
			}
		}()
	case AskStorage:
		go s.tellStorage(ctx)
	case ListCheckpoints:
		go func() {
			reply, err := s.client.Checkpoints(ctx)
			if err != nil {
				reply = &worker.CheckpointsReply{}
			}
			s.later(CheckpointsListed{reply.Checkpoints, err})
		}()
	case SaveCheckpoint:
		go func() {
			reply, err := s.client.SaveCheckpoint(ctx, worker.CheckpointRequest{Name: cmd.Name}, nil)
			if err != nil {
				reply = &worker.CheckpointInfo{}
			}
			s.later(CheckpointSaved{*reply, err})
		}()
	case RestoreCheckpoint:
		go func() {
			reply, err := s.client.RestoreCheckpoint(ctx, worker.CheckpointRequest{ID: cmd.ID}, nil)
			s.later(CheckpointRestored{cmd.Name, undoOf(reply), err})
		}()
	case DropCheckpoint:
		go func() {
			reply, err := s.client.DropCheckpoint(ctx, worker.CheckpointRequest{ID: cmd.ID})
			s.later(CheckpointDropped{cmd.Name, undoOf(reply), err})
		}()
	case BundleTable:
		go func() {
			reply, err := s.client.Bundle(ctx, cmd.Req)
			s.later(Bundled{reply, err})
		}()
	case AdoptTables:
		go func() {
			var made []string
			for _, req := range cmd.Reqs {
				if _, err := s.client.Adopt(ctx, req); err != nil {
					s.later(LinkAdopted{made, err})
					return
				}
				made = append(made, req.Table)
			}
			s.later(LinkAdopted{made, nil})
		}()
	case TakeBack:
		go func() { s.later(TakenBack{cmd.ID, s.client.Undo(ctx, worker.UndoRequest{Undo: cmd.ID})}) }()
	case ReadQueries:
		go func() {
			reply, err := s.document(ctx, QueriesDocument)
			if err != nil {
				reply = &worker.DocumentReply{}
			}
			s.later(QueriesRead{reply.Text, err})
		}()
	case KeepQueries:
		s.keepDocument(QueriesDocument, cmd.Text)
	default:
		return false
	}
	return true
}

func (s *Store) tellStorage(ctx context.Context) {
	if info, err := s.client.Storage(ctx); err == nil {
		s.later(StorageTold{*info})
	}
}

// CopyRows reads lines of the result on screen for the clipboard; it waits for the worker. A format with a ! at its end leaves
// the header out.
func (s *Store) CopyRows(first, last int, format string) (string, error) {
	req := worker.CopyRequest{First: first, Last: last}
	req.Format, req.Bare = strings.CutSuffix(format, "!")
	reply, err := s.copyRows(req)
	if err != nil {
		return "", err
	}
	return reply.Text, nil
}

// CopyRich is CopyRows as TSV and as an HTML table.
func (s *Store) CopyRich(first, last int) (plain, html string, err error) {
	reply, err := s.copyRows(worker.CopyRequest{First: first, Last: last, Format: "rich"})
	if err != nil {
		return "", "", err
	}
	return reply.Text, reply.HTML, nil
}

// CopyCell reads one value whole; column is among those shown.
func (s *Store) CopyCell(line, column int) (string, error) {
	names := s.model.Grid.Names()
	if column >= len(names) {
		return "", &worker.Failure{Code: worker.ResultGone, Message: "There is no such column any more."}
	}
	reply, err := s.copyRows(worker.CopyRequest{First: line, Last: line, Format: "cell", Columns: names[column : column+1]})
	if err != nil {
		return "", err
	}
	return reply.Text, nil
}

// copyRows asks for lines as they are on screen and tells how it went.
func (s *Store) copyRows(req worker.CopyRequest) (*worker.CopyReply, error) {
	m := s.model
	if m.Result.Reply == nil {
		return nil, &worker.Failure{Code: worker.ResultGone, Message: "There is no result to copy from."}
	}
	req.Result, req.Order = m.Result.Reply.Result, m.Grid.OrderNumber()
	if req.Columns == nil {
		req.Columns = m.Grid.Names()
	}
	reply, err := s.client.CopyRows(context.Background(), req)
	if err != nil {
		s.later(LinesCopied{Err: err})
		return nil, err
	}
	s.later(LinesCopied{Format: req.Format, Entities: reply.Entities, Cut: reply.Cut})
	return reply, nil
}

func undoOf(reply *worker.UndoReply) string {
	if reply == nil {
		return ""
	}
	return reply.Undo
}

func fileMade(reply *worker.FileReply, err error) FileMade {
	if err != nil {
		return FileMade{Err: err}
	}
	return FileMade{File: *reply}
}
