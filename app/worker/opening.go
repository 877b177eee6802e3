package worker

import (
	"context"
	"time"

	"rangefinder/engine"
)

// watchedFolder tells how much of its files is read, and lets messages in meanwhile, until told is nil.
type watchedFolder struct {
	engine.Folder
	ctx  context.Context
	cfg  Config
	told func(read, total int64)

	read, total int64
	breath      time.Time
}

func (w *watchedFolder) Open(name string) (engine.File, error) {
	f, err := w.Folder.Open(name)
	if err != nil || w.told == nil {
		return f, err
	}
	size, err := f.Size()
	if err != nil {
		_ = f.Close() // the first error matters
		return nil, err
	}
	w.total += size
	return &watchedFile{f, w}, nil
}

type watchedFile struct {
	engine.File
	folder *watchedFolder
}

func (f *watchedFile) ReadAt(p []byte, off int64) (int, error) {
	n, err := f.File.ReadAt(p, off)
	w := f.folder
	if err != nil || w.told == nil {
		return n, err
	}
	w.read += int64(n)
	now := w.cfg.Now()
	if now.Sub(w.breath) < yieldEvery {
		return n, nil
	}
	w.told(min(w.read, w.total), w.total)
	err = w.cfg.Yield(w.ctx)
	w.breath = w.cfg.Now()
	return n, err
}
