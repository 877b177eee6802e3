//go:build !js

package tablerest

import (
	"context"
	"errors"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"time"

	"rangefinder/engine"
)

// Handler answers the protocol of sections 2 to 4 and 6 for one account, on paths below the account: /Tables, /Movies(),
// /$batch. Whoever mounts it strips what stands before (http.StripPrefix does; the handler finds the account's URL by what is
// missing from the request's RequestURI), must not clean paths, and has authenticated the request.
type Handler struct {
	service engine.Service
	o       Options
	plans   planMemory
}

// NewHandler returns the protocol over a service.
func NewHandler(service engine.Service, o Options) *Handler {
	if o.Account == "" {
		o.Account = "devstoreaccount1"
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.MaxBody == 0 {
		o.MaxBody = MaxBody
	}
	if o.Properties == nil {
		o.Properties = newMemoryProperties()
	}
	if o.ACL == nil {
		o.ACL = newMemoryACL(service)
	}
	return &Handler{service: service, o: o}
}

// ServeHTTP answers a request. When the request was cut off or the client is gone it panics with http.ErrAbortHandler, which
// makes the server close the connection: to return without an answer would send status 200, an acknowledgment of nothing.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := h.begin(w, r)
	defer x.end()
	err := x.serve()
	if x.cut || errors.Is(r.Context().Err(), context.Canceled) {
		x.seen.Detail = "The client was gone before the answer."
		panic(http.ErrAbortHandler)
	}
	if err != nil {
		x.fail(err)
	}
	x.send()
}

// Refuse answers a request with an error in the form its client reads, and tells Observe: for what is found out before the
// protocol begins, such as a wrong signature. The request's path is stripped as for ServeHTTP.
func (h *Handler) Refuse(w http.ResponseWriter, r *http.Request, err *engine.Error) {
	x := h.begin(w, r)
	defer x.end()
	x.query, _ = parseQuery(r.URL.RawQuery)
	x.at, _ = parseAddress(r.URL.Path)
	x.seen.Table = x.at.table
	x.fail(err)
	x.send()
}

// Allow answers a preflight request whose answer has its headers of CORS already, and tells Observe.
func (h *Handler) Allow(w http.ResponseWriter, r *http.Request) {
	x := h.begin(w, r)
	defer x.end()
	x.at, _ = parseAddress(r.URL.Path)
	x.seen.Table, x.seen.Operation = x.at.table, "Preflight Table Request"
	x.reply.status = http.StatusOK
	x.send()
}

// exchange is one HTTP request and its answer.
type exchange struct {
	call
	w      http.ResponseWriter
	r      *http.Request
	seen   Observation
	sent   bool
	cut    bool   // the body ended before its end
	buffer []byte // what out began as
}

var exchanges = sync.Pool{New: func() any { return new(exchange) }}

// keptBuffer is the largest buffer that waits for another request, in bytes.
const keptBuffer = 1 << 20

func (h *Handler) begin(w http.ResponseWriter, r *http.Request) *exchange {
	x := exchanges.Get().(*exchange)
	buffer := x.buffer
	*x = exchange{w: w, r: r, buffer: buffer}
	x.call = call{h: h, ctx: r.Context(), method: r.Method, header: httpHeader(r.Header), out: buffer[:0], requestID: newGUID()}
	x.call.seen = &x.seen
	x.limit, _ = x.ctx.Value(limitKey{}).(*Limit)
	x.secondary = x.ctx.Value(secondaryKey{}) != nil
	x.seen = Observation{
		Start:           time.Now(),
		Method:          r.Method,
		Path:            r.URL.Path,
		RequestID:       x.requestID,
		ClientRequestID: clientRequestID(r.Header),
	}
	return x
}

// end makes an answer of a panic, tells what happened, and lets go of the exchange. It passes http.ErrAbortHandler on.
func (x *exchange) end() {
	switch p := recover(); {
	case p == http.ErrAbortHandler:
		defer panic(p)
	case p != nil:
		x.seen.Panic, x.seen.Stack = p, debug.Stack()
		if !x.sent {
			x.fail(engine.Errorf(engine.InternalError, "The service failed."))
			x.send()
		}
	}
	x.seen.Elapsed = time.Since(x.seen.Start)
	if x.h.o.Fault != nil {
		x.seen.Fault = x.h.o.Fault(x.r.Context())
	}
	if charge := x.w.Header()[chargeKey]; len(charge) > 0 { // of what stands before this handler
		x.seen.Charge, _ = strconv.ParseFloat(charge[0], 64)
	}
	if x.h.o.Observe != nil {
		x.h.o.Observe(x.seen)
	}
	if cap(x.out) <= keptBuffer {
		x.buffer = x.out[:0]
	}
	*x = exchange{buffer: x.buffer}
	exchanges.Put(x)
}

// serve does what the request asks.
func (x *exchange) serve() *engine.Error {
	r := x.r
	if len(r.URL.RawQuery)+len(r.URL.Path) > MaxURL {
		return Errorf(InvalidURI, "The URL has more than %d bytes.", MaxURL)
	}
	if err := x.checkVersion(); err != nil {
		return err
	}
	var err *engine.Error
	if x.query, err = parseQuery(r.URL.RawQuery); err != nil {
		return err
	}
	if x.at, err = parseAddress(r.URL.Path); err != nil {
		return err
	}
	x.seen.Table = x.at.table
	if err := x.tunnel(); err != nil {
		return err
	}
	if x.query.hasTimeout {
		d, err := x.timeout()
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(x.ctx, d)
		defer cancel()
		x.ctx = ctx
	}
	return x.dispatch()
}

// dispatch finds the operation that resource and method name.
func (x *exchange) dispatch() *engine.Error {
	read := x.method == http.MethodGet || x.method == http.MethodHead
	switch x.at.resource {
	case account:
		return x.serveAccount()
	case batch:
		if x.method == http.MethodPost {
			return x.do("Entity Group Transaction", x.serveBatch)
		}
	case tables:
		switch x.method {
		case http.MethodGet:
			return x.do("Query Tables", x.queryTables)
		case http.MethodPost:
			return x.do("Create Table", x.createTable)
		}
	case oneTable:
		switch x.method {
		case http.MethodGet:
			return x.do("Get Table", x.getTable)
		case http.MethodDelete:
			return x.do("Delete Table", x.deleteTable)
		}
	case entities:
		switch {
		case x.query.comp == "acl" && read:
			return x.do("Get Table ACL", x.getACL)
		case x.query.comp == "acl" && x.method == http.MethodPut:
			return x.do("Set Table ACL", x.setACL)
		case x.query.comp != "":
			return badComp(x.query.comp)
		case x.method == http.MethodGet:
			return x.do("Query Entities", x.queryEntities)
		case x.method == http.MethodPost:
			return x.do("Insert Entity", x.write)
		}
	case pointEntity:
		if name := x.pointOperation(); name != "" {
			if x.method == http.MethodGet {
				return x.do(name, x.getEntity)
			}
			return x.do(name, x.write)
		}
	}
	return Errorf(MethodNotAllowed, "%.20s does not go with this address.", x.method)
}

func badComp(comp string) *engine.Error {
	return Errorf(InvalidQueryParameterValue, "comp=%.20s is nothing that can be asked of this address.", comp)
}

// do runs an operation under its name.
func (x *exchange) do(name string, operation func() *engine.Error) *engine.Error {
	x.seen.Operation = name
	return operation()
}

// pointOperation names the operation on one entity.
func (c *call) pointOperation() string {
	conditional := c.header.count("If-Match") > 0
	switch c.method {
	case http.MethodGet:
		return "Get Entity"
	case http.MethodPut:
		if conditional {
			return "Update Entity"
		}
		return "Insert Or Replace Entity"
	case "MERGE", http.MethodPatch:
		if conditional {
			return "Merge Entity"
		}
		return "Insert Or Merge Entity"
	case http.MethodDelete:
		return "Delete Entity"
	}
	return ""
}

// fail makes the answer of an error.
func (x *exchange) fail(err *engine.Error) {
	x.refused(err)
	x.reply = reply{status: Status(err.Code), plan: x.reply.plan}
	form := jsonError
	switch {
	case x.query.comp != "" && x.at.resource != batch:
		form = xmlError
		x.reply.contentType = "application/xml"
		x.reply.errorCode = string(err.Code)
	case x.wantsAtom(err.Code):
		form = atomError
		x.reply.contentType = "application/xml;charset=utf-8"
	default:
		x.reply.contentType = contentTypes[x.level]
	}
	x.out = appendError(x.out[:0], form, err.Code, prefixed(err, false), x.requestID, x.h.o.Now())
	if x.h.o.Debug {
		x.reply.detail = headerText(err.Error())
	}
}

// refused notes an error for the observer.
func (c *call) refused(err *engine.Error) {
	c.seen.Code, c.seen.Message, c.seen.Detail = err.Code, prefixed(err, false), err.Detail
}

// headerText returns s as a header may hold it.
func headerText(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
}
