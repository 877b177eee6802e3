package worker

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"sync"

	"rangefinder/app/port"
)

// OutcomeUnknown is the code of a Failure about a write that was under way when the tab that held the tables closed.
const OutcomeUnknown = "OutcomeUnknown"

func unknown() *Failure {
	return &Failure{
		Code:    OutcomeUnknown,
		Message: "The tab that held the tables closed while this was being written. It may or may not have happened; look before you do it again.",
	}
}

// reads are the operations that change nothing, so that they may be asked twice. All others, and those that nobody has
// thought of, are writes; opDocument is either.
var reads = map[string]bool{
	opTables:        true,
	opExplain:       true,
	opMatch:         true,
	opMap:           true,
	opRun:           true,
	opWindow:        true,
	opEntityAt:      true,
	opEntity:        true,
	opCensus:        true,
	opPartitions:    true,
	opEntityKinds:   true,
	opRecount:       true,
	opValues:        true,
	opNodes:         true,
	opMisses:        true,
	opSort:          true,
	opFind:          true,
	opCellFilters:   true,
	opSimulate:      true,
	opLab:           true,
	opLabSuggest:    true,
	opLabLeave:      true,
	opInspect:       true,
	opPreview:       true,
	opImportReport:  true,
	opLosses:        true,
	opExport:        true,
	opRelease:       true,
	opCopyRows:      true,
	opBundle:        true,
	opCheckpoints:   true,
	opStorage:       true,
	opExportDamaged: true,
	opCourse:        true,
	opOpenLesson:    true, // what it makes nobody else sees
	opLessonFile:    true,
	opTry:           true,
	opResetLesson:   true,
	opCloseRoom:     true,

	opMore:        true, // a worker that does not keep the result refuses it
	opRetry:       true,
	opCopies:      true,
	opCompare:     true,
	opDifferences: true,
	opPushPlan:    true,
	opConflicts:   true,
}

// repeatable reports whether a request may be asked twice.
func repeatable(op string, b []byte) bool {
	if op != opDocument {
		return reads[op]
	}
	var f struct{ Body DocumentRequest }
	return json.Unmarshal(b, &f) == nil && !f.Body.Set
}

// relay carries a page's messages to whoever serves it: a server of this worker, or that of another tab. It keeps those for
// which there is nobody yet, and knows what is under way when that changes.
type relay struct {
	page port.Port

	mu     sync.Mutex
	up     port.Port // towards the server; nil while there is none
	served bool      // there has been one
	calls  map[int64]*relayed
}

// relayed is a request that is not answered yet.
type relayed struct {
	frame    []byte // nil once a write is on its way
	sent     bool
	canceled bool
}

func newRelay(page port.Port) *relay { return &relay{page: page, calls: map[int64]*relayed{}} }

// ready tells the page that it may ask: what it asks is kept.
func (r *relay) ready() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answer(0, kindEvent, eventReady, nil)
}

// fromPage takes a message of the page. It never waits.
func (r *relay) fromPage(b []byte) {
	f, err := headOf(b)
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case err != nil:
		r.refuse(f.ID, err.Error())
	case f.Kind == kindHello:
		r.answer(0, kindEvent, eventReady, nil)
	case f.Kind == kindRequest && r.calls[f.ID] != nil:
		r.refuse(f.ID, "a request of that number is under way already")
	case f.Kind == kindRequest:
		c := &relayed{frame: b}
		r.calls[f.ID] = c
		if r.up != nil {
			r.send(f, c)
		}
	case f.Kind == kindCancel:
		c := r.calls[f.ID]
		if c == nil {
			return // answered meanwhile
		}
		c.canceled = true
		if c.sent {
			r.up.Send(b)
			return
		}
		r.finish(f.ID, canceled())
	default:
		r.refuse(f.ID, "the page sent a "+string(f.Kind))
	}
}

// refuse answers a message that cannot be sent on.
func (r *relay) refuse(id int64, detail string) {
	v := invalid("", detail)
	if id > 0 {
		r.answer(id, kindError, "", v)
	} else {
		r.answer(0, kindEvent, eventFault, v)
	}
}

func (r *relay) answer(id int64, k kind, op string, body any) {
	if b, err := encodeFrame(id, k, op, body); err == nil {
		r.page.Send(b)
	}
}

// finish answers a request with an error.
func (r *relay) finish(id int64, f *Failure) {
	delete(r.calls, id)
	r.answer(id, kindError, "", f)
}

// send sends a request on. A write's message is dropped: it is never sent twice.
func (r *relay) send(f frame, c *relayed) {
	c.sent = true
	r.up.Send(c.frame)
	if !repeatable(f.Op, c.frame) {
		c.frame = nil
	}
}

// fromUp takes a message of the server behind up; one of a server that has been left is dropped. It never waits.
func (r *relay) fromUp(up port.Port, b []byte) {
	f, err := headOf(b)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.up != up {
		return
	}
	if err == nil {
		switch f.Kind {
		case kindEvent:
			if f.Op == eventReady {
				return // the page knows
			}
		case kindProgress:
			if r.calls[f.ID] == nil {
				return
			}
		case kindReply, kindError:
			if r.calls[f.ID] == nil {
				return
			}
			delete(r.calls, f.ID)
		}
	}
	r.page.Send(b)
}

// attach sends from now on to up, beginning with what waits. A page that was served by another before is told, because what
// it had there is gone.
func (r *relay) attach(up port.Port) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.up = up
	if r.served {
		r.answer(0, kindEvent, eventMoved, nil)
	}
	r.served = true
	for _, id := range r.order() {
		c := r.calls[id]
		f, _ := headOf(c.frame)
		r.send(f, c)
	}
}

// lose is told that whoever served the page is gone. Reads wait for the next one; of writes nobody knows what became.
func (r *relay) lose() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.up = nil
	for _, id := range r.order() {
		c := r.calls[id]
		switch {
		case !c.sent:
		case c.frame == nil:
			r.finish(id, unknown())
		case c.canceled:
			r.finish(id, canceled())
		default:
			c.sent = false
		}
	}
}

// order returns the numbers of the requests under way in the order of their asking.
func (r *relay) order() []int64 { return slices.Sorted(maps.Keys(r.calls)) }

// wait tells the requests that wait how far the tables are read.
func (r *relay) wait(read, total int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, id := range r.order() {
		if !r.calls[id].sent {
			r.answer(id, kindProgress, "", Progress{Received: read, Size: total})
		}
	}
}

// headOf reads a frame without its body, which may be long.
func headOf(b []byte) (frame, error) {
	const longest = 256 // of a head that this program writes
	// Inside a JSON string the quotes would be escaped, so this is where the body begins.
	if i := bytes.Index(b[:min(len(b), longest)], []byte(`,"body":`)); i >= 0 && len(b) <= maxFrame {
		if f, err := decodeFrame(append(b[:i:i], '}')); err == nil {
			return f, nil
		}
	}
	return decodeFrame(b)
}
