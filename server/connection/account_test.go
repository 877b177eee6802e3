package connection

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rangefinder/engine/tablerest"
	"rangefinder/server/tableauth"
)

func mustParse(t *testing.T, text string) Account {
	t.Helper()
	a, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// fakeTokens counts how often it is asked.
type fakeTokens struct {
	asked   atomic.Int64
	expires time.Duration
	err     error
}

func (f *fakeTokens) Token(_ context.Context, scope string) (string, time.Time, error) {
	n := f.asked.Add(1)
	time.Sleep(time.Millisecond)
	return fmt.Sprintf("token-%d-%s", n, scope), time.Now().Add(f.expires), f.err
}

// Ensure that what Sign makes is what the service's own check accepts, for each credential and both schemes.
func TestAccount_Sign(t *testing.T) {
	key, err := tableauth.ParseKey(testKey)
	if err != nil {
		t.Fatal(err)
	}
	sasText, err := tableauth.MakeAccountSAS("acct", key, tableauth.AccountSAS{Services: "t", ResourceTypes: "sco", Permissions: "rl", Expiry: time.Now().Add(time.Hour)})
	if err != nil {
		t.Fatal(err)
	}
	verifier := tableauth.Verifier{Account: tableauth.Account{Name: "acct", Keys: []tableauth.Key{key}}}
	for _, test := range []struct {
		name, text string
		scheme     Scheme
		secondary  bool
	}{
		{"lite", "AccountName=acct;AccountKey=" + testKey, SharedKeyLite, false},
		{"full", "AccountName=acct;AccountKey=" + testKey, SharedKey, false},
		{"secondary", "AccountName=acct;AccountKey=" + testKey, SharedKeyLite, true},
		{"path style", "AccountName=acct;TableEndpoint=http://127.0.0.1:10002/acct;AccountKey=" + testKey, SharedKeyLite, false},
		{"path style, secondary", "AccountName=acct;TableEndpoint=http://127.0.0.1:10002/acct;TableSecondaryEndpoint=http://127.0.0.1:10002/acct-secondary;AccountKey=" + testKey, SharedKey, true},
		{"SAS", "AccountName=acct;SharedAccessSignature=?" + sasText, SharedKeyLite, false},
		{"SAS, path style", "TableEndpoint=http://127.0.0.1:10002/acct;SharedAccessSignature=" + sasText, SharedKeyLite, false},
	} {
		for _, path := range []string{"/Tables", "/Movies()?$filter=PartitionKey%20eq%20'a%26b'&$top=5", "/Movies(PartitionKey='Cop%20Out',RowKey='%C3%BC')", "/?restype=service&comp=properties"} {
			a := mustParse(t, test.text)
			a.Scheme = test.scheme
			base := a.URL()
			if test.secondary {
				base = a.Secondary.String()
			}
			r, err := http.NewRequest("GET", base+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := a.Sign(r); err != nil {
				t.Fatal(err)
			}
			if test.scheme == SharedKey && !strings.HasPrefix(r.Header.Get("Authorization"), "SharedKey acct:") {
				t.Errorf("%s: not SharedKey", test.name)
			}
			in := httptest.NewRequest("GET", r.URL.RequestURI(), nil)
			in.Header = r.Header
			if _, err := verifier.Verify(in); err != nil {
				t.Errorf("%s, %s: %v %s", test.name, path, err, err.Detail)
			}
		}
	}
}

// Ensure that a request to anywhere but the account's endpoints is not signed.
func TestAccount_Sign_ForeignAddress(t *testing.T) {
	a := mustParse(t, "AccountName=acct;AccountKey="+testKey+";TableEndpoint=https://tables.example/acct")
	for _, address := range []string{"https://evil.example/acct/Tables", "http://tables.example/acct/Tables", "https://tables.example:444/acct/Tables",
		"https://tables.example/other/Tables", "https://tables.example/acct2/Tables", "https://x@tables.example/acct/Tables", "https://tables.example/"} {
		r, err := http.NewRequest("GET", address, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := a.Sign(r); err == nil || r.Header.Get("Authorization") != "" {
			t.Errorf("%s is signed", address)
		}
	}
}

// Ensure that a token is asked for once for all who want it, again before it expires, and again after a failure.
func TestAccount_Sign_Token(t *testing.T) {
	tokens := &fakeTokens{expires: time.Hour}
	a, err := ParseEntra("https://acct.table.core.windows.net", tokens)
	if err != nil {
		t.Fatal(err)
	}
	sign := func() (string, error) {
		r, err := http.NewRequest("GET", a.URL()+"/Tables", nil)
		if err != nil {
			return "", err
		}
		err = a.Sign(r)
		return r.Header.Get("Authorization"), err
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if got, err := sign(); err != nil || got != "Bearer token-1-https://storage.azure.com/.default" {
				t.Errorf("%q %v", got, err)
			}
		})
	}
	all.Wait()
	if n := tokens.asked.Load(); n != 1 {
		t.Errorf("asked %d times", n)
	}
	a.Credential.secret.entra.expires = time.Now().Add(fresh - time.Second)
	if got, _ := sign(); !strings.Contains(got, "token-2-") {
		t.Errorf("an old token goes on: %s", got)
	}
	a.Credential.secret.entra.expires = time.Now()
	tokens.err = errors.New("signing in failed")
	if _, err := sign(); err == nil {
		t.Error("no error")
	}
	tokens.err = nil
	if got, err := sign(); err != nil || !strings.Contains(got, "token-4-") {
		t.Errorf("after a failure: %q %v", got, err)
	}
	if text := a.Redact("x token-4-https://storage.azure.com/.default y"); strings.Contains(text, "token-4") {
		t.Errorf("the token shows: %s", text)
	}
}

// Ensure that however an account is printed, logged, encoded or crashed with, its secrets do not show.
func TestAccount_NeverShows(t *testing.T) {
	for _, text := range []string{
		"AccountName=acct;AccountKey=" + testKey,
		"AccountName=acct;SharedAccessSignature=" + tableSAS,
		"AccountName=acct;SharedAccessSignature=" + wholeSAS,
	} {
		a := mustParse(t, text)
		entry := Entry{Name: "prod", Account: a}
		var out bytes.Buffer
		for _, value := range []any{a, &a, a.Credential, &a.Credential, entry, []Entry{entry}, map[string]Entry{"x": entry}, a.Doer(nil), struct{ a Account }{a}} {
			for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
				fmt.Fprintf(&out, verb+"\n", value)
			}
			slog.New(slog.NewJSONHandler(&out, nil)).Error("x", "value", value)
			slog.New(slog.NewTextHandler(&out, nil)).Error("x", "value", value)
			encoded, err := json.Marshal(value)
			if err != nil {
				t.Fatal(err)
			}
			out.Write(encoded)
		}
		for _, secret := range []string{testKey[:20], testSig[:16], "cUyl3Qa8QUwd6f%2F7", "secret-secret", fmt.Sprintf("%x", "secret-secret"), fmt.Sprintf("%x", testSig[:16]), fmt.Sprint([]byte("secret-secret"))[1:40]} {
			if strings.Contains(out.String(), secret) {
				t.Errorf("%q shows", secret)
			}
		}
		if got := a.Redact("key " + testKey + " sig=" + testSig + " or cUyl3Qa8QUwd6f%2F7pMkLKe0S9ofjotPEM9CZEYgQ9B4%3D"); strings.Contains(text, "AccountKey") && strings.Contains(got, testKey) ||
			!strings.Contains(text, "AccountKey") && strings.Contains(got, testSig[:30]) {
			t.Errorf("not redacted: %s", got)
		}
	}
}

// Ensure that a Doer signs each request, follows no redirect, and tells no secret when there is no answer.
func TestDoer(t *testing.T) {
	var seen []string
	var signature string
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.URL.Path)
		if r.URL.Path == "/acct/moved" {
			http.Redirect(w, r, "/acct/Tables", http.StatusFound)
			return
		}
		if r.URL.Path == "/acct/echo" {
			_, signature, _ = strings.Cut(r.Header.Get("Authorization"), ":")
			w.Header().Set("ETag", signature)
			fmt.Fprint(w, r.Header.Get("Authorization"))
			return
		}
		fmt.Fprint(w, r.Header.Get("Authorization")[:14])
	}))
	defer service.Close()
	a := mustParse(t, "AccountName=acct;AccountKey="+testKey+";TableEndpoint="+service.URL+"/acct")
	d := a.Doer(nil)
	got, err := d.Do(t.Context(), tablerest.Request{Method: "GET", URL: a.URL() + "/Tables"})
	if err != nil || got.Status != 200 || got.Body != "SharedKeyLite " {
		t.Fatalf("%+v %v", got, err)
	}
	if got, err = d.Do(t.Context(), tablerest.Request{Method: "GET", URL: a.URL() + "/moved"}); err != nil || got.Status != 302 || len(seen) != 2 {
		t.Errorf("%+v %v after %v", got, err, seen)
	}
	if got, err = d.Do(t.Context(), tablerest.Request{Method: "GET", URL: a.URL() + "/echo"}); err != nil || !strings.Contains(got.Body, "***") || !strings.Contains(got.Get("ETag"), "***") ||
		strings.Contains(got.Body, signature) || strings.Contains(got.Get("ETag"), signature) {
		t.Errorf("the signature comes back: %+v %v", got, err)
	}
	if _, err := d.Do(t.Context(), tablerest.Request{Method: "GET", URL: "http://127.0.0.1:1/acct/Tables"}); err == nil {
		t.Error("a request to another address was sent")
	}
	sas := mustParse(t, "TableEndpoint=http://127.0.0.1:1/acct;SharedAccessSignature="+wholeSAS)
	if _, err := sas.Doer(nil).Do(t.Context(), tablerest.Request{Method: "GET", URL: sas.URL() + "/Tables"}); err == nil || strings.Contains(err.Error(), "cUyl3Qa8") {
		t.Errorf("%v", err)
	}
	meta := mustParse(t, "AccountName=acct;AccountKey="+testKey+";TableEndpoint=http://169.254.169.254/acct")
	if _, err := meta.Doer(nil).Do(t.Context(), tablerest.Request{Method: "GET", URL: meta.URL() + "/Tables"}); err == nil || !strings.Contains(err.Error(), "not an address that an account can have") {
		t.Errorf("an address of a cloud's metadata is asked: %v", err)
	}
}
