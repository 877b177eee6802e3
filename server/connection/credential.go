package connection

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"time"

	"rangefinder/server/tableauth"
)

// Tokens signs in with Entra ID. Several goroutines may call it.
type Tokens interface {
	// Token returns a token for a scope, and when it expires.
	Token(ctx context.Context, scope string) (token string, expires time.Time, err error)
}

// kind is what a Credential is.
type kind uint8

const (
	withNothing kind = iota
	withKey
	withSAS
	withToken
)

func (k kind) String() string { return [...]string{"", "SharedKeyLite", "SAS", "Entra ID"}[k] }

// Credential is what signs for an account. However it is printed, logged or encoded, it does not show; the zero Credential
// signs nothing.
type Credential struct{ secret *secret }

// secret is behind a pointer, and has what must not be printed behind pointers of its own, because package fmt follows none
// inside of what it prints.
type secret struct {
	kind  kind
	key   tableauth.Key
	sas   *sas
	entra *entra
	texts *[]string // not to be told to anybody
}

func newKey(key tableauth.Key, text string) Credential {
	return Credential{&secret{kind: withKey, key: key, texts: &[]string{strings.TrimSpace(text)}}}
}

func newSAS(s *sas) Credential {
	return Credential{&secret{kind: withSAS, sas: s, texts: &s.secrets}}
}

func newEntra(tokens Tokens, scope string) Credential {
	return Credential{&secret{kind: withToken, entra: &entra{tokens: tokens, scope: scope}}}
}

func (c Credential) kind() kind {
	if c.secret == nil {
		return withNothing
	}
	return c.secret.kind
}

func (c Credential) sas() *sas {
	if c.secret == nil {
		return nil
	}
	return c.secret.sas
}

const hidden = "[credential]"

// Format implements fmt.Formatter: no verb shows the credential.
func (c Credential) Format(f fmt.State, _ rune) { io.WriteString(f, hidden) }

// String implements fmt.Stringer.
func (c Credential) String() string { return hidden }

// GoString implements fmt.GoStringer.
func (c Credential) GoString() string { return hidden }

// LogValue implements slog.LogValuer.
func (c Credential) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText implements encoding.TextMarshaler.
func (c Credential) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Redact returns a text without the account's secrets: whatever an answer or an error brings, the key, the signature and the
// token are not in it.
func (a *Account) Redact(text string) string {
	c := a.Credential.secret
	if c == nil {
		return text
	}
	if c.texts != nil {
		for _, s := range *c.texts {
			text = hide(text, s)
		}
	}
	if c.entra != nil {
		text = hide(text, c.entra.last())
	}
	return text
}

// hide takes a secret out of a text. What is very short would take the text apart and is no secret.
func hide(text, secret string) string {
	if len(secret) < 8 {
		return text
	}
	return strings.ReplaceAll(text, secret, hidden)
}

// entra keeps the token of a scope as long as it is good: some of what gives tokens starts a program for each.
type entra struct {
	tokens Tokens
	scope  string

	mutex   sync.Mutex
	kept    string
	expires time.Time
	asking  chan struct{} // closed when the one who asks for a token has it or not; nil when nobody asks
}

// fresh is how long before it expires a token is not good any more.
const fresh = 2 * time.Minute

// token returns a token that is good for a while. One goroutine asks for a new one, the others wait.
func (e *entra) token(ctx context.Context) (string, error) {
	if e.tokens == nil {
		return "", errors.New("this program was not given a way to sign in with Entra ID")
	}
	for {
		e.mutex.Lock()
		if e.kept != "" && time.Until(e.expires) > fresh {
			defer e.mutex.Unlock()
			return e.kept, nil
		}
		if wait := e.asking; wait != nil {
			e.mutex.Unlock()
			select {
			case <-wait:
				continue
			case <-ctx.Done():
				return "", ctx.Err()
			}
		}
		done := make(chan struct{})
		e.asking = done
		e.mutex.Unlock()

		token, expires, err := e.tokens.Token(ctx, e.scope)
		e.mutex.Lock()
		if err == nil {
			e.kept, e.expires = token, expires
		}
		e.asking = nil
		e.mutex.Unlock()
		close(done)
		switch {
		case err != nil:
			return "", err
		case token == "":
			return "", errors.New("signing in with Entra ID gave no token")
		}
		return token, nil
	}
}

func (e *entra) last() string {
	e.mutex.Lock()
	defer e.mutex.Unlock()
	return e.kept
}
