// Package bundle builds what the page loads into web/dist: it compiles the client program for js/wasm, copies the
// toolchain's wasm_exec.js beside it, and writes brotli and gzip copies of these and of the files in web/static.
//
// A second build does only what changed: the compiler has its own cache, and a copy is kept when the record of the
// last build says that it was made from the same bytes at least as well.
package bundle

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	"rangefinder/web"
	"rangefinder/web/bundle/deflate"
	"rangefinder/web/postlink"
)

// minCompressed is the size in bytes under which a compressed copy saves no packet.
const minCompressed = 512

// Options says what to build where.
type Options struct {
	Root string // the module's folder
	Best bool   // compress as far as it goes (some 20 s for the program) instead of in a hurry (under 1 s)
	Lazy bool   // for a test of the first download: Best does not count for the rest, and nothing is told of the steps
	// Plain leaves the program as it is linked: what package postlink does to it saves a download, of which there is none on the
	// machine that it was built on.
	Plain bool
}

func (o Options) best(name string) bool { return o.Best && !(o.Lazy && name == web.RestName) }

// Result describes the built program. Sizes are in bytes.
type Result struct {
	Size, Brotli, Gzip int      // of what a person needs first
	Rest               int      // of what comes later, with brotli
	Compressed         []string // names of the files that were compressed anew

	Steps []StepSize // of a Best build that is not Lazy: what a person needs first after each step of package postlink
	Whole error      // why the program is not in two parts; nil when it is or need not be
}

// StepSize is what a step comes to, in bytes with brotli in a hurry, which is a third more than what is shipped.
type StepSize struct {
	Name   string
	Brotli int
}

// Build brings web/dist up to date. Errors of the compiler are returned with its output.
func Build(o Options) (Result, error) {
	var result Result
	root, err := filepath.Abs(o.Root)
	if err != nil {
		return result, err
	}
	dist := filepath.Join(root, "web", "dist")
	goVersion, linked, err := compile(root)
	if err != nil {
		return result, err
	}
	program, rest := linked, []byte(nil)
	if !o.Plain {
		parts, err := postlink.Divide(linked, goVersion)
		program, rest, result.Whole = parts.First, parts.Rest, err
		if o.Best && !o.Lazy {
			for _, step := range parts.Steps {
				packed, err := encodeBrotli(step.First, false)
				if err != nil {
					return result, err
				}
				result.Steps = append(result.Steps, StepSize{step.Name, len(packed)})
			}
		}
	}
	sources, err := readStatic(filepath.Join(root, "web", "static"))
	if err != nil {
		return result, err
	}
	sources[web.ProgramName] = program
	if rest != nil {
		sources[web.RestName] = rest
	}
	if sources[web.WasmExecName], err = wasmExec(); err != nil {
		return result, err
	}

	previous := readRecord(dist)
	record := web.Record{GoVersion: goVersion, Files: make(map[string]web.RecordEntry)}
	var stale []string
	for name, data := range sources {
		sum := sha256.Sum256(data)
		entry := web.RecordEntry{Size: len(data), SHA256: hex.EncodeToString(sum[:]), Best: o.best(name)}
		last := previous.Files[name]
		switch {
		case !worthCompressing(name, data):
		case last.SHA256 != entry.SHA256, entry.Best && !last.Best, !haveCopies(dist, name):
			stale = append(stale, name)
		default:
			entry.Best = last.Best // a build in a hurry keeps the better copy
		}
		record.Files[name] = entry
	}

	if err := removeStrangers(dist, sources); err != nil {
		return result, err
	}
	copies, err := compressAll(stale, sources, o.best)
	if err != nil {
		return result, err
	}
	if err := replaceCopies(root, dist, copies, record); err != nil {
		return result, err
	}
	if err := writeAside(filepath.Join(dist, web.WasmExecName), sources[web.WasmExecName], filepath.Join(root, "bin")); err != nil {
		return result, err
	}
	encoded, err := json.MarshalIndent(record, "", "\t")
	if err != nil {
		return result, err
	}
	if err := writeAside(filepath.Join(dist, web.RecordName), encoded, filepath.Join(root, "bin")); err != nil {
		return result, err
	}

	result.Compressed = stale
	result.Size = len(program)
	result.Brotli = fileSize(filepath.Join(dist, web.ProgramName+".br"))
	result.Gzip = fileSize(filepath.Join(dist, web.ProgramName+".gz"))
	result.Rest = fileSize(filepath.Join(dist, web.RestName+".br"))
	return result, nil
}

// cold are packages that are compiled without inlining: what they do for each thing that a person does is little, and their
// code is 0.1 MB smaller so, compressed. What scans tables, reads files or carries messages is not among them.
var cold = []string{
	"rangefinder/app/...", "github.com/maxence-charriere/...", "github.com/alecthomas/...",
	"context", "fmt", "html", "io/...", "log/...", "net/...", "os", "path/...", "text/...", "time",
}

// hot are packages of cold's patterns that are compiled as usual after all: they do much for each thing that a person does.
var hot = []string{"rangefinder/app/loadsim"}

// compile builds the client program and returns the toolchain's version and the program as it is linked. The binary stays in bin/, so
// that the linker has nothing to do when nothing changed.
func compile(root string) (goVersion string, program []byte, err error) {
	out := filepath.Join(root, "bin", web.ProgramName)
	modfile, err := leanModules(root)
	if err != nil {
		return "", nil, err
	}
	args := []string{"build", "-modfile", modfile, "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", out}
	for _, pattern := range cold {
		args = append(args, "-gcflags="+pattern+"=-l")
	}
	for _, pattern := range hot {
		args = append(args, "-gcflags="+pattern+"=") // the last one that matches holds
	}
	build := exec.Command("go", append(args, "./web/wasm")...)
	build.Dir = root
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if output, err := build.CombinedOutput(); err != nil {
		return "", nil, fmt.Errorf("compiling web/wasm: %w\n%s", err, output)
	}
	version, err := exec.Command("go", "env", "GOVERSION").Output()
	if err != nil {
		return "", nil, fmt.Errorf("go env GOVERSION: %w", err)
	}
	if program, err = os.ReadFile(out); err != nil {
		return "", nil, err
	}
	return strings.TrimSpace(string(version)), program, nil
}

// wasmExec reads the loader that belongs to the toolchain; it must be of the version that compiled the program.
func wasmExec() ([]byte, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	return os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
}

func readStatic(dir string) (map[string][]byte, error) {
	files := make(map[string][]byte)
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(entry.Name(), ".") {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(name)], err = os.ReadFile(path)
		return err
	})
	return files, err
}

// readRecord returns the record of the last build, or an empty one when there is none that can be used.
func readRecord(dist string) web.Record {
	var record web.Record
	data, err := os.ReadFile(filepath.Join(dist, web.RecordName))
	if err != nil || json.Unmarshal(data, &record) != nil {
		return web.Record{}
	}
	return record
}

func worthCompressing(name string, data []byte) bool {
	return web.Compressible(name) && len(data) >= minCompressed
}

func haveCopies(dist, name string) bool {
	path := filepath.Join(dist, filepath.FromSlash(name))
	return fileSize(path+".br") > 0 && fileSize(path+".gz") > 0
}

func fileSize(path string) int {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return int(info.Size())
}

// removeStrangers deletes what an earlier build left for files that are no longer there or no longer compressed; it
// would only make the binary bigger.
func removeStrangers(dist string, sources map[string][]byte) error {
	return filepath.WalkDir(dist, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dist, path)
		if err != nil {
			return err
		}
		switch name = filepath.ToSlash(name); name {
		case ".gitignore", web.RecordName, web.WasmExecName:
			return nil
		}
		source := strings.TrimSuffix(strings.TrimSuffix(name, ".br"), ".gz")
		if data, ok := sources[source]; ok && source != name && worthCompressing(source, data) {
			return nil
		}
		if err := os.Remove(path); !os.IsNotExist(err) {
			return err
		}
		return nil
	})
}

// copied is a compressed copy of a file: its name ends in .br or .gz.
type copied struct {
	source, name string
	data         []byte
}

// compressAll makes the two copies of each named file, using every processor.
func compressAll(names []string, sources map[string][]byte, best func(name string) bool) ([]copied, error) {
	type job struct {
		into   *copied
		encode func(data []byte, best bool) ([]byte, error)
	}
	copies := make([]copied, 0, 2*len(names))
	jobs := make(chan job)
	errs := make(chan error, 2*len(names))
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for j := range jobs {
				var err error
				if j.into.data, err = j.encode(sources[j.into.source], best(j.into.source)); err != nil {
					errs <- err
				}
			}
		})
	}
	for _, name := range names {
		copies = append(copies, copied{source: name, name: name + ".br"}, copied{source: name, name: name + ".gz"})
		jobs <- job{&copies[len(copies)-2], encodeBrotli}
		jobs <- job{&copies[len(copies)-1], encodeGzip}
	}
	close(jobs)
	workers.Wait()
	close(errs)
	return copies, <-errs // nil when there was none
}

// replaceCopies writes the copies. When one is of other bytes than the record in the folder says, that record goes away first: a
// build that is cut short must not leave one that vouches for half of them. Better copies of the same bytes may come and go one
// by one, and what is there already is left alone, so that builds of the same sources can run beside each other and their readers.
func replaceCopies(root, dist string, copies []copied, record web.Record) error {
	there := readRecord(dist)
	for _, c := range copies {
		path := filepath.Join(dist, filepath.FromSlash(c.name))
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, c.data) {
			continue
		}
		if there.Files[c.source].SHA256 != record.Files[c.source].SHA256 {
			if err := os.Remove(filepath.Join(dist, web.RecordName)); err != nil && !os.IsNotExist(err) {
				return err
			}
		}
		if err := writeAside(path, c.data, filepath.Join(root, "bin")); err != nil {
			return err
		}
	}
	return nil
}

func encodeBrotli(data []byte, best bool) ([]byte, error) {
	options := brotli.WriterOptions{Quality: 4}
	if best {
		options = brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24}
	}
	var b bytes.Buffer
	w := brotli.NewWriterOptions(&b, options)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err := w.Close()
	return b.Bytes(), err
}

func encodeGzip(data []byte, best bool) ([]byte, error) {
	if best {
		return deflate.Gzip(data)
	}
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return b.Bytes(), err
}

// writeIfChanged leaves an identical file alone: its time stamp is what the Go build cache looks at first.
func writeIfChanged(path string, data []byte) error {
	return writeAside(path, data, filepath.Dir(path))
}

// writeAside is writeIfChanged that writes to a file in another folder first, which a reader of path's must not come across.
func writeAside(path string, data []byte, aside string) error {
	if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, data) {
		return nil
	}
	for _, dir := range []string{filepath.Dir(path), aside} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	// Written aside and renamed, so that a compiler reading the folder at the same time sees a whole file. Each writer has a
	// name of its own for it: the same build may run twice at once.
	temp, err := os.CreateTemp(aside, "."+filepath.Base(path)+"-*.tmp")
	if err != nil {
		return err
	}
	_, err = temp.Write(data)
	if err := errors.Join(err, temp.Chmod(0o644), temp.Close()); err != nil {
		_ = os.Remove(temp.Name())
		return err
	}
	return os.Rename(temp.Name(), path)
}
