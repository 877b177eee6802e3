package worker

import (
	"fmt"
	"io"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/engine"
)

// OpenFile opens a file that a page handed over.
func (j *Job) OpenFile(token string) (port.SourceFile, error) {
	if j.cfg.Files == nil {
		return nil, noFiles()
	}
	f, err := j.cfg.Files.Open(token)
	if err != nil {
		return nil, &wire.Failure{Code: wire.FileGone, Message: "The file is not here any more. Choose it again.", Detail: err.Error()}
	}
	return f, nil
}

func noFiles() *wire.Failure {
	return &wire.Failure{Code: string(engine.NotImplemented), Message: "Files cannot be read or written here."}
}

// Unreadable is the Failure for a file that cannot be read.
func Unreadable(err error) *wire.Failure {
	return &wire.Failure{Code: wire.FileUnreadable, Message: "The file cannot be read.", Detail: err.Error()}
}

// MakeFile makes a file for the person from what write gives it; an error leaves none.
func (j *Job) MakeFile(name, mime string, write func(w io.Writer) (entities int, err error)) (*wire.FileReply, error) {
	if j.cfg.Files == nil {
		return nil, noFiles()
	}
	sink, err := j.cfg.Files.Create(mime)
	if err != nil {
		return nil, Unwritable(err)
	}
	done := false
	defer func() {
		if !done {
			sink.Abort()
		}
	}()
	w := &counting{w: sink}
	entities, err := write(w)
	if err != nil {
		if w.failed != nil {
			return nil, Unwritable(w.failed)
		}
		return nil, err
	}
	url, err := sink.URL()
	if err != nil {
		return nil, Unwritable(err)
	}
	done = true
	return &wire.FileReply{URL: url, Name: name, Bytes: w.n, Entities: entities, Micros: j.Micros()}, nil
}

// Unwritable is the Failure for a file that cannot be written.
func Unwritable(err error) *wire.Failure {
	return &wire.Failure{Code: wire.FileUnwritable, Message: "The file could not be written.", Detail: err.Error()}
}

// counting counts bytes and remembers why writing failed.
type counting struct {
	w      io.Writer
	n      int64
	failed error
}

func (c *counting) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	if err != nil {
		c.failed = err
	}
	return n, err
}

// release frees a file that the worker made.
func (j *Job) release(req wire.ReleaseRequest) (wire.Done, error) {
	if j.cfg.Files == nil {
		return wire.Done{}, noFiles()
	}
	j.cfg.Files.Release(req.URL)
	return wire.Done{}, nil
}

// exportDamaged gives a damaged file as it is.
func (j *Job) exportDamaged(req wire.DamageRequest) (*wire.FileReply, error) {
	f, err := j.DB().OpenDamaged(req.File)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	size, err := f.Size()
	if err != nil {
		return nil, Unreadable(err)
	}
	return j.MakeFile(req.File+".damaged", "application/octet-stream", func(w io.Writer) (int, error) {
		part := make([]byte, min(size, 256<<10))
		for at := int64(0); at < size; {
			n, err := f.ReadAt(part[:min(int64(len(part)), size-at)], at)
			if n == 0 && err != nil {
				return 0, Unreadable(fmt.Errorf("at byte %d: %w", at, err))
			}
			if _, err := w.Write(part[:n]); err != nil {
				return 0, err
			}
			at += int64(n)
			if err := j.Pause(0, 0, 0); err != nil {
				return 0, err
			}
		}
		return 0, nil
	})
}
