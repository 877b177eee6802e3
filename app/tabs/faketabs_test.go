package tabs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/engine"
)

// fakeBrowser is what the tabs of one origin share: locks, lines and a folder.
type fakeBrowser struct {
	mu    sync.Mutex
	tabs  int
	locks map[string][]*fakeHold // the first of them holds it
	lines map[string][]*fakeLine
	files map[string]*tabFile
	full  bool // no file can grow beyond the room
	room  int  // bytes of all files when it was full
}

func newFakeBrowser() *fakeBrowser {
	return &fakeBrowser{locks: map[string][]*fakeHold{}, lines: map[string][]*fakeLine{}, files: map[string]*tabFile{}}
}

// fakeTab is a tab of it: its locks, lines and open files are its own and go with it.
type fakeTab struct {
	b    *fakeBrowser
	id   string
	dead bool

	queued chan struct{} // closed when the tab has asked for the holder's lock

	deaf, dumb bool
	hung       int // messages that did not get through: requests to a deaf tab, answers of a dumb one

	tokens   []string
	onHanded func(string)
	got      []string
}

func (b *fakeBrowser) tab() *fakeTab {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tabs++
	return &fakeTab{b: b, id: fmt.Sprint("tab", b.tabs), queued: make(chan struct{})}
}

type fakeHold struct {
	tab     *fakeTab
	granted chan struct{}
}

// kill takes everything from the tab at once.
func (f *fakeTab) kill() {
	b := f.b
	b.mu.Lock()
	defer b.mu.Unlock()
	f.dead = true
	for name, holds := range b.locks {
		b.locks[name] = slices.DeleteFunc(holds, func(h *fakeHold) bool { return h.tab == f })
		b.grant(name)
	}
	for name, lines := range b.lines {
		b.lines[name] = slices.DeleteFunc(lines, func(l *fakeLine) bool { return l.tab == f })
	}
	for _, file := range b.files {
		if file.open == f {
			file.open = nil
		}
	}
}

// killed reports whether everything was taken from the tab. Its own program, which goes on here, sees its files fail then.
func (f *fakeTab) killed() bool {
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	return f.dead
}

// grant tells the first in line that it has the lock.
func (b *fakeBrowser) grant(name string) {
	if holds := b.locks[name]; len(holds) > 0 {
		select {
		case <-holds[0].granted:
		default:
			close(holds[0].granted)
		}
	}
}

// deafen makes the tab take no more messages, mute send no more answers.
func (f *fakeTab) deafen() { f.b.mu.Lock(); f.deaf = true; f.b.mu.Unlock() }
func (f *fakeTab) mute()   { f.b.mu.Lock(); f.dumb = true; f.b.mu.Unlock() }

// settle waits until so many messages did not get through.
func (b *fakeBrowser) settle(f *fakeTab, n int) {
	for {
		b.mu.Lock()
		hung := f.hung
		b.mu.Unlock()
		if hung >= n {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func (f *fakeTab) ID() string { return f.id }

func (f *fakeTab) Hold(ctx context.Context, name string) (release func(), err error) {
	b := f.b
	h := &fakeHold{f, make(chan struct{})}
	b.mu.Lock()
	if !f.dead {
		b.locks[name] = append(b.locks[name], h)
		b.grant(name)
	}
	b.mu.Unlock()
	if name == holderLock {
		close(f.queued)
	}
	release = func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.locks[name] = slices.DeleteFunc(b.locks[name], func(other *fakeHold) bool { return other == h })
		b.grant(name)
	}
	select {
	case <-h.granted:
		return release, nil
	case <-ctx.Done():
		release()
		return nil, ctx.Err()
	}
}

// fakeLine is one end of a line.
type fakeLine struct {
	port.Port
	far  port.Port // what is sent here comes out of the line
	tab  *fakeTab
	name string
}

func (f *fakeTab) Open(name string) port.Line {
	b := f.b
	b.mu.Lock()
	defer b.mu.Unlock()
	near, far := port.Pipe()
	l := &fakeLine{near, far, f, name}
	if !f.dead {
		b.lines[name] = append(b.lines[name], l)
	}
	return l
}

func (l *fakeLine) Send(m []byte) {
	b := l.tab.b
	head, _ := wire.DecodeFrame(m)
	b.mu.Lock()
	defer b.mu.Unlock()
	if l.tab.dead {
		return
	}
	if l.tab.dumb {
		if head.Kind == wire.FrameReply || head.Kind == wire.FrameError {
			l.tab.hung++
		}
		return
	}
	for _, other := range b.lines[l.name] {
		switch {
		case other == l:
		case other.tab.deaf:
			if head.Kind == wire.FrameRequest {
				other.tab.hung++
			}
		default:
			other.far.Send(m)
		}
	}
}

func (l *fakeLine) Hand(token string) {
	b := l.tab.b
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, other := range b.lines[l.name] {
		if other != l {
			other.tab.got = append(other.tab.got, token)
		}
	}
}

func (l *fakeLine) Close() {
	b := l.tab.b
	b.mu.Lock()
	b.lines[l.name] = slices.DeleteFunc(b.lines[l.name], func(other *fakeLine) bool { return other == l })
	b.mu.Unlock()
	l.Port.Close()
}

func (f *fakeTab) Handed() []string {
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	return slices.Clone(f.tokens)
}

func (f *fakeTab) OnHanded(g func(string)) {
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	f.onHanded = g
}

// hand is what a page does with a file.
func (f *fakeTab) hand(token string) {
	f.b.mu.Lock()
	f.tokens = append(f.tokens, token)
	g := f.onHanded
	f.b.mu.Unlock()
	if g != nil {
		g(token)
	}
}

// received are the tokens that came from other tabs.
func (f *fakeTab) received() []string {
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	return slices.Clone(f.got)
}

var errDead = errors.New("the tab is dead")

// tabFile is a file in memory that one tab may have open.
type tabFile struct {
	data []byte
	open *fakeTab
}

// fakeFolder is the folder as a tab sees it.
type fakeFolder struct{ *fakeTab }

func (f fakeFolder) Open(name string) (engine.File, error) {
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	file := f.b.files[name]
	if file == nil {
		file = &tabFile{}
		f.b.files[name] = file
	}
	if f.dead {
		return nil, errDead
	}
	if file.open != nil {
		return nil, port.Refusal("Another tab has the tables open.")
	}
	file.open = f.fakeTab
	return &tabHandle{file, f.fakeTab}, nil
}

func (f fakeFolder) Remove(name string) error {
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	if f.dead {
		return errDead
	}
	delete(f.b.files, name)
	return nil
}

func (f fakeFolder) List() ([]string, error) {
	f.b.mu.Lock()
	defer f.b.mu.Unlock()
	if f.dead {
		return nil, errDead
	}
	return slices.Collect(maps.Keys(f.b.files)), nil
}

// tabHandle is an open file; it is dead when its tab is.
type tabHandle struct {
	file *tabFile
	tab  *fakeTab
}

// do runs f while nobody else uses the file.
func (h *tabHandle) do(f func()) error {
	h.tab.b.mu.Lock()
	defer h.tab.b.mu.Unlock()
	if h.tab.dead || h.file.open != h.tab {
		return errDead
	}
	f()
	return nil
}

// resize is do for what makes the file so long, which a full disk refuses if it is more than there is room for.
func (h *tabHandle) resize(size int, f func()) error {
	full := false
	err := h.do(func() {
		b := h.tab.b
		if full = b.full && size > len(h.file.data) && b.used()+size-len(h.file.data) > b.room; !full {
			f()
		}
	})
	if full {
		return fmt.Errorf("%w: QuotaExceededError", engine.ErrNoSpace)
	}
	return err
}

// used returns how many bytes the files have. The caller holds mu.
func (b *fakeBrowser) used() int {
	n := 0
	for _, f := range b.files {
		n += len(f.data)
	}
	return n
}

func (b *fakeBrowser) setFull(full bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.full, b.room = full, b.used()
}

func (h *tabHandle) ReadAt(p []byte, off int64) (n int, err error) {
	err = h.do(func() {
		if off < int64(len(h.file.data)) {
			n = copy(p, h.file.data[off:])
		}
	})
	if err == nil && n < len(p) {
		err = io.EOF
	}
	return n, err
}

func (h *tabHandle) WriteAt(p []byte, off int64) (int, error) {
	return len(p), h.resize(int(off)+len(p), func() {
		if need := int(off) + len(p); need > len(h.file.data) {
			h.file.data = append(h.file.data, make([]byte, need-len(h.file.data))...)
		}
		copy(h.file.data[off:], p)
	})
}

func (h *tabHandle) Truncate(size int64) error {
	return h.resize(int(size), func() {
		h.file.data = append(h.file.data[:min(size, int64(len(h.file.data)))], make([]byte, max(0, size-int64(len(h.file.data))))...)
	})
}

func (h *tabHandle) Sync() error { return h.do(func() {}) }

func (h *tabHandle) Size() (n int64, err error) {
	err = h.do(func() { n = int64(len(h.file.data)) })
	return n, err
}

func (h *tabHandle) Close() error { return h.do(func() { h.file.open = nil }) }
