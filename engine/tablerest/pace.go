package tablerest

import (
	"context"
	"sync"
	"time"
)

// slowsDown reports whether a status says that the service gets more requests than it takes.
func slowsDown(status int) bool { return status == tooManyRequests || status == 503 }

// pace bounds how many requests of a Retrier with AtOnce are under way. The bound is halved when one is throttled and grows again by
// one for as many answers as it is, as the windows of TCP do; so those who send at once share what the service takes.
type pace struct {
	lock  sync.Mutex
	bound float64       // 0 before the first request
	under int           // requests under way
	until time.Time     // nobody sends before
	cut   time.Time     // when the bound was halved last
	wake  chan struct{} // closed when somebody may enter, nil while nobody waits
}

// enter waits until another request may be sent, and returns when that was. Error: the context's.
func (p *pace) enter(ctx context.Context, t *Retrier) (began time.Time, err error) {
	if t.AtOnce <= 0 {
		return time.Time{}, nil
	}
	for {
		p.lock.Lock()
		if p.bound == 0 {
			p.bound = float64(t.AtOnce)
		}
		now := t.now()
		rest := p.until.Sub(now)
		if rest <= 0 && p.under < max(1, int(p.bound)) {
			p.under++
			p.lock.Unlock()
			return now, nil
		}
		if p.wake == nil {
			p.wake = make(chan struct{})
		}
		wake := p.wake
		p.lock.Unlock()
		if rest > 0 {
			if err := t.wait(ctx, rest); err != nil {
				return time.Time{}, err
			}
			continue
		}
		select {
		case <-wake:
		case <-ctx.Done():
			return time.Time{}, ctx.Err()
		}
	}
}

// leave notes that a request is over that began at a time and was not throttled.
func (p *pace) leave(t *Retrier, began time.Time, answered bool) {
	if t.AtOnce <= 0 {
		return
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	if answered && began.After(p.cut) {
		p.bound = min(float64(t.AtOnce), p.bound+1/p.bound)
	}
	p.gone()
}

// throttled notes that a request is over that began at a time and is to be sent again after a wait. Those that began before the bound
// was halved belong to the same throttling, and halve it no more.
func (p *pace) throttled(t *Retrier, began time.Time, wait time.Duration) {
	if t.AtOnce <= 0 {
		return
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	now := t.now()
	if !began.Before(p.cut) {
		p.bound, p.cut = max(1, p.bound/2), now
	}
	if until := now.Add(wait); until.After(p.until) {
		p.until = until
	}
	p.gone()
}

// gone makes room for the next. The lock is held.
func (p *pace) gone() {
	p.under--
	if p.wake != nil {
		close(p.wake)
		p.wake = nil
	}
}
