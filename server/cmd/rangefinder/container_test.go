package main

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Ensure that the variable gives what a container needs, that flags given go before it, and that no other value passes for it.
func TestServe_Container(t *testing.T) {
	for _, test := range []struct{ value, args, accounts, want string }{
		{"", "", "", "127.0.0.1:8080 127.0.0.1:10002  false false"},
		{"0", "", "", "127.0.0.1:8080 127.0.0.1:10002  false false"},
		{"1", "", "", ":8080 :10002 /data true true"},
		{"1", "--data= --listen 127.0.0.1:1", "", "127.0.0.1:1 :10002  true true"},
		{"1", "--tables off", "", ":8080 off  true true"},
		{"1", "", "mine1:a2V5", ":8080 :10002 /data true false"},
		{"1", "--accounts FILE", "", ":8080 :10002 /data true false"},
		{"yes", "", "", `error: RANGEFINDER_CONTAINER is "yes"`},
	} {
		t.Setenv(containerVariable, test.value)
		t.Setenv(accountsVariable, test.accounts)
		var o serveOptions
		flags := o.declare()
		if err := flags.Parse(strings.Fields(test.args)); err != nil {
			t.Fatal(err)
		}
		words := []string{"false", "true"}
		index := map[bool]int{true: 1}
		got := ""
		if err := o.contain(flags); err != nil {
			got = "error: " + err.Error()
		} else {
			got = strings.Join([]string{o.listen, o.tables.listen, o.tables.data, words[index[o.live.plain]], words[index[o.tables.wellKnown]]}, " ")
		}
		if fails := strings.HasPrefix(test.want, "error"); !fails && got != test.want || fails && !strings.HasPrefix(got, test.want) {
			t.Errorf("%q %s: %s, want %s", test.value, test.args, got, test.want)
		}
	}
}

// Ensure that a health check tells a server that is well from any other, and does not wait for ever.
func TestHealthcheck(t *testing.T) {
	release := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/healthz":
		case "/hangs":
			<-release
		case "/moved":
			http.Redirect(w, r, "/healthz", http.StatusFound)
		default:
			http.Error(w, "disk \x1b[31mfull", http.StatusServiceUnavailable)
		}
	}))
	defer s.Close()
	defer close(release)
	for _, test := range []struct {
		args        string
		status      int
		out, errout string
	}{
		{s.URL, 0, "ok\n", ""},
		{s.URL + "/", 0, "ok\n", ""},
		{s.URL + "/full", 1, "", "answers 503 Service Unavailable: disk \ufffd[31mfull\n"},
		{s.URL + "/moved", 1, "", "answers 302"},
		{"--timeout 20ms " + s.URL + "/hangs", 1, "", "deadline exceeded"},
		{"http://127.0.0.1:1", 1, "", "refused"},
		{"localhost:8080", 2, "", "is not an address of a server"},
		{"http://a http://b", 2, "", "one address at most"},
	} {
		var stdout, stderr bytes.Buffer
		status := run(append([]string{"healthcheck"}, strings.Fields(test.args)...), nil, &stdout, &stderr)
		if status != test.status || stdout.String() != test.out || !strings.Contains(stderr.String(), test.errout) {
			t.Errorf("%s: status %d, %q, %q", test.args, status, &stdout, &stderr)
		}
	}
}
