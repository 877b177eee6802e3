//go:build !linux

package server

import "os"

// syncData makes a file's bytes safe.
func syncData(f *os.File) error { return f.Sync() }
