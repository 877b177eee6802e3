package web

import (
	"embed"
	"io/fs"
	"strings"
	"sync"
)

//go:embed all:static all:dist
var embedded embed.FS

// Embedded opens the files inside this binary. The error is [ErrNotBuilt] when the binary was compiled before
// web/build had run.
var Embedded = sync.OnceValues(func() (*Bundle, error) {
	static, err := fs.Sub(embedded, "static")
	if err != nil {
		return nil, err
	}
	dist, err := fs.Sub(embedded, "dist")
	if err != nil {
		return nil, err
	}
	return Load(static, dist)
})

// Static reads a file that is the same in every build, by the name that the page has for it: "web/samples/flights.csv.gz".
func Static(name string) ([]byte, error) {
	return embedded.ReadFile("static/" + strings.TrimPrefix(name, "web/"))
}
