package server

import (
	"os"
	"path/filepath"

	"rangefinder/engine"
	"rangefinder/server/tableauth"
)

// DataDirs returns the directories under path that CheckDataDir is to read: path itself, or where path is what OpenTables was
// given, the folders of its accounts, by name. What is neither is returned as it is. Errors are those of the file system.
func DataDirs(path string) ([]string, error) {
	names, err := listFiles(path)
	if err != nil {
		return nil, err
	}
	if keepsWorkspace(path, names) {
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
		} else if keepsWorkspace(below, names) {
			out = append(out, below)
		}
	}
	if len(out) == 0 {
		return []string{path}, nil
	}
	return out, nil
}

// KeepsWorkspace reports whether a directory has files of a workspace, or had. Errors are those of the file system.
func KeepsWorkspace(path string) (bool, error) {
	names, err := listFiles(path)
	return err == nil && keepsWorkspace(path, names), err
}

// keepsWorkspace is KeepsWorkspace for a directory that has files of those names.
func keepsWorkspace(path string, names []string) bool {
	for _, name := range names {
		if engine.IsWorkspaceFile(name) {
			return true
		}
	}
	lock, err := os.Open(filepath.Join(path, lockName))
	if err != nil {
		return false
	}
	defer lock.Close()
	return lockedBefore(lock)
}
