package worker

import (
	"encoding/json"
	"errors"
	"fmt"
)

// kind says what a frame is.
type kind string

// The kinds of frame. Requests and cancels come from the page, the others from the worker; hello comes from the page and
// is answered with the event ready.
const (
	kindHello    kind = "hello"
	kindRequest  kind = "request"
	kindCancel   kind = "cancel"
	kindReply    kind = "reply"
	kindProgress kind = "progress"
	kindError    kind = "error"
	kindEvent    kind = "event"
)

// The operations a request may name.
const (
	opTables      = "tables"
	opCreateTable = "create-table"
	opDeleteTable = "delete-table"
	opExplain     = "explain"
	opMatch       = "match"
	opMap         = "map"
	opRun         = "run"
	opWindow      = "window"
	opEntityAt    = "entity-at"
	opEntity      = "entity"
	opApply       = "apply"
	opBatch       = "batch"
	opMany        = "many"
	opCensus      = "census"
	opPartitions  = "partitions"
	opEntityKinds = "kinds"
	opRecount     = "recount"
	opSimulate    = "simulate"
	opLab         = "lab"
	opLabSuggest  = "lab-suggest"
	opLabKeep     = "lab-keep"
	opLabLeave    = "lab-leave"
	opSample      = "sample"
	opGenerate    = "generate"
	opCourse      = "course"
	opOpenLesson  = "open-lesson"
	opLessonFile  = "lesson-file"
	opTry         = "try"
	opResetLesson = "reset-lesson"
	opKeepLesson  = "keep-lesson"
	opCloseRoom   = "close-room"
)

// The events, named in a frame's op.
const (
	eventReady   = "ready"   // the worker listens; no body
	eventChanged = "changed" // body: Changed
	eventFault   = "fault"   // body: Failure; a message that could not be answered
	eventMoved   = "moved"   // another worker serves from now on: results of before are gone; no body
	eventStorage = "storage" // body: StorageInfo
	// eventExchanged follows each attempt at a request to an account behind the server; body: Exchanged
	eventExchanged = "exchanged"
)

// maxFrame is the longest message either end reads, in bytes. The largest legal one is an Apply of an entity of 1 MiB whose
// text is all escapes.
const maxFrame = 16 << 20

// frame is the envelope of every message. ID numbers a request and everything that answers it, from 1; events and hello
// have none.
type frame struct {
	ID   int64           `json:"id,omitempty"`
	Kind kind            `json:"kind"`
	Op   string          `json:"op,omitempty"`
	Room string          `json:"room,omitempty"` // of a request: whose tables it is about, "" for the workspace
	Body json.RawMessage `json:"body,omitempty"`
}

// encodeFrame returns the message for a body, nil for none. It fails only for a body that JSON cannot hold, which the
// protocol's types cannot be.
func encodeFrame(id int64, k kind, op string, body any) ([]byte, error) {
	return frame{ID: id, Kind: k, Op: op}.encode(body)
}

// encode is encodeFrame of a frame whose head is filled in.
func (f frame) encode(body any) ([]byte, error) {
	if body == nil {
		return json.Marshal(f)
	}
	raw, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("encoding the body of %s %q: %w", f.Kind, f.Op, err)
	}
	head, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	// The body is joined on rather than marshaled again with the head: it may be long.
	b := make([]byte, 0, len(head)+len(raw)+len(`,"body":`))
	b = append(b, head[:len(head)-1]...)
	b = append(b, `,"body":`...)
	b = append(b, raw...)
	return append(b, '}'), nil
}

// decodeFrame reads a message. With an error the frame still has its ID when one could be read, so that the sender can be
// told; otherwise the ID is 0.
func decodeFrame(b []byte) (frame, error) {
	if len(b) > maxFrame {
		return frame{}, fmt.Errorf("message of %d bytes, at most %d are read", len(b), maxFrame)
	}
	var f frame
	if err := json.Unmarshal(b, &f); err != nil {
		var bad *json.UnmarshalTypeError
		if !errors.As(err, &bad) || f.ID < 0 {
			f.ID = 0
		}
		return frame{ID: f.ID}, fmt.Errorf("message is not a frame: %w", err)
	}
	if f.ID < 0 {
		return frame{}, fmt.Errorf("frame numbered %d, numbers begin at 1", f.ID)
	}
	switch f.Kind {
	case kindRequest, kindCancel, kindReply, kindProgress, kindError:
		if f.ID == 0 {
			return frame{}, fmt.Errorf("%s without a number", f.Kind)
		}
	case kindHello, kindEvent:
	default:
		return frame{ID: f.ID}, fmt.Errorf("frame of unknown kind %q", clip(string(f.Kind)))
	}
	return f, nil
}

// clip cuts a foreign text for an error message.
func clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}
