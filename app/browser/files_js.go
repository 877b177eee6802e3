//go:build js && wasm

package browser

import (
	"errors"
	"fmt"
	"io"
	"syscall/js"

	"rangefinder/app/port"
)

// held are the files that pages have handed to this worker, by token. A File is a reference: its bytes stay where they are.
var held = map[string]js.Value{}

// onFile is told of every file that comes and, with an undefined one, of every token that is forgotten; nil tells nobody.
var onFile func(token string, file js.Value)

// receiveFile keeps a file that a page handed over, or forgets its token when file is undefined.
func receiveFile(token string, file js.Value) {
	if file.IsUndefined() {
		delete(held, token)
	} else {
		held[token] = file
	}
	if onFile != nil {
		onFile(token, file)
	}
}

// takeFile reads a message {token, file} or {token} from a page and reports whether it is one.
func takeFile(data js.Value) bool {
	if data.Type() != js.TypeObject {
		return false
	}
	token, file := data.Get("token"), data.Get("file")
	if token.Type() != js.TypeString || !file.IsUndefined() && !file.InstanceOf(global.Get("Blob")) {
		return false
	}
	receiveFile(token.String(), file)
	return true
}

// Files is the worker's side of files. The zero value is ready.
type Files struct{}

var _ port.Files = Files{}

// Open gives a file that a page handed over.
func (Files) Open(token string) (port.SourceFile, error) {
	file, ok := held[token]
	if !ok {
		return nil, errors.New("the file is not here any more; choose it again")
	}
	name := ""
	if n := file.Get("name"); n.Type() == js.TypeString {
		name = n.String()
	}
	return &sourceFile{file: file, name: name, size: int64(file.Get("size").Float())}, nil
}

// readAhead is how much of a file is read at once, so that most reads are not JavaScript calls.
const readAhead = 1 << 20

// sourceFile reads a File synchronously, which only a worker can.
type sourceFile struct {
	file   js.Value
	reader js.Value
	name   string
	size   int64

	block []byte // what was read last
	at    int64  // its offset
}

func (f *sourceFile) Name() string { return f.name }
func (f *sourceFile) Size() int64  { return f.size }

func (f *sourceFile) ReadAt(p []byte, off int64) (int, error) {
	if off < 0 {
		return 0, errors.New("read before the beginning of the file")
	}
	n := 0
	for n < len(p) {
		if off >= f.size {
			return n, io.EOF
		}
		if off < f.at || off >= f.at+int64(len(f.block)) {
			if err := f.read(off); err != nil {
				return n, err
			}
		}
		k := copy(p[n:], f.block[off-f.at:])
		n += k
		off += int64(k)
	}
	return n, nil
}

// read fills the block from off on.
func (f *sourceFile) read(off int64) error {
	if f.reader.IsUndefined() {
		f.reader = global.Get("FileReaderSync").New()
	}
	length := min(readAhead, f.size-off)
	var bytes js.Value
	if err := try(func() {
		piece := f.file.Call("slice", float64(off), float64(off+length))
		bytes = uint8Array.New(f.reader.Call("readAsArrayBuffer", piece))
	}); err != nil {
		return fmt.Errorf("the file cannot be read; it was changed, moved or is a folder: %w", err)
	}
	if int64(bytes.Length()) != length {
		return errors.New("the file is shorter than it was when it was chosen; choose it again")
	}
	if cap(f.block) < int(length) {
		f.block = make([]byte, length)
	}
	f.block = f.block[:length]
	f.at = off
	js.CopyBytesToGo(f.block, bytes)
	return nil
}

// Create begins a file.
func (Files) Create(mime string) (port.Sink, error) {
	return &sink{mime: mime, parts: global.Get("Array").New()}, nil
}

// Release frees a file that Sink.URL named.
func (Files) Release(url string) { global.Get("URL").Call("revokeObjectURL", url) }

// partSize is how much of a file is in the program's memory before the browser gets it.
const partSize = 1 << 20

// sink is a file as a list of Blobs, which the browser keeps, on disk when there are many.
type sink struct {
	mime  string
	parts js.Value // Array of Blob, undefined after Abort
	part  []byte
}

func (s *sink) Write(p []byte) (int, error) {
	if s.parts.IsUndefined() {
		return 0, errors.New("the file was dropped")
	}
	n := len(p)
	for len(p) > 0 {
		if s.part == nil {
			s.part = make([]byte, 0, partSize)
		}
		k := min(len(p), partSize-len(s.part))
		s.part = append(s.part, p[:k]...)
		p = p[k:]
		if len(s.part) == partSize {
			if err := s.flush(); err != nil {
				return n - len(p), err
			}
		}
	}
	return n, nil
}

func (s *sink) flush() error {
	if len(s.part) == 0 {
		return nil
	}
	err := try(func() { s.parts.Call("push", global.Get("Blob").New([]any{arrayOf(s.part)})) })
	if err != nil {
		return fmt.Errorf("the browser has no room for the file: %w", err)
	}
	s.part = s.part[:0]
	return nil
}

func (s *sink) URL() (string, error) {
	if s.parts.IsUndefined() {
		return "", errors.New("the file was dropped")
	}
	if err := s.flush(); err != nil {
		return "", err
	}
	s.part = nil
	url := ""
	err := try(func() {
		options := global.Get("Object").New()
		options.Set("type", s.mime)
		url = global.Get("URL").Call("createObjectURL", global.Get("Blob").New(s.parts, options)).String()
	})
	if err != nil {
		return "", fmt.Errorf("the browser has no room for the file: %w", err)
	}
	return url, nil
}

func (s *sink) Abort() { s.parts, s.part = js.Undefined(), nil }
