package sdk

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"rangefinder/e2e/harness"
)

// Ensure that the Go client of the tests is in no program that is delivered, and that the page has nothing of that kind: the
// server signs in to Entra ID with azidentity, which is all it has.
func TestModules_ClientInTestsOnly(t *testing.T) {
	for _, program := range [][4]string{
		{"", "", "./server/cmd/rangefinder", "github.com/Azure/azure-sdk-for-go/sdk/data/"},
		{"js", "wasm", "./web/wasm", "github.com/Azure/"},
	} {
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
			if strings.HasPrefix(name, program[3]) {
				t.Errorf("%s contains %s", program[2], name)
			}
		}
	}
}
