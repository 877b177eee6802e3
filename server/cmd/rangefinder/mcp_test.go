package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// Ensure that the command speaks the protocol and ends with its input, and that a file that is not there is a mistake.
func TestMCP(t *testing.T) {
	status, _, stderr := runWith(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`+"\n", "mcp", "mcp.go")
	if status != 0 || stderr != "" {
		t.Errorf("%d %s", status, stderr)
	}
	if status, _, stderr := runWith("", "mcp", "not-there"); status != 2 || !strings.Contains(stderr, "not-there") {
		t.Errorf("%d %s", status, stderr)
	}
	if status, out, _ := runWith("", "mcp", "--help"); status != 0 || !strings.Contains(out, "Model Context Protocol") {
		t.Errorf("%d %s", status, out)
	}
	if status, _, stderr := runWith("", "mcp", "--write", ".", "mcp.go"); status != 2 || !strings.Contains(stderr, "not a file") {
		t.Errorf("%d %s", status, stderr)
	}
	if status, _, _ := runWith("", "mcp", "mcp.go", "--write", filepath.Join(t.TempDir(), "new.ndjson")); status != 0 {
		t.Errorf("%d", status)
	}
}
