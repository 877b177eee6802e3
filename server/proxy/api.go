package proxy

import (
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"

	"rangefinder/server/connection"
)

// Register serves connections under a prefix such as "/api": POST /connections, PUT and DELETE /connections/NAME.
func (p *Proxy) Register(mux *http.ServeMux, prefix string) {
	mux.HandleFunc("POST "+prefix+"/connections", func(w http.ResponseWriter, r *http.Request) {
		var c Connection
		if err := readJSON(r, &c); err != nil {
			Fail(w, err)
			return
		}
		account, err := p.Connect(r.Context(), c)
		respond(w, account, err)
	})
	mux.HandleFunc("PUT "+prefix+"/connections/{name}", func(w http.ResponseWriter, r *http.Request) {
		var lock struct{ Writes *bool }
		if err := readJSON(r, &lock); err != nil {
			Fail(w, err)
			return
		}
		if lock.Writes == nil {
			Fail(w, failure(InvalidConnection, "The body says whether there are to be writes: {\"writes\":true}."))
			return
		}
		account, err := p.AllowWrites(r.PathValue("name"), *lock.Writes)
		respond(w, account, err)
	})
	mux.HandleFunc("DELETE "+prefix+"/connections/{name}", func(w http.ResponseWriter, r *http.Request) {
		if err := p.Forget(r.PathValue("name")); err != nil {
			Fail(w, err)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
}

// readJSON reads the body of a request. Its error does not repeat the body, which may hold a secret.
func readJSON(r *http.Request, to any) error {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media != "application/json" {
		return failure(InvalidConnection, "The body is JSON, with that Content-Type.")
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, 4*connection.MaxString))
	if err != nil || len(body) == 4*connection.MaxString {
		return failure(InvalidConnection, "The body ended early, or is too long.")
	}
	if err := json.Unmarshal(body, to); err != nil {
		return failure(InvalidConnection, "The body is not the JSON of a connection.")
	}
	return nil
}

func respond(w http.ResponseWriter, account Account, err error) {
	if err != nil {
		Fail(w, err)
		return
	}
	writeJSON(w, http.StatusOK, account)
}

// Fail answers with an error as the page's own requests have it: {"code","message"}, the status a 4xx.
func Fail(w http.ResponseWriter, err error) {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		e = failure(InvalidConnection, "%s", err.Error())
	}
	status := http.StatusBadRequest
	if s, ok := statuses[e.Code]; ok && s < 500 {
		status = s
	}
	type answer struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	writeJSON(w, status, answer{e.Code, e.Message})
}

func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(value) // the page may be gone
}
