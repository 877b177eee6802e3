package web

import (
	"embed"
	"io/fs"
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
