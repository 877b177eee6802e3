package main

import (
	"bytes"
	"flag"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rangefinder/filterlang"
)

// environment stands for that of the process.
type environment map[string]string

func (e environment) lookup(name string) (string, bool) {
	text, ok := e[name]
	return text, ok
}

func writeConfig(t testing.TB, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rf.conf")
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

// Ensure that a flag wins over a variable, a variable over a file, and a file over the default; also for lists and bool flags.
func TestSettings_Order(t *testing.T) {
	path := writeConfig(t, "\ufeff# mine\r\nlisten = 127.0.0.1:1\r\n\r\ntables=127.0.0.1:2\nhost = One\nhost = two\nmetrics = true\nlog-format = json\ndeny = Movies=full-scan\n", 0o644)
	e := environment{"RANGEFINDER_CONFIG": path, "RANGEFINDER_TABLES": "127.0.0.1:3", "RANGEFINDER_LOG_LEVEL": "warn", "RANGEFINDER_DENY": "full-scan; Log=none",
		"RANGEFINDER_DELETE_DELAY": "40s", "RANGEFINDER_PROFILE": "", "RANGEFINDER_ACCOUNTS": "mine1:key", "RANGEFINDER_ACCOUNTS_FILE": "mine"}
	var o serveOptions
	s, err := readSettings(o.declare(), strings.Fields("--log-level error --host three --metrics=false --log-level debug"), e.lookup)
	if err != nil {
		t.Fatal(err)
	}
	if o.listen != "127.0.0.1:1" || o.tables.listen != "127.0.0.1:3" || !slices.Equal(o.hosts, names{"three"}) || o.metrics || !o.logs.json || o.logs.level != slog.LevelDebug ||
		!slices.Equal(o.tables.deny, texts{"full-scan", "Log=none"}) || o.tables.deleteDelay != 40*time.Second || o.tables.profile != filterlang.Storage || o.tables.accounts != "mine" {
		t.Errorf("%+v", o)
	}
	for name, want := range map[string]string{"listen": path + ":2", "tables": "RANGEFINDER_TABLES", "host": "--host", "log-level": "--log-level", "profile": ""} {
		if got := s.given[name].origin; got != want {
			t.Errorf("%s comes from %q, want %q", name, got, want)
		}
	}
	o = serveOptions{}
	if _, err := readSettings(o.declare(), nil, environment{"RANGEFINDER_CONFIG": path}.lookup); err != nil || !slices.Equal(o.hosts, names{"one", "two"}) || !o.metrics {
		t.Errorf("%+v %v", o, err)
	}
}

// Ensure that every flag has a variable and a line in a file, so that none is forgotten.
func TestSettings_EveryFlag(t *testing.T) {
	values := map[string]string{"delete-delay": "3s", "request-units": "7", "profile": "cosmos", "log-format": "json", "log-level": "warn", "fault-seed": "7"}
	var o serveOptions
	o.declare().VisitAll(func(f *flag.Flag) {
		if f.Name == configFlag || f.Name == printFlag {
			return
		}
		value := values[f.Name]
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); ok && b.IsBoolFlag() {
			value = "true"
		} else if value == "" {
			value = "x"
		}
		path := writeConfig(t, f.Name+" = "+value, 0o600)
		for _, e := range []environment{{variableOf(f.Name): value}, {"RANGEFINDER_CONFIG": path}} {
			var o serveOptions
			flags := o.declare()
			if _, err := readSettings(flags, nil, e.lookup); err != nil || flags.Lookup(f.Name).Value.String() == f.DefValue {
				t.Errorf("%s by %v: %q, %v", f.Name, e, flags.Lookup(f.Name).Value, err)
			}
		}
	})
}

// Ensure that a mistake names the flag, variable or line, the value, and what is allowed, in few lines, and shows no secret.
func TestSettings_Mistakes(t *testing.T) {
	public := writeConfig(t, "token = sesame", 0o644)
	for _, test := range []struct{ variable, file, args, want string }{
		{"", "", "--log-level loud", `--log-level: "loud" is not a level: take debug, info, warn or error`},
		{"RANGEFINDER_LOG_FORMAT=xml", "", "", `RANGEFINDER_LOG_FORMAT: "xml" is not a format: take text or json`},
		{"RANGEFINDER_METRICS=maybe", "", "", `RANGEFINDER_METRICS: "maybe" is not taken; give true or false`},
		{"", "", "--metrics=maybe", `--metrics: "maybe" is not taken; give true or false`},
		{"", "delete-delay = soon", "", `rf.conf:1: "soon" is not taken; give a duration`},
		{"", "", "--request-units many", `--request-units: "many" is not taken; give a number`},
		{"", "", "--listn x", "there is no flag --listn"},
		{"", "", "--listen", "flag needs an argument: --listen"},
		{"", "", "data", `"data" is not a flag`},
		{"", "", "AccountKey=sesame", `"(hidden)" is not a flag`},
		{"", "\nlistn = x", "", `rf.conf:2: there is no setting "listn"`},
		{"", "print-config = true", "", `no setting "print-config"`},
		{"", "listen", "", "rf.conf:1: a line is name = value"},
		{"", "data = a\ndata = b", "", "rf.conf:2: data is there a second time"},
		{"", strings.Repeat("#", maxConfig+1), "", "more than"},
		{"", "", "--config /not/there", "--config: open /not/there"},
		{"", "", "--config " + public, "chmod 600"},
		{"RANGEFINDER_LISTEN=8080", "", "", `--listen (RANGEFINDER_LISTEN): "8080" is not an address: give host:port`},
		{"", "tables = on", "", `rf.conf:1): "on" is not an address: give host:port, such as 127.0.0.1:8080; port 0 takes any free one, or off for none`},
		{"RANGEFINDER_DENY=everything", "", "", `--deny (RANGEFINDER_DENY): "everything" is not a class`},
		{"RANGEFINDER_ACCOUNT=prod=https://acct.table.core.windows.net;AccountKey=sesame", "", "", "--account (RANGEFINDER_ACCOUNT): account prod: everybody on this machine can read a command line"},
		{"", "account = prod=AccountName=acct;AccountKey=sesame", "", "takes no connection string"},
		{"RANGEFINDER_TLS_CERT=x", "", "", "--tls-cert (RANGEFINDER_TLS_CERT) and --tls-key belong together"},
	} {
		if name, value, ok := strings.Cut(test.variable, "="); ok {
			t.Setenv(name, value)
		}
		args := append([]string{"serve"}, strings.Fields(test.args)...)
		if test.file != "" {
			args = append(args, "--config", writeConfig(t, test.file, 0o600))
		}
		var stdout, stderr bytes.Buffer
		status := run(args, nil, &stdout, &stderr)
		if status != 2 || !strings.Contains(stderr.String(), test.want) || strings.Count(stderr.String(), "\n") > 2 || strings.Contains(stderr.String(), "sesame") {
			t.Errorf("%s %q %s: %d %s", test.variable, test.file, test.args, status, &stderr)
		}
		if name, _, ok := strings.Cut(test.variable, "="); ok {
			os.Unsetenv(name)
		}
	}
}

// Ensure that --print-config tells each value and its origin, without secrets.
func TestServe_PrintConfig(t *testing.T) {
	path := writeConfig(t, "token = sesame1\ndata = /data\naccount = prod=AccountName=a;AccountKey=sesame2\naccount = roles=https://a.example", 0o600)
	for name, value := range map[string]string{"RANGEFINDER_CONFIG": path, "RANGEFINDER_ACCOUNTS": "mine1:sesame3", "RANGEFINDER_CONNECTION_STRING": "AccountKey=sesame4", "RANGEFINDER_LOG": "a\nb"} {
		t.Setenv(name, value)
	}
	var stdout, stderr bytes.Buffer
	if status := run([]string{"serve", "--print-config", "--listen", "127.0.0.1:0"}, nil, &stdout, &stderr); status != 0 || stderr.Len() > 0 {
		t.Fatalf("%d %s", status, &stderr)
	}
	var got []string
	for line := range strings.Lines(stdout.String()) {
		got = append(got, strings.Join(strings.Fields(line), " "))
	}
	for _, want := range []string{
		"listen 127.0.0.1:0 --listen", "token (hidden) " + path + ":1", "data /data " + path + ":2", "account (hidden); roles=https://a.example " + path + ":3",
		"tables 127.0.0.1:10002 default", "host - default", "log-format text default", "profile storage default", "config " + path + " RANGEFINDER_CONFIG", `log "a\nb" RANGEFINDER_LOG`,
		"RANGEFINDER_ACCOUNTS (hidden) environment", "RANGEFINDER_CONNECTION_STRING (hidden) environment",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is missing:\n%s", want, &stdout)
		}
	}
	if strings.Contains(stdout.String(), "sesame") {
		t.Errorf("a secret is shown:\n%s", &stdout)
	}
}

// Ensure that no text in a file makes the reader fail otherwise than by an error.
func FuzzSettings_File(f *testing.F) {
	for _, seed := range []string{"listen = a", "host=b\nhost=c", "#\n\n=", "metrics = 1", "token=x", "\ufeffdeny = \x00"} {
		f.Add(seed)
	}
	path := filepath.Join(f.TempDir(), "rf.conf")
	f.Fuzz(func(t *testing.T, text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var o serveOptions
		s, err := readSettings(o.declare(), []string{"--config", path}, environment{}.lookup)
		if err == nil {
			if err = s.print(io.Discard, environment{}.lookup); err != nil {
				t.Error(err)
			}
		}
	})
}
