package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Ensure that the token comes from a private file or the environment, that flags win over the environment, and that no
// mistake shows it.
func TestServe_Token(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	private := write("private", "open sesame\n", 0o600)
	for _, test := range []struct{ name, token, file, env, want string }{
		{"none", "", "", "", ""},
		{"flag", "flagged", "", "", "flagged"},
		{"file", "", private, "", "open sesame"},
		{"variable", "", "", "from the environment", "from the environment"},
		{"file and variable", "", private, "from the environment", "open sesame"},
		{"flag and variable", "flagged", "", "from the environment", "flagged"},
		{"flag and file", "flagged", private, "", "error: both"},
		{"others may read it", "", write("public", "open sesame", 0o644), "", "error: chmod 600"},
		{"empty", "", write("empty", " \n", 0o600), "", "error: in one line"},
		{"two lines", "", write("two", "open\nsesame", 0o600), "", "error: in one line"},
		{"no such file", "", filepath.Join(dir, "none"), "", "error: no such file"},
	} {
		var args []string
		if test.token != "" {
			args = append(args, "--token", test.token)
		}
		if test.file != "" {
			args = append(args, "--token-file", test.file)
		}
		var o serveOptions
		given, err := readSettings(o.declare(), args, environment{"RANGEFINDER_TOKEN": test.env}.lookup)
		if err != nil {
			t.Fatal(err)
		}
		err = o.readToken(given)
		want, fails := strings.CutPrefix(test.want, "error: ")
		if fails != (err != nil) || err == nil && o.token != want || err != nil && (!strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "sesame")) {
			t.Errorf("%s: %q, %v", test.name, o.token, err)
		}
	}
	var stderr bytes.Buffer
	if status := serve([]string{"--token-file", filepath.Join(dir, "none")}, nil, nil, &stderr); status != 2 || !strings.Contains(stderr.String(), "--token-file") {
		t.Errorf("status %d, %s", status, &stderr)
	}
	stderr.Reset()
	if run([]string{"serve", "-h"}, nil, &stderr, nil); !strings.Contains(stderr.String(), "list of processes") {
		t.Error("the help does not say who can read --token")
	}
}
