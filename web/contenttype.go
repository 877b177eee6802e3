package web

import (
	"path"
	"strings"
)

// contentTypes is our own table because the one of package mime depends on what the machine has in /etc/mime.types,
// and a browser refuses to stream-compile a program of the wrong type.
var contentTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".csv":         "text/csv; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".lesson":      "text/plain; charset=utf-8",
	".md":          "text/markdown; charset=utf-8",
	".ndjson":      "application/x-ndjson",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".webmanifest": "application/manifest+json",
	".woff2":       "font/woff2",
}

// ContentType returns the media type for a file name, application/octet-stream when its extension is not one of ours.
func ContentType(name string) string {
	if t, ok := contentTypes[strings.ToLower(path.Ext(name))]; ok {
		return t
	}
	return "application/octet-stream"
}

// Compressible reports whether files of this name shrink enough to be worth a compressed copy.
func Compressible(name string) bool {
	switch t, _, _ := strings.Cut(ContentType(name), ";"); t {
	case "image/png", "font/woff2", "application/octet-stream":
		return false
	default:
		return true
	}
}
