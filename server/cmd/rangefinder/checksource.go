package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rangefinder/engine/workload/source"
	"rangefinder/server/budget"
)

// maxSource bounds, in bytes, a file of source code. Longer ones are made by programs.
const maxSource = 4 << 20

// foreignFolders hold code that is not the application's.
var foreignFolders = []string{"node_modules", "vendor", "dist", "build", "bin", "obj", "target", "venv", "__pycache__", "testdata"}

// sourceFiles returns the files of source code below a directory, in the order of their names. Folders that begin with a dot and those of
// other people's code are left out, links are not followed.
func sourceFiles(dir string) (files []string, err error) {
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if path != dir && (strings.HasPrefix(name, ".") || slices.Contains(foreignFolders, name)) {
				return filepath.SkipDir
			}
			return nil
		}
		if entry.Type().IsRegular() && source.LanguageOf(name) != source.Unknown {
			files = append(files, path)
		}
		return nil
	})
	return files, err
}

func filtersOfDir(dir string) ([]found, error) {
	paths, err := sourceFiles(dir)
	if err != nil {
		return nil, err
	}
	var out []found
	for _, path := range paths {
		file, err := filtersOfSource(path)
		if err != nil {
			return nil, err
		}
		out = append(out, file)
	}
	return out, nil
}

// filtersOfSource reads the filters of a file of source code.
func filtersOfSource(path string) (found, error) {
	f, err := os.Open(path)
	if err != nil {
		return found{}, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSource+1))
	if err != nil {
		return found{}, err
	}
	file := found{path: path, code: true}
	if len(text) > maxSource {
		file.unseen = []unseen{{path, 1, "unseen", fmt.Sprintf("the file is longer than %d MiB", maxSource>>20)}}
		return file, nil
	}
	if why := noText(text); why != "" {
		file.unseen = []unseen{{path, 1, "unseen", "the file " + why}}
		return file, nil
	}
	filters, hidden := source.Find(string(text), source.LanguageOf(path))
	for _, f := range filters {
		file.filters = append(file.filters, budget.Filter{Line: f.Line, Text: f.Text, Untyped: f.Untyped})
	}
	for _, u := range hidden {
		file.unseen = append(file.unseen, unseen{path, u.Line, "unseen", u.Reason})
	}
	return file, nil
}
