package workload

import (
	"bytes"
)

// Recognized is how many bytes of a file Recognize wants, unless the file is shorter.
const Recognized = readerSize

// Recognize returns the kind of log that a file is by its beginning, "" if it is none: a file of JSON or CSV may be anything else. A log
// has calls, and more lines that are understood than others.
func Recognize(beginning []byte) Kind {
	report, _ := Read(bytes.NewReader(beginning), func(*Call) {}) // what is cut off at the end is no damage
	if report.Calls == 0 || report.NotUnderstood > report.Calls+report.Ignored {
		return ""
	}
	return report.Kind
}
