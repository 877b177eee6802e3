//go:build !js

package tablerest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
)

// Ensure that the pages of a filtered list of tables are the whole list, section 4.1: every page but the last is full, and the one
// with the last match has no token, whatever follows.
func TestHandler_QueryTables_Pages(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	for range 40 {
		db := engine.Open(engine.Options{})
		var names []string
		for range r.IntN(12) {
			name := fmt.Sprintf("%c%c%d", "abzABZ"[r.IntN(6)], "mnM"[r.IntN(3)], r.IntN(20))
			if len(name) == 3 && db.CreateTable(context.Background(), name) == nil {
				names = append(names, name)
			}
		}
		slices.SortFunc(names, func(a, b string) int { return strings.Compare(strings.ToLower(a), strings.ToLower(b)) })
		h := NewHandler(db, Options{})
		for range 20 {
			low, high := string("abzABZ"[r.IntN(6)]), string("abzABZ"[r.IntN(6)])+"~"
			filter, accepts := "TableName ge '"+low+"' and TableName lt '"+high+"'", func(n string) bool { return n >= low && n < high }
			switch r.IntN(4) {
			case 0:
				filter, accepts = "TableName lt '"+low+"' or TableName ge '"+high+"'", func(n string) bool { return n < low || n >= high }
			case 1:
				filter, accepts = "not (TableName ge '"+low+"') and TRUE", func(n string) bool { return n < low }
			case 2:
				filter, accepts = "", func(string) bool { return true }
			}
			want := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !accepts(n) })
			top := 1 + r.IntN(4)
			var got []string
			for next := ""; ; {
				query := url.Values{"$filter": {filter}, "$top": {fmt.Sprint(top)}, "NextTableName": {next}}
				w := httptest.NewRecorder()
				request := httptest.NewRequest("GET", "/Tables?"+query.Encode(), nil)
				request.Header.Set("Accept", "application/json;odata=nometadata")
				h.ServeHTTP(w, request)
				before := len(got)
				for _, part := range strings.Split(w.Body.String(), `"TableName":"`)[1:] {
					name, _, _ := strings.Cut(part, `"`)
					got = append(got, name)
				}
				next = w.Header().Get("X-Ms-Continuation-Nexttablename")
				if more := len(got) < len(want); w.Code != 200 || (next != "") != more || more && len(got)-before != top {
					t.Fatalf("seed %d, %q of %v, top %d: %d, %d of %d tables, goes on at %q", seed, filter, names, top, w.Code, len(got), len(want), next)
				}
				if next == "" {
					break
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d, %q, top %d: %v, want %v", seed, filter, top, got, want)
			}
		}
	}
}
