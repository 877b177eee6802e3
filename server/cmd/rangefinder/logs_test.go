package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	stdlog "log"
	"os"
	"strings"
	"testing"
)

func parseLogs(t *testing.T, args ...string) (logOptions, error) {
	t.Helper()
	var o logOptions
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	o.register(flags)
	return o, flags.Parse(args)
}

// Ensure that the log has the format and the levels that were asked for, with what package log prints in it.
func TestLogs(t *testing.T) {
	defer func(flags int) {
		stdlog.SetOutput(os.Stderr)
		stdlog.SetFlags(flags)
	}(stdlog.Flags())
	for _, test := range []struct {
		args string
		want []string // messages
	}{
		{"", []string{"told", "warned", "http: fault"}},
		{"--log-format text --log-level debug", []string{"looked", "told", "warned", "http: fault"}},
		{"--log-format json --log-level warn", []string{"warned", "http: fault"}},
		{"--log-format json --log-level error", nil},
	} {
		o, err := parseLogs(t, strings.Fields(test.args)...)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		log := o.open(&out)
		log.Debug("looked", "n", 1)
		log.Info("told", "text", "two\nlines")
		log.Warn("warned")
		stdlog.Printf("http: fault")
		stdlog.Printf("Unsolicited response received on idle HTTP channel: secret")
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if out.Len() == 0 {
			lines = nil
		}
		if len(lines) != len(test.want) {
			t.Fatalf("%s: %q", test.args, lines)
		}
		for i, line := range lines {
			if !o.json {
				if !strings.Contains(line, "msg="+test.want[i]) && !strings.Contains(line, `msg="`+test.want[i]+`"`) {
					t.Errorf("%s: %s, want %s", test.args, line, test.want[i])
				}
				continue
			}
			var record struct{ Time, Level, Msg string }
			if err := json.Unmarshal([]byte(line), &record); err != nil || record.Msg != test.want[i] || record.Time == "" || record.Level == "" {
				t.Errorf("%s: %s: %v", test.args, line, err)
			}
		}
	}
}

// Ensure that a mistake says which flag has which value, and what it takes.
func TestLogs_Mistakes(t *testing.T) {
	for args, want := range map[string]string{
		"--log-format=xml":  `"xml" is not a format: take text or json`,
		"--log-level=trace": `"trace" is not a level: take debug, info, warn or error`,
	} {
		if _, err := parseLogs(t, args); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), args[2:strings.Index(args, "=")]) {
			t.Errorf("%s: %v", args, err)
		}
	}
}
