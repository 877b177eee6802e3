package server

import (
	"os"
	"syscall"
)

// syncData makes a file's bytes safe, and of what describes it only what it takes to read them: time stamps can wait.
func syncData(f *os.File) error {
	for {
		if err := syscall.Fdatasync(int(f.Fd())); err != syscall.EINTR {
			return os.NewSyscallError("fdatasync", err)
		}
	}
}
