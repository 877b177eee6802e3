package server

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"rangefinder/web"
)

// WriteSite writes the page into a folder that any static host can serve, under any path prefix. Files are written
// with .br and .gz copies beside them: the page itself asks for the .gz copies of what is large, and hosts that look for copies
// find the others. The folder is created; one that holds anything but an earlier site is refused, because files of another
// origin would be published with it.
func WriteSite(dir string, c Config) error {
	if err := c.validate(); err != nil {
		return err
	}
	if err := claimFolder(dir); err != nil {
		return err
	}
	policy, err := sitePolicy(c.Bundle)
	if err != nil {
		return err
	}
	shell, err := renderShell(c, policy)
	if err != nil {
		return err
	}
	files := make(map[string]resource)
	for _, f := range c.Bundle.Files() {
		if f.Name == web.WasmExecName {
			files[f.Name] = fileResource(f)
			continue
		}
		files["web/"+f.Name] = fileResource(f)
	}
	for _, f := range packedFiles(c.Bundle) {
		if f.Gzip != nil {
			continue
		}
		data, err := f.Identity()
		if err != nil {
			return err
		}
		files["web/"+f.Name] = textResource(f.ContentType, data) // too small for a copy in the bundle
	}
	for name, data := range shell.files {
		path := name
		if name == "" {
			path = "index.html"
		}
		files[path] = textResource(shellContentType(name), data)
	}
	for name, res := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		reads := map[string]func() ([]byte, error){path: res.identity}
		if res.brotli != nil {
			reads[path+".br"] = res.brotli.Read
		}
		if res.gzip != nil {
			reads[path+".gz"] = res.gzip.Read
		}
		for path, read := range reads {
			data, err := read()
			if err != nil {
				return err
			}
			if err := os.WriteFile(path, data, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// siteMark is the file by which a folder is known as one of ours.
const siteMark = ".rangefinder-site"

// claimFolder empties a folder that WriteSite wrote before and creates a missing one.
func claimFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	ours := len(entries) == 0
	for _, entry := range entries {
		ours = ours || entry.Name() == siteMark
	}
	if !ours {
		return fmt.Errorf("%s holds files that are not of a Rangefinder site; name a new or empty folder", dir)
	}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			continue // .git of a published branch stays, and so does the mark
		}
		if err := os.RemoveAll(filepath.Join(dir, entry.Name())); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	// GitHub Pages would run the files through a site generator without the second.
	for _, name := range []string{siteMark, ".nojekyll"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			return err
		}
	}
	return nil
}
