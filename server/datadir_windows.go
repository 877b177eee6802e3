package server

import (
	"errors"
	"os"
	"syscall"
	"unsafe"
)

var lockFileEx = syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")

const (
	lockFailImmediately = 1
	lockExclusive       = 2

	errorHandleDiskFull = syscall.Errno(39)
	errorDiskFull       = syscall.Errno(112)
	errorLockViolation  = syscall.Errno(33)
)

// tryLock locks a file until it is closed or the process ends. It returns errLocked when another has it. Locks keep others
// from reading what is locked, so it is a byte far behind the number of the process.
func tryLock(f *os.File, exclusive bool) error {
	flags := uintptr(lockFailImmediately)
	if exclusive {
		flags |= lockExclusive
	}
	at := syscall.Overlapped{OffsetHigh: 1}
	ok, _, err := lockFileEx.Call(f.Fd(), flags, 0, 1, 0, uintptr(unsafe.Pointer(&at)))
	switch {
	case ok != 0:
		return nil
	case errors.Is(err, errorLockViolation), errors.Is(err, syscall.ERROR_IO_PENDING):
		return errLocked
	default:
		return err
	}
}

// syncDir does nothing: the file system keeps a journal of its directories, and they cannot be synced.
func syncDir(string) error { return nil }

// isDeleted is false: a file that is open cannot be deleted.
func isDeleted(*os.File) bool { return false }

func isFull(err error) bool {
	return errors.Is(err, errorDiskFull) || errors.Is(err, errorHandleDiskFull)
}
