package worker

import (
	"context"
	"reflect"
	"sync"
	"time"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/engine"
)

// YieldEvery is how long something scans before messages are let in: a plan waits for no more than that.
const YieldEvery = 4 * time.Millisecond

// Job is a request under way.
type Job struct {
	*server
	Ctx    context.Context
	cancel context.CancelFunc
	id     int64
	begun  time.Time

	breath time.Time // when messages were let in last

	telling sync.Mutex    // requests to an account tell from goroutines of their own
	told    time.Time     // when progress was sent last
	at      wire.Progress // the last that was to be told
	owed    *time.Timer   // sends it, if it came too soon after the one before; nil without
}

// DB is the account of tables that the request is about.
func (s *server) DB() *engine.DB { return s.cfg.DB }

// Serving ends when the page is gone, and not with the request.
func (j *Job) Serving() context.Context { return j.server.ctx }

// Files are the files that pages hand over and those that the worker makes; nil refuses both.
func (j *Job) Files() port.Files { return j.cfg.Files }

// BeingMade reports whether a load still fills the table.
func (j *Job) BeingMade(table string) bool { return j.shared.isMade(table) }

// Now is the clock.
func (j *Job) Now() time.Time { return j.cfg.Now() }

// Micros is how long the request has taken so far.
func (j *Job) Micros() int64 { return j.Now().Sub(j.begun).Microseconds() }

// Pause is called by everything that scans or loads, often: every YieldEvery it lets messages in, every ProgressEvery it
// tells how far it is. Its error is that of the request's context.
func (j *Job) Pause(done, total, found int) error {
	return j.Rest(wire.Progress{Done: done, Total: total, Found: found})
}

// Rest is Pause with all that there is to tell.
func (j *Job) Rest(p wire.Progress) error {
	now := j.Now()
	if now.Sub(j.breath) < YieldEvery {
		return j.Ctx.Err()
	}
	j.Tell(now, p)
	err := j.cfg.Yield(j.Ctx)
	j.breath = j.Now()
	return err
}

// Tell sends progress, at most every wire.ProgressEvery. The last is always sent: after it may come a long wait for an account.
func (j *Job) Tell(now time.Time, p wire.Progress) {
	j.telling.Lock()
	defer j.telling.Unlock()
	j.at = p
	if since := now.Sub(j.told); since >= wire.ProgressEvery {
		j.settle()
		j.report(now, p)
	} else if j.owed == nil {
		j.owed = time.AfterFunc(wire.ProgressEvery-since, func() {
			j.telling.Lock()
			defer j.telling.Unlock()
			if j.owed != nil && j.Ctx.Err() == nil {
				j.owed = nil
				j.report(j.Now(), j.at)
			}
		})
	}
}

// report sends progress; j.telling is held.
func (j *Job) report(now time.Time, p wire.Progress) {
	j.told = now
	p.Micros = now.Sub(j.begun).Microseconds()
	j.send(j.id, wire.FrameProgress, "", p)
}

// settle drops what is owed: it is sent now, or the job ends; j.telling is held.
func (j *Job) settle() {
	if j.owed != nil {
		j.owed.Stop()
		j.owed = nil
	}
}

// quiet ends the telling of a job that ends.
func (j *Job) quiet() {
	j.telling.Lock()
	defer j.telling.Unlock()
	j.settle()
}

// wait tells that a request failed and is tried again, beside how far all is.
func (j *Job) wait(w wire.Waiting) {
	j.telling.Lock()
	defer j.telling.Unlock()
	j.settle()
	at := j.at
	at.Waiting = &w
	j.report(j.Now(), at)
}

// Own is what the handlers of a package keep for the page, told apart by its type; it is zero at first.
func Own[T any](j *Job) *T { return kept(&j.mu, &j.own, reflect.TypeFor[T]()).(*T) }

// Shared is what the handlers of a package keep for all pages of the workspace, told apart by its type; it is zero at first.
func Shared[T any](j *Job) *T { return kept(&j.shared.mu, &j.shared.kept, reflect.TypeFor[T]()).(*T) }

// kept returns a pointer to the one of a type.
func kept(mu *sync.Mutex, all *map[reflect.Type]any, of reflect.Type) any {
	mu.Lock()
	defer mu.Unlock()
	one, ok := (*all)[of]
	if !ok {
		if one = reflect.New(of).Interface(); *all == nil {
			*all = map[reflect.Type]any{}
		}
		(*all)[of] = one
	}
	return one
}
