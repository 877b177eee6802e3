package server

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"rangefinder/web"
)

// serviceWorkerName is the address of the service worker. It never changes: that is how browsers find a new version.
const serviceWorkerName = "app-worker.js"

//go:embed service-worker.js.tmpl
var serviceWorkerTemplate string

// serviceWorker fills in what the service worker stores: all files of the version, those of the samples too, so that a
// visitor who was here once can open every one of them without a network. It asks for packed files compressed, and stores them
// unpacked with the type that it is given: a program that comes so from its cache starts quicker.
func serviceWorker(b *web.Bundle, s *shell, packed []*web.File) ([]byte, error) {
	types := make(map[string]string)
	for _, f := range packed {
		types["web/"+f.Name] = f.ContentType
	}
	hashes := make(map[string]string) // by address
	for _, f := range b.Files() {
		if strings.HasPrefix(f.Name, screenshotFolder) {
			continue
		}
		address := "web/" + f.Name
		if f.Name == web.WasmExecName {
			address = f.Name
		}
		hashes[address+"?v="+s.version] = f.SHA256
	}
	for name, data := range s.files {
		sum := sha256.Sum256(data)
		address := name + "?v=" + s.version
		switch name {
		case "":
			address = "./"
		case manifestName:
			address = name // the browser asks for it under this address
		}
		hashes[address] = hex.EncodeToString(sum[:])
	}
	resources := make([]string, 0, len(hashes))
	for address := range hashes {
		resources = append(resources, address)
	}
	slices.Sort(resources)
	ordered := make([]string, len(resources))
	for i, address := range resources {
		ordered[i] = hashes[address]
	}

	script := serviceWorkerTemplate
	for mark, value := range map[string]any{"resources": resources, "hashes": ordered, "packed": types} {
		list, err := json.Marshal(value)
		if err != nil {
			return nil, fmt.Errorf("server: the service worker's %s: %w", mark, err)
		}
		script = strings.Replace(script, "{{"+mark+"}}", string(list), 1)
	}
	return []byte(strings.Replace(script, "{{version}}", s.version, 1)), nil
}
