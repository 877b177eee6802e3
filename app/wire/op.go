package wire

import (
	"context"
	"encoding/json"
)

// Op is an operation that the page asks of the worker. It is declared once, beside the structs of its request and its reply: the
// page carries it out with Call or Do, the worker answers it by the handler that package worker names for it.
type Op[Req, Reply any] struct{ *Traits }

// Traits are what the ends of the protocol, and the relay between them, must know of an operation without knowing its types.
type Traits struct {
	Name string // in a frame; unique
	// repeat reports whether a request with that body may be sent a second time, to the worker that serves after the first was lost.
	repeat func(body json.RawMessage) bool
	finish bool // a cancelled call waits for the answer: it holds what was found, or that everything was undone
	page   bool // about the page or its workspace, also while a room is entered
	lasts  bool // its answer is wanted also when the page has gone to another room meanwhile
}

// operations holds the traits of every operation by name.
var operations = map[string]*Traits{}

// declare is one function for all types, called by each declaration: what is inlined into a hundred of them is 40 kB of a download.
//
//go:noinline
func declare(name string, repeat func(json.RawMessage) bool) *Traits {
	t := &Traits{Name: name, repeat: repeat}
	operations[name] = t
	return t
}

// Read declares an operation that changes nothing for anybody else.
func Read[Req, Reply any](name string) Op[Req, Reply] { return Op[Req, Reply]{declare(name, always)} }

// Write declares an operation that changes something. Nobody knows whether it happened when the worker is lost meanwhile, so it is
// not sent again.
func Write[Req, Reply any](name string) Op[Req, Reply] { return Op[Req, Reply]{declare(name, never)} }

func always(json.RawMessage) bool { return true }

func never(json.RawMessage) bool { return false }

// finishing has a cancelled call wait for the answer.
func (o Op[Req, Reply]) finishing() Op[Req, Reply] { o.finish = true; return o }

// lasting has the answer come also when the page has gone to another room meanwhile.
func (o Op[Req, Reply]) lasting() Op[Req, Reply] { o.lasts = true; return o }

// ofPage has the operation pass by the room that was entered.
func (o Op[Req, Reply]) ofPage() Op[Req, Reply] { o.page = true; return o }

// OfPage reports whether the operation with that name passes by the room that was entered.
func OfPage(name string) bool { t := operations[name]; return t != nil && t.page }

// Repeatable reports whether a request may be sent twice. What nobody has heard of may not.
func Repeatable(op string, b []byte) bool {
	t := operations[op]
	if t == nil {
		return false
	}
	var f struct{ Body json.RawMessage }
	return json.Unmarshal(b, &f) == nil && t.repeat(f.Body)
}

// Done is the empty reply.
type Done struct{}

// Caller carries operations to the worker; *Client is one.
type Caller interface {
	// Ask sends a request and decodes the answer into reply, a pointer. Cancelling ctx stops it; progress may be nil.
	Ask(ctx context.Context, op *Traits, req, reply any, progress func(Progress)) error
}

// Call carries out an operation. Cancelling ctx answers a Failure with the code Canceled, unless the operation's comment says what
// is kept; progress may be nil.
func Call[Req, Reply any](ctx context.Context, c Caller, op Op[Req, Reply], req Req, progress func(Progress)) (*Reply, error) {
	reply := new(Reply)
	if err := c.Ask(ctx, op.Traits, req, reply, progress); err != nil {
		return nil, err
	}
	return reply, nil
}

// Do is Call for an operation that has nothing to say in return.
func Do[Req any](ctx context.Context, c Caller, op Op[Req, Done], req Req) error {
	return c.Ask(ctx, op.Traits, req, new(Done), nil)
}
