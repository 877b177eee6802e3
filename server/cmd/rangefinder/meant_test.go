package main

import (
	"flag"
	"strings"
	"testing"
)

// Ensure that a slip in the name of a subcommand, a flag or a setting is answered with the name that was meant, and that nothing is
// guessed from what is far from all of them.
func TestMeant(t *testing.T) {
	for _, test := range []struct{ arguments, want string }{
		{"expalin x", "did you mean explain?"},
		{"hlep", "did you mean help?"},
		{"help workloads", "did you mean workload?"},
		{"serve --lisen x", "there is no flag --lisen; did you mean --listen?"},
		{"version --jsn", "there is no flag --jsn; did you mean --json?"},
		{"check --fromat json x", "did you mean --format?"},
	} {
		status, _, stderr := runWith("", strings.Fields(test.arguments)...)
		if status != 2 || !strings.Contains(stderr, test.want) {
			t.Errorf("%s: %d, %q, want %q", test.arguments, status, stderr, test.want)
		}
	}
	for _, arguments := range []string{"x", "--nonsense", "serve --colour x", "serve --" + strings.Repeat("x", 1000)} {
		if _, _, stderr := runWith("", strings.Fields(arguments)...); strings.Contains(stderr, "did you mean") || stderr == "" {
			t.Errorf("%.40s: %q", arguments, stderr)
		}
	}
}

// Ensure that a variable with a slip is told, and one that is read, or is far from all, is not.
func TestStrays(t *testing.T) {
	flags := func() *flag.FlagSet { return new(serveOptions).declare() }()
	got := strays(flags, []string{"RANGEFINDER_LISEN=x", "RANGEFINDER_LISTEN=x", "RANGEFINDER_ACCOUNTS=x", "RANGEFINDER_ACCOUNTS_FILE=x", "RANGEFINDER_CONTAINER=1", "RANGEFINDER_PAGE_IS_BUILT=1", "RANGEFINDER_LAG=60", "RANGEFINDER_METRIC=", "LISEN=x", "RANGEFINDER_CONNECTION_STRING=x", "RANGEFINDER_BROWSER=webkit"})
	if len(got) != 1 || got[0] != "RANGEFINDER_LISEN is set, and nothing reads it; did you mean RANGEFINDER_LISTEN?" {
		t.Errorf("%q", got)
	}
}

func TestSlips(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "ab", 2}, {"ab", "", 2}, {"lisen", "listen", 1}, {"expalin", "explain", 1}, {"fromat", "format", 1}, {"abc", "xyz", 3}, {"ab", "ba", 1}} {
		if got := slips(test.a, test.b); got != test.want {
			t.Errorf("%q to %q: %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
