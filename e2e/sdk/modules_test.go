package sdk

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"rangefinder/e2e/harness"
)

// Ensure that the Go client of the tests is in no program that is delivered.
func TestModules_ClientInTestsOnly(t *testing.T) {
	for _, program := range [][3]string{{"", "", "./server/cmd/rangefinder"}, {"js", "wasm", "./web/wasm"}} {
		list := exec.Command("go", "list", "-deps", program[2])
		list.Dir, list.Env = harness.Root(), append(os.Environ(), "GOOS="+program[0], "GOARCH="+program[1])
		output, err := list.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, output)
		}
		if !strings.Contains(string(output), "rangefinder/engine\n") {
			t.Errorf("%s: not its dependencies: %s", program[2], output)
		}
		for name := range strings.Lines(string(output)) {
			if strings.HasPrefix(name, "github.com/Azure/") {
				t.Errorf("%s contains %s", program[2], name)
			}
		}
	}
}
