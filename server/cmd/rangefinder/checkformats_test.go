package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// asProgram is set when the test's binary stands for rangefinder.
const asProgram = "RANGEFINDER_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// Ensure that a filter cannot end its workflow command or begin another, and that the file is named from the checkout.
func TestCheck_GitHub(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a,b:c.txt", []byte("PartitionKey eq 'a'\nName eq '%0A::error::x'\nA ==\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	here, err := filepath.Abs("a,b:c.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"a,b:c.txt", here, "./a,b:c.txt"} {
		status, out, _ := runWith("", "check", path, "--format", "github")
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if status != 1 || len(lines) != 3 ||
			!strings.HasPrefix(lines[0], "::error file=a%2Cb%3Ac.txt,line=2,title=$filter%3A full-scan::The plan of this filter is full scan: Name eq '%250A::error::x'") ||
			!strings.HasPrefix(lines[1], "::error file=a%2Cb%3Ac.txt,line=3,title=$filter%3A refused::The service refuses this filter with InvalidInput: A ==%0A") ||
			lines[2] != "2 of 3 filters read too much or are refused (--deny full-scan)." {
			t.Errorf("%s: %d\n%s", path, status, out)
		}
	}
	if _, out, _ := runWith("A eq 1\n", "check", "-", "--format=github"); !strings.HasPrefix(out, "::error line=1,") {
		t.Error(out)
	}
}

// Ensure that SARIF has what its version 2.1.0 requires: a rule for each result, and a relative, encoded address.
func TestCheck_SARIF(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("my queries", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("my queries/q.txt", []byte("A eq 1\nA ==\nB eq 2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, _ := runWith("", "check", "--format", "sarif", "my queries/q.txt")
	var log sarifLog
	if err := json.Unmarshal([]byte(out), &log); err != nil || status != 1 || log.Version != "2.1.0" || len(log.Runs) != 1 {
		t.Fatalf("%d %v\n%s", status, err, out)
	}
	run := log.Runs[0]
	var got []string
	for _, r := range run.Results {
		at := r.Locations[0].Physical
		if run.Tool.Driver.Rules[r.RuleIndex].ID != r.RuleID || r.Level != "error" || r.Message.Text == "" || at.Artifact.URI != "my%20queries/q.txt" {
			t.Errorf("%+v", r)
		}
		got = append(got, r.RuleID+" "+at.Region.Snippet.Text)
	}
	if want := []string{"full-scan A eq 1", "refused A ==", "full-scan B eq 2"}; !slices.Equal(got, want) || len(run.Tool.Driver.Rules) != 2 || run.AutomationDetails.ID != "rangefinder/my%20queries/q.txt/" {
		t.Errorf("%q\n%s", got, out)
	}
	if status, out, _ := runWith("PartitionKey eq 'a'\n", "check", "--format", "sarif", "-"); status != 0 || !strings.Contains(out, `"results": []`) {
		t.Errorf("%d\n%s", status, out)
	}
	if status, _, err := runWith("", "check", "--format", "xml", "-"); status != 2 || !strings.Contains(err, "take text, json, github or sarif") {
		t.Errorf("%d %s", status, err)
	}
}

// Ensure that the step of the workflow does what it says, with the script that it runs; inputs are never run as commands.
func TestAction_CheckFilters(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no sh")
	}
	script, err := filepath.Abs("../../../.github/actions/check-filters/run.sh")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"good.txt": "PartitionKey eq 'a'\n", "bad one.txt": "A eq 1\n", "-dash.txt": "PartitionKey eq 'a'\n", "$(touch run).txt": "PartitionKey eq 'a'\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	source := "import { odata } from \"@azure/data-tables\";\nconst o = { queryOptions: { filter: odata`Rating gt ${r}` } };\n"
	if err := errors.Join(os.Mkdir("src", 0o700), os.WriteFile("src/a.js", []byte(source), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		files, deny, profile string
		status               int
		want                 string
	}{
		{"good.txt", "", "", 0, "0 of 1 filters"},
		{"\r\ngood.txt\r\n\n-dash.txt\n$(touch run).txt\n", "", "storage", 0, "0 of 1 filters"},
		{"good.txt\nbad one.txt\ngood.txt", "", "", 1, "::error file=bad one.txt,line=1,"},
		{"good.txt", "whole-partition", "", 1, "1 of 1 filters"},
		{"bad one.txt", "", "cosmos", 0, "no-index-help"},
		{"good.txt", "; touch run", "", 2, "not a class of queries"},
		{"good.txt", "", "oracle", 2, "take storage, cosmos or emulator"},
		{"missing.txt", "", "", 1, "missing.txt"},
		{"\n", "", "", 2, "names no file"},
		{"src", "", "", 1, "::error file=src/a.js,line=2,"},
	} {
		c := exec.Command("sh", script)
		c.Env = append(os.Environ(), asProgram+"=1", "RANGEFINDER="+program, "FILES="+test.files, "DENY="+test.deny, "PROFILE="+test.profile, "SARIF=results")
		out, _ := c.CombinedOutput()
		if c.ProcessState.ExitCode() != test.status || !strings.Contains(string(out), test.want) {
			t.Errorf("%q, deny %q: %d\n%s", test.files, test.deny, c.ProcessState.ExitCode(), out)
		}
	}
	if _, err := os.Stat("run"); err == nil {
		t.Error("an input was run")
	}
	text, err := os.ReadFile("results/1.sarif")
	var log sarifLog
	if err == nil {
		err = json.Unmarshal(text, &log)
	}
	if err != nil || len(log.Runs) != 1 || !strings.Contains(string(text), "src/a.js") {
		t.Errorf("%v, the folder of source code is not in %s", err, text)
	}
}
