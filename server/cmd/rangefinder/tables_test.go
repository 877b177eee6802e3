package main

import (
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rangefinder/server"
	"rangefinder/server/tableauth"
)

// Ensure that accounts come from the environment and a private file, that the well-known key is taken on loopback or when
// allowed, and that no mistake shows a key.
func TestServe_Accounts(t *testing.T) {
	own := strings.Repeat("c2Vjb25k", 8)
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const known = tableauth.WellKnownKey
	copied := write("copied", "copied1:"+own+":"+known+"\n", 0o600)
	private := write("private", "# mine\nfiled1:"+own+"\n", 0o600)
	public := write("public", "filed1:"+own+"\n", 0o644)
	broken := write("broken", own+"\n", 0o600)
	for _, test := range []struct {
		name, env, args string
		want            string // names, or a part of the error
	}{
		{"loopback", "", "", "devstoreaccount1!"},
		{"other address", "", "--tables 0.0.0.0:10002", "allow the key with --allow-well-known-key"},
		{"other address, told", "", "--tables 0.0.0.0:10002 --allow-well-known-key", "devstoreaccount1!"},
		{"other address, own", "mine1:" + own, "--tables :10002", "mine1"},
		{"loopback, own", "mine1:" + own, "", "devstoreaccount1! mine1"},
		{"file", "mine1:" + own, "--accounts " + private, "devstoreaccount1! mine1 filed1"},
		{"well-known name, own key", "devstoreaccount1:" + own, "", "devstoreaccount1"},
		{"well-known key, other name", "mine1:" + known, "", "devstoreaccount1! mine1!"},
		{"well-known key, other address", "devstoreaccount1:" + known, "--tables 0.0.0.0:10002", "account devstoreaccount1 has the key that everybody knows"},
		{"well-known key, other name, other address", "mine1:" + own + ";other1:" + known, "--tables :10002", "account other1 has the key that everybody knows"},
		{"well-known key, second, other address", "mine1:" + own + ":" + known, "--tables [::]:10002", "account mine1 has the key that everybody knows"},
		{"well-known key, other spelling, other address", "mine1:" + strings.Replace(known, "w==", "x==", 1), "--tables :10002", "account mine1 has the key that everybody knows"},
		{"well-known key, file, other address", "mine1:" + own, "--tables :10002 --accounts " + copied, "account copied1 has the key that everybody knows"},
		{"well-known key, other address, told", "mine1:" + known, "--tables :10002 --allow-well-known-key", "devstoreaccount1! mine1!"},
		{"public file", "", "--accounts " + public, "chmod 600"},
		{"no file", "", "--accounts " + filepath.Join(dir, "none"), "no such file"},
		{"broken file", "", "--accounts " + broken, "name:key"},
		{"broken variable", "mine1=" + own, "", "RANGEFINDER_ACCOUNTS: account 1"},
		{"in both", "filed1:" + own, "--accounts " + private, "account filed1 is in RANGEFINDER_ACCOUNTS and in"},
	} {
		t.Setenv(accountsVariable, test.env)
		var o tablesOptions
		flags := flag.NewFlagSet("serve", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		o.register(flags)
		if err := flags.Parse(strings.Fields(test.args)); err != nil {
			t.Fatal(err)
		}
		accounts, err := o.configured()
		var names []string
		for _, a := range accounts {
			name := a.Name
			if a.WellKnown() {
				name += "!"
			}
			names = append(names, name)
		}
		if got := strings.Join(names, " "); err == nil && got != test.want || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %s %v", test.name, got, err)
		}
		if err != nil && (strings.Contains(err.Error(), own[:8]) || strings.Contains(err.Error(), tableauth.WellKnownKey[:8])) {
			t.Errorf("%s: the error shows a key: %v", test.name, err)
		}
	}
}

// Ensure that flags that cannot be are wrong usage, told before anything is served.
func TestServe_Usage(t *testing.T) {
	for args, want := range map[string]string{
		"--deny scan":                 "not a class of queries",
		"--tables off --data x":       "--tables off",
		"--tables 0.0.0.0:0":          accountsVariable,
		"--accounts /no/such/file":    "no such file",
		"--delete-delay soon":         "give a duration",
		"--tables 127.0.0.1:0 --none": "there is no flag --none",
	} {
		t.Setenv(accountsVariable, "")
		status, _, err := runWith("", append([]string{"serve", "--listen", "127.0.0.1:0"}, strings.Fields(args)...)...)
		if status != 2 || !strings.Contains(err, want) {
			t.Errorf("serve %s: status %d, %s", args, status, err)
		}
	}
}

// Ensure that the connection string in the README is one that is accepted.
func TestReadme_ConnectionString(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	want := "AccountName=" + tableauth.WellKnownName + ";AccountKey=" + tableauth.WellKnownKey + ";TableEndpoint=http://127.0.0.1:10002/" + tableauth.WellKnownName
	if !strings.Contains(string(text), want) {
		t.Errorf("the README does not say %s", want)
	}
}

// Ensure that a log which cannot be written is told with the flag that names it.
func TestOpenEndpoint_Log(t *testing.T) {
	o := tablesOptions{listen: "127.0.0.1:0", log: filepath.Join(t.TempDir(), "none", "log")}
	if _, err := openEndpoint(context.Background(), o, server.TablesConfig{}, io.Discard); err == nil || !strings.HasPrefix(err.Error(), "--log: open ") {
		t.Error(err)
	}
}
