package azurite

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// node runs a script of testdata against the service and returns what it prints. input is what it may read.
func (s *service) node(t *testing.T, input []byte, script string, arguments ...string) []byte {
	t.Helper()
	s.explain(t)
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	// A file, not a pipe, which Node.js cannot read all of at once.
	file, err := os.Create(filepath.Join(t.TempDir(), "input"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.Write(input); err != nil {
		t.Fatal(err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(ctx, "node", append([]string{filepath.Join("testdata", script), s.URL}, arguments...)...)
	var out, complaints bytes.Buffer
	command.Stdin, command.Stdout, command.Stderr = file, &out, &complaints
	if err := command.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", script, err, complaints.String())
	}
	if complaints.Len() > 0 {
		t.Errorf("%s complains:\n%s", script, complaints.String())
	}
	return out.Bytes()
}
