package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"

	"rangefinder/web"
)

// resource is one answer of the page handler, in every encoding there is.
type resource struct {
	contentType string
	hash        string // of the identity bytes, lower-case hex
	brotli      *web.Copy
	gzip        *web.Copy
	identity    func() ([]byte, error)
}

// page serves the files of the page from memory.
type page struct {
	version   string
	resources map[string]resource // by path without the leading slash; the page itself is ""
	index     string              // the page itself, with accountsMark
	started   time.Time
	config    Config
}

func newPage(c Config) (*page, error) {
	shell, err := renderShell(c, "")
	if err != nil {
		return nil, err
	}
	p := &page{version: shell.version, resources: make(map[string]resource), started: time.Now(), config: c}
	for _, f := range c.Bundle.Files() {
		if f.Name == web.WasmExecName {
			p.resources[f.Name] = fileResource(f) // the page loads it from the root, as go-app names it
			continue
		}
		p.resources["web/"+f.Name] = fileResource(f)
	}
	p.index = string(shell.files[""])
	for name, data := range shell.files {
		p.resources[name] = textResource(shellContentType(name), data)
	}
	return p, nil
}

func fileResource(f *web.File) resource {
	return resource{contentType: f.ContentType, hash: f.SHA256, brotli: f.Brotli, gzip: f.Gzip, identity: f.Identity}
}

// textResource is for the few kilobytes that are made at start; they are compressed on the spot.
func textResource(contentType string, data []byte) resource {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(data) // a bytes.Buffer does not fail
	w.Close()
	sum := sha256.Sum256(data)
	return resource{
		contentType: contentType,
		hash:        hex.EncodeToString(sum[:]),
		gzip:        &web.Copy{Size: b.Len(), Read: func() ([]byte, error) { return b.Bytes(), nil }},
		identity:    func() ([]byte, error) { return data, nil },
	}
}

func shellContentType(name string) string {
	if name == "" {
		return web.ContentType("index.html")
	}
	return web.ContentType(name)
}

// ServeHTTP answers with a file of the page. What is asked for by the current version never changes and is kept by the
// browser for good; everything else is asked for again each time and usually answered with 304.
func (p *page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "only GET and HEAD are answered here", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "index.html" {
		name = ""
	}
	res, ok := p.resources[name]
	if !ok {
		w.Header().Set("Cache-Control", "no-store")
		http.NotFound(w, r)
		return
	}

	if name == "" { // with the accounts that there are now: some may have been connected since the start
		res = textResource(res.contentType, []byte(strings.Replace(p.index, accountsMark, strconv.Itoa(len(p.config.pageAccounts())), 1)))
	}
	read := res.identity
	packed, encoding := res.negotiate(r.Header.Values("Accept-Encoding"))
	if packed != nil {
		read = packed.Read
	}
	body, err := read()
	if err != nil {
		p.config.log().Error("a file of the page cannot be unpacked", "name", name, "error", err)
		http.Error(w, "a file of the page is damaged", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", res.contentType)
	h.Set("Vary", "Accept-Encoding")
	// Encodings are different bytes and so need different strong tags.
	h.Set("ETag", `"`+res.hash[:32]+encodingSuffix(encoding)+`"`)
	if p.isPinned(r, name) {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "no-cache")
	}
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
		// ServeContent leaves the length out when there is an encoding; ours is of the encoded bytes.
		h.Set("Content-Length", strconv.Itoa(len(body)))
		h.Set("Accept-Ranges", "none")
		r.Header.Del("Range") // ranges of an encoded file are of no use to anyone here
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}

// isPinned reports whether the address names this very version. The shell is never pinned: it is what leads to a new
// version.
func (p *page) isPinned(r *http.Request, name string) bool {
	return r.URL.Query().Get("v") == p.version && name != "" && name != serviceWorkerName
}

func encodingSuffix(encoding string) string {
	if encoding == "" {
		return ""
	}
	return "-" + encoding
}
