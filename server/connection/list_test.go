package connection

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Ensure that accounts come from a private file, from the environment and from an address, and that a secret on the command line
// is refused without being repeated.
func TestParseFlag(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	private := write("private", "AccountName=acct;AccountKey="+testKey+"\n", 0o600)
	public := write("public", "AccountName=acct;AccountKey="+testKey, 0o644)
	signIn := write("entra", "https://acct.table.core.windows.net\n", 0o600)
	sas := write("sas", "https://acct.table.core.windows.net/"+wholeSAS, 0o600)
	t.Setenv("MY_ACCOUNT", "AccountName=acct;AccountKey="+testKey)
	t.Setenv("BAD_ACCOUNT", "AccountName=acct;AccountKey="+testKey[:30]+"!")
	for _, test := range []struct{ text, name, label, auth, want string }{
		{"prod=" + private, "prod", "", "SharedKeyLite", ""},
		{"prod:production=" + private, "prod", "production", "SharedKeyLite", ""},
		{"a-b_1=env:MY_ACCOUNT", "a-b_1", "", "SharedKeyLite", ""},
		{"x=https://acct.table.core.windows.net", "x", "", "Entra ID", ""},
		{"x=" + signIn, "x", "", "Entra ID", ""},
		{"x=" + sas, "x", "", "SAS", ""},
		{"x=env:NO_ACCOUNT", "", "", "", `"NO_ACCOUNT" is empty`},
		{"x=env:BAD_ACCOUNT", "", "", "", "AccountKey: the key is not Base64"},
		{"x=" + filepath.Join(folder, "none"), "", "", "", "no such file"},
		{"x=AccountName=acct;AccountKey=" + testKey, "", "", "", "takes no connection string"},
		{"x=https://acct.table.core.windows.net/?" + tableSAS, "", "", "", "takes no connection string"},
		{"AccountName=acct;AccountKey=" + testKey, "", "", "", "given as NAME="},
		{private, "", "", "", "given as NAME="},
		{"a/b=" + private, "", "", "", "the name of an account is"},
		{"a:b c=" + private, "", "", "", "the label of the account a is"},
		{"x=" + public, "", "", "", "chmod 600"},
	} {
		e, err := ParseFlag(test.text, nil)
		if test.want != "" {
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), testKey[:20]) || strings.Contains(err.Error(), testSig[:16]) {
				t.Errorf("%.20s: %v; want %q", test.text, err, test.want)
			}
			continue
		}
		if err != nil || e.Name != test.name || e.Label != test.label || e.Account.Auth() != test.auth {
			t.Errorf("%s: %s %s %s %v", test.text, e.Name, e.Label, e.Account.Auth(), err)
		}
	}
}

// Ensure that a file names its accounts, that a mistake is told with its line, and that a file others can read is not read.
func TestReadFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "accounts")
	read := func(text string, mode os.FileMode) ([]Entry, error) {
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		return ReadFile(path, nil)
	}
	good := "# mine\n\nprod:production = AccountName=acct;AccountKey=" + testKey + "\nlocal=UseDevelopmentStorage=true\r\nroles=https://acct.table.core.windows.net\n"
	entries, err := read(good, 0o600)
	if err != nil || len(entries) != 3 || entries[0].Name != "prod" || entries[0].Label != "production" || entries[1].Account.Name != "devstoreaccount1" || entries[2].Account.Auth() != "Entra ID" {
		t.Fatalf("%+v %v", entries, err)
	}
	for text, want := range map[string]string{
		good + "prod=UseDevelopmentStorage=true":                  "line 6: the account prod is there twice",
		"AccountName=acct;AccountKey=" + testKey:                  "line 1: an account is given as NAME=",
		"a=UseDevelopmentStorage=true\nb=AccountKey=" + testKey:   "line 2: AccountName is missing",
		strings.Repeat("#\n", 9) + "c=" + testKey:                 "line 10: part 1",
		"c=AccountName=acct;AccountKey=" + testKey[:40] + "\n=\n": "line 1: AccountKey",
	} {
		if _, err := read(text, 0o600); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), testKey[:20]) {
			t.Errorf("%v; want %q", err, want)
		}
	}
	if _, err := read(good, 0o640); err == nil || !strings.Contains(err.Error(), "chmod 600") {
		t.Errorf("a file that others can read: %v", err)
	}
}

// Ensure that the environment's connection string makes an account under its own name.
func TestFromEnvironment(t *testing.T) {
	t.Setenv(Variable, "")
	if _, ok, err := FromEnvironment(); ok || err != nil {
		t.Errorf("%v %v", ok, err)
	}
	t.Setenv(Variable, "AccountName=acct;AccountKey="+testKey)
	if e, ok, err := FromEnvironment(); !ok || err != nil || e.Name != "acct" {
		t.Errorf("%v %v %v", e, ok, err)
	}
	t.Setenv(Variable, "AccountName=acct;AccountKey="+testKey[:30])
	if _, _, err := FromEnvironment(); err == nil || strings.Contains(err.Error(), testKey[:20]) {
		t.Errorf("%v", err)
	}
}
