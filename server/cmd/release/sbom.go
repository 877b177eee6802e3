package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// sumsFile lists the checksums of a folder, as sha256sum -c reads them.
const sumsFile = "SHA256SUMS"

// bill returns the bill of materials of a commit in CycloneDX. It has no time and no serial number: the same commit has the same bill.
func bill(commit string, list []component) ([]byte, error) {
	type licence struct {
		ID   string `json:"id,omitempty"`
		Name string `json:"name,omitempty"`
	}
	type choice struct {
		Licence licence `json:"license"`
	}
	type item struct {
		Type        string   `json:"type"`
		Reference   string   `json:"bom-ref"`
		Name        string   `json:"name"`
		Version     string   `json:"version,omitempty"`
		Description string   `json:"description,omitempty"`
		Licences    []choice `json:"licenses,omitempty"`
		URL         string   `json:"purl,omitempty"`
	}
	self := item{Type: "application", Reference: "rangefinder", Name: "rangefinder", Version: commit}
	var items []item
	var references []string
	for _, c := range list {
		i := item{Type: c.kind, Reference: c.url, Name: c.name, Version: c.version, Description: c.source, URL: c.url, Licences: []choice{{licence{ID: c.licence}}}}
		if c.kind == "data" {
			i.Reference, i.Licences = "data:"+c.name, []choice{{licence{Name: c.licence}}}
		}
		items, references = append(items, i), append(references, i.Reference)
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "\t")
	err := encoder.Encode(map[string]any{
		"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata":     map[string]any{"component": self},
		"components":   items,
		"dependencies": []map[string]any{{"ref": self.Reference, "dependsOn": references}},
	})
	return b.Bytes(), err
}

// writeSums writes the checksums of the files of a folder.
func writeSums(dir string) error {
	entries, err := os.ReadDir(dir) // in the order of their names
	if err != nil {
		return err
	}
	var b bytes.Buffer
	for _, e := range entries {
		if e.IsDir() || e.Name() == sumsFile {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(data), e.Name())
	}
	return os.WriteFile(filepath.Join(dir, sumsFile), b.Bytes(), 0o644)
}
