package sdk

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// node runs a script of testdata, which says nothing unless something is wrong.
func node(t *testing.T, script string, flags ...string) {
	t.Helper()
	given := must(json.Marshal(map[string]any{"url": ours.url, "account": account, "key": key, "keys": append([]string{""}, hostileKeys...), "cosmos": ours.cosmos}))(t)
	// A file, not a pipe, which Node.js cannot read all of at once.
	name := filepath.Join(t.TempDir(), "given")
	if err := os.WriteFile(name, given, 0o600); err != nil {
		t.Fatal(err)
	}
	file := must(os.Open(name))(t)
	defer file.Close()
	ctx, stop := context.WithTimeout(t.Context(), patience)
	defer stop()
	command := exec.CommandContext(ctx, "node", append(flags, filepath.Join("testdata", script))...)
	var output bytes.Buffer
	command.Stdin, command.Stdout, command.Stderr = file, &output, &output
	if err := command.Run(); err != nil || output.Len() > 0 {
		t.Errorf("%s: %v (`make test` installs the clients, or `npm ci --ignore-scripts` in e2e)\n%s", script, err, output.String())
	}
}

// Ensure that every public operation of @azure/data-tables does what it is for.
func TestNode_DataTables(t *testing.T) { node(t, "data-tables.mjs") }

// Ensure that every public operation of the older client, azure-storage, does what it is for. It uses what Node.js 20 warns of.
func TestNode_AzureStorage(t *testing.T) { node(t, "azure-storage.mjs", "--no-deprecation") }
