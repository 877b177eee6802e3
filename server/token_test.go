package server

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// attack reports whether the attacks take their long form.
func attack() bool { return os.Getenv("RANGEFINDER_ATTACK") == "1" }

// Ensure that wrong tokens, in every place that a token can be in, are answered at the rate of their allowance, while the right
// token and the cookie pass at once from the very same address.
func TestAttack_GuessedToken(t *testing.T) {
	h := testHandler(t, func(c *Config) { c.Token = "open sesame" })
	server := httptest.NewServer(h)
	defer server.Close()
	length := time.Second
	if attack() {
		length = 20 * time.Second
	}
	cookie := tokenCookie(server.Listener.Addr().String())
	end := time.Now().Add(length)
	ctx, cancel := context.WithDeadline(t.Context(), end)
	defer cancel()
	var guessing sync.WaitGroup
	var mutex sync.Mutex
	tried, answered := 0, 0
	for i := range 32 {
		guessing.Go(func() {
			client := &http.Client{Transport: &http.Transport{}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
			defer client.CloseIdleConnections()
			for n := 0; time.Now().Before(end); n++ {
				r, err := http.NewRequestWithContext(ctx, "GET", server.URL+"/", nil)
				if err != nil {
					panic(err)
				}
				switch guess := fmt.Sprint("guess-", i, "-", n); i % 3 {
				case 0:
					r.URL.RawQuery = "token=" + guess
				case 1:
					r.Header.Set("Authorization", "Bearer "+guess)
				case 2:
					r.AddCookie(&http.Cookie{Name: cookie, Value: tokenHash(guess)})
				}
				answer, err := client.Do(r)
				mutex.Lock()
				tried++
				if err == nil {
					answered++
					if answer.StatusCode != http.StatusUnauthorized {
						t.Errorf("a wrong token is answered with %d", answer.StatusCode)
					}
					answer.Body.Close()
				}
				mutex.Unlock()
			}
		})
	}
	right, slowest := 0, time.Duration(0)
	client := &http.Client{Transport: &http.Transport{}, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	defer client.CloseIdleConnections()
	for time.Now().Before(end) {
		for _, place := range []string{"query", "bearer", "cookie"} {
			r, err := http.NewRequest("GET", server.URL+"/", nil)
			if err != nil {
				t.Fatal(err)
			}
			want := http.StatusOK
			switch place {
			case "query":
				r.URL.RawQuery, want = "token=open+sesame", http.StatusSeeOther
			case "bearer":
				r.Header.Set("Authorization", "Bearer open sesame")
			case "cookie":
				r.AddCookie(&http.Cookie{Name: cookie, Value: tokenHash("open sesame")})
			}
			start := time.Now()
			answer, err := client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
			if answer.StatusCode != want {
				t.Fatalf("the right token in the %s: %d", place, answer.StatusCode)
			}
			slowest = max(slowest, time.Since(start))
			right++
		}
	}
	guessing.Wait()
	took := time.Since(end.Add(-length)).Seconds()
	most := int(guessesOfAddress.burst+guessesOfAddress.rate*took) + 1
	t.Logf("%d wrong tokens in %.1f s: %d answered (%d at most); meanwhile %d right ones, the slowest in %v", tried, took, answered, most, right, slowest)
	if answered > most || answered == 0 {
		t.Errorf("%d wrong tokens were answered, want 1 to %d", answered, most)
	}
	if slowest > time.Second {
		t.Errorf("a right token took %v", slowest)
	}
}

// Ensure that many sources together have an allowance too, that a source has its own, and that what is remembered is bounded.
func TestSlowdown(t *testing.T) {
	now := time.Now()
	s := newSlowdown()
	answered, longest := 0, time.Duration(0)
	for i := range 3 * maxSources {
		from := sourceOf(fmt.Sprintf("[2001:db8:%x:%x::1]:80", i>>8, i&255))
		wait, ok := s.enter(from, now)
		if ok {
			answered++
			longest = max(longest, wait)
		}
	}
	if want := int(guessesOfAll.burst + guessesOfAll.rate*longestHold.Seconds()); answered != want || longest > longestHold {
		t.Errorf("%d sources were answered at once or later, the last after %v; want %d", answered, longest, want)
	}
	if len(s.addresses) > maxSources {
		t.Errorf("%d sources are remembered", len(s.addresses))
	}
	s = newSlowdown()
	for i, want := range []time.Duration{0, 0, 0, 0, 0, time.Second, 2 * time.Second, 3 * time.Second, 4 * time.Second, -1} {
		wait, ok := s.enter(sourceOf(fmt.Sprintf("[2001:db8::%x]:80", i)), now) // one network
		if ok != (want >= 0) || ok && wait != want {
			t.Errorf("wrong token %d waits %v, %v; want %v", i+1, wait, ok, want)
		}
	}
	if wait, ok := s.enter(sourceOf("192.0.2.1:80"), now); wait != 0 || !ok {
		t.Errorf("another source waits %v, %v", wait, ok)
	}
	if wait, ok := s.enter(sourceOf("[2001:db8::9]:80"), now.Add(time.Hour)); wait != 0 || !ok {
		t.Errorf("an hour later the source waits %v, %v", wait, ok)
	}
}

// Ensure that two servers on one host keep their tokens in cookies of different names.
func TestToken_CookiePerServer(t *testing.T) {
	jar := map[string]string{} // as a browser has it: ports do not matter
	tokens := map[string]string{"127.0.0.1:8080": "first", "127.0.0.1:8081": "second", "127.0.0.1": "third"}
	handlers := map[string]http.Handler{}
	visit := func(host, query string) *http.Response {
		var cookies []string
		for name, value := range jar {
			cookies = append(cookies, name+"="+value)
		}
		return get(handlers[host], "http://"+host+"/"+query, "Cookie", strings.Join(cookies, "; "))
	}
	for host, token := range tokens {
		handlers[host] = testHandler(t, func(c *Config) { c.Token = token })
		r := visit(host, "?token="+token)
		for _, cookie := range r.Cookies() {
			jar[cookie.Name] = cookie.Value
		}
	}
	for host := range tokens {
		if r := visit(host, ""); r.StatusCode != http.StatusOK {
			t.Errorf("%s: %d after the other servers were visited", host, r.StatusCode)
		}
	}
	if len(jar) != len(tokens) {
		t.Errorf("cookies %v", jar)
	}
	for _, host := range []string{"a:b=c", "a:8080;x", "[::1]", "a:"} {
		if name := tokenCookie(host); strings.Trim(name, "rangefinder_token0123456789") != "" {
			t.Errorf("%s: %s", host, name)
		}
	}
}
