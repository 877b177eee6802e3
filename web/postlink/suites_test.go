package postlink

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Ensure that a shortened and divided program does what its source says: the tests of the filter language and of the engine, built
// for the browser, pass after every step, with what the page has later and with all that can be.
func TestAttack_Suites(t *testing.T) {
	if os.Getenv("RANGEFINDER_ATTACK") != "1" {
		t.Skip("runs with RANGEFINDER_ATTACK=1: it takes some minutes")
	}
	t.Setenv("RANGEFINDER_ATTACK", "") // the suites make their attacks in short
	for name, skip := range map[string]string{
		"filterlang": "",
		"engine":     "NeverSeenInHalves", // its goroutines wait for each other without pausing, which one thread never ends
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			file := filepath.Join(dir, "suite.wasm")
			build := exec.Command("go", "test", "-c", "-vet=off", "-ldflags", "-s -w", "-o", file, ".")
			build.Dir, build.Env = filepath.Join("..", "..", name), append(os.Environ(), "GOOS=js", "GOARCH=wasm")
			if out, err := build.CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			program, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			t.Chdir(build.Dir) // its testdata
			for which, late := range map[string]func(source) bool{"the page's": lateOnes(lateText), "all": func(source) bool { return true }} {
				writeSplit(t, dir, program, func(_ int, s source) bool { return late(s) })
				if out, err := runSplit(t, "at once", dir, "-test.short", "-test.skip", skip); err != nil || !strings.HasSuffix(out, "PASS") {
					t.Errorf("%s later: %v\n%s", which, err, out)
				}
			}
		})
	}
}
