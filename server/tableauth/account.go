package tableauth

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"hash"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
)

// The bounds of a key, in bytes. Those of the service have 64.
const (
	minKey = 32
	maxKey = 512
)

// Key is a shared key of an account. However it is printed, logged or encoded, it does not show.
type Key struct{ secret *secret }

// secret is behind a pointer because package fmt follows no pointers inside of what it prints, also where it cannot see that a
// Key formats itself.
type secret struct {
	bytes []byte
	macs  sync.Pool // of hash.Hash: one that has begun with the key before need not do that again
}

// ParseKey reads a key in Base64. Its errors do not repeat the text.
func ParseKey(text string) (Key, error) {
	b, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text))
	if err != nil {
		return Key{}, errors.New("the key is not Base64")
	}
	if len(b) < minKey || len(b) > maxKey {
		return Key{}, fmt.Errorf("the key has %d bytes; it needs %d to %d", len(b), minKey, maxKey)
	}
	return Key{&secret{bytes: b}}, nil
}

// IsZero reports whether there is no key.
func (k Key) IsZero() bool { return k.secret == nil }

// Sign returns the Base64 of the HMAC-SHA256 of a text. The zero Key panics.
func (k Key) Sign(text string) string {
	m, ok := k.secret.macs.Get().(hash.Hash)
	if ok {
		m.Reset()
	} else {
		m = hmac.New(sha256.New, k.secret.bytes)
	}
	io.WriteString(m, text) // a hash does not fail
	var sum [sha256.Size]byte
	signature := base64.StdEncoding.EncodeToString(m.Sum(sum[:0]))
	k.secret.macs.Put(m)
	return signature
}

const hiddenKey = "[key]"

// Format implements fmt.Formatter: no verb shows the key.
func (k Key) Format(f fmt.State, _ rune) { io.WriteString(f, hiddenKey) }

// LogValue implements slog.LogValuer.
func (k Key) LogValue() slog.Value { return slog.StringValue(hiddenKey) }

// MarshalText implements encoding.TextMarshaler.
func (k Key) MarshalText() ([]byte, error) { return []byte(hiddenKey), nil }

// Account is a name and the keys that sign for it.
type Account struct {
	Name string // 3 to 24 lower-case letters and digits
	Keys []Key  // one or two; any of them is good
}

// WellKnown reports whether one of the keys is that of all emulators: then everybody can sign for the account, whatever its
// name.
func (a Account) WellKnown() bool {
	return slices.ContainsFunc(a.Keys, func(k Key) bool { return !k.IsZero() && bytes.Equal(k.secret.bytes, emulatorKey.secret.bytes) })
}

// The account of all emulators.
const (
	WellKnownName = "devstoreaccount1"
	WellKnownKey  = "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=="
)

var emulatorKey = func() Key {
	key, err := ParseKey(WellKnownKey)
	if err != nil {
		panic(err) // it is a constant
	}
	return key
}()

// WellKnownAccount returns the account of all emulators.
func WellKnownAccount() Account {
	return Account{Name: WellKnownName, Keys: []Key{emulatorKey}}
}

// maxAccounts bounds how many accounts a text configures.
const maxAccounts = 100

// ParseAccounts reads accounts as name:key or name:key:key, separated by semicolons or line ends; a line that begins with # is
// a comment. Its errors name the account or its number, never a key.
func ParseAccounts(text string) ([]Account, error) {
	var out []Account
	seen := map[string]bool{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
			continue
		}
		for item := range strings.SplitSeq(line, ";") {
			if item = strings.TrimSpace(item); item == "" {
				continue
			}
			if len(out) == maxAccounts {
				return nil, fmt.Errorf("there are more than %d accounts", maxAccounts)
			}
			a, err := parseAccount(item)
			if err != nil {
				return nil, fmt.Errorf("account %d: %w", len(out)+1, err)
			}
			if seen[a.Name] {
				return nil, fmt.Errorf("account %s is given twice", a.Name)
			}
			seen[a.Name] = true
			out = append(out, a)
		}
	}
	return out, nil
}

func parseAccount(item string) (Account, error) {
	name, keys, ok := strings.Cut(item, ":")
	if !ok || !ValidName(name) {
		// What stands there may be a key at the wrong place, so it is not repeated.
		return Account{}, errors.New("it has to be name:key or name:key:key, the name 3 to 24 lower-case letters and digits")
	}
	a := Account{Name: name}
	for text := range strings.SplitSeq(keys, ":") {
		key, err := ParseKey(text)
		if err != nil {
			return Account{}, fmt.Errorf("%s: %w", name, err)
		}
		a.Keys = append(a.Keys, key)
	}
	if len(a.Keys) > 2 {
		return Account{}, fmt.Errorf("%s: there are %d keys; an account has one or two", name, len(a.Keys))
	}
	return a, nil
}

// ValidName reports whether an account can have that name.
func ValidName(name string) bool {
	return len(name) >= 3 && len(name) <= 24 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}
