package connection

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
)

// Variable is the environment variable that may hold a connection string.
const Variable = "RANGEFINDER_CONNECTION_STRING"

// Entry is an account under the name that a person gives it.
type Entry struct {
	Name    string // letters, digits, '-' and '_', at most MaxName
	Label   string // of the environment, "" for none: "production", "test"
	Account Account
}

// MaxName bounds the name and the label of an Entry, in bytes.
const MaxName = 64

// maxEntries bounds how many accounts a file has.
const maxEntries = 100

// ValidName reports whether an account can be given that name.
func ValidName(name string) bool {
	return name != "" && len(name) <= MaxName && strings.Trim(name, nameCharacters+"_") == ""
}

// FromEnvironment returns the account of Variable under its own name; ok is false when the variable is empty. Errors are those
// of Parse.
func FromEnvironment() (e Entry, ok bool, err error) {
	text := os.Getenv(Variable)
	if strings.TrimSpace(text) == "" {
		return e, false, nil
	}
	if e.Account, err = Parse(text); err != nil {
		return e, false, fmt.Errorf("%s: %w", Variable, err)
	}
	e.Name = e.Account.Name
	return e, true, nil
}

// ParseFlag reads an account as the command line names it. The text never holds the secret, because everybody on the machine can
// read command lines; it says where it is:
//
//	NAME=FILE         a file that only its owner can read, with a connection string in it
//	NAME=env:VARIABLE an environment variable with one
//	NAME=https://…    the address of an endpoint to sign in to with Entra ID
//
// NAME:LABEL in place of NAME names the environment too. Errors show no value.
func ParseFlag(text string, tokens Tokens) (Entry, error) {
	e, where, err := cutEntry(text)
	switch {
	case err != nil:
		return e, err
	case holdsSecret(where):
		return e, fmt.Errorf("account %s: everybody on this machine can read a command line, so it takes no connection string: put it into a file and give %s=FILE, or into an environment variable and give %s=env:VARIABLE", e.Name, e.Name, e.Name)
	case isAddress(where):
		e.Account, err = ParseEntra(where, tokens)
	case strings.HasPrefix(where, "env:"):
		variable := strings.TrimPrefix(where, "env:")
		if where = os.Getenv(variable); where == "" {
			return e, fmt.Errorf("account %s: the environment variable %.60q is empty", e.Name, variable)
		}
		e.Account, err = Parse(where)
	default:
		if where, err = ReadPrivate(where); err != nil {
			return e, fmt.Errorf("account %s: %w", e.Name, err)
		}
		e.Account, err = parseEither(where, tokens)
	}
	if err != nil {
		return e, fmt.Errorf("account %s: %w", e.Name, err)
	}
	return e, nil
}

// ReadFile reads the accounts of a file that only its owner can read: lines NAME=CONNECTION STRING or NAME:LABEL=…, or with an
// address to sign in to for a connection string; a line that begins with # is a comment. Errors name the line.
func ReadFile(path string, tokens Tokens) ([]Entry, error) {
	text, err := ReadPrivate(path)
	if err != nil {
		return nil, err
	}
	var out []Entry
	seen := map[string]bool{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		e, value, err := cutEntry(line)
		if err == nil {
			e.Account, err = parseEither(value, tokens)
		}
		switch {
		case err != nil:
			return nil, fmt.Errorf("%s, line %d: %w", path, number, err)
		case seen[e.Name]:
			return nil, fmt.Errorf("%s, line %d: the account %s is there twice", path, number, e.Name)
		case len(out) == maxEntries:
			return nil, fmt.Errorf("%s has more than %d accounts", path, maxEntries)
		}
		seen[e.Name] = true
		out = append(out, e)
	}
	return out, nil
}

// cutEntry cuts NAME=… and NAME:LABEL=….
func cutEntry(text string) (e Entry, rest string, err error) {
	name, rest, ok := strings.Cut(text, "=")
	name, label, labelled := strings.Cut(strings.TrimSpace(name), ":")
	_, known := partOf(name)
	switch {
	case !ok || known: // a connection string without a name; what stands there may be a secret, so it is not repeated
		return e, "", errors.New("an account is given as NAME=…, the name letters, digits, '-' and '_'")
	case !ValidName(name):
		return e, "", fmt.Errorf("the name of an account is letters, digits, '-' and '_', at most %d", MaxName)
	case labelled && !ValidName(label):
		return e, "", fmt.Errorf("the label of the account %s is letters, digits, '-' and '_', at most %d", name, MaxName)
	}
	return Entry{Name: name, Label: label}, strings.TrimSpace(rest), nil
}

// parseEither reads a connection string, or the address of an endpoint to sign in to.
func parseEither(text string, tokens Tokens) (Account, error) {
	if text = strings.TrimSpace(text); isAddress(text) && !strings.Contains(text, "?") {
		return ParseEntra(text, tokens)
	}
	return Parse(text)
}

// holdsSecret reports whether a text looks like a connection string or a signature.
func holdsSecret(text string) bool {
	lower := strings.ToLower(text)
	for _, sign := range []string{"accountkey=", "sharedaccesssignature=", "sig=", "usedevelopmentstorage=", "endpoint="} {
		if strings.Contains(lower, sign) {
			return true
		}
	}
	return strings.Contains(text, ";")
}

// ReadPrivate reads a file that nobody but its owner can read.
func ReadPrivate(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return "", err
	}
	if mode := info.Mode(); runtime.GOOS != "windows" && mode.IsRegular() && mode.Perm()&0o077 != 0 {
		return "", &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("others may read it (%v); it holds keys: chmod 600", mode.Perm())}
	}
	text, err := os.ReadFile(path)
	return string(text), err
}
