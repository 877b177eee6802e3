package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"rangefinder/app/sample"
)

// component is something of others that is in the binary.
type component struct {
	kind          string // "library" or "data"
	name, version string
	url           string // a package URL, empty for data
	source        string // of data: where it is from
	licence       string // an identifier of SPDX; of data, a sentence
	texts         []string
	folder        string // where npm installs it; empty for all others, whose texts are read at once
}

// components returns everything in the binary that others made: Go and its modules, the packages of the editor, and sample data.
func components(root string) ([]component, error) {
	list, err := goComponents(root)
	if err != nil {
		return nil, err
	}
	npm, err := npmComponents(filepath.Join(root, "web", "editor"))
	if err != nil {
		return nil, err
	}
	return append(append(list, npm...), dataComponents()...), nil
}

// targets are what is compiled: a system, its architecture, and the package.
var targets = [][3]string{
	{"linux", "amd64", "./server/cmd/rangefinder"}, {"linux", "arm64", "./server/cmd/rangefinder"},
	{"darwin", "amd64", "./server/cmd/rangefinder"}, {"darwin", "arm64", "./server/cmd/rangefinder"},
	{"windows", "amd64", "./server/cmd/rangefinder"}, {"windows", "arm64", "./server/cmd/rangefinder"},
	{"js", "wasm", "./web/wasm"},
}

// module is one that packages of a target are of.
type module struct{ path, version, dir string }

// modules returns the modules of others that the targets are made of.
func modules(root string, targets [][3]string) ([]module, error) {
	found := map[module]bool{}
	for _, t := range targets {
		list := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if .Version}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", t[2])
		list.Dir = root
		list.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t[0], "GOARCH="+t[1])
		var stderr bytes.Buffer
		list.Stderr = &stderr
		out, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("go list %s for %s/%s: %w\n%s", t[2], t[0], t[1], err, &stderr)
		}
		for line := range strings.Lines(string(out)) {
			if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 3 {
				found[module{f[0], f[1], f[2]}] = true
			}
		}
	}
	var all []module
	for m := range found {
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b module) int { return strings.Compare(a.path, b.path) })
	return all, nil
}

func goComponents(root string) ([]component, error) {
	out, err := exec.Command("go", "env", "GOROOT", "GOVERSION").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	goroot, version, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	version = strings.TrimPrefix(version, "go")
	standard := component{kind: "library", name: "Go standard library and runtime", version: version, url: "pkg:golang/std@" + version}
	if err := standard.read(goroot); err != nil {
		return nil, err
	}
	list := []component{standard}
	all, err := modules(root, targets)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		c := component{kind: "library", name: m.path, version: m.version, url: "pkg:golang/" + m.path + "@" + m.version}
		if err := c.read(m.dir); err != nil {
			return nil, err
		}
		list = append(list, c)
	}
	return list, nil
}

// npmComponents returns the packages that a folder's lock file names, without the one that bundles them. Their texts are where npm
// installs them: addTexts reads those.
func npmComponents(dir string) ([]component, error) {
	path := filepath.Join(dir, "package-lock.json")
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct{ Version, License string }
	}
	if err := json.Unmarshal(data, &lock); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var list []component
	for at, p := range lock.Packages {
		name, ok := strings.CutPrefix(at, modulesFolder)
		if !ok || name == "esbuild" || strings.HasPrefix(name, "@esbuild/") {
			continue
		}
		list = append(list, component{kind: "library", name: name, version: p.Version, licence: p.License, folder: filepath.Join(dir, filepath.FromSlash(at)),
			url: "pkg:npm/" + strings.Replace(name, "@", "%40", 1) + "@" + p.Version})
	}
	slices.SortFunc(list, func(a, b component) int { return strings.Compare(a.name, b.name) })
	return list, nil
}

// modulesFolder is where npm installs packages.
const modulesFolder = "node_modules/"

// addTexts reads the licences of packages that npm has installed.
func addTexts(list []component) error {
	for i := range list {
		c := &list[i]
		if c.folder == "" {
			continue
		}
		if err := c.read(c.folder); err != nil {
			return fmt.Errorf("%w: run `make notices`, which installs the npm packages", err)
		}
		if len(c.texts) == 0 {
			return fmt.Errorf("%s %s: there is no text of its licence in %s", c.name, c.version, c.folder)
		}
	}
	return nil
}

// dataComponents returns the sample data that is not made by the program.
func dataComponents() (list []component) {
	for _, s := range sample.Samples() {
		if s.File != "" {
			list = append(list, component{kind: "data", name: s.Title, source: s.Source, licence: s.Licence})
		}
	}
	return list
}

// legalFile is what the file of a licence is called.
var legalFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)(\.(txt|md))?$`)

// read takes the licence and the texts of a component from its folder.
func (c *component) read(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !legalFile.MatchString(e.Name()) || e.IsDir() {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		text := clean(string(data))
		if id := identify(text); id != "" && c.licence == "" {
			c.licence = id
		}
		c.texts = append(c.texts, text)
	}
	if c.licence == "" {
		return fmt.Errorf("%s %s: no licence that is known is in %s", c.name, c.version, dir)
	}
	return nil
}

// clean returns a text without what differs between systems.
func clean(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\f")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// identify returns the identifier of the licence that a text is, empty for another text.
func identify(text string) string {
	flat := strings.Join(strings.Fields(text), " ")
	has := func(part string) bool { return strings.Contains(flat, part) }
	switch {
	case has("Apache License Version 2.0"):
		return "Apache-2.0"
	case has("Permission is hereby granted, free of charge"):
		return "MIT"
	case has("Permission to use, copy, modify, and/or distribute this software"):
		return "ISC"
	case has("Redistribution and use in source and binary forms") && (has("Neither the name") || has("nor the names")):
		return "BSD-3-Clause"
	case has("Redistribution and use in source and binary forms"):
		return "BSD-2-Clause"
	}
	return ""
}
