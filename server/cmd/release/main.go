// Release makes what belongs to a release beside the binaries. Run it from the module's folder:
//
//	go run ./server/cmd/release notices              web/static/guide/notices.md, of everything that is in the binary
//	go run ./server/cmd/release changes FILE         what changed since the last version, of web/static/guide/changes.md
//	go run ./server/cmd/release sbom COMMIT FILE     a bill of materials, CycloneDX 1.6 as JSON
//	go run ./server/cmd/release sums DIR             DIR/SHA256SUMS
//
// What is in the binary is asked of the go command, for each system that is released and for the page, and of the lock file of the
// editor's npm packages, which notices wants installed (npm ci --ignore-scripts, in web/editor).
package main

import (
	"errors"
	"fmt"
	"os"
)

// noticesFile is a page of the guide, and so in the binary.
const noticesFile = "web/static/guide/notices.md"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 1 && args[0] == "notices":
		list, err := components(".")
		if err != nil {
			return err
		}
		if err := addTexts(list); err != nil {
			return err
		}
		text, err := notices(list)
		if err != nil {
			return err
		}
		return os.WriteFile(noticesFile, []byte(text), 0o644)
	case len(args) == 2 && args[0] == "changes":
		page, err := os.ReadFile(changesFile)
		if err != nil {
			return err
		}
		text, err := newest(string(page))
		if err != nil {
			return fmt.Errorf("%s: %w", changesFile, err)
		}
		return os.WriteFile(args[1], []byte(text), 0o644)
	case len(args) == 3 && args[0] == "sbom":
		list, err := components(".")
		if err != nil {
			return err
		}
		data, err := bill(args[1], list)
		if err != nil {
			return err
		}
		return os.WriteFile(args[2], data, 0o644)
	case len(args) == 2 && args[0] == "sums":
		return writeSums(args[1])
	}
	return errors.New("what to make: notices, changes FILE, sbom COMMIT FILE, or sums DIR")
}
