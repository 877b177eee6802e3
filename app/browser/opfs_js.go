//go:build js && wasm

package browser

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall/js"
	"time"

	"rangefinder/app/port"
	"rangefinder/engine"
)

// Why the tables cannot be kept.
const (
	noFiles port.Refusal = "This browser gives a page no files of its own here: it is an old one, or the window is private."
	inUse   port.Refusal = "Another tab has the tables open, and this browser does not let tabs share them."
)

// handleWait is how long a file is waited for that a tab still holds: one that is being closed.
const handleWait = 2 * time.Second

// folder is an engine.Folder in the origin's private file system.
type folder struct {
	ctx    context.Context
	handle js.Value
}

// OpenFolder opens the folder of this deployment in the origin's private file system. Only a dedicated worker can; none of
// its methods may be called from a callback. Its error may be a
// port.Refusal.
func OpenFolder(ctx context.Context) (engine.Folder, error) {
	storage := global.Get("navigator").Get("storage")
	if !storage.Truthy() || storage.Get("getDirectory").Type() != js.TypeFunction ||
		global.Get("FileSystemSyncAccessHandle").IsUndefined() {
		return nil, noFiles
	}
	var handle js.Value
	err := call(ctx, &handle, storage, "getDirectory")
	if err == nil {
		create := global.Get("Object").New()
		create.Set("create", true)
		err = call(ctx, &handle, handle, "getDirectoryHandle", deployment(), create)
	}
	if err != nil {
		if isKind(err, "SecurityError") || isKind(err, "NotAllowedError") {
			return nil, fmt.Errorf("%w (%w)", noFiles, err)
		}
		return nil, fmt.Errorf("opening the folder of this page: %w", noSpace(err))
	}
	return &folder{ctx, handle}, nil
}

// deployment names this copy of the page among those of its origin: folder, locks and channels are its own. The worker's
// script is one folder below the page.
func deployment() string {
	path := global.Get("URL").New("..", global.Get("location").Get("href")).Get("pathname").String()
	return "rangefinder" + global.Call("encodeURIComponent", path).String()
}

// call awaits a method that answers a promise.
func call(ctx context.Context, into *js.Value, target js.Value, method string, args ...any) error {
	var promise js.Value
	if err := try(func() { promise = target.Call(method, args...) }); err != nil {
		return named(err)
	}
	v, err := await(ctx, promise)
	if err == nil {
		*into = v
	}
	return err
}

func (f *folder) Open(name string) (engine.File, error) {
	create := global.Get("Object").New()
	create.Set("create", true)
	var entry, handle js.Value
	err := call(f.ctx, &entry, f.handle, "getFileHandle", name, create)
	if err == nil {
		err = f.retry(func() error { return call(f.ctx, &handle, entry, "createSyncAccessHandle") })
	}
	if err != nil {
		return nil, fmt.Errorf("opening %s: %w", name, noSpace(err))
	}
	return &file{name: name, handle: handle, at: global.Get("Object").New()}, nil
}

// retry repeats what fails because somebody else has the file open.
func (f *folder) retry(do func() error) error {
	wait := 5 * time.Millisecond
	for until := time.Now().Add(handleWait); ; wait = min(2*wait, 50*time.Millisecond) {
		err := do()
		if err == nil || !isKind(err, "NoModificationAllowedError") && !isKind(err, "InvalidStateError") { // Safari's
			return err
		}
		if time.Now().After(until) {
			return fmt.Errorf("%w (%w)", inUse, err)
		}
		select {
		case <-f.ctx.Done():
			return f.ctx.Err()
		case <-time.After(wait):
		}
	}
}

func (f *folder) Remove(name string) error {
	var none js.Value
	err := f.retry(func() error { return call(f.ctx, &none, f.handle, "removeEntry", name) })
	if err != nil && !isKind(err, "NotFoundError") {
		return fmt.Errorf("removing %s: %w", name, err)
	}
	return nil
}

func (f *folder) List() ([]string, error) {
	var names []string
	keys := f.handle.Call("keys")
	for {
		var next js.Value
		if err := call(f.ctx, &next, keys, "next"); err != nil {
			return nil, fmt.Errorf("listing the folder of this page: %w", err)
		}
		if next.Get("done").Bool() {
			return names, nil
		}
		names = append(names, next.Get("value").String())
	}
}

// transfer is what the files' bytes pass through on their way between the program's memory and JavaScript's.
var transfer js.Value

const transferSize = 256 << 10

// window returns the first n bytes of the transfer buffer.
func window(n int) js.Value {
	if transfer.IsUndefined() {
		transfer = uint8Array.New(transferSize)
	}
	if n == transferSize {
		return transfer
	}
	return transfer.Call("subarray", 0, n)
}

// file is a sync access handle: every method returns when the thing is done, and none needs the event loop.
type file struct {
	name   string
	handle js.Value
	at     js.Value // {at: offset}
}

var _ engine.File = (*file)(nil)

func (f *file) ReadAt(p []byte, off int64) (int, error) {
	n := 0
	for n < len(p) {
		want := min(len(p)-n, transferSize)
		got := 0
		if err := f.do("reading", func() {
			w := window(want)
			f.at.Set("at", float64(off+int64(n)))
			got = f.handle.Call("read", w, f.at).Int()
			if got > 0 {
				js.CopyBytesToGo(p[n:n+got], w)
			}
		}); err != nil {
			return n, err
		}
		if got <= 0 {
			return n, io.EOF
		}
		n += got
	}
	return n, nil
}

func (f *file) WriteAt(p []byte, off int64) (int, error) {
	n := 0
	for n < len(p) {
		want := min(len(p)-n, transferSize)
		got := 0
		if err := f.do("writing", func() {
			w := window(want)
			js.CopyBytesToJS(w, p[n:n+want])
			f.at.Set("at", float64(off+int64(n)))
			got = f.handle.Call("write", w, f.at).Int()
		}); err != nil {
			return n, err
		}
		if got <= 0 {
			return n, fmt.Errorf("writing %s: %w", f.name, io.ErrShortWrite)
		}
		n += got
	}
	return n, nil
}

func (f *file) Truncate(size int64) error {
	return f.do("truncating", func() { f.handle.Call("truncate", float64(size)) })
}

// Allocate implements engine.Allocator: the browser counts a file's length, whatever was written to it.
func (f *file) Allocate(size int64) error { return f.Truncate(size) }

func (f *file) Sync() error { return f.do("flushing", func() { f.handle.Call("flush") }) }

func (f *file) Size() (size int64, err error) {
	err = f.do("measuring", func() { size = int64(f.handle.Call("getSize").Float()) })
	return size, err
}

func (f *file) Close() error { return f.do("closing", func() { f.handle.Call("close") }) }

// do turns what the handle throws into an error.
func (f *file) do(doing string, what func()) error {
	if err := try(what); err != nil {
		return fmt.Errorf("%s %s: %w", doing, f.name, noSpace(named(err)))
	}
	return nil
}

// exception is a JavaScript exception with its name, which says what kind it is.
type exception struct{ kind, message string }

func (e *exception) Error() string {
	if e.message == "" {
		return e.kind
	}
	return e.kind + ": " + e.message
}

// named reads the exception that try has caught.
func named(err error) error {
	var thrown js.Error
	if errors.As(err, &thrown) {
		return reason(thrown.Value)
	}
	return err
}

func isKind(err error, kind string) bool {
	var e *exception
	return errors.As(err, &e) && e.kind == kind
}

// noSpace makes the browser's words for a full disk or quota recognisable.
func noSpace(err error) error {
	if isKind(err, "QuotaExceededError") || err != nil && strings.Contains(err.Error(), "No capacity available") {
		return fmt.Errorf("%w: %w", engine.ErrNoSpace, err)
	}
	return err
}

// StorageFacts tells what the browser knows of this site's storage: the bytes used, the quota, 0 when it does not say, and
// whether it promised to keep them.
func StorageFacts(ctx context.Context) (used, quota int64, persisted bool) {
	storage := global.Get("navigator").Get("storage")
	if !storage.Truthy() {
		return 0, 0, false
	}
	var v js.Value
	if call(ctx, &v, storage, "estimate") == nil {
		if n := v.Get("usage"); n.Type() == js.TypeNumber {
			used = int64(n.Float())
		}
		if n := v.Get("quota"); n.Type() == js.TypeNumber {
			quota = int64(n.Float())
		}
	}
	if call(ctx, &v, storage, "persisted") == nil {
		persisted = v.Truthy()
	}
	return used, quota, persisted
}

// Persist asks the browser to keep this site's storage even when disk space runs out.
func (*Page) Persist(done func(granted bool)) {
	if done == nil {
		done = func(bool) {}
	}
	storage := global.Get("navigator").Get("storage")
	if !storage.Truthy() || storage.Get("persist").Type() != js.TypeFunction {
		done(false)
		return
	}
	settle(storage.Call("persist"), func(v js.Value, err error) { done(err == nil && v.Truthy()) })
}
