package main

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Ensure that each way to ask for help or the version is answered on the standard output, and a mistake in two lines that name the flag.
func TestRun_Help(t *testing.T) {
	for _, test := range []struct {
		args        string
		status      int
		out, errout string // contained; "" means nothing is printed
	}{
		{"help", 0, "rangefinder push [flags] TABLE@PLACE ACCOUNT", ""},
		{"-h", 0, "rangefinder help COMMAND", ""},
		{"help serve", 0, "\nThe Table endpoint:\n  --tables ADDRESS\n", ""},
		{"serve --help", 0, "list of processes", ""},
		{"serve --listen :1 -h", 0, "--listen ADDRESS\n        address of the page, host:port; port 0 takes any free one (default 127.0.0.1:8080)\n", ""},
		{"site --help", 0, "Usage: rangefinder site DIR\n", ""},
		{"explain -h", 0, "The exit status is 1", ""},
		{"help nobody", 2, "", "rangefinder help: there is no subcommand \"nobody\"\n"},
		{"-v", 0, "rangefinder 20", ""},
		{"--version", 0, "rangefinder 20", ""},
		{"version --json", 0, `"commit": "unknown"`, ""},
		{"notices", 0, "| github.com/tidwall/btree | v", ""},
		{"version now", 2, "", "it takes no arguments, and got 1\n"},
		{"serve --lisen :1", 2, "", "rangefinder serve: there is no flag --lisen; did you mean --listen?\n`rangefinder help serve` tells how it is used.\n"},
		{"serve --listen", 2, "", "flag needs an argument: --listen\n"},
		{"serve --profile mysql", 2, "", "--profile: "},
		{"serve --listen nowhere", 2, "", "rangefinder serve: --listen: \"nowhere\" is not an address: give host:port, such as 127.0.0.1:8080; port 0 takes any free one\n`rangefinder help serve` tells how it is used.\n"},
		{"serve --host example.org:80", 2, "", "--host: \"example.org:80\" is not a host name"},
		{"serve --host https://example.org", 2, "", "--host: "},
		{"serve --accounts none", 2, "", "rangefinder serve: --accounts: stat none: "},
		{"serve --sign sha1", 2, "", "is no way to sign: SharedKeyLite or SharedKey\n`rangefinder help serve` tells how it is used.\n"},
		{"completion tcsh", 2, "", "bash, zsh or fish"},
		{"--nonsense", 2, "", "there is no subcommand \"--nonsense\"\n"},
	} {
		var stdout, stderr bytes.Buffer
		if status := run(strings.Fields(test.args), nil, &stdout, &stderr); status != test.status {
			t.Errorf("%s: status %d, want %d", test.args, status, test.status)
		}
		for _, got := range []struct{ text, want string }{{stdout.String(), test.out}, {stderr.String(), test.errout}} {
			if got.want == "" && got.text != "" || !strings.Contains(got.text, got.want) {
				t.Errorf("%s: printed %q, want %q", test.args, got.text, got.want)
			}
		}
		if n := strings.Count(stderr.String(), "\n"); n > 2 {
			t.Errorf("%s: an error of %d lines", test.args, n)
		}
	}
}

// Ensure that completions and manual pages have every command and flag, and that what reads them takes them where it is installed.
func TestRun_CompletionAndManual(t *testing.T) {
	dir := t.TempDir()
	files := map[string]string{"bash": bashCompletion(), "zsh": zshCompletion(), "fish": fishCompletion()}
	for shell, script := range files {
		for _, c := range commands {
			if !strings.Contains(script, c.name) {
				t.Errorf("%s has no %s", shell, c.name)
			}
			c.eachFlag(func(f *flag.Flag) {
				if !strings.Contains(script, f.Name) {
					t.Errorf("%s has no --%s of %s", shell, f.Name, c.name)
				}
			})
		}
		path := filepath.Join(dir, shell)
		if err := os.WriteFile(path, []byte(script), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := exec.LookPath(shell); err != nil {
			continue
		}
		if out, err := exec.Command(shell, "-n", path).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v: %s", shell, err, out)
		}
	}
	for word, want := range map[string]string{"rangefinder serve --tabl": "--tables", "rangefinder pull --conflicts th": "theirs", "rangefinder vers": "version"} {
		words := strings.Fields(word)
		script := files["bash"] + "\nCOMP_WORDS=(" + word + "); COMP_CWORD=" + string(rune('0'+len(words)-1)) + "; _rangefinder; echo ${COMPREPLY[@]}"
		if out, err := exec.Command("bash", "-c", script).CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("%s: completed by %q, want %q: %v", word, out, want, err)
		}
	}
	pages := manualPages()
	if len(pages) != len(commands)+1 || !strings.Contains(pages["rangefinder-serve.1"], ".B \\-\\-tables ADDRESS\n") {
		t.Errorf("%d pages:\n%s", len(pages), pages["rangefinder-serve.1"])
	}
	for name, text := range pages {
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "'") {
				t.Errorf("%s: %q is a command of the typesetter", name, line)
			}
		}
	}
}
