package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"image"
	_ "image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/andybalholm/brotli"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/link"
	"rangefinder/web"
)

// program stands for the WebAssembly program; these tests never run it.
var program = bytes.Repeat([]byte("\x00asm program "), 1000)

type testRoot struct{ app.Compo }

func (testRoot) Render() app.UI {
	return app.Main().ID("shell").Title("a shell").Class("x").Style("color", "red").Text("shell")
}

func testRoutes() { app.Route("/", func() app.Composer { return &testRoot{} }) }

func compress(t *testing.T, data []byte) (br, gz []byte) {
	t.Helper()
	var b, g bytes.Buffer
	bw, gw := brotli.NewWriter(&b), gzip.NewWriter(&g)
	for _, w := range []io.WriteCloser{bw, gw} {
		if _, err := w.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return b.Bytes(), g.Bytes()
}

// testBundle is a page of a few files. css is the text of app.css.
func testBundle(t *testing.T, css string) *web.Bundle {
	t.Helper()
	static := fstest.MapFS{
		"boot.js":        {Data: []byte("// boot")},
		"worker.js":      {Data: []byte("// worker")},
		"app.css":        {Data: []byte(css)},
		"icons/icon.svg": {Data: []byte("<svg/>")},
	}
	sum := sha256.Sum256(program)
	record, err := json.Marshal(web.Record{GoVersion: "go1", Files: map[string]web.RecordEntry{
		web.ProgramName: {Size: len(program), SHA256: hex.EncodeToString(sum[:])},
	}})
	if err != nil {
		t.Fatal(err)
	}
	br, gz := compress(t, program)
	dist := fstest.MapFS{
		web.RecordName:          {Data: record},
		web.WasmExecName:        {Data: []byte("// exec")},
		web.ProgramName + ".br": {Data: br},
		web.ProgramName + ".gz": {Data: gz},
	}
	b, err := web.Load(static, dist)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func testHandler(t *testing.T, change func(*Config)) http.Handler {
	t.Helper()
	c := Config{Bundle: testBundle(t, "body{}"), Routes: testRoutes}
	if change != nil {
		change(&c)
	}
	h, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// get sends a request with header fields given as name, value pairs. A target is "METHOD address" or an address.
func get(h http.Handler, target string, fields ...string) *http.Response {
	method, address, ok := strings.Cut(target, " ")
	if !ok {
		method, address = http.MethodGet, target
	}
	if strings.HasPrefix(address, "/") {
		address = "http://127.0.0.1:8080" + address
	}
	r := httptest.NewRequest(method, address, nil)
	for i := 0; i < len(fields); i += 2 {
		r.Header.Set(fields[i], fields[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) []byte {
	t.Helper()
	data, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Ensure that every answer, errors included, carries the headers that keep the page to itself.
func TestNew_SecurityHeaders(t *testing.T) {
	h := testHandler(t, nil)
	for _, target := range []string{"/", "/web/app.wasm", "/nothing", "/healthz", "POST /", "http://evil.example/"} {
		header := get(h, target).Header
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; " +
				"style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; " +
				"form-action 'none'; frame-ancestors 'none'",
			"X-Content-Type-Options":     "nosniff",
			"Referrer-Policy":            "no-referrer",
			"Cross-Origin-Opener-Policy": "same-origin",
		} {
			if got := header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", target, name, got, want)
			}
		}
	}
}

// Ensure that each encoding a client may ask for holds the same program.
func TestPage_Negotiation(t *testing.T) {
	h := testHandler(t, nil)
	identity := func(data []byte) io.Reader { return bytes.NewReader(data) }
	unzip := func(data []byte) io.Reader {
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	unbrotli := func(data []byte) io.Reader { return brotli.NewReader(bytes.NewReader(data)) }
	for _, test := range []struct {
		accept, want string
		decode       func([]byte) io.Reader
	}{
		{"", "", identity},
		{"identity", "", identity},
		{"gzip", "gzip", unzip},
		{"gzip, deflate, br, zstd", "br", unbrotli},
		{"br;q=0, gzip;q=0.5", "gzip", unzip},
		{"BR", "br", unbrotli},
		{"*", "br", unbrotli},
		{"*;q=0", "", identity},
		{"br;q=x", "", identity},
		{";;,,", "", identity},
	} {
		r := get(h, "/web/app.wasm", "Accept-Encoding", test.accept)
		if got := r.Header.Get("Content-Encoding"); got != test.want {
			t.Errorf("%q: encoding %q, want %q", test.accept, got, test.want)
			continue
		}
		if got := r.Header.Get("Content-Type"); got != "application/wasm" {
			t.Errorf("%q: type %q", test.accept, got)
		}
		if !strings.Contains(r.Header.Get("Vary"), "Accept-Encoding") {
			t.Errorf("%q: Vary %q", test.accept, r.Header.Get("Vary"))
		}
		data := body(t, r)
		if r.ContentLength != int64(len(data)) && r.Header.Get("Content-Length") == "" {
			t.Errorf("%q: no length", test.accept)
		}
		decoded, err := io.ReadAll(test.decode(data))
		if err != nil || !bytes.Equal(decoded, program) {
			t.Errorf("%q: the program is damaged: %v", test.accept, err)
		}
	}
}

var versionPattern = regexp.MustCompile(`web/boot\.js\?v=([0-9a-f]{16})"`)

func versionOf(t *testing.T, h http.Handler) string {
	t.Helper()
	match := versionPattern.FindSubmatch(body(t, get(h, "/")))
	if match == nil {
		t.Fatal("the page does not load boot.js")
	}
	return string(match[1])
}

// Ensure that only addresses with the current version are kept for good, and the rest is asked for again.
func TestPage_Caching(t *testing.T) {
	h := testHandler(t, nil)
	version := versionOf(t, h)
	for target, want := range map[string]string{
		"/web/app.wasm?v=" + version:     "public, max-age=31536000, immutable",
		"/app.js?v=" + version:           "public, max-age=31536000, immutable",
		"/wasm_exec.js?v=" + version:     "public, max-age=31536000, immutable",
		"/web/app.wasm?v=0123456789abcd": "no-cache",
		"/web/app.wasm":                  "no-cache",
		"/":                              "no-cache",
		"/?v=" + version:                 "no-cache",
		"/app-worker.js?v=" + version:    "no-cache",
		"/manifest.webmanifest":          "no-cache",
		"/nothing?v=" + version:          "no-store",
	} {
		if got := get(h, target).Header.Get("Cache-Control"); got != want {
			t.Errorf("%s: %q, want %q", target, got, want)
		}
	}
}

// Ensure that a file that has not changed is not sent again, and that encodings are not mixed up.
func TestPage_NotModified(t *testing.T) {
	h := testHandler(t, nil)
	for _, target := range []string{"/", "/web/app.wasm", "/app-worker.js"} {
		plain := get(h, target).Header.Get("ETag")
		zipped := get(h, target, "Accept-Encoding", "gzip").Header.Get("ETag")
		if plain == "" || plain == zipped {
			t.Errorf("%s: tags %q and %q", target, plain, zipped)
		}
		if got := get(h, target, "If-None-Match", plain); got.StatusCode != http.StatusNotModified || len(body(t, got)) != 0 {
			t.Errorf("%s: status %d for a known tag", target, got.StatusCode)
		}
		if got := get(h, target, "If-None-Match", zipped); got.StatusCode != http.StatusOK {
			t.Errorf("%s: status %d for the tag of another encoding", target, got.StatusCode)
		}
	}
}

// Ensure that the version changes with any file and with nothing else.
func TestPage_Version(t *testing.T) {
	first := versionOf(t, testHandler(t, nil))
	if again := versionOf(t, testHandler(t, nil)); again != first {
		t.Errorf("the same page has versions %s and %s", first, again)
	}
	changed := testHandler(t, func(c *Config) { c.Bundle = testBundle(t, "body{color:red}") })
	if versionOf(t, changed) == first {
		t.Error("another style sheet does not make another version")
	}
}

// Ensure that the page's own addresses are relative, so that it works under any prefix, and that nothing in it is
// inline or foreign.
func TestPage_Markup(t *testing.T) {
	h := testHandler(t, nil)
	page := string(body(t, get(h, "/")))
	for _, attribute := range regexp.MustCompile(`(?:href|src)="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		if strings.HasPrefix(attribute[1], "/") || strings.Contains(attribute[1], ":") {
			t.Errorf("address %s is not relative", attribute[1])
		}
	}
	for _, refused := range []string{" style=", "<style", " onclick=", "http://", "https://", versionMark} {
		if strings.Contains(page, refused) {
			t.Errorf("the page holds %q:\n%s", refused, page)
		}
	}
	for _, script := range regexp.MustCompile(`<script[^>]*>`).FindAllString(page, -1) {
		if !strings.Contains(script, " src=") {
			t.Errorf("inline script %s", script)
		}
	}
	for _, want := range []string{`<main class="x" id="shell" title="a shell">`, `data-program-size="13000"`, `href="web/app.css?v=`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
	if boot, sheet := strings.Index(page, "web/boot.js"), strings.Index(page, "web/app.css"); boot > sheet {
		t.Error("boot.js comes after the style sheet: it could not set the theme before the first paint")
	}
	var manifest struct {
		Scope string `json:"scope"`
		Start string `json:"start_url"`
		ID    *string

		Screenshots []struct{ Src, Sizes string }
		Shortcuts   []struct{ URL string }
		Files       []struct{ Accept map[string][]string } `json:"file_handlers"`
	}
	if err := json.Unmarshal(body(t, get(h, "/manifest.webmanifest")), &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.Scope != "./" || manifest.Start != "./" || manifest.ID != nil { // an id would make two copies under two paths one program
		t.Errorf("manifest %+v", manifest)
	}
	if len(manifest.Files) != 1 || len(manifest.Files[0].Accept["text/tab-separated-values"]) == 0 || len(manifest.Screenshots) == 0 || len(manifest.Shortcuts) == 0 {
		t.Errorf("manifest %+v", manifest)
	}
	for _, picture := range manifest.Screenshots {
		data, err := web.Static(picture.Src)
		if err != nil {
			t.Error(err)
			continue
		}
		size, _, err := image.DecodeConfig(bytes.NewReader(data))
		if got := fmt.Sprintf("%dx%d", size.Width, size.Height); err != nil || got != picture.Sizes {
			t.Errorf("%s is %s, said to be %s: %v", picture.Src, got, picture.Sizes, err)
		}
	}
	for _, s := range manifest.Shortcuts {
		_, fragment, _ := strings.Cut(s.URL, "#")
		if l, err := link.Decode(fragment); err != nil || l.View.Screen == "" && l.View.Lesson == "" {
			t.Errorf("the shortcut %s leads nowhere: %+v, %v", s.URL, l.View, err)
		}
	}
}

// Ensure that methods and addresses that have no meaning are answered as such.
func TestPage_Refusals(t *testing.T) {
	h := testHandler(t, nil)
	for target, want := range map[string]int{
		"POST /":               http.StatusMethodNotAllowed,
		"DELETE /web/app.wasm": http.StatusMethodNotAllowed,
		"HEAD /":               http.StatusOK,
		"/index.html":          http.StatusOK,
		"/nothing":             http.StatusNotFound,
		"/web/":                http.StatusNotFound,
		"/web/../server.go":    http.StatusTemporaryRedirect, // to the cleaned path, which is not there
		"/server.go":           http.StatusNotFound,
		"/web/wasm_exec.js":    http.StatusNotFound,
		"/app.css":             http.StatusNotFound,
		"/healthz":             http.StatusOK,
	} {
		if got := get(h, target).StatusCode; got != want {
			t.Errorf("%s: status %d, want %d", target, got, want)
		}
	}
	if data := body(t, get(h, "HEAD /")); len(data) != 0 {
		t.Errorf("HEAD is answered with %d bytes", len(data))
	}
}

// Ensure that a program that was never built is an error at start and not a blank page.
func TestLoad_NotBuilt(t *testing.T) {
	if _, err := web.Load(fstest.MapFS{}, fstest.MapFS{}); err != web.ErrNotBuilt {
		t.Errorf("error %v, want ErrNotBuilt", err)
	}
}

// Ensure that a file edited after the build is served as edited, without the copies made of the old one.
func TestLoad_StaleCopy(t *testing.T) {
	dist := fstest.MapFS{
		web.RecordName: {Data: []byte(`{"files":{"app.css":{"size":3,"sha256":"00"},"app.wasm":{"size":1,"sha256":"01"}}}`)},
		"app.css.br":   {Data: []byte("old")}, "app.css.gz": {Data: []byte("old")},
		"app.wasm.gz": {Data: []byte("x")}, web.WasmExecName: {},
	}
	b, err := web.Load(fstest.MapFS{"app.css": {Data: []byte("new")}}, dist)
	if err != nil {
		t.Fatal(err)
	}
	f := b.Lookup("app.css")
	if data, err := f.Identity(); err != nil || string(data) != "new" || f.Brotli != nil || f.Gzip != nil {
		t.Errorf("served %q, %v with copies %v, %v", data, err, f.Brotli, f.Gzip)
	}
}
