package interchange

import "io"

// Inspect tells what the first part of a file holds: at most about 1 MiB and 1,000 rows. The zero Layout finds the format by
// the content first and the name second. Errors: *FileError, and those of the file.
func Inspect(r io.ReaderAt, size int64, name string, l Layout) (*Inspection, error) {
	return nil, &FileError{Reason: "Files cannot be read yet."}
}
