package result

import (
	"context"
	"time"

	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/wire"
)

// Tick sends WaitTicked after a second.
type Tick struct{ ID int }

// WaitTicked answers Tick.
type WaitTicked struct{ ID int }

// Run implements page.Runner.
func (cmd Tick) Run(context.Context, page.Outside) page.Msg {
	time.Sleep(time.Second)
	return WaitTicked{cmd.ID}
}

// waits notes what a progress says of a request that waits for its next attempt.
func waits(r *grid.Result, p wire.Progress) []page.Cmd {
	if p.Waiting == nil {
		r.Wait = nil
		return nil
	}
	w := grid.RetryWait{Waiting: *p.Waiting, ID: 1, Left: int((p.Waiting.Wait + 999) / 1000)}
	if r.Wait != nil {
		w.ID = r.Wait.ID + 1
	}
	r.Wait = &w
	return []page.Cmd{Tick{w.ID}, page.Announce{Text: w.Text()}}
}

// ticked counts a second of a wait down.
func ticked(r *grid.Result, id int) (*grid.Result, []page.Cmd) {
	if r.Wait == nil || r.Wait.ID != id || r.Wait.Left == 0 {
		return r, nil
	}
	next, w := *r, *r.Wait
	w.Left--
	next.Wait = &w
	if w.Left == 0 {
		return &next, nil
	}
	return &next, []page.Cmd{Tick{w.ID}}
}
