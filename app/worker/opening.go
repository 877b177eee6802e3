package worker

import "rangefinder/engine"

// watchedFolder tells how much of its files is read, until told is nil.
type watchedFolder struct {
	engine.Folder
	told        func(read, total int64)
	read, total int64
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
	if w := f.folder; w.told != nil {
		w.read += int64(n)
		w.told(min(w.read, w.total), w.total)
	}
	return n, err
}
