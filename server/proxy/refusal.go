package proxy

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

// The codes of the proxy's own errors.
const (
	AccountNotFound     = "AccountNotFound"
	AccountIsLocked     = "AccountIsLocked"
	OperationNotAllowed = "OperationNotAllowed"
	UpstreamUnreachable = "UpstreamUnreachable"
	UpstreamRefused     = "UpstreamRefused"
	SignInFailed        = "SignInFailed"
	ServerBusy          = "ServerBusy"
	InvalidQuery        = "InvalidQueryParameterValue"
	InvalidHeader       = "InvalidHeaderValue"
	InvalidConnection   = "InvalidConnection"
	NameTaken           = "NameTaken"
	BodyTooLarge        = "RequestBodyTooLarge"
	LengthMissing       = "MissingContentLengthHeader"
)

// statuses are those of the codes above.
var statuses = map[string]int{
	AccountNotFound:     http.StatusNotFound,
	AccountIsLocked:     http.StatusForbidden,
	OperationNotAllowed: http.StatusForbidden,
	UpstreamUnreachable: http.StatusBadGateway,
	UpstreamRefused:     http.StatusBadGateway,
	SignInFailed:        http.StatusForbidden,
	ServerBusy:          http.StatusServiceUnavailable,
	InvalidQuery:        http.StatusBadRequest,
	InvalidHeader:       http.StatusBadRequest,
	InvalidConnection:   http.StatusBadRequest,
	NameTaken:           http.StatusConflict,
	BodyTooLarge:        http.StatusRequestEntityTooLarge,
	LengthMissing:       http.StatusLengthRequired,
}

// refusal is an error of the proxy, or of the protocol with its code.
type refusal struct{ code, message string }

func (r *refusal) status() int {
	if status, ok := statuses[r.code]; ok {
		return status
	}
	return tablerest.Status(engine.Code(r.code))
}

// jsonErrors is the type of an error of the protocol.
const jsonErrors = "application/json;odata=minimalmetadata;streaming=true;charset=utf-8"

// refuse answers with an error in the form that the protocol has.
func refuse(w http.ResponseWriter, r *http.Request, why refusal) {
	Refuse(w, r, why.code, why.message, why.status())
}

// Refuse answers a request to an account with an error in the form that the protocol has.
func Refuse(w http.ResponseWriter, r *http.Request, code, message string, status int) {
	type text struct {
		Lang  string `json:"lang"`
		Value string `json:"value"`
	}
	type failure struct {
		Code    string `json:"code"`
		Message text   `json:"message"`
	}
	value := message + "\nTime:" + time.Now().UTC().Format("2006-01-02T15:04:05.0000000Z")
	body, err := json.Marshal(map[string]failure{"odata.error": {code, text{"en-US", value}}})
	if err != nil {
		panic(err) // two texts
	}
	h := w.Header()
	h.Set("Content-Type", jsonErrors)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Ms-Error-Code", code)
	if id, ok := readRequestID(r.Header.Get(clientRequestID)); ok {
		h.Set(clientRequestID, id)
	}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body) // the page may be gone
	}
}

const clientRequestID = "X-Ms-Client-Request-Id"

// maxBody bounds the body of a request, in bytes.
const maxBody = tablerest.MaxBody
