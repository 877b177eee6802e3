package faults

import (
	"fmt"
	"math"
	"sync"
	"time"
)

// Set is the rules of an endpoint. Its methods may be called from several goroutines; a nil Set has no rules.
type Set struct {
	now func() time.Time

	lock  sync.Mutex
	seed  uint64
	rules []*counted
}

// counted is a rule with what it has done.
type counted struct {
	Rule
	seen uint64 // requests it was about
	hit  uint64 // of them, with a fault

	left float64 // throttle: of the second that is going on
	at   time.Time
}

// New returns the rules of texts. Errors are Parse's, with the rule.
func New(texts []string, seed uint64) (*Set, error) {
	s := &Set{now: time.Now}
	return s, s.Replace(texts, seed)
}

// Replace takes other rules and another seed, and begins anew. With an error the rules stay.
func (s *Set) Replace(texts []string, seed uint64) error {
	rules := make([]*counted, len(texts))
	for i, text := range texts {
		r, err := Parse(text)
		if err != nil {
			return fmt.Errorf("%.60q: %w", text, err)
		}
		rules[i] = &counted{Rule: r}
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	s.rules, s.seed = rules, seed
	return nil
}

// Restart begins anew: the requests that follow meet the faults that the first ones met.
func (s *Set) Restart() {
	if s == nil {
		return
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	for i, r := range s.rules {
		s.rules[i] = &counted{Rule: r.Rule}
	}
}

// Count is a rule with what it has done.
type Count struct {
	Rule   string `json:"rule"`
	Seen   uint64 `json:"seen"`   // requests it was about
	Faults uint64 `json:"faults"` // of them
}

// Counts returns the rules in order, and the seed.
func (s *Set) Counts() ([]Count, uint64) {
	s.lock.Lock()
	defer s.lock.Unlock()
	out := make([]Count, len(s.rules))
	for i, r := range s.rules {
		out[i] = Count{r.text, r.seen, r.hit}
	}
	return out, s.seed
}

// none reports whether there are no rules.
func (s *Set) none() bool {
	if s == nil {
		return true
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	return len(s.rules) == 0
}

// hits returns the rules of a kind that a request of a method meets, each with a number from 0 to 1 that is its own.
func (s *Set) hits(k kind, method string) (out []hit) {
	s.lock.Lock()
	defer s.lock.Unlock()
	for i, r := range s.rules {
		if r.kind != k || !r.is(method) {
			continue
		}
		r.seen++
		dice := mix(s.seed ^ mix(uint64(i+1)) ^ mix(r.seen)<<1)
		if r.rate > 0 && !r.over(s.now()) || r.rate == 0 && dice%r.one != 0 {
			continue
		}
		r.hit++
		out = append(out, hit{&r.Rule, float64(mix(dice)>>11) / (1 << 53)})
	}
	return out
}

type hit struct {
	rule *Rule
	dice float64
}

// over reports whether a request is above the rate.
func (r *counted) over(now time.Time) bool {
	burst := math.Max(1, r.rate)
	if r.at.IsZero() {
		r.left = burst
	} else {
		r.left = math.Min(burst, r.left+r.rate*now.Sub(r.at).Seconds())
	}
	r.at = now
	if r.left < 1 {
		return true
	}
	r.left--
	return false
}

// mix is the finalizer of SplitMix64: numbers that are near give numbers that are not.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
