package server

import (
	"os"
	"path/filepath"
	"strings"

	"rangefinder/server/tableauth"
)

// DataDirs returns the directories under path that CheckDataDir is to read: path itself, or where path is what OpenTables was
// given, the folders of its accounts, by name. What is neither is returned as it is. Errors are those of the file system.
func DataDirs(path string) ([]string, error) {
	names, err := listFiles(path)
	if err != nil {
		return nil, err
	}
	if hasLog(names) {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, entry := range entries {
		below := filepath.Join(path, entry.Name())
		if !entry.IsDir() || !tableauth.ValidName(entry.Name()) {
			continue
		}
		if names, err := listFiles(below); err != nil {
			return nil, err
		} else if hasLog(names) {
			out = append(out, below)
		}
	}
	if len(out) == 0 {
		return []string{path}, nil
	}
	return out, nil
}

func hasLog(names []string) bool {
	for _, name := range names {
		if strings.HasSuffix(name, ".log") {
			return true
		}
	}
	return false
}
