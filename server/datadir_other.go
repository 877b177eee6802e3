//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package server

import (
	"errors"
	"os"
)

// tryLock refuses: without a lock two processes could write to one directory.
func tryLock(*os.File, bool) error { return errors.ErrUnsupported }

func syncDir(string) error { return nil }

func isFull(error) bool { return false }

func isDeleted(*os.File) bool { return false }
