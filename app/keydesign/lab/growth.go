package lab

import (
	"math"

	"rangefinder/filterlang"
)

// Growth is how a table becomes larger.
type Growth string

// The ways.
const (
	MorePartitions   Growth = "more"   // of the size that they have
	LargerPartitions Growth = "larger" // as many as there are
)

// Grown is what one call of a pattern comes to in a larger table. It is a model, where a Report is measured: entities that are read are
// taken to become more as their key range does.
type Grown struct {
	Requests float64 // each is billed
	Examined float64
	Millis   float64 // until the last answer is there; infinite when one server cannot do what is asked of it
	Busy     float64 // share of the time that one server works on the calls of the pattern, which come evenly over the day
	Factor   float64 // by which what is examined grows
	Units    float64 // request units, of a cell of ByUnits
}

// What the model takes for granted. Times on the way and of a server are those of package loadsim for today; see its assumptions for
// their sources. That a server looks at 100,000 entities a second is our own assumption.
const (
	GrownWay      = 33.0          // ms, of a read on the way
	GrownWriteWay = 39.0          // ms, of a write
	grownGet      = 1000.0 / 6400 // ms of a server for a request that reads
	grownInsert   = 1000.0 / 4000 // ms of a server for each entity written
	grownLook     = 0.01          // ms of a server for each entity examined
	grownKiBWay   = 0.1           // ms
	grownKiB      = 0.005         // ms of a server
	grownPage     = 5000.0        // ms after which the service ends a page
)

const (
	pageEntities = 1000
	pageBytes    = 4 << 20
)

// Grow models a cell of a report in a table that is times as large.
func Grow(p *Pattern, c *Cell, times float64, how Growth) Grown {
	g := Grown{Factor: 1}
	var server, way float64
	switch {
	case c.Write != nil:
		g.Requests, g.Units = c.Write.Requests, c.Units
		way, server = g.Requests*GrownWriteWay, c.Write.Written*grownInsert
	case len(c.Ways) > 0:
		w := &c.Ways[0]
		g.Factor = factorOf(p, w, times, how)
		returned, bytes, lookups := float64(w.Returned)*g.Factor, float64(w.Bytes)*g.Factor, float64(w.Lookups)*g.Factor
		g.Examined = float64(w.Examined) * g.Factor
		pages := float64(w.RoundTrips - w.Lookups)
		if g.Factor > 1 {
			pages = max(pages, math.Ceil((returned-lookups)/pageEntities), math.Ceil(bytes/pageBytes), math.Ceil(g.Examined*grownLook/grownPage))
		}
		g.Requests = pages + lookups
		way, server = once(g.Requests, g.Examined, bytes)
		if c.Units > 0 {
			g.Units = w.units(pages, lookups, bytes, g.Examined)
		}
	default:
		return g
	}
	if g.Busy = p.PerDay / 86_400 * server / 1000; g.Busy >= 1 {
		g.Millis = math.Inf(1)
		return g
	}
	g.Millis = way + server + server*g.Busy/(1-g.Busy) // the queue of one server
	return g
}

// Once is how many milliseconds a query takes that nobody else asks meanwhile: its requests one after the other, with what they examine and
// the bytes that they answer.
func Once(requests, examined, bytes float64) float64 {
	way, server := once(requests, examined, bytes)
	return way + server
}

// once is how long what a query reads is on the way and at a server.
func once(requests, examined, bytes float64) (way, server float64) {
	return requests*GrownWay + bytes/1024*grownKiBWay, requests*grownGet + examined*grownLook + bytes/1024*grownKiB
}

// factorOf is by how much what a way examines grows.
func factorOf(p *Pattern, w *Way, times float64, how Growth) float64 {
	switch w.Class {
	case filterlang.Point, filterlang.PointRead, filterlang.Empty:
		return 1
	case filterlang.RowRange, filterlang.OnePartition:
		if how == MorePartitions {
			return 1
		}
	}
	if p.Top > 0 && !w.Sorted && w.Wanted >= p.Top {
		return 1 // it ends when there are enough, which are as dense as before
	}
	return times
}

// Month is how many requests the calls of a pattern are billed for in thirty days.
func (g *Grown) Month(p *Pattern) float64 { return g.Requests * p.PerDay * 30 }
