//go:build !js

package ui

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"testing/synctest"
	"time"

	"rangefinder/app/port"
)

// gate is the line between the page and the worker with everything on it in a fixed order. What the page sends is held until
// all its goroutines rest, is put in order, and goes to the worker one message at a time, each when the worker has finished
// with the one before. What the worker sends is held until the walk lets it in.
//
// It lives in a bubble of synctest: there a goroutine that rests can be told from one that did not get the processor yet.
type gate struct {
	worker port.Port // to the worker
	alias  aliases

	mu     sync.Mutex
	up     [][]byte // from the page, not sent yet
	fresh  [][]byte // from the worker, since it was given a message
	down   [][]byte // from the worker, in order, not let in yet
	listen func([]byte)
}

func newGate(to port.Port) *gate {
	g := &gate{worker: to}
	to.Listen(func(b []byte) {
		g.mu.Lock()
		defer g.mu.Unlock()
		g.fresh = append(g.fresh, bytes.Clone(b))
	})
	return g
}

// Send, Listen and Close implement port.Port for the page.
func (g *gate) Send(b []byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.up = append(g.up, bytes.Clone(b))
}

func (g *gate) Listen(f func([]byte)) (remove func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.listen = f
	return func() {}
}

func (g *gate) Close() { g.worker.Close() }

// settle brings what the page asked to the worker, and waits for what it answers at once.
func (g *gate) settle() {
	for {
		synctest.Wait()
		g.collect()
		g.mu.Lock()
		up := g.up
		g.up = nil
		g.mu.Unlock()
		if len(up) == 0 {
			return
		}
		slices.SortStableFunc(up, func(a, b []byte) int { return bytes.Compare(unnumbered(a), unnumbered(b)) })
		for _, b := range up {
			if p := toldBefore(b); p != nil {
				g.down = append(g.down, p)
			}
			g.worker.Send(g.alias.back(b))
			synctest.Wait()
			if g.changed() {
				// The worker gathers what changed while it tells: how much is in the first event depends on the processor.
				time.Sleep(gathered)
				synctest.Wait()
			}
			g.collect()
		}
	}
}

// gathered is when the worker has told of all changes: it tells at once, and of what comes while it does twice 50 ms later. All
// times of a walk are whole milliseconds and one nanosecond, so no two timers of the page end at once.
const gathered = 120*time.Millisecond + time.Nanosecond

// changed reports whether the worker told that a table changed.
func (g *gate) changed() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.ContainsFunc(g.fresh, isChange)
}

func isChange(b []byte) bool { return bytes.HasPrefix(b, []byte(`{"kind":"event","op":"changed"`)) }

// collect takes what the worker sent: events first, then the answers by what is in them; those to one request stay in order.
func (g *gate) collect() {
	g.mu.Lock()
	fresh := g.fresh
	g.fresh = nil
	g.mu.Unlock()
	type answers struct {
		number string
		key    []byte
		list   [][]byte
	}
	var groups []*answers
	told := map[string]bool{}
	for _, b := range fresh {
		if isChange(b) {
			if told[string(b)] {
				continue
			}
			told[string(b)] = true
		}
		number := string(requestNumber.Find(b))
		i := slices.IndexFunc(groups, func(a *answers) bool { return number != "" && a.number == number })
		if i < 0 {
			i = len(groups)
			groups = append(groups, &answers{number: number, key: steady(unnumbered(b))})
		}
		groups[i].list = append(groups[i].list, b)
	}
	slices.SortStableFunc(groups, func(a, b *answers) int {
		if (a.number == "") != (b.number == "") {
			if a.number == "" {
				return -1
			}
			return 1
		}
		return bytes.Compare(a.key, b.key)
	})
	for _, a := range groups {
		for _, b := range a.list {
			g.down = append(g.down, g.alias.forth(b))
		}
	}
}

// next lets one message of the worker in; false when there is none.
func (g *gate) next() bool {
	if len(g.down) == 0 || g.listen == nil {
		return false
	}
	b := g.down[0]
	g.down = g.down[1:]
	g.listen(b)
	g.settle()
	return true
}

// slow are the requests that tell how far they are, and of how many one is slow.
var slow = map[string]int{"match": 4, "run": 3, "more": 2, "sample": 2, "generate": 2, "import": 2, "export": 2, "kinds": 2, "recount": 2, "many": 2, "remove": 2, "sort": 2, "find": 2, "misses": 2, "nodes": 2, "values": 2, "pull": 2, "push": 2, "compare": 2, "save-checkpoint": 2, "restore-checkpoint": 2, "try": 2, "open-lesson": 2, "lab": 2}

var (
	requestNumber = regexp.MustCompile(`^\{"id":\d+,`)
	asks          = regexp.MustCompile(`^\{"id":(\d+),"kind":"request","op":"(\w[\w-]*)"`)
	heap          = regexp.MustCompile(`"Heap":\d+`)
	randomID      = regexp.MustCompile(`"(?:Undo|Report)":"([0-9a-z]{8,13})"`)
	randomUUID    = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`)
	randomResult  = regexp.MustCompile(`"(?:Result|Comparison)":(\d{8,19})\b`)
	aliasResult   = regexp.MustCompile(`\b5[0-9]{15}\b`)
	aliasID       = regexp.MustCompile(`"taken-\d+"`)
	aliasUUID     = regexp.MustCompile(`00000000-0000-4000-a000-[0-9]{12}`)
)

// unnumbered is a message without the number of its request: goroutines that ask at once get theirs in any order.
func unnumbered(b []byte) []byte { return b[len(requestNumber.Find(b)):] }

// steady is a message without what differs from run to run.
func steady(b []byte) []byte {
	b = heap.ReplaceAll(b, []byte(`"Heap":0`))
	b = randomID.ReplaceAll(b, nil)
	b = randomResult.ReplaceAll(b, nil)
	return randomUUID.ReplaceAll(b, nil)
}

// toldBefore is what a slow worker would tell before it answers, nil for most requests: the clock of the walk stands still
// while the worker works, so it tells nothing itself.
func toldBefore(b []byte) []byte {
	m := asks.FindSubmatch(b)
	if m == nil || slow[string(m[2])] == 0 {
		return nil
	}
	sum := 0
	for _, c := range unnumbered(b) {
		sum += int(c)
	}
	if sum%slow[string(m[2])] != 0 {
		return nil
	}
	return fmt.Appendf(nil, `{"id":%s,"kind":"progress","body":{"Done":%d,"Total":%d,"Found":%d,"Micros":%d}}`, m[1], sum%1000, 1000+sum%77, sum%10, sum)
}

// aliases names what the worker draws at random by the order in which the page hears of it.
type aliases struct{ forthOf, backOf map[string]string }

func (a *aliases) name(real, format string) string {
	if a.forthOf == nil {
		a.forthOf, a.backOf = map[string]string{}, map[string]string{}
	}
	if _, ok := a.forthOf[real]; !ok {
		name := fmt.Sprintf(format, len(a.forthOf)+1)
		a.forthOf[real], a.backOf[name] = name, real
	}
	return a.forthOf[real]
}

// forth is a message of the worker as the page gets it.
func (a *aliases) forth(b []byte) []byte {
	b = heap.ReplaceAll(b, []byte(`"Heap":12345678`))
	b = randomID.ReplaceAllFunc(b, func(t []byte) []byte {
		id := randomID.FindSubmatch(t)[1]
		return bytes.Replace(t, id, []byte(a.name(string(id), "taken-%d")), 1)
	})
	b = randomResult.ReplaceAllFunc(b, func(t []byte) []byte { // a lesson numbers its results from a random number
		number := randomResult.FindSubmatch(t)[1]
		n, _ := strconv.ParseInt(string(number), 10, 64)
		if n < 1<<20 {
			return t
		}
		base := a.name(strconv.FormatInt(n>>20<<20, 10), "5%09d")
		return bytes.Replace(t, number, fmt.Appendf(nil, "%s%06d", base, n&(1<<20-1)), 1)
	})
	return randomUUID.ReplaceAllFunc(b, func(t []byte) []byte { return []byte(a.name(string(t), "00000000-0000-4000-a000-%012d")) })
}

// back is a message of the page as the worker gets it.
func (a *aliases) back(b []byte) []byte {
	b = aliasID.ReplaceAllFunc(b, func(t []byte) []byte {
		if real, ok := a.backOf[string(bytes.Trim(t, `"`))]; ok {
			return []byte(`"` + real + `"`)
		}
		return t
	})
	b = aliasResult.ReplaceAllFunc(b, func(t []byte) []byte {
		base, ok := a.backOf[string(t[:10])]
		if !ok {
			return t
		}
		n, _ := strconv.ParseInt(base, 10, 64)
		low, _ := strconv.ParseInt(string(t[10:]), 10, 64)
		return strconv.AppendInt(nil, n|low, 10)
	})
	return aliasUUID.ReplaceAllFunc(b, func(t []byte) []byte {
		if real, ok := a.backOf[string(t)]; ok {
			return []byte(real)
		}
		return t
	})
}
