package harness

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"rangefinder/app/ui"
	"rangefinder/server"
	"rangefinder/web"
	"rangefinder/web/bundle"
)

// Root is the module's folder, found upwards from the working directory.
var Root = sync.OnceValue(func() string {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			panic("harness: no go.mod above the working directory")
		}
		dir = parent
	}
})

// builtEnv says that the page in web/dist was built of these sources a moment ago, as `make e2e` does before it starts a dozen
// packages. To find that out by itself, each of them links the program anew.
const builtEnv = "RANGEFINDER_PAGE_IS_BUILT"

// Bundle builds the page, compressed in a hurry where no better copy is, and reads it from disk, once per process.
var Bundle = sync.OnceValues(func() (*web.Bundle, error) { return build(false) })

// BestBundle is Bundle with what a person needs first compressed as `make build` does, which takes a minute after each change of the
// program.
var BestBundle = sync.OnceValues(func() (*web.Bundle, error) { return build(true) })

func build(best bool) (*web.Bundle, error) {
	if best || os.Getenv(builtEnv) == "" {
		if _, err := bundle.Build(bundle.Options{Root: Root(), Best: best, Lazy: true}); err != nil {
			return nil, err
		}
	}
	return web.Load(os.DirFS(filepath.Join(Root(), "web", "static")), os.DirFS(filepath.Join(Root(), "web", "dist")))
}

// Binary builds the program with the page inside, as `make build` does, and returns its path. All packages share the file: where
// it is up to date, nothing is linked.
var Binary = sync.OnceValues(func() (string, error) {
	if _, err := Bundle(); err != nil { // the page has to be there to be embedded
		return "", err
	}
	path := filepath.Join(Root(), "bin", "rangefinder-e2e")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", err
	}
	lock, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return "", err
	}
	defer lock.Close()
	// Another package may be at it. The lock ends with the file.
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return "", err
	}
	build := exec.Command("go", "build", "-trimpath", "-o", path, "./server/cmd/rangefinder")
	build.Dir = Root()
	if output, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the binary: %w\n%s", err, output)
	}
	return path, nil
})

// Config is the configuration of a server for the built page.
func Config() (server.Config, error) {
	b, err := Bundle()
	return server.Config{Bundle: b, Routes: ui.Routes}, err
}

// Site is a running server.
type Site struct {
	URL    string // with a final slash
	server *http.Server
	behind *Site // that it asks; nil for none
}

// Serve serves the handler on a free port of the loopback interface.
func Serve(handler http.Handler) (*Site, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Site{URL: fmt.Sprintf("http://%s/", listener.Addr()), server: &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second}}
	go s.server.Serve(listener)
	return s, nil
}

// ServePage serves the built page.
func ServePage() (*Site, error) {
	config, err := Config()
	if err != nil {
		return nil, err
	}
	return serve(config)
}

func serve(config server.Config) (*Site, error) {
	handler, err := server.New(config)
	if err != nil {
		return nil, err
	}
	return Serve(handler)
}

// Close stops the server at once, as if the machine had gone.
func (s *Site) Close() error {
	if s.behind != nil {
		s.behind.Close()
	}
	return s.server.Close()
}
