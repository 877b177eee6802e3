package server

import (
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// source is where a request comes from, as limits count it: an IPv4 address, or the /64 network of an IPv6 address, all of
// whose addresses may be one sender's.
type source = netip.Addr

// sourceOf reads the source in host:port; the zero source when there is none.
func sourceOf(address string) source {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return source{}
	}
	a := at.Addr().Unmap()
	if a.Is4() {
		return a
	}
	network, err := a.WithZone("").Prefix(64)
	if err != nil {
		return source{}
	}
	return network.Addr()
}

// allowance is how much is let through at once, and how much a second after that.
type allowance struct{ burst, rate float64 }

// debt is what a source has taken of an allowance and not paid back by waiting.
type debt struct {
	taken float64
	at    time.Time // when taken was right
}

// settle pays back what the time since the last call is worth.
func (d *debt) settle(a allowance, now time.Time) {
	d.taken = max(0, d.taken-now.Sub(d.at).Seconds()*a.rate)
	d.at = now
}

// wait returns how long the next one has to wait.
func (d *debt) wait(a allowance) time.Duration {
	return time.Duration(max(0, d.taken+1-a.burst) / a.rate * float64(time.Second))
}

// maxSources bounds how many sources a slowdown remembers. More than that share the allowance of all.
const maxSources = 4096

// slowdown slows requests down, by source and in all.
type slowdown struct {
	each, all allowance
	longest   time.Duration

	mutex     sync.Mutex
	addresses map[source]*debt
	total     debt
}

// hold keeps the goroutine of a request waiting as long as its turn takes. A request whose turn is too far away ends without
// an answer, and so does one whose client goes away.
func (s *slowdown) hold(r *http.Request) {
	wait, ok := s.enter(sourceOf(r.RemoteAddr), time.Now())
	if !ok {
		panic(http.ErrAbortHandler)
	}
	if wait == 0 {
		return
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-r.Context().Done():
		panic(http.ErrAbortHandler)
	}
}

// enter returns how long a request of a source has to wait; ok is false when that is too long. Then it is not counted.
func (s *slowdown) enter(from source, now time.Time) (wait time.Duration, ok bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.total.settle(s.all, now)
	own := s.addresses[from]
	if own == nil {
		if len(s.addresses) >= maxSources {
			s.forget(now)
		}
		if own = new(debt); len(s.addresses) < maxSources {
			s.addresses[from] = own
		}
	}
	own.settle(s.each, now)
	wait = max(s.total.wait(s.all), own.wait(s.each))
	if wait > s.longest {
		return 0, false
	}
	s.total.taken++
	own.taken++
	return wait, true
}

// forget drops the sources that have nothing to pay back.
func (s *slowdown) forget(now time.Time) {
	for from, d := range s.addresses {
		if d.settle(s.each, now); d.taken == 0 {
			delete(s.addresses, from)
		}
	}
}
