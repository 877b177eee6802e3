package shell

import (
	"context"
	"rangefinder/app/code"
	"rangefinder/app/result"
	"runtime"

	"rangefinder/app/keeper"
	"rangefinder/app/page"
	"rangefinder/app/plan"
	"rangefinder/app/wire"
)

// Client is what the store asks the worker; *wire.Client is one.
type Client interface {
	wire.Caller
	// Enter makes all later requests about the tables of a room, "" for those of the workspace.
	Enter(room string)
}

// Screen is what the store does to the page.
type Screen interface {
	// Draw shows a model. Effects come after the model that they belong to.
	Draw(Model)
	// Do carries out a command that is an effect on the page.
	Do(page.Cmd)
	// Later runs a function on the goroutine that owns the store.
	Later(func())
}

// Store holds the model. Send must be called on the goroutine that owns it; Screen.Later gets there.
type Store struct {
	client Client
	screen Screen
	model  Model

	slots map[page.Slot]*running // the newest of each

	documents keeper.Keeper
	unwritten string // what the tab keeps of them

	atRest   func(context.Context) bool // see WaitsWith; nil: all of the program is here
	watch    func(page.Msg, []page.Cmd) // see Watch
	listings struct{ asked, told int }  // how many lists of tables, and which came last
}

// NewStore returns a store with the first model.
func NewStore(client Client, screen Screen) *Store {
	return &Store{client: client, screen: screen, model: New(), slots: map[page.Slot]*running{}}
}

// Model returns what is on screen.
func (s *Store) Model() Model { return s.model }

// Watch has f called with every message and its commands, before the model is drawn. It is for tests.
func (s *Store) Watch(f func(page.Msg, []page.Cmd)) { s.watch = f }

// WaitsWith says how a command waits until all of the program is here; see Outside.
func (s *Store) WaitsWith(atRest func(context.Context) bool) { s.atRest = atRest }

// Send lets a message happen.
func (s *Store) Send(msg page.Msg) {
	next, cmds := Update(s.model, msg)
	if s.watch != nil {
		s.watch(msg, cmds)
	}
	if room := next.room(); room != s.model.room() {
		s.client.Enter(room)
	}
	s.model = next
	// Questions go out before anything is drawn: the worker answers while the page draws.
	var effects []page.Cmd
	for _, cmd := range cmds {
		if !s.carryOut(cmd) {
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
func (s *Store) later(msg page.Msg) { s.screen.Later(func() { s.Send(msg) }) }

// running is a command in a slot.
type running struct{ cancel context.CancelFunc }

// carryOut begins a command, or reports false for an effect on the page.
func (s *Store) carryOut(cmd page.Cmd) bool {
	switch cmd := cmd.(type) {
	case page.Stop:
		s.stop(cmd.Slot)
	case page.Document:
		s.keepDocument(cmd.Document()) // here and now: of two texts the later one is the newer
	case page.Runner:
		s.run(cmd)
	default:
		return false
	}
	return true
}

// run begins a command.
func (s *Store) run(cmd page.Runner) {
	ctx, out := context.Background(), s.outside()
	if slotted, ok := cmd.(page.Slotted); ok {
		slot, r := slotted.Slot(), new(running)
		s.stop(slot)
		ctx, r.cancel = context.WithCancel(ctx)
		s.slots[slot] = r
		out.TellNewest = func(msg page.Msg) {
			s.screen.Later(func() {
				if s.slots[slot] == r {
					s.Send(msg)
				}
			})
		}
	}
	_, listing := cmd.(ListTables)
	if listing {
		s.listings.asked++
	}
	n := s.listings.asked
	go func() {
		msg := cmd.Run(ctx, out)
		switch {
		case msg == nil:
		case listing:
			s.screen.Later(func() { s.listed(n, msg.(page.TablesListed)) })
		default:
			s.later(msg)
		}
	}()
}

// listed takes the nth list of tables. One that comes after a later one is of the past, and one that comes before tells nothing of a
// table that was made meanwhile.
func (s *Store) listed(n int, msg page.TablesListed) {
	if n > s.listings.told {
		s.listings.told = n
		msg.Older = n < s.listings.asked
		s.Send(msg)
	}
}

func (s *Store) stop(slot page.Slot) {
	if r := s.slots[slot]; r != nil {
		r.cancel()
	}
}

func (s *Store) outside() page.Outside {
	atRest := s.atRest
	if atRest == nil {
		atRest = func(ctx context.Context) bool { return ctx.Err() == nil }
	}
	return page.Outside{Client: s.client, Tell: s.later, TellNewest: s.later, Unwritten: s.documents.Text, AtRest: atRest}
}

func (cmd ListTables) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Tables, wire.SourceRequest{}, func(p wire.Progress) { out.Tell(page.TablesOpening{Progress: p}) })
	if err != nil {
		reply = &wire.TablesReply{}
	}
	return page.TablesListed{Reply: *reply, Err: err}
}

func (LoadSample) Slot() page.Slot { return page.LoadSlot }

func (cmd LoadSample) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.LoadSample, wire.SampleRequest{Name: cmd.Name}, page.LoadProgress(out))
	return page.Loaded{Reply: reply, Err: err, Select: cmd.Select, Filter: cmd.Filter, View: cmd.View}
}

// KeyMap is the key map as it is now, which may be newer than what is on screen.
func (s *Store) KeyMap() *plan.Map { return s.model.Map }

// Markdown returns a page about the query on screen with the first rows of its result; it waits for the worker.
func (s *Store) Markdown() (string, error) {
	m := s.model
	text, told := code.Markdown(m.View(), m.Plan, result.ThenText(m.Grid, m.Then()), s.client)
	s.later(told)
	return text, told.Err
}
