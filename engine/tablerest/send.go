//go:build !js

package tablerest

import (
	"net/http"
	"strconv"
)

// server is what the answer says it comes from: clients look for the beginning.
const server = "Windows-Azure-Table/1.0 Rangefinder"

// defaultVersion is echoed to requests without x-ms-version.
const defaultVersion = "2019-02-02"

// reply is an answer but for its body, which is call.out.
type reply struct {
	status        int
	contentType   string // "" without a body
	etag          string
	location      string
	dataServiceID bool   // the same as Location
	applied       string // Preference-Applied
	nextPartition string
	nextRow       string
	nextTable     string
	plan          string
	errorCode     string
	detail        string
}

var (
	serverValue  = []string{server}
	noCache      = []string{"no-cache"}
	noSniff      = []string{"nosniff"}
	versionValue = []string{defaultVersion}
)

// send writes the answer.
func (x *exchange) send() {
	x.sent = true
	h := x.w.Header()
	rest := make([]string, 0, 14)
	set := func(name, value string) {
		if value != "" {
			rest = append(rest, value)
			h[name] = rest[len(rest)-1 : len(rest) : len(rest)]
		}
	}
	h["Server"], h["Cache-Control"], h["X-Content-Type-Options"] = serverValue, noCache, noSniff
	if version := x.r.Header.Get("X-Ms-Version"); validVersion(version) {
		set("X-Ms-Version", version)
	} else {
		h["X-Ms-Version"] = versionValue
	}
	set("X-Ms-Request-Id", x.requestID)
	set("X-Ms-Client-Request-Id", x.seen.ClientRequestID)
	set("Content-Type", x.reply.contentType)
	set("Etag", x.reply.etag)
	set("Location", x.reply.location)
	if x.reply.dataServiceID {
		set("Dataserviceid", x.reply.location)
	}
	set("Preference-Applied", x.reply.applied)
	set("X-Ms-Continuation-Nextpartitionkey", x.reply.nextPartition)
	set("X-Ms-Continuation-Nextrowkey", x.reply.nextRow)
	set("X-Ms-Continuation-Nexttablename", x.reply.nextTable)
	set("X-Rangefinder-Plan", x.reply.plan)
	set("X-Ms-Error-Code", x.reply.errorCode)
	set("X-Rangefinder-Detail", x.reply.detail)
	if x.reply.contentType == "" {
		x.out = x.out[:0]
	}
	if x.reply.status != http.StatusNoContent {
		set("Content-Length", strconv.Itoa(len(x.out)))
	}
	x.w.WriteHeader(x.reply.status)
	x.seen.Status = x.reply.status
	if len(x.out) > 0 && x.r.Method != http.MethodHead {
		n, _ := x.w.Write(x.out) // the client may be gone: nobody is left to tell
		x.seen.BytesOut = int64(n)
	}
}

// clientRequestID returns the id a client gave its request, "" when it gave none that can be sent back.
func clientRequestID(h http.Header) string {
	id := h.Get("X-Ms-Client-Request-Id")
	if len(id) > 1024 {
		return ""
	}
	return id
}
