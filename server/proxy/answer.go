package proxy

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"rangefinder/engine/tablerest"
	"rangefinder/server/connection"
)

// answerHeaders are the headers of the service that travel, besides Content-Type and Content-Length. Location, and what else names
// addresses, is of no use to the page, which knows the service by another address.
var answerHeaders = []string{
	"Etag", "X-Ms-Request-Id", clientRequestID, "X-Ms-Version", "X-Ms-Error-Code", "X-Ms-Continuation-Nextpartitionkey",
	"X-Ms-Continuation-Nextrowkey", "X-Ms-Continuation-Nexttablename", "Preference-Applied", "Retry-After", "X-Rangefinder-Plan",
	"X-Ms-Request-Charge", "X-Ms-Retry-After-Ms",
}

// noStore is Cache-Control of every answer.
var noStore = []string{"no-store"}

// exchange signs the request, sends it and passes the answer back.
func (p *Proxy) exchange(w http.ResponseWriter, r *http.Request, a *account, out *http.Request) {
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	watching := p.watch(cancel)
	defer watching.timer.Stop()
	out = out.WithContext(ctx)
	if err := a.signs.Sign(out); err != nil {
		p.config.Log.Warn("a request could not be signed", "account", a.Name, "error", a.signs.Redact(err.Error()))
		refuse(w, r, refusal{SignInFailed, "The server could not sign in to the account; what it prints says why."})
		return
	}
	secrets := a.signs.Secrets(out)
	told := func(err error) string { return a.signs.Redact(secrets.Without(err.Error())) }
	answer, err := p.config.Transport.RoundTrip(out)
	if err != nil {
		if r.Context().Err() != nil {
			panic(http.ErrAbortHandler) // the page is gone
		}
		why := reason(err)
		p.config.Log.Warn("a service could not be reached", "account", a.Name, "host", out.URL.Host, "error", told(err))
		refuse(w, r, refusal{UpstreamUnreachable, fmt.Sprintf("%s cannot be reached: %s.", out.URL.Host, why)})
		return
	}
	defer answer.Body.Close()
	contentType, wrong := p.check(answer)
	if secrets.In(contentType) {
		wrong = "a type that holds what signed the request"
	}
	if wrong != "" {
		p.config.Log.Warn("a service answered what the protocol has not", "account", a.Name, "host", out.URL.Host, "status", answer.StatusCode, "what", wrong)
		refused(w, r, answer.StatusCode, fmt.Sprintf("%s answered with status %d and %s, which the protocol has not. Is it a Table endpoint?", out.URL.Host, answer.StatusCode, wrong))
		return
	}
	copyHeader(w.Header(), answer, contentType, secrets)
	if code := notTaken(answer); code != "" {
		Refuse(w, r, code, sentence(a.signs.WhyNotTaken(time.Now())), answer.StatusCode)
		return
	}
	w.WriteHeader(answer.StatusCode)
	if contentType == "" || r.Method == http.MethodHead {
		return
	}
	if err := p.copyBody(w, answer, secrets, watching); err != nil {
		if r.Context().Err() == nil {
			p.config.Log.Warn("an answer was cut off", "account", a.Name, "host", out.URL.Host, "error", told(err))
		}
		panic(http.ErrAbortHandler) // the page must not take the half for the whole
	}
}

// watch ends a request whose service pauses for too long, or takes too long in all.
type watch struct {
	timer *time.Timer
	end   time.Time
	idle  time.Duration
}

// watch begins to watch. Until the answer begins the service may pause twice as long as within.
func (p *Proxy) watch(stop func()) watch {
	return watch{time.AfterFunc(min(2*p.config.Idle, p.config.Whole), stop), time.Now().Add(p.config.Whole), p.config.Idle}
}

// heard tells that the service sent something.
func (w watch) heard() { w.timer.Reset(min(w.idle, time.Until(w.end))) }

// maxRefusal bounds what is read of an answer with the status 403, in bytes.
const maxRefusal = 16 << 10

// notTaken returns the code of an answer that refuses what signs for the account, and "" for any other answer, whose body can still be
// read. The service says only that it does not authenticate the request; why, the account's signature tells better.
func notTaken(answer *http.Response) (code string) {
	if answer.StatusCode != http.StatusForbidden {
		return ""
	}
	begin, err := io.ReadAll(io.LimitReader(answer.Body, maxRefusal))
	rest := answer.Body
	answer.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(begin), failing{err}, rest), rest}
	code, message := tablerest.ReadError(string(begin))
	if err != nil || !connection.IsNotTaken(code, message) {
		return ""
	}
	return code
}

// failing is a reader that ends with an error; nil ends it well.
type failing struct{ err error }

// Read implements io.Reader.
func (f failing) Read([]byte) (int, error) { return 0, cmp.Or(f.err, io.EOF) }

// refused answers in place of the service, with its own status where that is one of an error.
func refused(w http.ResponseWriter, r *http.Request, status int, message string) {
	if status < 400 || status > 599 {
		status = http.StatusBadGateway
	}
	Refuse(w, r, UpstreamRefused, message, status)
}

// check returns the Content-Type to pass on, "" for an answer without a body, and what is wrong with an answer, "" for nothing.
func (p *Proxy) check(answer *http.Response) (contentType, wrong string) {
	switch status := answer.StatusCode; {
	case status >= 300 && status < 400 && status != http.StatusNotModified:
		return "", "a redirect"
	case status < 200 || status > 599:
		return "", "no status of an answer"
	case answer.Header.Get("Content-Encoding") != "":
		return "", "an encoded body"
	case answer.ContentLength > p.config.MaxAnswer:
		return "", "a body of " + strconv.FormatInt(answer.ContentLength>>20, 10) + " MiB"
	case status == http.StatusNoContent || status == http.StatusNotModified || answer.ContentLength == 0:
		return "", ""
	}
	types := answer.Header["Content-Type"]
	if len(types) == 0 && answer.StatusCode >= 200 && answer.StatusCode < 300 && answer.Request.Method == http.MethodHead {
		return "", ""
	}
	if len(types) == 1 {
		if contentType = passedType(types[0]); contentType != "" {
			return contentType, ""
		}
	}
	return "", "a body of another type than the protocol's"
}

// The types of bodies that travel, as they are sent on.
const (
	jsonMinimal = "application/json;odata=minimalmetadata;streaming=true;charset=utf-8"
	jsonFull    = "application/json;odata=fullmetadata;streaming=true;charset=utf-8"
	jsonNone    = "application/json;odata=nometadata;streaming=true;charset=utf-8"
)

// passedType returns how a Content-Type is sent on, "" when it is none of the protocol.
func passedType(text string) string {
	if text == jsonMinimal {
		return jsonMinimal
	}
	media, parameters, err := mime.ParseMediaType(text)
	if err != nil || len(text) > 400 {
		return ""
	}
	switch media {
	case "application/json":
		switch strings.ToLower(parameters["odata"]) {
		case "fullmetadata":
			return jsonFull
		case "nometadata":
			return jsonNone
		}
		return jsonMinimal
	case "application/xml", "application/atom+xml":
		return "application/xml"
	case "multipart/mixed":
		if boundary := parameters["boundary"]; boundary != "" {
			return mime.FormatMediaType(media, map[string]string{"boundary": boundary})
		}
	}
	return ""
}

// copyHeader passes on what is on the list.
func copyHeader(h http.Header, answer *http.Response, contentType string, secrets connection.Secrets) {
	for _, name := range answerHeaders {
		if values := answer.Header[name]; len(values) == 1 && passable(values[0]) && !secrets.In(values[0]) {
			h[name] = values[:1:1]
		}
	}
	h["Cache-Control"] = noStore
	h["X-Content-Type-Options"] = noSniff
	if contentType != "" {
		h["Content-Type"] = []string{contentType}
		if answer.ContentLength > 0 {
			h["Content-Length"] = []string{strconv.FormatInt(answer.ContentLength, 10)}
		}
	} else {
		h["Content-Type"] = nil // or net/http would look into the body that is not there
	}
}

var noSniff = []string{"nosniff"}

// maxAnswerField bounds a header of the service that travels, in bytes.
const maxAnswerField = 8 << 10

// passable reports whether the value of a header of the service can be one of the proxy's answer.
func passable(value string) bool {
	return value != "" && len(value) <= maxAnswerField && tablerest.IsVisible(strings.ReplaceAll(value, " ", ""))
}

// pieces are the buffers of bodies on their way.
var pieces = sync.Pool{New: func() any { b := make([]byte, 32<<10); return &b }}

// maxHeld bounds what is held of a piece because a secret may begin there, in bytes.
const maxHeld = 16 << 10

var (
	errTooLong = errors.New("the answer is longer than any page of entities")
	errEcho    = errors.New("the service sent back what signs for the account")
)

// copyBody passes a body on. It ends when the service pauses for too long or sends too much, or when it sends a secret back: of
// what may be the beginning of one nothing is passed on. In the text of an error a secret is masked instead, because services
// repeat a signature there that they do not accept; but not where a part of it may be still to come.
func (p *Proxy) copyBody(w io.Writer, answer *http.Response, secrets connection.Secrets, watching watch) error {
	held := 0 // bytes at the beginning of the buffer that were not passed on
	hold := min(secrets.Reach(), maxHeld)
	buffer := pieces.Get().(*[]byte)
	defer pieces.Put(buffer)
	b := *buffer
	for total := int64(0); ; {
		n := held
		var err error
		for n < len(b) && err == nil { // few large writes are cheaper than many small ones
			var m int
			m, err = answer.Body.Read(b[n:])
			n += m
			total += int64(m)
			watching.heard()
		}
		switch {
		case secrets.Mask(b[:n]) && (answer.StatusCode < 400 || err != io.EOF):
			return errEcho
		case total > p.config.MaxAnswer:
			return errTooLong
		case err == io.EOF:
			_, err = w.Write(b[:n])
			return err
		case err != nil:
			return err
		}
		held = hold
		if _, err := w.Write(b[:n-held]); err != nil {
			return err
		}
		copy(b, b[n-held:n])
	}
}

// reason says in words why there was no answer.
func reason(err error) string {
	dns, isDNS := errors.AsType[*net.DNSError](err)
	var timeout interface{ Timeout() bool }
	switch {
	case isDNS && dns.IsNotFound:
		return "nobody knows its name"
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return "it does not answer in time"
	case strings.Contains(err.Error(), "certificate") || strings.Contains(err.Error(), "tls:"):
		return "its certificate is not to be trusted"
	case strings.Contains(err.Error(), "connection refused"):
		return "nobody answers at that address"
	case strings.Contains(err.Error(), "server response headers exceeded"), strings.Contains(err.Error(), "malformed"):
		return "it does not speak the protocol"
	case strings.Contains(err.Error(), "no address that an account can have"):
		return "its address is none that an account can have"
	}
	return "the connection ended without an answer"
}
