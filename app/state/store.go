package state

import (
	"context"
	"runtime"
	"time"

	"rangefinder/app/sample"
	"rangefinder/app/worker"
	"rangefinder/filterlang"
)

// Client is what the store asks the worker; *worker.Client is one.
type Client interface {
	Tables(ctx context.Context, req worker.SourceRequest, onProgress func(worker.Progress)) (*worker.TablesReply, error)
	CreateTable(ctx context.Context, req worker.TableRequest) error
	DropTable(ctx context.Context, req worker.TableRequest) (*worker.UndoReply, error)
	Explain(ctx context.Context, req worker.QueryRequest) (*worker.ExplainReply, error)
	Match(ctx context.Context, req worker.QueryRequest, progress func(worker.Progress)) (*worker.MatchReply, error)
	Map(ctx context.Context, req worker.MapRequest) (*worker.MapReply, error)
	Run(ctx context.Context, req worker.QueryRequest, progress func(worker.Progress)) (*worker.RunReply, error)
	More(ctx context.Context, req worker.MoreRequest, progress func(worker.Progress)) (*worker.RunReply, error)
	Retry(ctx context.Context, req worker.RetryRequest) error
	Window(ctx context.Context, req worker.WindowRequest) (*worker.WindowReply, error)
	EntityAt(ctx context.Context, req worker.LineRequest) (*worker.EntityReply, error)
	Entity(ctx context.Context, req worker.KeyRequest) (*worker.EntityReply, error)
	Apply(ctx context.Context, req worker.ApplyRequest) (*worker.ApplyReply, error)
	Batch(ctx context.Context, req worker.BatchRequest) (*worker.BatchReply, error)
	Many(ctx context.Context, req worker.ManyRequest, progress func(worker.Progress)) (*worker.ManyReply, error)
	Census(ctx context.Context, req worker.TableRequest) (*worker.CensusReply, error)
	LoadSample(ctx context.Context, name string, progress func(worker.Progress)) (*worker.LoadReply, error)
	Generate(ctx context.Context, spec sample.Spec, progress func(worker.Progress)) (*worker.LoadReply, error)

	Inspect(ctx context.Context, req worker.InspectRequest) (*worker.InspectReply, error)
	Preview(ctx context.Context, req worker.PreviewRequest) (*worker.PreviewReply, error)
	Import(ctx context.Context, req worker.ImportRequest, progress func(worker.Progress)) (*worker.ImportReply, error)
	ImportReport(ctx context.Context, req worker.ReportRequest) (*worker.FileReply, error)
	Losses(ctx context.Context, req worker.ExportRequest) (*worker.LossesReply, error)
	Export(ctx context.Context, req worker.ExportRequest, progress func(worker.Progress)) (*worker.FileReply, error)
	Release(ctx context.Context, req worker.ReleaseRequest) error
	CopyRows(ctx context.Context, req worker.CopyRequest) (*worker.CopyReply, error)
	Bundle(ctx context.Context, req worker.BundleRequest) (*worker.BundleReply, error)
	Adopt(ctx context.Context, req worker.AdoptRequest) (*worker.LoadReply, error)
	Checkpoints(ctx context.Context) (*worker.CheckpointsReply, error)
	SaveCheckpoint(ctx context.Context, req worker.CheckpointRequest, progress func(worker.Progress)) (*worker.CheckpointInfo, error)
	RestoreCheckpoint(ctx context.Context, req worker.CheckpointRequest, progress func(worker.Progress)) (*worker.UndoReply, error)
	DropCheckpoint(ctx context.Context, req worker.CheckpointRequest) (*worker.UndoReply, error)
	Undo(ctx context.Context, req worker.UndoRequest) error
	Storage(ctx context.Context) (*worker.StorageInfo, error)
	ExportDamaged(ctx context.Context, req worker.DamageRequest) (*worker.FileReply, error)
	ForgetDamage(ctx context.Context, req worker.DamageRequest) error
	Document(ctx context.Context, req worker.DocumentRequest) (*worker.DocumentReply, error)
	CloneTable(ctx context.Context, req worker.CloneRequest) (*worker.UndoReply, error)
	SyncClient
	LessonClient
	Partitions(ctx context.Context, req worker.PartitionsRequest) (*worker.PartitionsReply, error)
	Kinds(ctx context.Context, req worker.KindsRequest, progress func(worker.Progress)) (*worker.KindsReply, error)
	Recount(ctx context.Context, req worker.RecountRequest, progress func(worker.Progress)) (*worker.RecountReply, error)
	LabClient
	QueryClient
	GridClient
	Simulate(ctx context.Context, req worker.SimulateRequest) (*worker.SimulateReply, error)
}

// Screen is what the store does to the page.
type Screen interface {
	// Draw shows a model. Effects come after the model that they belong to.
	Draw(Model)
	// Do carries out a command that is an effect on the page.
	Do(Cmd)
	// Later runs a function on the goroutine that owns the store.
	Later(func())
}

// Store holds the model. Send must be called on the goroutine that owns it; Screen.Later gets there.
type Store struct {
	client Client
	screen Screen
	model  Model

	stopMatch context.CancelFunc
	stopRun   context.CancelFunc
	stopLoad  context.CancelFunc

	stopPartitions, stopKinds context.CancelFunc
	stopRecount, stopStats    context.CancelFunc
	stopValues, stopOffers    context.CancelFunc
	stopNodes, stopMisses     context.CancelFunc
	stopSort, stopFind        context.CancelFunc
	stopRemove                context.CancelFunc
	stopLesson, stopTry       context.CancelFunc
	stopSim                   context.CancelFunc
	stopMany                  context.CancelFunc
	stopLab, stopKeeping      context.CancelFunc

	documents keeper
	unwritten string // what the tab keeps of them

	runs int // counts runs: what an older one still answers is dropped
}

// NewStore returns a store with the first model.
func NewStore(client Client, screen Screen) *Store {
	return &Store{client: client, screen: screen, model: New()}
}

// Model returns what is on screen.
func (s *Store) Model() Model { return s.model }

// Send lets a message happen.
func (s *Store) Send(msg Msg) {
	next, cmds := Update(s.model, msg)
	if room := next.room(); room != s.model.room() {
		s.client.Enter(room)
	}
	s.model = next
	// Questions go out before anything is drawn: the worker answers while the page draws.
	var effects []Cmd
	for _, cmd := range cmds {
		if !s.asks(cmd) {
			effects = append(effects, cmd)
		}
	}
	if len(effects) < len(cmds) {
		runtime.Gosched()
	}
	s.screen.Draw(next)
	for _, cmd := range effects {
		s.screen.Do(cmd)
	}
}

// later sends a message from another goroutine.
func (s *Store) later(msg Msg) { s.screen.Later(func() { s.Send(msg) }) }

// Window fetches grid lines of the current result; got is called on the store's goroutine, with nil rows when the result is
// gone.
func (s *Store) Window(req worker.WindowRequest, got func(*worker.WindowReply)) {
	go func() {
		reply, err := s.client.Window(context.Background(), req)
		if err != nil {
			reply = nil
		}
		s.screen.Later(func() { got(reply) })
	}()
}

func renew(stop *context.CancelFunc) context.Context {
	if *stop != nil {
		(*stop)()
	}
	ctx, cancel := context.WithCancel(context.Background())
	*stop = cancel
	return ctx
}

// asks carries out a command that is no effect on the page; false when it is one.
func (s *Store) asks(cmd Cmd) bool {
	ctx := context.Background()
	switch cmd := cmd.(type) {
	case ListTables:
		go func() {
			reply, err := s.client.Tables(ctx, worker.SourceRequest{}, func(p worker.Progress) { s.later(TablesOpening{p}) })
			if err != nil {
				reply = &worker.TablesReply{}
			}
			s.later(TablesListed{*reply, err})
		}()
	case Explain:
		go func() {
			reply, err := s.client.Explain(ctx, cmd.Req)
			s.later(Explained{cmd.Seq, reply, err})
		}()
	case Match:
		ctx := renew(&s.stopMatch)
		go func() {
			reply, err := s.client.Match(ctx, cmd.Req, func(p worker.Progress) { s.later(Matching{cmd.Seq, p}) })
			s.later(Matched{cmd.Seq, cmd.Req.View, reply, err})
		}()
	case StopMatch:
		if s.stopMatch != nil {
			s.stopMatch()
		}
	case DrawMap:
		go func() {
			reply, err := s.client.Map(ctx, cmd.Req)
			s.later(Mapped{cmd.Req.Table, reply, err})
		}()
	case TakeCensus:
		go func() {
			var census *filterlang.Census
			if reply, err := s.client.Census(ctx, worker.TableRequest{Source: cmd.Source, Table: cmd.Table}); err == nil {
				census = &reply.Census
			}
			s.later(Counted{cmd.Source, cmd.Table, census})
		}()
	case Run:
		s.read(func(ctx context.Context, progress func(worker.Progress)) (*worker.RunReply, error) {
			return s.client.Run(ctx, cmd.Req, progress)
		})
	case StopRun:
		if s.stopRun != nil {
			s.stopRun()
		}
	case StopLoad:
		if s.stopLoad != nil {
			s.stopLoad()
		}
	case ReadLine:
		go func() {
			reply, err := s.client.EntityAt(ctx, cmd.Req)
			s.later(EntityRead{cmd.Source, cmd.Table, reply, err, cmd.Focus, cmd.ReadFor})
		}()
	case ReadEntity:
		go func() {
			reply, err := s.client.Entity(ctx, cmd.Req)
			s.later(EntityRead{cmd.Req.Source, cmd.Req.Table, reply, err, cmd.Focus, ReadFor{}})
		}()
	case Apply:
		go func() {
			reply, err := s.client.Apply(ctx, cmd.Req)
			if err != nil {
				reply = &worker.ApplyReply{}
			}
			s.later(Saved{cmd.Req, cmd.Before, reply.Entity, err, cmd.Undo})
		}()
	case MakeTable:
		go func() {
			s.later(TableMade{cmd.Source, cmd.Table, s.client.CreateTable(ctx, worker.TableRequest{Source: cmd.Source, Table: cmd.Table})})
		}()
	case DropTable:
		go func() {
			reply, err := s.client.DropTable(ctx, worker.TableRequest{Source: cmd.Source, Table: cmd.Table})
			s.later(TableDropped{cmd.Source, cmd.Table, undoOf(reply), err})
		}()
	case LoadSample:
		ctx := renew(&s.stopLoad)
		go func() {
			reply, err := s.client.LoadSample(ctx, cmd.Name, s.loadProgress)
			s.later(Loaded{reply, err, cmd.Select, cmd.Filter, cmd.View})
		}()
	case GenerateData:
		ctx := renew(&s.stopLoad)
		go func() {
			reply, err := s.client.Generate(ctx, cmd.Spec, s.loadProgress)
			s.later(Loaded{Reply: reply, Err: err})
		}()
	case Expire:
		go func() {
			time.Sleep(time.Duration(cmd.Seconds) * time.Second)
			s.later(NoticeExpired{cmd.ID})
		}()
	case AskSim, StopSim:
		s.asksSim(cmd)
	default:
		return s.asksLive(cmd) || s.asksFiles(cmd) || s.asksSync(cmd) || s.asksPartitions(cmd) || s.asksRecount(cmd) || s.asksLab(cmd) || s.asksTables(cmd) || s.asksGrid(cmd) || s.asksTree(cmd) || s.asksMisses(cmd) || s.asksLessons(cmd) || s.asksEdits(cmd) || s.asksMany(cmd)
	}
	return true
}

func (s *Store) loadProgress(p worker.Progress) { s.later(LoadProgressed{p}) }
