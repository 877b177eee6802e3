package server

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Ensure that a foreign name that resolves to this machine gets nothing.
func TestHost(t *testing.T) {
	local := testHandler(t, nil)
	named := testHandler(t, func(c *Config) { c.Hosts = []string{"tables.example"} })
	guarded := testHandler(t, func(c *Config) { c.Token = "secret" })
	for _, test := range []struct {
		name    string
		handler http.Handler
		host    string
		want    int
	}{
		{"loopback", local, "127.0.0.1:8080", 200},
		{"loopback, another port", local, "127.0.0.1:9", 200},
		{"loopback, no port", local, "127.0.0.1", 200},
		{"the whole loopback net", local, "127.9.9.9", 200},
		{"localhost", local, "LocalHost:8080", 200},
		{"absolute name", local, "localhost.:8080", 200},
		{"IPv6", local, "[::1]:8080", 200},
		{"IPv6, no port", local, "[::1]", 200},
		{"foreign name", local, "evil.example:8080", 421},
		{"name that begins like ours", local, "127.0.0.1.evil.example", 421},
		{"name that ends like ours", local, "notlocalhost", 421},
		{"foreign address", local, "192.0.2.1", 421},
		{"empty", local, "", 421},
		{"allowed name", named, "tables.example:443", 200},
		{"allowed name, loopback", named, "localhost", 200},
		{"allowed name, another", named, "evil.example", 421},
		{"with a token", guarded, "tables.example", 401},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := http.NewRequest(http.MethodGet, "http://127.0.0.1/", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Host = test.host
			w := httptest.NewRecorder()
			test.handler.ServeHTTP(w, r)
			if w.Code != test.want {
				t.Errorf("status %d, want %d", w.Code, test.want)
			}
		})
	}
}

// Ensure that the token is asked of everything but the health check, given once, and kept in a guarded cookie.
func TestToken(t *testing.T) {
	h := testHandler(t, func(c *Config) { c.Token = "open sesame" })
	for _, target := range []string{"/", "/web/app.wasm", "/nothing", "/?token=", "/?token=open", "/?token=open+sesame2", "POST /?token=open+sesame"} {
		r := get(h, target)
		if r.StatusCode != http.StatusUnauthorized || r.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: status %d, cookie %q", target, r.StatusCode, r.Header.Get("Set-Cookie"))
		}
		if text := string(body(t, r)); !strings.Contains(text, "asks for a token") {
			t.Errorf("%s: told %q", target, text)
		}
	}
	if r := get(h, "/healthz"); r.StatusCode != http.StatusOK {
		t.Errorf("health check: status %d", r.StatusCode)
	}

	r := get(h, "/?token=open+sesame")
	if r.StatusCode != http.StatusSeeOther || r.Header.Get("Location") != "./" {
		t.Fatalf("status %d to %q, want 303 to ./", r.StatusCode, r.Header.Get("Location"))
	}
	cookie := r.Cookies()[0]
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != "" || strings.Contains(cookie.Value, "sesame") {
		t.Errorf("cookie %v", cookie)
	}
	for _, target := range []string{"/", "/web/app.wasm", "/app-worker.js"} {
		if r := get(h, target, "Cookie", cookie.Name+"="+cookie.Value); r.StatusCode != http.StatusOK {
			t.Errorf("%s with the cookie: status %d", target, r.StatusCode)
		}
	}
	if r := get(h, "/", "Cookie", cookie.Name+"="+cookie.Value+"0"); r.StatusCode != http.StatusUnauthorized {
		t.Errorf("a wrong cookie: status %d", r.StatusCode)
	}
	if r := get(h, "/?token=open+sesame", "X-Forwarded-Proto", "https"); !r.Cookies()[0].Secure {
		t.Error("the cookie may travel unencrypted although the page came by https")
	}
}

// Ensure that other pages may show the view without chrome in a frame, and nothing else.
func TestSecurity_Framing(t *testing.T) {
	h := testHandler(t, nil)
	for target, framed := range map[string]bool{
		"/?embed": true, "/?embed&theme=dark": true, "/?embed=1": true, "/index.html?embed": true, "/?theme=dark&embed": true,
		"/": false, "/index.html": false, "/?embedded": false, "/?theme=embed": false, "/nothing?embed": false, "/web/boot.js?embed": false, "/?%zz&x=embed": false,
	} {
		policy := get(h, target).Header.Get("Content-Security-Policy")
		if strings.Contains(policy, "frame-ancestors 'none'") == framed {
			t.Errorf("%s: %s", target, policy)
		}
		if !strings.HasPrefix(policy, "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; ") {
			t.Errorf("%s: the rest of the policy is gone: %s", target, policy)
		}
	}
}

// Ensure that a form on a foreign page cannot change anything here.
func TestNew_CrossOrigin(t *testing.T) {
	h := testHandler(t, nil)
	if r := get(h, "POST /", "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"); r.StatusCode != http.StatusForbidden {
		t.Errorf("status %d, want 403", r.StatusCode)
	}
}

func TestIsLoopback(t *testing.T) {
	for address, want := range map[string]bool{
		"127.0.0.1:8080": true, "localhost:0": true, "[::1]:80": true,
		":8080": false, "0.0.0.0:8080": false, "[::]:80": false, "192.0.2.1:80": false, "example.com:80": false, "nonsense": false,
	} {
		if got := IsLoopback(address); got != want {
			t.Errorf("%q: %v, want %v", address, got, want)
		}
	}
}
