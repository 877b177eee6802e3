package files

import (
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
)

// Model is what the page knows of files that come and go, and of where the workspace is kept. It is immutable: Update returns another.
type Model struct {
	Storage *wire.StorageInfo // where the workspace is kept; nil until it came
	Import  *Import           // a file being looked at; nil when there is none
	Made    string            // address of the last file that was made; freed by the next one
	Dragged bool              // files are being dragged over the page
}

// New returns the model before anything has happened.
func New() *Model { return &Model{} }

// Update takes a message about files; ok is false for any other.
func (m *Model) Update(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	for _, part := range []func(*Model, *page.View, page.Msg) (*Model, []page.Cmd, bool){(*Model).storage, (*Model).ended, (*Model).prepare, (*Model).export, (*Model).snapshots, (*Model).share, (*Model).open} {
		if next, cmds, ok = part(m, v, msg); ok {
			return next, cmds, true
		}
	}
	return m, nil, false
}

// Follow lists the snapshots anew, and ends an import that was being prepared when its dialog gave way to another, or the browser went
// back: nothing of it is on screen any more, and the next file could not be taken.
func (m *Model) Follow(v *page.View, msg page.Msg) (*Model, []page.Cmd) {
	if _, given := msg.(page.FilesGiven); given && m.Dragged {
		f := *m
		f.Dragged, m = false, &f
	}
	switch {
	case m.Import == nil:
		return m, undone(v, msg)
	case v.Dialog != nil && v.Dialog.Kind == ImportFile:
		return m.into(v), nil
	}
	f := *m
	f.Import = nil
	return &f, forget(append([]port.FileRef{m.Import.File}, m.Import.Rest...))
}

// forget frees files that the person gave.
func forget(files []port.FileRef) []page.Cmd {
	cmds := make([]page.Cmd, len(files))
	for i, f := range files {
		cmds[i] = page.ForgetFile{Token: f.Token}
	}
	return cmds
}

// shown shows a dialog with other contents.
func shown(d *page.Dialog, of any) page.Cmd {
	next := *d
	next.Of = of
	return page.ShowDialog{Dialog: &next}
}

// refused shows a dialog with what is wrong with what was typed into it, "" for nothing.
func refused(d *page.Dialog, problem, field string) page.Cmd {
	next := *d
	next.Err, next.ErrField = problem, field
	return page.ShowDialog{Dialog: &next}
}
