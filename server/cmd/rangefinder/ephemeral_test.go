package main

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rangefinder/server/tableauth"
)

// writeFile writes a file into a folder and returns its path.
func writeFile(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Ensure that free ports are taken for what nobody gave, and that --seed reads the formats that a page imports and says what is wrong
// with others.
func TestEphemeral_Ports(t *testing.T) {
	for _, test := range []struct {
		args           []string
		listen, tables string
	}{
		{nil, "127.0.0.1:0", "127.0.0.1:0"},
		{[]string{"--listen", "127.0.0.1:8081"}, "127.0.0.1:8081", "127.0.0.1:0"},
		{[]string{"--tables", "off"}, "127.0.0.1:0", "off"},
	} {
		var o serveOptions
		given, err := readSettings(o.declare(), append(test.args, "--ephemeral-port"), func(string) (string, bool) { return "", false })
		if err != nil {
			t.Fatal(err)
		}
		if o.takeFreePorts(given); o.listen != test.listen || o.tables.listen != test.tables || o.tables.wanted != (test.tables != "off") {
			t.Errorf("%v: %s and %s, wanted %v", test.args, o.listen, o.tables.listen, o.tables.wanted)
		}
	}
}

// Ensure that the line of --ephemeral-port is one, is JSON, and has the token but no key of its own.
func TestEphemeral_Line(t *testing.T) {
	var b strings.Builder
	o := serveOptions{token: "secret"}
	o.announceLine(&b, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 5}, &endpoint{})
	if got := b.String(); !strings.HasPrefix(got, `{"pid":`) || !strings.HasSuffix(got, `"page":"http://127.0.0.1:5/","token":"secret","accounts":[]}`+"\n") {
		t.Error(got)
	}
}

// Ensure that a seed may be of any format that the page imports, and that what is wrong with one is said.
func TestReadSeed(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string { return writeFile(t, dir, name, text) }
	workspace := write("a.ndjson", `{"rangefinder.workspace":1}`+"\n"+`{"rangefinder.table":"Orders"}`+"\n"+`{"PartitionKey":"p","RowKey":"r"}`+"\n"+`{"rangefinder.end":true}`+"\n")
	typed := write("Things.csv", "PartitionKey,RowKey,N\np,r,7\np,s,8\n")
	for path, want := range map[string]int{workspace: 1, typed: 2} {
		if image, err := readSeed(path); err != nil || image.Entities() != want || len(image.Tables()) != 1 {
			t.Errorf("%s: %v", path, err)
		}
	}
	for path, says := range map[string]string{
		dir: "is not a file", filepath.Join(dir, "missing"): "no such file", write("torn.csv", "PartitionKey,RowKey\np,r\np,r\n"): "line 3",
		write("People.csv", "Country,Id\nDE,1\nDE,2\n"): "has no columns PartitionKey and RowKey",
	} {
		if _, err := readSeed(path); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", path, err)
		}
	}
	status, _, stderr := runWith("", "serve", "--seed", filepath.Join(dir, "missing"))
	if status != 2 || !strings.Contains(stderr, "--seed: ") || strings.Contains(stderr, tableauth.WellKnownKey) {
		t.Errorf("serve: %d %s", status, stderr)
	}
}
