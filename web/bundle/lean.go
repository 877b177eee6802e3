package bundle

import (
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const (
	goAppModule      = "github.com/maxence-charriere/go-app/v10"
	participleModule = "github.com/alecthomas/participle/v2"
	uuidModule       = "github.com/google/uuid"
)

// lean holds what takes the place of five files. go-app keeps its server in the same package as its client, and with it
// come net/http, TLS and cryptography: half a megabyte, compressed, that every visitor would download and never run.
//
//go:embed lean/*.go.txt
var lean embed.FS

// leanModules writes, under bin/client, a copy of the client half of go-app, one of participle, a uuid module of one function and a
// go.mod that puts them in place of the real ones; it returns that go.mod for go build's -modfile. Only the program for
// the browser is built with it. A go-app that does not fit the replaced files any more fails to compile.
func leanModules(root string) (modfile string, err error) {
	goApp, err := moduleFolder(root, goAppModule)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(root, "bin", "client")
	copied := filepath.Join(dir, "go-app")
	for _, name := range []string{"go.mod", "go.sum"} {
		if err := copyFile(filepath.Join(goApp, name), filepath.Join(copied, name)); err != nil {
			return "", err
		}
	}
	if err := copyPackage(filepath.Join(goApp, "pkg", "app"), filepath.Join(copied, "pkg", "app"), "engine.go"); err != nil {
		return "", err
	}
	if err := copyPackage(filepath.Join(goApp, "pkg", "errors"), filepath.Join(copied, "pkg", "errors")); err != nil {
		return "", err
	}
	for _, name := range []string{"http.go", "resource.go", "crypto.go", "route.go"} {
		if err := writeLean(name, filepath.Join(copied, "pkg", "app", name)); err != nil {
			return "", err
		}
	}
	if err := quicken(filepath.Join(goApp, "pkg", "app", "engine.go"), filepath.Join(copied, "pkg", "app", "engine.go")); err != nil {
		return "", err
	}
	if err := leanParticiple(root, filepath.Join(dir, "participle")); err != nil {
		return "", err
	}
	if err := writeLean("uuid.go", filepath.Join(dir, "uuid", "uuid.go")); err != nil {
		return "", err
	}
	if err := writeIfChanged(filepath.Join(dir, "uuid", "go.mod"), []byte("module "+uuidModule+"\n")); err != nil {
		return "", err
	}

	own, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return "", err
	}
	own = fmt.Appendf(own, "\nreplace %s => ./bin/client/go-app\n\nreplace %s => ./bin/client/participle\n\nreplace %s => ./bin/client/uuid\n", goAppModule, participleModule, uuidModule)
	modfile = filepath.Join(dir, "client.mod")
	if err := writeIfChanged(modfile, own); err != nil {
		return "", err
	}
	return modfile, copyFile(filepath.Join(root, "go.sum"), filepath.Join(dir, "client.sum"))
}

// leanParticiple copies participle without its lexers by regular expression: ours is another one, and with package regexp come
// the tables of every script.
func leanParticiple(root, to string) error {
	from, err := moduleFolder(root, participleModule)
	if err != nil {
		return err
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		if err := copyFile(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
			return err
		}
	}
	for _, pkg := range []string{"", "lexer"} {
		if err := copyPackage(filepath.Join(from, pkg), filepath.Join(to, pkg), "stateful.go", "simple.go"); err != nil {
			return err
		}
	}
	return nil
}

// quicken copies the file of go-app's loop, and makes it draw at once when nothing more is to be done: go-app waits for a frame of its
// own, by a timer. However short, that is a timer of the browser, which often lets a frame pass; now what a key changes is drawn
// before its event is over.
func quicken(from, to string) error {
	const (
		before = "\t\t\tdispatch()\n\n\t\tcase <-frames.C:"
		after  = "\t\t\tdispatch()\n\t\t\tif len(e.dispatches) == 0 {\n\t\t\t\te.processFrame()\n\t\t\t}\n\n\t\tcase <-frames.C:"
	)
	source, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if strings.Count(string(source), before) != 1 {
		return fmt.Errorf("%s: %q is not there once; go-app has changed", from, before)
	}
	return writeIfChanged(to, []byte(strings.Replace(string(source), before, after, 1)))
}

// moduleFolder returns where the module is on this machine, downloading it when it is not.
func moduleFolder(root, module string) (string, error) {
	download := exec.Command("go", "mod", "download", "-json", module)
	download.Dir = root
	output, err := download.Output()
	if err != nil {
		return "", fmt.Errorf("go mod download %s: %w\n%s", module, err, output)
	}
	var found struct{ Dir string }
	if err := json.Unmarshal(output, &found); err != nil {
		return "", fmt.Errorf("go mod download %s: %w", module, err)
	}
	return found.Dir, nil
}

// copyPackage copies the Go files of one folder, without tests, those that lean has others for, and those named.
func copyPackage(from, to string, without ...string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || slices.Contains(without, name) {
			continue
		}
		if _, err := lean.Open("lean/" + name + ".txt"); err == nil {
			continue
		}
		if err := copyFile(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return writeIfChanged(to, data)
}

func writeLean(name, to string) error {
	data, err := lean.ReadFile("lean/" + name + ".txt")
	if err != nil {
		return err
	}
	return writeIfChanged(to, data)
}
