//go:build !js

package tablerest_test

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/tablerest"
)

var rewrite = flag.Bool("rewrite", false, "write the expected output of the script files anew")

// Ensure that the requests of the script files have the answers that stand there. Each file begins with an empty account; its
// cases are separated by "====". A case is a comment that names it, a request (method and path, header lines, an empty line
// and the body), "----" and the answer without the headers that every answer has. "clock" instead of a request sets the clock.
// Accept and Content-Type are those of JSON when they are not given; "Name:" leaves a header out. Line ends of multipart
// bodies are CRLF.
func TestHandler_Scripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no script files", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) { runScript(t, file) })
	}
}

func runScript(t *testing.T, file string) {
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2017, 1, 5, 3, 24, 39, 659666500, time.UTC)
	clock := func() time.Time { return now }
	db := engine.Open(engine.Options{Now: clock})
	handler := tablerest.NewHandler(db, tablerest.Options{Account: "acct", Now: clock})
	cases := strings.Split(string(raw), "\n====\n")
	for i, text := range cases {
		input, want, _ := strings.Cut(text, "\n----\n")
		name, request, _ := strings.Cut(strings.TrimSpace(input), "\n")
		t.Run(strings.TrimPrefix(name, "# "), func(t *testing.T) {
			if at, ok := strings.CutPrefix(request, "clock "); ok {
				if now, err = time.Parse(time.RFC3339Nano, at); err != nil {
					t.Fatal(err)
				}
				return
			}
			got := answer(t, handler, request)
			if *rewrite {
				cases[i] = strings.TrimSpace(input) + "\n----\n" + got
			} else if strings.TrimSpace(got) != strings.TrimSpace(want) {
				t.Errorf("%s\ngot:\n%s\nwant:\n%s", request, got, want)
			}
		})
	}
	if *rewrite {
		if err := os.WriteFile(file, []byte(strings.TrimSpace(strings.Join(cases, "\n====\n"))+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

var guid = regexp.MustCompile(`(RequestId:|response_)[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`)

// common are the headers of every answer; TestHandler_CommonHeaders is about them.
var common = []string{"Server", "Cache-Control", "X-Content-Type-Options", "X-Ms-Request-Id", "X-Ms-Version", "Content-Length"}

// answer sends the request of a script and returns the answer as text.
func answer(t *testing.T, handler http.Handler, request string) string {
	head, body, _ := strings.Cut(request, "\n\n")
	lines := strings.Split(head, "\n")
	method, path, ok := strings.Cut(lines[0], " ")
	if !ok {
		t.Fatalf("no request: %q", lines[0])
	}
	multipart := strings.HasPrefix(path, "/$batch")
	if multipart {
		body = strings.ReplaceAll(body, "\n", "\r\n") + "\r\n"
	}
	r := httptest.NewRequest(method, "https://acct.table.core.windows.net"+path, strings.NewReader(body))
	r.Header.Set("Accept", "application/json;odata=minimalmetadata")
	if body != "" && !multipart {
		r.Header.Set("Content-Type", "application/json")
	}
	given := map[string]bool{}
	for _, line := range lines[1:] {
		name, value, _ := strings.Cut(line, ":")
		if value = strings.TrimSpace(value); value == "" {
			r.Header.Del(name)
		} else if given[name] {
			r.Header.Add(name, value)
		} else {
			r.Header.Set(name, value)
		}
		given[name] = true
	}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s\n", w.Code, http.StatusText(w.Code))
	var names []string
	for name := range w.Header() {
		if !slices.Contains(common, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&b, "%s: %s\n", name, strings.Join(w.Header()[name], " | "))
	}
	text := w.Body.String()
	if strings.HasPrefix(w.Header().Get("Content-Type"), "multipart/") {
		if strings.Count(text, "\n") != strings.Count(text, "\r\n") {
			t.Errorf("a line does not end in CRLF: %q", text)
		}
		text = strings.ReplaceAll(text, "\r\n", "\n")
	}
	if text != "" {
		b.WriteString("\n" + text + "\n")
	}
	return guid.ReplaceAllString(b.String(), "$1<guid>")
}
