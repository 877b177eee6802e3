package server

import (
	"os"
	"syscall"

	"rangefinder/engine"
)

var _ engine.Allocator = (*diskFile)(nil)

// Allocate implements engine.Allocator.
func (f *diskFile) Allocate(size int64) error {
	for {
		if err := syscall.Fallocate(int(f.Fd()), 0, 0, size); err != syscall.EINTR {
			return spaceError(os.NewSyscallError("fallocate", err))
		}
	}
}

// syncData makes a file's bytes safe, and of what describes it only what it takes to read them: time stamps can wait.
func syncData(f *os.File) error {
	for {
		if err := syscall.Fdatasync(int(f.Fd())); err != syscall.EINTR {
			return os.NewSyscallError("fdatasync", err)
		}
	}
}
