package main

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rangefinder/server/connection"
)

// liveKey is a key that nobody has.
const liveKey = "c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LXNlY3JldC1zZWNyZXQtMQ=="

// Ensure that live accounts come from the environment, a file and flags, read-only unless told otherwise, and that the environment's
// does not take the name of an account of the Table endpoint.
func TestServe_LiveAccounts(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "accounts")
	if err := os.WriteFile(file, []byte("prod:production=AccountName=acct;AccountKey="+liveKey+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	single := filepath.Join(folder, "one")
	if err := os.WriteFile(single, []byte("AccountName=other;AccountKey="+liveKey), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv(connection.Variable, "UseDevelopmentStorage=true")
	o := liveOptions{file: file, accounts: texts{"one=" + single, "roles=https://third.table.core.windows.net"}, scheme: "sharedkey"}
	p, err := o.proxy([]string{"devstoreaccount1"}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range p.Accounts() {
		got = append(got, a.Name+" "+a.Auth+" "+a.Label+" "+lock(a))
	}
	want := "devstoreaccount1-2 SharedKey  read-only, prod SharedKey production read-only, one SharedKey  read-only, roles Entra ID  read-only"
	if strings.Join(got, ", ") != want {
		t.Errorf("%s, want %s", strings.Join(got, ", "), want)
	}
	o.allowWrites = true
	if p, err = o.proxy(nil, slog.New(slog.DiscardHandler)); err != nil || !p.Accounts()[0].Writes {
		t.Errorf("--allow-writes: %v", err)
	}
}

// Ensure that mistakes in live accounts end the command with what to do, and that no secret is printed.
func TestServe_LiveMistakes(t *testing.T) {
	folder := t.TempDir()
	public := filepath.Join(folder, "public")
	if err := os.WriteFile(public, []byte("prod=AccountName=acct;AccountKey="+liveKey), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ variable, args, want string }{
		{"AccountName=acct;AccountKey=" + liveKey[:50], "", connection.Variable + ": AccountKey"},
		{"", "--account prod=AccountName=acct;AccountKey=" + liveKey, "takes no connection string"},
		{"", "--account AccountName=acct;AccountKey=" + liveKey, "given as NAME="},
		{"", "--account prod=env:NOT_THERE", "is empty"},
		{"", "--connections " + public, "chmod 600"},
		{"", "--account a=https://acct.table.core.windows.net --account a=https://acct.table.core.windows.net", "another account has that name: a"},
		{"", "--account devstoreaccount1=https://acct.table.core.windows.net", "another account has that name"},
		{"", "--sign basic", "SharedKeyLite or SharedKey"},
		{"", "--listen 0.0.0.0:0", "give --tls-cert and --tls-key, or --insecure-plain-http"},
		{"", "--tls-cert x", "belong together"},
		{"", "--tls-cert x --tls-key y", "no such file"},
	} {
		t.Setenv(connection.Variable, test.variable)
		var stdout, stderr bytes.Buffer
		status := run(append([]string{"serve"}, strings.Fields(test.args)...), nil, &stdout, &stderr)
		if status != 2 || !strings.Contains(stderr.String(), test.want) {
			t.Errorf("%.40s: %d %s", test.args, status, stderr.String())
		}
		if strings.Contains(stdout.String()+stderr.String(), liveKey[:20]) {
			t.Errorf("%.40s: a secret is printed", test.args)
		}
	}
}
