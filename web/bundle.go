package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"sort"
	"strings"
	"sync"
)

// ErrNotBuilt says that web/dist holds no client program.
var ErrNotBuilt = errors.New("the page is not built: run `make build` or `make run`, or `go run ./web/build` before compiling")

// Names inside web/dist. Compressed copies of a static file are stored as its own name plus ".br" or ".gz".
const (
	RecordName   = "build.json"   // a [Record]
	ProgramName  = "app.wasm"     // what a person needs first of the program; only with ".br" and ".gz"
	RestName     = "late.wasm"    // the rest of the program, which late.js brings; only with ".br" and ".gz", and missing when the program is whole
	WasmExecName = "wasm_exec.js" // the Go toolchain's, of the version that compiled the program
)

// Record is web/dist/build.json: what was built from what.
type Record struct {
	GoVersion string                 `json:"goVersion"`
	Files     map[string]RecordEntry `json:"files"`
}

// RecordEntry describes one file, and how well its copies are compressed.
type RecordEntry struct {
	Size   int    `json:"size"`   // bytes, uncompressed
	SHA256 string `json:"sha256"` // of the uncompressed bytes, lower-case hex
	Best   bool   `json:"best"`   // compressed as far as it goes, not in a hurry
}

// File is one file of the page. Its bytes are immutable.
type File struct {
	Name        string // slash-separated, relative to the folder that the page calls web/
	ContentType string
	SHA256      string // of the uncompressed bytes, lower-case hex
	Size        int    // uncompressed bytes
	Brotli      *Copy  // nil when there is no such copy
	Gzip        *Copy  // nil when there is no such copy

	identity func() ([]byte, error)
}

// Identity returns the uncompressed bytes. The caller must not change them.
func (f *File) Identity() ([]byte, error) { return f.identity() }

// Copy is a compressed copy of a file.
type Copy struct {
	Size int // bytes
	Read func() ([]byte, error)
}

// Bundle is the set of files of one build.
type Bundle struct {
	GoVersion string // of the toolchain that compiled the program
	files     map[string]*File
}

// Lookup returns the file of that name, or nil.
func (b *Bundle) Lookup(name string) *File { return b.files[name] }

// Files returns all files in the order of their names.
func (b *Bundle) Files() []*File {
	list := make([]*File, 0, len(b.files))
	for _, f := range b.files {
		list = append(list, f)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].Name < list[j].Name })
	return list
}

// Load reads a bundle from the two folders. Compressed copies are used only where build.json says that they were made
// from the very bytes in static, so a file edited after the build is served as edited. Load returns [ErrNotBuilt] when
// dist has no program.
func Load(static, dist fs.FS) (*Bundle, error) {
	record, err := readRecord(dist)
	if err != nil {
		return nil, err
	}
	b := &Bundle{GoVersion: record.GoVersion, files: make(map[string]*File)}

	err = fs.WalkDir(static, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(path.Base(name), ".") {
			return err
		}
		data, err := fs.ReadFile(static, name)
		if err != nil {
			return err
		}
		f := newFile(name, data)
		if record.Files[name].SHA256 == f.SHA256 {
			f.Brotli, f.Gzip = findCopies(dist, name)
		}
		b.files[name] = f
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("web: reading static files: %w", err)
	}

	data, err := fs.ReadFile(dist, WasmExecName)
	if err != nil {
		return nil, ErrNotBuilt
	}
	b.files[WasmExecName] = newFile(WasmExecName, data)
	b.files[WasmExecName].Brotli, b.files[WasmExecName].Gzip = findCopies(dist, WasmExecName)

	for _, name := range []string{ProgramName, RestName} {
		if record.Files[name].SHA256 == "" && name == RestName {
			continue
		}
		if b.files[name], err = loadProgram(dist, name, record.Files[name]); err != nil {
			return nil, err
		}
	}
	return b, nil
}

func readRecord(dist fs.FS) (Record, error) {
	var record Record
	data, err := fs.ReadFile(dist, RecordName)
	if errors.Is(err, fs.ErrNotExist) {
		return record, ErrNotBuilt
	}
	if err != nil {
		return record, fmt.Errorf("web: %w", err)
	}
	if err := json.Unmarshal(data, &record); err != nil {
		return record, fmt.Errorf("web: %s: %w", RecordName, err)
	}
	return record, nil
}

func findCopies(dist fs.FS, name string) (br, gz *Copy) {
	return findCopy(dist, name+".br"), findCopy(dist, name+".gz")
}

// findCopy returns nil where there is no such copy: incompressible files have none. A copy is read each time that it is asked for, as
// what lies in the binary needs no second place in memory.
func findCopy(dist fs.FS, name string) *Copy {
	info, err := fs.Stat(dist, name)
	if err != nil {
		return nil
	}
	return &Copy{int(info.Size()), func() ([]byte, error) { return fs.ReadFile(dist, name) }}
}

func newFile(name string, data []byte) *File {
	sum := sha256.Sum256(data)
	return &File{
		Name:        name,
		ContentType: ContentType(name),
		SHA256:      hex.EncodeToString(sum[:]),
		Size:        len(data),
		identity:    func() ([]byte, error) { return data, nil },
	}
}

func loadProgram(dist fs.FS, name string, entry RecordEntry) (*File, error) {
	br, gz := findCopies(dist, name)
	if gz == nil || entry.SHA256 == "" {
		return nil, ErrNotBuilt
	}
	return &File{
		Name:        name,
		ContentType: ContentType(name),
		SHA256:      entry.SHA256,
		Size:        entry.Size,
		Brotli:      br,
		Gzip:        gz,
		identity: sync.OnceValues(func() ([]byte, error) {
			packed, err := gz.Read()
			if err != nil {
				return nil, fmt.Errorf("web: %s.gz: %w", name, err)
			}
			r, err := gzip.NewReader(bytes.NewReader(packed))
			if err != nil {
				return nil, fmt.Errorf("web: %s.gz: %w", name, err)
			}
			data, err := io.ReadAll(r)
			if err != nil {
				return nil, fmt.Errorf("web: %s.gz: %w", name, err)
			}
			return data, nil
		}),
	}, nil
}
