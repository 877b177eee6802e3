package port

import "io"

// FileRef is a file that the person chose, dropped or pasted. The page hands the file itself to the worker, by reference;
// what it says about it is only this.
type FileRef struct {
	Token string // names it to Files.Open
	Name  string
	Size  int64 // bytes
}

// Chooser gets files from the person.
type Chooser interface {
	// ChooseFiles asks for files of these types (as in the accept attribute). got is not called when the person gives up. It
	// must be called from a user's gesture.
	ChooseFiles(accept string, got func([]FileRef))
	// OnDrop tells of files dropped anywhere on the page, or opened with it where it is installed. over is told when a drag with files enters and leaves the page, so
	// that it can show where to drop.
	OnDrop(over func(inside bool), got func([]FileRef)) (remove func())
	// OnPaste tells of text or files pasted while no text field has the focus. html is the same text as a page has it, "" when the
	// clipboard holds none.
	OnPaste(text func(plain, html string), got func([]FileRef)) (remove func())
	// TextFile makes a file of a text.
	TextFile(name, text string) FileRef
	// ForgetFile frees a file that is not needed any more.
	ForgetFile(token string)
}

// Saver keeps files that the worker made.
type Saver interface {
	// Save offers the file at a URL that Sink.URL gave as a download of that name.
	Save(url, name string)
}

// Files is the worker's side of files.
type Files interface {
	// Open gives a file that the page handed over. It fails when the token is unknown, which may be because the tab that had
	// it is gone.
	Open(token string) (SourceFile, error)
	// Create begins a file for the person.
	Create(mime string) (Sink, error)
	// Release frees a file that Sink.URL named.
	Release(url string)
}

// SourceFile is a file of any size, read in pieces.
type SourceFile interface {
	io.ReaderAt
	Size() int64
	Name() string
}

// Sink takes a file as it is made, of any size; it is not kept in the program's memory.
type Sink interface {
	io.Writer
	// URL returns an address for Saver of what was written until now, good until it is released and while the worker lives.
	// Writing may go on: a later URL has it all.
	URL() (string, error)
	// Abort drops the file.
	Abort()
}
