package connection

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// Ensure that what signs a request is found in each form in which a service may send it back, and masked in its place.
func TestSecrets_Forms(t *testing.T) {
	token := strings.Repeat("eyJhbGciOi.", 3) + strings.Repeat("x", 200) + "-_" + strings.Repeat("y", 2000)
	roles := Account{Credential: newEntra(nil, "")}
	for _, text := range []string{"AccountName=acct;AccountKey=" + testKey + ";TableEndpoint=http://127.0.0.1:1/acct", "TableEndpoint=http://127.0.0.1:1/acct;SharedAccessSignature=" + wholeSAS, ""} {
		a := roles
		u := &url.URL{Scheme: "http", Host: "127.0.0.1:1", Path: "/acct/Tables"}
		request := &http.Request{Method: "GET", URL: u, Header: http.Header{}}
		secret := ""
		if text == "" {
			request.Header.Set("Authorization", "Bearer "+token)
			secret = token
		} else {
			a = mustParse(t, text)
			if err := a.Sign(request); err != nil {
				t.Fatal(err)
			}
			_, secret, _ = strings.Cut(request.Header.Get("Authorization"), ":")
			if secret == "" {
				secret = request.URL.Query().Get("sig")
			}
		}
		secrets := a.Secrets(request)
		escaped, _ := json.Marshal(secret)
		for _, form := range []string{secret, url.QueryEscape(secret), strings.ToLower("%2B") + url.QueryEscape(secret), string(escaped), strings.ReplaceAll(secret, "/", `\/`),
			strings.NewReplacer("+", `\u002b`, "/", `\u002f`, "=", `\u003d`).Replace(secret), strings.NewReplacer("+", "-", "/", "_", "=", "").Replace(secret), url.QueryEscape(url.QueryEscape(secret))} {
			b := []byte("before" + form + "between" + form)
			if !secrets.In(string(b)) || !secrets.Mask(b) || secrets.In(string(b)) || bytes.Contains(b, []byte(form)) || len(b) != 13+2*len(form) || !bytes.HasPrefix(b, []byte("before")) {
				t.Errorf("%q becomes %q", form, b)
			}
			for _, run := range runs(secret) {
				if len(run.text) > 1 && bytes.Contains(b, []byte(run.text)) {
					t.Errorf("%q becomes %q, which has %q of it still", form, b, run.text)
				}
			}
		}
		if other := base64.StdEncoding.EncodeToString([]byte("some other text of 32 bytes is it")); secrets.In(other) || secrets.Without(other) != other {
			t.Errorf("%q is taken for a secret", other)
		}
		if reach := secrets.Reach(); reach < 8 || reach > len(secret)+maxGap*strings.Count(secret, "+")+maxGap*len(runs(secret)) {
			t.Errorf("a secret begins within %d bytes", reach)
		}
	}
}

// Ensure that a signature is masked whole however many of its letters are not letters or digits, and in whichever place they stand.
func TestSecrets_AnySignature(t *testing.T) {
	form := strings.NewReplacer("/", `\\/`, "+", `\\u002b`, "=", `\\u003d`) // JSON that was quoted
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		sum := make([]byte, 32)
		for i := range sum {
			sum[i] = byte(r.Uint32())
			if r.IntN(12) == 0 {
				sum[i] = []byte{0xfb, 0xef, 0xbe, 0xff}[i%4]
			}
		}
		signature := base64.StdEncoding.EncodeToString(sum)
		var s Secrets
		s.add(signature)
		if s.needles[0].text == signature {
			continue // no run of six letters: one of a thousand million is so
		}
		text := form.Replace(signature)
		masked := s.Without("a status " + text + " and more")
		for at := range len(text) - minNeedle {
			if part := text[at : at+minNeedle]; strings.ContainsAny(part, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") && strings.Contains(masked, part) {
				t.Fatalf("%s is left as %q", signature, masked)
			}
		}
		if !strings.HasPrefix(masked, "a status ") || !strings.HasSuffix(masked, " and more") {
			t.Fatalf("of the text around %s is left %q", signature, masked)
		}
	}
}

// BenchmarkSecrets is what it costs to look through a page of entities.
func BenchmarkSecrets(b *testing.B) {
	request := &http.Request{Header: http.Header{"Authorization": {"SharedKeyLite acct:MDEyMzQ1Njc4OWFiY2RlZj4+Pj8/PzAxMjM0NTY3ODk="}}}
	page := []byte(strings.Repeat(`{"odata.etag":"W/\"datetime'2026-11-24T00%3A00%3A00.0000000Z'\"","PartitionKey":"p0001","RowKey":"r0000001","Timestamp":"2026-11-24T00:00:00Z","N":17,"Text":"hello world"},`, 200))
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		if s := (&Account{}).Secrets(request); s.Mask(page) {
			b.Fatal("found")
		}
	}
}
