package words

import "strings"

// TableName makes a table name of what the file or its name says: all letters and digits of it, and "Table" where it begins with no letter
// or is too short.
//
//go:noinline
func TableName(name, file string) string {
	if name == "" {
		name = file
		if at := strings.LastIndexAny(name, `/\`); at >= 0 {
			name = name[at+1:]
		}
		if at := strings.IndexByte(name, '.'); at > 0 {
			name = name[:at]
		}
	}
	out := strings.Map(func(r rune) rune {
		if r < 0x80 && (r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z') {
			return r
		}
		return -1
	}, name)
	switch {
	case out == "" || out[0] <= '9':
		out = "Table" + out
	case len(out) < 3: // what a person would call it, found where the file is found in a list
		out += "Table"
	}
	return out[:min(len(out), 63)]
}
