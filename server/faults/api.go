package faults

import (
	"encoding/json"
	"io"
	"net/http"
)

// maxRules bounds the rules that are taken over HTTP, in bytes.
const maxRules = 64 << 10

// Register answers below a path, such as "/api":
//
//	GET /api/faults  the rules, with how many requests each was about and how many of them had the fault, and the seed
//	PUT /api/faults  {"rules":["lose 1/20 POST"],"seed":1} takes others and begins anew; no rules end all faults
func (s *Set) Register(mux *http.ServeMux, path string) {
	tell := func(w http.ResponseWriter) {
		counts, seed := s.Counts()
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		json.NewEncoder(w).Encode(map[string]any{"rules": counts, "seed": seed}) // the client may be gone
	}
	mux.HandleFunc("GET "+path+"/faults", func(w http.ResponseWriter, _ *http.Request) { tell(w) })
	mux.HandleFunc("PUT "+path+"/faults", func(w http.ResponseWriter, r *http.Request) {
		var given struct {
			Rules []string
			Seed  *uint64
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRules))
		if err == nil {
			err = json.Unmarshal(body, &given)
		}
		if err != nil {
			http.Error(w, `the body is to be {"rules":["lose 1/20 POST"],"seed":1}`, http.StatusBadRequest)
			return
		}
		seed := uint64(1)
		if given.Seed != nil {
			seed = *given.Seed
		}
		if err := s.Replace(given.Rules, seed); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		tell(w)
	})
}
