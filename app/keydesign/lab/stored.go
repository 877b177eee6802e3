package lab

import (
	"strings"

	"rangefinder/engine"
)

// Stored returns the comparison of a table that a workspace holds; ok is false when there is none with patterns, or none that can be
// read.
func Stored(db *engine.DB, table string) (spec Spec, ok bool) {
	// The page gives the document this name, see app/designlab.
	text, ok := db.Document("~" + strings.ToLower(table))
	if !ok {
		return spec, false
	}
	spec, err := Parse(text)
	return spec, err == nil && len(spec.Patterns) > 0
}
