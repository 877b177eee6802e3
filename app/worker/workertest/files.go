package workertest

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"testing"

	"rangefinder/app/port"
)

// Files are files in memory: what a page handed over, and what the worker made.
type Files struct {
	mu    sync.Mutex
	Given map[string]*File
	Made  map[string][]byte // by URL
	count int               // of all that were made
	sinks int               // made and neither aborted nor ended
	Full  int               // bytes after which a sink has no more room; 0 is never
}

// File is one that a page handed over.
type File struct {
	*bytes.Reader
	name  string
	Fails int64 // reads from there on fail; 0 is never
}

// NewFiles is no file yet.
func NewFiles() *Files {
	return &Files{Given: map[string]*File{}, Made: map[string][]byte{}}
}

// Give hands a file over and returns its token.
func (f *Files) Give(name, text string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	token := fmt.Sprint("token", len(f.Given))
	f.Given[token] = &File{Reader: bytes.NewReader([]byte(text)), name: name}
	return token
}

func (f *Files) Open(token string) (port.SourceFile, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if given := f.Given[token]; given != nil {
		return given, nil
	}
	return nil, errors.New("unknown token")
}

func (f *File) Name() string { return f.name }

func (f *File) ReadAt(p []byte, off int64) (int, error) {
	if f.Fails > 0 && off+int64(len(p)) > f.Fails {
		return 0, errors.New("the disk is gone")
	}
	return f.Reader.ReadAt(p, off)
}

func (f *Files) Create(mime string) (port.Sink, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sinks++
	return &sink{files: f, open: true}, nil
}

func (f *Files) Release(url string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.Made, url)
}

// Text returns a file that the worker made.
func (f *Files) Text(t *testing.T, url string) string {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	text, ok := f.Made[url]
	if !ok {
		t.Fatalf("there is no file at %q", url)
	}
	return string(text)
}

// Unended returns how many sinks were neither ended nor aborted.
func (f *Files) Unended() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.sinks
}

type sink struct {
	files *Files
	text  []byte
	open  bool
}

func (s *sink) Write(p []byte) (int, error) {
	if s.files.Full > 0 && len(s.text)+len(p) > s.files.Full {
		return 0, errors.New("no room")
	}
	s.text = append(s.text, p...)
	return len(p), nil
}

func (s *sink) URL() (string, error) {
	s.files.mu.Lock()
	defer s.files.mu.Unlock()
	s.close()
	url := fmt.Sprint("blob:", s.files.count, "-", len(s.text)) // as long as the page lives it is that of no other
	s.files.count++
	s.files.Made[url] = bytes.Clone(s.text)
	return url, nil
}

func (s *sink) Abort() {
	s.files.mu.Lock()
	defer s.files.mu.Unlock()
	s.close()
}

func (s *sink) close() {
	if s.open {
		s.open = false
		s.files.sinks--
	}
}
