//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package server

import (
	"errors"
	"os"
	"syscall"
)

// tryLock locks a file until it is closed or the process ends. It returns errLocked when another has it.
func tryLock(f *os.File, exclusive bool) error {
	how := syscall.LOCK_SH
	if exclusive {
		how = syscall.LOCK_EX
	}
	for {
		switch err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB); err {
		case syscall.EINTR:
		case syscall.EWOULDBLOCK:
			return errLocked
		default:
			return err
		}
	}
}

// syncDir makes what was created and removed in a directory safe.
func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	// Some file systems cannot sync a directory and do not need it.
	if err := d.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}

// isFull reports whether an error is for want of room: of the disk, of the user's share of it, or of what one file may have.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

// isDeleted reports whether an open file is in no directory any more.
func isDeleted(f *os.File) bool {
	var stat syscall.Stat_t
	return syscall.Fstat(int(f.Fd()), &stat) == nil && stat.Nlink == 0
}
