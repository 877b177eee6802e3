package tablecopy

import (
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang"
)

// Existing says what becomes of an entity that the target has already, when it is not equal to the source's.
type Existing uint8

// The rules.
const (
	Stop    Existing = iota // write nothing at all while there is one
	Skip                    // leave it as it is
	Replace                 // the source's takes its place
	Merge                   // the source's properties are put into it, and it keeps the others
)

// Target is the table that is written.
type Target struct {
	engine.Service
	Endpoint string             // address of its account, or whatever names it
	Table    string             // it need not exist
	Profile  filterlang.Profile // of its service: limits, and whether its lists are in order
}

// Options are what every step takes.
type Options struct {
	Existing Existing         // of Prepare
	AtOnce   int              // requests under way at a time; 0 is one
	Now      func() time.Time // nil: time.Now
	Yield    func() error     // called often, by one goroutine at a time; its error ends the work
	Progress func(Progress)   // by one goroutine at a time; nil: nobody
	// Over says, of Prepare, which entities that are different may be replaced or merged; the others are skipped. nil: all.
	Over   func(theirs engine.Entity) bool
	Remove []engine.Entity // of Prepare: entities that the target has and the source has not; they are deleted if they are still so
}

// Phase is what a copy is busy with.
type Phase uint8

// The phases, in order.
const (
	Reading Phase = iota // the source
	Looking              // at what the target has
	Writing
	Verifying
)

// Progress tells how far a step is.
type Progress struct {
	Phase    Phase
	Done     int // entities
	Total    int // 0: not known
	Requests int // of this step
}

// Key names an entity.
type Key = tablesync.Key

// Refusal is an entity that the target does not take, and why.
type Refusal = tablesync.Refusal

// Plan is what Run will do. Requests are exact as long as nobody changes the target and no request fails.
type Plan struct {
	Table    string
	Entities int // of the source
	Creates  int // tables

	Inserts  int // entities that the target has not
	Updates  int // that it has, and that are replaced or merged
	Deletes  int // that it has and are to go, see Options.Remove
	Equal    int // that it has as they are to be: nothing is sent
	Skipped  int // that it has and that stay, by the rule Skip
	Stopping int // that it has and that are different, by the rule Stop: Run refuses while there is one

	// Differing are the first of Updates, Skipped or Stopping.
	Differing []Key
	// Refused are the entities that the target does not take, each with the reason. They are left out.
	Refused []Refusal

	Transactions int           // requests with several entities, all of one partition
	Singles      int           // requests with one
	Bytes        int64         // of the bodies of these requests
	Chain        int           // requests of the partition that has most of them: they are sent one after the other
	Looked       int           // requests that Prepare made
	RoundTrip    time.Duration // of one of them, on average
	AtLeast      time.Duration // that Run takes: a write takes as long as a read or longer, and how much longer only Progress tells
}

// Requests returns how many requests Run makes.
func (p *Plan) Requests() int {
	return p.Transactions + p.Singles + p.Creates
}

// Writes returns how many entities Run writes or deletes.
func (p *Plan) Writes() int { return p.Inserts + p.Updates + p.Deletes }

// maxDiffering is how many entities Plan.Differing names.
const maxDiffering = 20

// Report is what Run did.
type Report struct {
	Written      int       // entities, by answers to this run
	AlreadyThere int       // that were written by a request without an answer, or came equal meanwhile
	Changed      []Key     // that came or changed after Prepare had looked: they were left as they are
	Refused      []Refusal // by the target, beside those of the plan
	Left         int       // not written because the run ended before
	Made         []string  // tables, also by a run that ended early
	Requests     int
	Elapsed      time.Duration
}

// Verification is what Verify found.
type Verification struct {
	Read     int // entities that were looked for
	Missing  []Key
	Changed  []Key  // not as they were written
	Differs  string // what of the first of them is not: "Price is Int32 33 there and Double 33 here"
	Requests int
}

// OK reports whether all that was looked for is there.
func (v *Verification) OK() bool { return len(v.Missing) == 0 && len(v.Changed) == 0 }
