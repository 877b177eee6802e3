package server

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"

	"rangefinder/engine"
	"rangefinder/server/workspacefile"
)

// A test suite has each test begin from the same state: what the seed says, which a reset brings back, in one commit that shares with
// the seed what neither changes.

// maxWorkspace is the longest workspace that is taken over HTTP, in bytes.
const maxWorkspace = 256 << 20

// sow gives an account the seed, and its tables when it has none.
func (a *account) sow(ctx context.Context, seed *engine.Image, first bool, log *slog.Logger) error {
	empty := engine.Open(engine.Options{}).Image()
	a.seed.Store(empty)
	if seed == nil || !first {
		return nil
	}
	a.seed.Store(seed)
	if len(a.db.Image().Tables()) > 0 {
		log.Warn("the directory has tables, which stay; POST /api/reset replaces them with the seed", "account", a.Name, "directory", a.dir.Path())
		return nil
	}
	return a.db.Replace(ctx, seed)
}

// registerFixture answers what test suites ask, each for the first account or the one that ?account= names:
//
//	POST /api/reset      the tables are those of the seed again, and the faults begin anew
//	POST /api/seed       what the body holds, a workspace file, is the seed and the tables; without a body what there is becomes the seed
//	GET  /api/workspace  the tables, as a workspace file
//	PUT  /api/workspace  the tables are those of the body, and the seed stays
//
// What replaces tables is refused where a directory keeps them, unless the server was started with a seed: such tables are no fixture.
func (t *Tables) registerFixture(mux *http.ServeMux, token bool) {
	handle := func(pattern string, replaces bool, do func(w http.ResponseWriter, r *http.Request, a *account)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			name := r.URL.Query().Get("account")
			if name == "" {
				name = t.order[0].Name
			}
			switch {
			case !t.shows(name, token):
				http.Error(w, fmt.Sprintf("there is no account %.70q here, or it has a key of its own and the server asks for no token", name), http.StatusNotFound)
				return
			case replaces && t.accounts[name].dir != nil && t.config.Seed == nil:
				http.Error(w, fmt.Sprintf("the tables of %s are kept in a directory: start the server with --seed to have them replaced", name), http.StatusConflict)
				return
			}
			do(w, r, t.accounts[name])
		})
	}
	if t.config.Faults != nil {
		t.config.Faults.Register(mux, "/api")
	}
	handle("POST /api/reset", true, func(w http.ResponseWriter, r *http.Request, a *account) {
		t.config.Faults.Restart()
		a.replace(w, r, a.seed.Load())
	})
	handle("POST /api/seed", true, func(w http.ResponseWriter, r *http.Request, a *account) {
		image, err := readWorkspace(w, r)
		switch {
		case err != nil:
			refuseWorkspace(w, err)
		case image == nil:
			a.seed.Store(a.db.Image())
			a.tell(w)
		case a.replace(w, r, image):
			a.seed.Store(image)
		}
	})
	handle("PUT /api/workspace", true, func(w http.ResponseWriter, r *http.Request, a *account) {
		image, err := readWorkspace(w, r)
		if err == nil && image == nil {
			err = errors.New("the body is empty; it is to be a workspace file, as GET /api/workspace answers it")
		}
		if err != nil {
			refuseWorkspace(w, err)
			return
		}
		a.replace(w, r, image)
	})
	handle("GET /api/workspace", false, func(w http.ResponseWriter, r *http.Request, a *account) {
		w.Header().Set("Content-Type", "application/x-ndjson")
		w.Header().Set("Content-Disposition", `attachment; filename="`+a.Name+`.rangefinder.ndjson"`)
		w.Header().Set("Cache-Control", "no-store")
		if err := workspacefile.Write(r.Context(), a.db, w); err != nil {
			panic(http.ErrAbortHandler) // a part of a workspace is none, and a file that ends early says so
		}
	})
}

// readWorkspace reads the workspace file in a body; nil when there is no body.
func readWorkspace(w http.ResponseWriter, r *http.Request) (*engine.Image, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxWorkspace))
	if err != nil || len(body) == 0 {
		return nil, err
	}
	db, err := workspacefile.ReadFrom(r.Context(), bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return nil, err
	}
	return db.Image(), nil
}

func refuseWorkspace(w http.ResponseWriter, err error) {
	status := http.StatusBadRequest
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		status = http.StatusRequestEntityTooLarge
	}
	http.Error(w, err.Error(), status)
}

// replace makes an image the account's tables, answers, and reports whether that was done.
func (a *account) replace(w http.ResponseWriter, r *http.Request, image *engine.Image) bool {
	if err := a.db.Replace(r.Context(), image); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return false
	}
	a.tell(w)
	return true
}

// tell answers what the account has.
func (a *account) tell(w http.ResponseWriter) {
	image := a.db.Image()
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	json.NewEncoder(w).Encode(map[string]any{"account": a.Name, "tables": len(image.Tables()), "entities": image.Entities()}) // the client may be gone
}
