package enginetest

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"sync"

	"rangefinder/engine"
)

// Disk is an engine.Folder in memory that fails on purpose. What is written is safe only after a Sync: Crash keeps any part of
// the rest, in any order, torn at sectors. The zero Disk is ready and never fails by itself; it may be used by several
// goroutines, each file by one.
type Disk struct {
	// Fault is asked before every operation; nil is not a fault.
	Fault func(op DiskOp, file string) Fault
	// Room is how many bytes all files together may have; 0 is any number.
	Room int64

	mu    sync.Mutex
	files map[string]*diskData
	epoch int // counts crashes: files opened before one are dead
	Syncs int
}

// DiskOp is an operation on a Disk.
type DiskOp uint8

// The operations.
const (
	DiskWrite DiskOp = iota
	DiskSync
	DiskTruncate
	DiskRead
	DiskOpen
	DiskRemove
)

// Fault is what happens to an operation.
type Fault uint8

// The faults.
const (
	NoFault  Fault = iota
	Fails          // with an error; a failed Sync may have made some of it safe
	Short          // a write that writes only a part, and fails
	NoSpace        // like Short, for want of space
	Crashing       // the machine stops: every file is dead until Crash was called
)

// ErrDisk is the error of a fault.
var ErrDisk = errors.New("the disk failed")

// sector is what a disk writes whole or not at all.
const sector = 512

type diskData struct {
	now     []byte // what reading gives
	safe    []byte // what a crash leaves for certain
	pending []diskChange
	open    bool
}

// diskChange is a write, or a truncation when data is nil.
type diskChange struct {
	at   int64
	data []byte
}

func (c *diskChange) do(b []byte) []byte {
	if c.data == nil {
		return resized(b, c.at)
	}
	if end := c.at + int64(len(c.data)); end > int64(len(b)) {
		b = resized(b, end)
	}
	copy(b[c.at:], c.data)
	return b
}

func resized(b []byte, size int64) []byte {
	if size <= int64(len(b)) {
		clear(b[size:])
		return b[:size]
	}
	grown := slices.Grow(b, int(size)-len(b))[:size]
	clear(grown[len(b):])
	return grown
}

func (d *Disk) fault(op DiskOp, file string) Fault {
	if d.Fault == nil {
		return NoFault
	}
	return d.Fault(op, file)
}

// Open implements engine.Folder.
func (d *Disk) Open(name string) (engine.File, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch d.fault(DiskOpen, name) {
	case NoFault:
	case NoSpace:
		return nil, fmt.Errorf("open %s: %w", name, engine.ErrNoSpace)
	default:
		return nil, fmt.Errorf("open %s: %w", name, ErrDisk)
	}
	if d.files == nil {
		d.files = map[string]*diskData{}
	}
	f := d.files[name]
	if f == nil {
		f = &diskData{}
		d.files[name] = f
	}
	if f.open {
		return nil, fmt.Errorf("open %s: it is open already", name)
	}
	f.open = true
	return &diskFile{d, f, name, d.epoch}, nil
}

// Remove implements engine.Folder.
func (d *Disk) Remove(name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fault(DiskRemove, name) != NoFault {
		return fmt.Errorf("remove %s: %w", name, ErrDisk)
	}
	if f := d.files[name]; f != nil && f.open {
		return fmt.Errorf("remove %s: it is open", name)
	}
	delete(d.files, name)
	return nil
}

// List implements engine.Folder.
func (d *Disk) List() ([]string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	var names []string
	for name := range d.files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names, nil
}

// Crash stops the machine and starts it again: of what was not synced it keeps what r says.
func (d *Disk) Crash(r *rand.Rand) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.epoch++
	names := make([]string, 0, len(d.files))
	for name := range d.files {
		names = append(names, name)
	}
	slices.Sort(names) // r must give the same again
	for _, name := range names {
		f := d.files[name]
		f.open = false
		f.now = f.survive(r)
		f.safe, f.pending = slices.Clone(f.now), nil
	}
}

// survive returns what a crash leaves.
func (f *diskData) survive(r *rand.Rand) []byte {
	b := slices.Clone(f.safe)
	var pieces []diskChange
	for _, c := range f.pending {
		if c.data == nil {
			pieces = append(pieces, c)
			continue
		}
		for at, rest := c.at, c.data; len(rest) > 0; {
			n := min(int64(len(rest)), sector-at%sector)
			pieces = append(pieces, diskChange{at, rest[:n]})
			at, rest = at+n, rest[n:]
		}
	}
	switch r.IntN(4) {
	case 0: // nothing more
		return b
	case 1: // all, up to some point
		pieces = pieces[:r.IntN(len(pieces)+1)]
	case 2: // any, in order
		pieces = slices.DeleteFunc(pieces, func(diskChange) bool { return r.IntN(3) == 0 })
	case 3: // any, in any order
		pieces = slices.DeleteFunc(pieces, func(diskChange) bool { return r.IntN(3) == 0 })
		r.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
	}
	for i := range pieces {
		b = pieces[i].do(b)
	}
	return b
}

// Data returns what a file holds, nil when there is none.
func (d *Disk) Data(name string) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	if f := d.files[name]; f != nil {
		return slices.Clone(f.now)
	}
	return nil
}

// SetData makes a file hold data, safely. It must not be open.
func (d *Disk) SetData(name string, data []byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.files == nil {
		d.files = map[string]*diskData{}
	}
	d.files[name] = &diskData{now: slices.Clone(data), safe: slices.Clone(data)}
}

// Used returns how many bytes all files together have.
func (d *Disk) Used() int64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.used()
}

func (d *Disk) used() int64 {
	n := int64(0)
	for _, f := range d.files {
		n += int64(len(f.now))
	}
	return n
}

type diskFile struct {
	d     *Disk
	f     *diskData
	name  string
	epoch int
}

// begin locks the disk and says what happens to an operation.
func (f *diskFile) begin(op DiskOp) (Fault, error) {
	f.d.mu.Lock()
	if f.epoch != f.d.epoch || !f.f.open {
		return NoFault, fmt.Errorf("%s is closed", f.name)
	}
	fault := f.d.fault(op, f.name)
	if fault == Crashing {
		return fault, fmt.Errorf("%s: %w", f.name, ErrDisk)
	}
	return fault, nil
}

func (f *diskFile) ReadAt(b []byte, at int64) (int, error) {
	fault, err := f.begin(DiskRead)
	defer f.d.mu.Unlock()
	if err != nil {
		return 0, err
	}
	if fault != NoFault {
		return 0, fmt.Errorf("read %s: %w", f.name, ErrDisk)
	}
	if at >= int64(len(f.f.now)) {
		return 0, io.EOF
	}
	n := copy(b, f.f.now[at:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

func (f *diskFile) WriteAt(b []byte, at int64) (int, error) {
	fault, err := f.begin(DiskWrite)
	defer f.d.mu.Unlock()
	if err != nil {
		return 0, err
	}
	n := len(b)
	failed := ErrDisk
	if grown := at + int64(n) - int64(len(f.f.now)); fault == NoFault && f.d.Room > 0 && grown > 0 && f.d.used()+grown > f.d.Room {
		fault = NoSpace
	}
	switch fault {
	case Fails:
		n = 0
	case Short, NoSpace:
		n /= 2
		if fault == NoSpace {
			failed = engine.ErrNoSpace
		}
	}
	if n > 0 {
		c := diskChange{at, slices.Clone(b[:n])}
		f.f.now = c.do(f.f.now)
		f.f.pending = append(f.f.pending, c)
	}
	if fault != NoFault {
		return n, fmt.Errorf("write %s: %w", f.name, failed)
	}
	return n, nil
}

func (f *diskFile) Truncate(size int64) error {
	fault, err := f.begin(DiskTruncate)
	defer f.d.mu.Unlock()
	if err != nil {
		return err
	}
	if fault != NoFault {
		return fmt.Errorf("truncate %s: %w", f.name, ErrDisk)
	}
	c := diskChange{at: size}
	f.f.now = c.do(f.f.now)
	f.f.pending = append(f.f.pending, c)
	return nil
}

func (f *diskFile) Sync() error {
	fault, err := f.begin(DiskSync)
	defer f.d.mu.Unlock()
	if err != nil {
		return err
	}
	if fault != NoFault {
		return fmt.Errorf("sync %s: %w", f.name, ErrDisk)
	}
	f.d.Syncs++
	for i := range f.f.pending {
		f.f.safe = f.f.pending[i].do(f.f.safe)
	}
	f.f.pending = nil
	return nil
}

func (f *diskFile) Size() (int64, error) {
	_, err := f.begin(DiskRead)
	defer f.d.mu.Unlock()
	return int64(len(f.f.now)), err
}

func (f *diskFile) Close() error {
	f.d.mu.Lock()
	defer f.d.mu.Unlock()
	if f.epoch == f.d.epoch {
		f.f.open = false
	}
	return nil
}
