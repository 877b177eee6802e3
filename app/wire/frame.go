package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// Frame is the envelope of every message. ID numbers a request and everything that answers it, from 1; events and hello
// have none.
type Frame struct {
	ID   int64           `json:"id,omitempty"`
	Kind FrameKind       `json:"kind"`
	Op   string          `json:"op,omitempty"`
	Room string          `json:"room,omitempty"` // of a request: whose tables it is about, "" for the workspace
	Body json.RawMessage `json:"body,omitempty"`
}

// FrameKind says what a frame is.
type FrameKind string

// The kinds of frame. Requests and cancels come from the page, the others from the worker; hello comes from the page and
// is answered with the event ready.
const (
	FrameHello    FrameKind = "hello"
	FrameRequest  FrameKind = "request"
	FrameCancel   FrameKind = "cancel"
	FrameReply    FrameKind = "reply"
	FrameProgress FrameKind = "progress"
	FrameError    FrameKind = "error"
	FrameEvent    FrameKind = "event"
)

// The events, named in a frame's op.
const (
	EventReady   = "ready"   // the worker listens; no body
	EventChanged = "changed" // body: Changed
	EventFault   = "fault"   // body: Failure; a message that could not be answered
	EventMoved   = "moved"   // another worker serves from now on: results of before are gone; no body
	EventStorage = "storage" // body: StorageInfo
	// EventExchanged follows attempts at requests to accounts behind the server; body: []Exchanged, the oldest first
	EventExchanged = "exchanged"
)

// MaxFrame is the longest message either end reads, in bytes. The largest legal one is an Apply of an entity of 1 MiB whose
// text is all escapes.
const MaxFrame = 16 << 20

// EncodeFrame returns the message for a body, nil for none. It fails only for a body that JSON cannot hold, which the
// protocol's types cannot be.
func EncodeFrame(id int64, k FrameKind, op string, body any) ([]byte, error) {
	return Frame{ID: id, Kind: k, Op: op}.Encode(body)
}

// Encode is EncodeFrame of a frame whose head is filled in.
func (f Frame) Encode(body any) ([]byte, error) {
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
	b := make([]byte, 0, len(head)+len(raw)+len(bodyField))
	b = append(b, head[:len(head)-1]...)
	b = append(b, bodyField...)
	b = append(b, raw...)
	return append(b, '}'), nil
}

// DecodeFrame reads a message. With an error the frame still has its ID when one could be read, so that the sender can be
// told; otherwise the ID is 0. The body shares the message's memory. Of a message that Encode wrote only the head is looked at:
// the body may be long, a relay has no use for it, and whoever reads it says what is wrong with it.
func DecodeFrame(b []byte) (Frame, error) {
	if len(b) > MaxFrame {
		return Frame{}, fmt.Errorf("message of %d bytes, at most %d are read", len(b), MaxFrame)
	}
	const longest = 256 // of a head that this program writes
	// Inside a JSON string the quotes would be escaped, so this is where the body begins.
	if i := bytes.Index(b[:min(len(b), longest)], []byte(bodyField)); i >= 0 {
		if f, err := decode(append(b[:i:i], '}')); err == nil {
			f.Body = bytes.TrimSuffix(b[i+len(bodyField):], []byte("}"))
			return f, nil
		}
	}
	return decode(b)
}

const bodyField = `,"body":`

// decode reads a message as any JSON.
func decode(b []byte) (Frame, error) {
	var f Frame
	if err := json.Unmarshal(b, &f); err != nil {
		var bad *json.UnmarshalTypeError
		if !errors.As(err, &bad) || f.ID < 0 {
			f.ID = 0
		}
		return Frame{ID: f.ID}, fmt.Errorf("message is not a frame: %w", err)
	}
	if f.ID < 0 {
		return Frame{}, fmt.Errorf("frame numbered %d, numbers begin at 1", f.ID)
	}
	switch f.Kind {
	case FrameRequest, FrameCancel, FrameReply, FrameProgress, FrameError:
		if f.ID == 0 {
			return Frame{}, fmt.Errorf("%s without a number", f.Kind)
		}
	case FrameHello, FrameEvent:
	default:
		return Frame{ID: f.ID}, fmt.Errorf("frame of unknown kind %q", Clip(string(f.Kind)))
	}
	return f, nil
}

// Clip cuts a foreign text for an error message.
func Clip(s string) string {
	if len(s) > 40 {
		return s[:40] + "…"
	}
	return s
}

// Progress tells how far a scan, a load or a generation has come.
type Progress struct {
	Done   int // entities examined or loaded
	Total  int // 0 when not known
	Found  int // matches so far
	Micros int64

	// Received and Size are bytes of a sample's file while it is fetched, before anything is loaded, and of an imported file
	// as it is read; Size is 0 when unknown.
	Received int64 `json:",omitempty"`
	Size     int64 `json:",omitempty"`
	Refused  int   `json:",omitempty"` // rows that an import did not take

	// Of accounts behind the server: pages read or groups sent, conflicts met, and requests.
	Pages     int `json:",omitempty"`
	Conflicts int `json:",omitempty"`
	Requests  int `json:",omitempty"`
	// Charge is what the answers were charged so far, in request units, where the service tells it.
	Charge float64 `json:",omitempty"`

	Recounted []Recounted `json:",omitempty"` // of a recount: the properties that are done

	Waiting *Waiting `json:",omitempty"` // a request failed and is about to be tried again
}

// ProgressEvery is the least time between two progress messages of a request.
const ProgressEvery = 50 * time.Millisecond
