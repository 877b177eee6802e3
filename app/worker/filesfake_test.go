package worker

import (
	"bytes"
	"errors"
	"fmt"
	"sync"
	"testing"

	"rangefinder/app/port"
)

// fakeFiles are files in memory: what a page handed over, and what the worker made.
type fakeFiles struct {
	mu    sync.Mutex
	given map[string]*fakeFile
	made  map[string][]byte // by URL
	sinks int               // made and neither aborted nor ended
	full  int               // bytes after which a sink has no more room; 0 is never
}

type fakeFile struct {
	*bytes.Reader
	name  string
	fails int64 // reads from there on fail; 0 is never
}

func newFakeFiles() *fakeFiles {
	return &fakeFiles{given: map[string]*fakeFile{}, made: map[string][]byte{}}
}

// give hands a file over and returns its token.
func (f *fakeFiles) give(name, text string) string {
	f.mu.Lock()
	defer f.mu.Unlock()
	token := fmt.Sprint("token", len(f.given))
	f.given[token] = &fakeFile{Reader: bytes.NewReader([]byte(text)), name: name}
	return token
}

func (f *fakeFiles) Open(token string) (port.SourceFile, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if file := f.given[token]; file != nil {
		return file, nil
	}
	return nil, errors.New("unknown token")
}

func (f *fakeFile) Name() string { return f.name }

func (f *fakeFile) ReadAt(p []byte, off int64) (int, error) {
	if f.fails > 0 && off+int64(len(p)) > f.fails {
		return 0, errors.New("the disk is gone")
	}
	return f.Reader.ReadAt(p, off)
}

func (f *fakeFiles) Create(mime string) (port.Sink, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.sinks++
	return &fakeSink{files: f, open: true}, nil
}

func (f *fakeFiles) Release(url string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.made, url)
}

// text returns a file that the worker made.
func (f *fakeFiles) text(t *testing.T, url string) string {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	text, ok := f.made[url]
	if !ok {
		t.Fatalf("there is no file at %q", url)
	}
	return string(text)
}

// open returns how many sinks were neither ended nor aborted.
func (f *fakeFiles) open() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.sinks
}

type fakeSink struct {
	files *fakeFiles
	text  []byte
	open  bool
}

func (s *fakeSink) Write(p []byte) (int, error) {
	if s.files.full > 0 && len(s.text)+len(p) > s.files.full {
		return 0, errors.New("no room")
	}
	s.text = append(s.text, p...)
	return len(p), nil
}

func (s *fakeSink) URL() (string, error) {
	s.files.mu.Lock()
	defer s.files.mu.Unlock()
	s.close()
	url := fmt.Sprint("blob:", len(s.files.made), "-", len(s.text))
	s.files.made[url] = bytes.Clone(s.text)
	return url, nil
}

func (s *fakeSink) Abort() {
	s.files.mu.Lock()
	defer s.files.mu.Unlock()
	s.close()
}

func (s *fakeSink) close() {
	if s.open {
		s.open = false
		s.files.sinks--
	}
}

// openFiles serves an empty database with files; change may set the configuration.
func openFiles(t *testing.T, change func(*Config)) (*desk, *fakeFiles) {
	t.Helper()
	files := newFakeFiles()
	d := open(t, func(c *Config) {
		c.Files = files
		if change != nil {
			change(c)
		}
	})
	return d, files
}
