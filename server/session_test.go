package server

import (
	"net/http"
	"strings"
	"testing"
)

// pageFields returns the header fields, as name and value, that the page sends after it asked for the secret with the given ones.
func pageFields(t *testing.T, h http.Handler, fields ...string) []string {
	t.Helper()
	r := get(h, "/api/session", append([]string{"Sec-Fetch-Site", "same-origin"}, fields...)...)
	secret := string(body(t, r))
	if r.StatusCode != http.StatusOK || len(secret) < 20 {
		t.Fatalf("the session is %d %q", r.StatusCode, secret)
	}
	return []string{sessionHeader, secret}
}

// Ensure that the secret is told to the page only, and that it is another with each start.
func TestSession_Secret(t *testing.T) {
	h := testHandler(t, nil)
	for _, test := range []struct {
		name   string
		fields []string
		want   int
	}{
		{"page", []string{"Sec-Fetch-Site", "same-origin"}, 200},
		{"page that tells its origin", []string{"Sec-Fetch-Site", "same-origin", "Origin", "http://127.0.0.1:8080"}, 200},
		{"program", nil, 200},
		{"cross-site", []string{"Sec-Fetch-Site", "cross-site"}, 403},
		{"same site, another port", []string{"Sec-Fetch-Site", "same-site"}, 403},
		{"typed into the address line", []string{"Sec-Fetch-Site", "none"}, 403},
		{"foreign origin", []string{"Origin", "https://evil.example"}, 403},
		{"another port", []string{"Origin", "http://127.0.0.1:8081"}, 403},
		{"hidden origin", []string{"Origin", "null"}, 403},
		{"nonsense origin", []string{"Origin", "http://%zz"}, 403},
		{"empty origin", []string{"Origin", ""}, 403},
	} {
		r := get(h, "/api/session", test.fields...)
		text := string(body(t, r))
		if r.StatusCode != test.want || test.want != 200 && strings.Contains(text, pageFields(t, h)[1]) {
			t.Errorf("%s: %d %s", test.name, r.StatusCode, text)
		}
		if r.Header.Get("Cache-Control") != "no-store" || r.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: %v", test.name, r.Header)
		}
	}
	if pageFields(t, h)[1] == pageFields(t, testHandler(t, nil))[1] {
		t.Error("two starts have the same secret")
	}
	if r := get(testHandler(t, func(c *Config) { c.Token = "x" }), "/api/session"); r.StatusCode != 401 {
		t.Errorf("without the token: %d", r.StatusCode)
	}
}

// Ensure that what is about accounts takes the very secret, once, and nothing from other pages.
func TestSession_Guard(t *testing.T) {
	h := testHandler(t, nil)
	secret := pageFields(t, h)[1]
	for _, target := range []string{"/api/accounts", "POST /api/connections", "DELETE /api/connections/x", "/api/accounts/x/Tables", "DELETE /api/accounts/x/Tables('Movies')", "POST /api/accounts/x/$several"} {
		for _, test := range []struct {
			name   string
			fields []string
			code   string
		}{
			{"none", nil, "SessionChanged"},
			{"empty", []string{sessionHeader, ""}, "SessionChanged"},
			{"of another start", []string{sessionHeader, strings.Repeat("A", len(secret))}, "SessionChanged"},
			{"shorter", []string{sessionHeader, secret[1:]}, "SessionChanged"},
			{"longer", []string{sessionHeader, secret + "A"}, "SessionChanged"},
			{"foreign origin", []string{sessionHeader, secret, "Origin", "http://evil.example"}, "OperationNotAllowed"},
			{"cross-site", []string{sessionHeader, secret, "Sec-Fetch-Site", "cross-site"}, "OperationNotAllowed"},
		} {
			r := get(h, target, test.fields...)
			text := string(body(t, r))
			// what changes something is refused for foreign pages before
			if r.StatusCode != 403 || !strings.Contains(text, `"code":"`+test.code+`"`) && !strings.Contains(text, "cross-origin request") || strings.Contains(text, secret) {
				t.Errorf("%s, %s: %d %s", target, test.name, r.StatusCode, text)
			}
		}
		if r := get(h, target, sessionHeader, secret); r.StatusCode == 403 {
			t.Errorf("%s of the page: %d %s", target, r.StatusCode, body(t, r))
		}
	}
}
