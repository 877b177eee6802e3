package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rangefinder/e2e/harness"
)

// Ensure that only the Table endpoint, which speaks for a service, makes errors with the code InternalError; everything else has codes
// of its own, so that a reader of that word looks for the mistake at the service.
func TestFailure_InternalErrorIsAServices(t *testing.T) {
	endpoint := map[string]bool{
		"engine/error.go": true, "engine/tablerest/error.go": true, "engine/tablerest/handler.go": true, "server/tableauth/verify.go": true,
	}
	reads := []string{"== engine.InternalError", `"InternalError": true`} // of what a service answered
	for _, top := range []string{"app", "engine", "filterlang", "server", "web"} {
		err := filepath.WalkDir(filepath.Join(harness.Root(), top), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			name, err := filepath.Rel(harness.Root(), path)
			if err != nil || endpoint[filepath.ToSlash(name)] {
				return err
			}
			text, err := os.ReadFile(path)
			for i, line := range strings.Split(string(text), "\n") {
				for _, r := range reads {
					line = strings.ReplaceAll(line, r, "")
				}
				if strings.Contains(line, "InternalError") {
					t.Errorf("%s:%d: an error that no service answered has the service's code: %s", name, i+1, strings.TrimSpace(line))
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
