package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"

	"rangefinder/filterlang"
	"rangefinder/server"
)

// check reads data directories and tells what is in them, or the filters of files and tells which read too much. Exit status: 0
// all is well, 1 damaged, not readable, or too much is read, 2 wrong usage.
func check(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	o := checkOptions{format: "text"}
	paths, status, done := parseAround(o.declare(), args, anyNumber, stderr)
	if done {
		return status
	}
	var data, rest []string
	for _, path := range paths {
		isData, err := isDataDir(path)
		switch {
		case err != nil:
			fmt.Fprintln(stderr, "rangefinder:", err)
			return 1
		case isData:
			data = append(data, path)
		default:
			rest = append(rest, path)
		}
	}
	if len(data) > 0 && (o.format != "text" || len(o.deny) > 0 || o.caps != "" || o.profile != filterlang.Storage) {
		fmt.Fprintf(stderr, "rangefinder check: --deny, --caps, --profile and --format are for files of filters; %s is a directory\n", data[0])
		return 2
	}
	for _, path := range data {
		status = max(status, checkData(path, stdout, stderr))
	}
	if len(rest) > 0 {
		status = max(status, checkFilters(rest, o, stdin, stdout, stderr))
	}
	return status
}

// isDataDir reports whether a path is a directory to be read as one of tables: all are that hold no source code, and those that
// hold tables.
func isDataDir(path string) (bool, error) {
	if path == "-" {
		return false, nil
	}
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return false, err
	}
	dirs, err := server.DataDirs(path)
	if err != nil {
		return false, err
	}
	for _, dir := range dirs {
		if kept, err := server.KeepsWorkspace(dir); kept || err != nil {
			return true, nil // whoever reads it tells the error
		}
	}
	files, err := sourceFiles(path)
	return len(files) == 0, err
}

func (o *checkOptions) declare() *flag.FlagSet {
	flags := newFlags("check")
	flags.Var(&o.deny, "deny", "`classes` that are too expensive: full-scan (the default), partition-range, whole-partition, row-range, with all that read more; for Azure Cosmos DB no-index-help (its default), all-partitions, one-partition; Table=class for one table of a workspace; may be repeated")
	flags.StringVar(&o.caps, "caps", "", "read from `FILE` what single queries may cost, one a line, as rangefinder workload --caps writes them: a query that has a cap is held to that instead of --deny, also a pattern of the design lab")
	flags.Func("profile", profileUsage, profileFlag(&o.profile))
	flags.Var(&choice{"text", func(text string) error {
		if checkFormats[text] == nil {
			return fmt.Errorf("%.40q is not a format: take text, json, github or sarif", text)
		}
		o.format = text
		return nil
	}}, "format", "`format` of what is printed: text explains the filters that are refused or read too much; json has one object for each filter, one on each line; github annotates the lines of the file in a workflow of GitHub; sarif is what hosts of code take in")
	flags.BoolFunc("json", "the same as --format json", func(string) error {
		o.format = "json"
		return nil
	})
	return flags
}

// How many arguments there may be, where it is no number.
const (
	anyNumber = -1 // one at least
	anyOrNone = -2
)

// parseAround reads flags before, between and after the arguments there have to be. When done is true the command ends with
// the status: 2 after a mistake that has been reported.
func parseAround(flags *flag.FlagSet, args []string, want int, stderr io.Writer) (rest []string, status int, done bool) {
	for {
		if err := flags.Parse(args); err != nil {
			return nil, misused(flags, err, stderr), true
		}
		if flags.NArg() == 0 {
			break
		}
		rest = append(rest, flags.Arg(0))
		args = flags.Args()[1:]
	}
	if want == anyNumber && len(rest) == 0 {
		return nil, misused(flags, errors.New("no path is named"), stderr), true
	}
	if want >= 0 && len(rest) != want {
		return nil, misused(flags, wrongArguments(flags.Name(), rest, want), stderr), true
	}
	return rest, 0, false
}

// wrongNumber says that a command was given a number of arguments that it does not take.
func wrongNumber(n, want int) error {
	if want == 0 {
		return fmt.Errorf("it takes no arguments, and got %d", n)
	}
	return fmt.Errorf("it takes %s, and got %d", counted(want, "argument"), n)
}

// wrongArguments is wrongNumber for a command whose form names its arguments: it says which is missing, or which is too many.
func wrongArguments(name string, given []string, want int) error {
	var takes []string
	if c := lookup(name); c != nil {
		for word := range strings.FieldsSeq(c.forms[0].arguments) {
			if word[0] != '[' {
				takes = append(takes, word)
			}
		}
	}
	switch {
	case len(takes) != want:
		return wrongNumber(len(given), want)
	case len(given) < want:
		missing, verb := takes[len(given):], "is"
		if len(missing) > 1 {
			verb = "are"
		}
		return fmt.Errorf("%s %s missing: it takes %s", strings.Join(missing, " and "), verb, strings.Join(takes, " "))
	}
	return fmt.Errorf("%.60q is too many: it takes %s", given[want], strings.Join(takes, " "))
}

// checkData reads a data directory, or the folders of the accounts in one.
func checkData(path string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	paths, err := server.DataDirs(path)
	if err != nil {
		fmt.Fprintln(stderr, "rangefinder:", err)
		return 1
	}
	status := 0
	for _, path := range paths {
		report, err := server.CheckDataDir(ctx, path)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s holds neither a workspace nor source code, so there is nothing to check", path)
		}
		if err != nil {
			fmt.Fprintln(stderr, "rangefinder:", err)
			status = 1
			continue
		}
		io.WriteString(stdout, describe(report))
		if report.Damaged() {
			status = 1
		}
	}
	return status
}

func describe(r *server.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", r.Path)
	fmt.Fprintf(&b, "  log: %d bytes, %d commits; %d tables, %d entities\n", r.Recovery.LogBytes, r.Recovery.Commits, r.Tables, r.Recovery.Entities)
	for _, problem := range r.Recovery.Problems() {
		fmt.Fprintf(&b, "  DAMAGED %s\n", problem)
	}
	if text := r.Recovery.TornTail(); text != "" {
		fmt.Fprintf(&b, "  %s\n", text)
	}
	for _, name := range r.Recovery.Kept {
		fmt.Fprintf(&b, "  %s is a damaged log that was put aside earlier\n", name)
	}
	for _, c := range r.Checkpoints {
		fmt.Fprintf(&b, "  checkpoint %s %q of %s: %d bytes, %d tables, %d entities\n", c.ID, c.Name, c.Time.UTC().Format("2006-01-02 15:04:05 UTC"), c.Bytes, c.Tables, c.Entities)
		if c.Err != nil {
			fmt.Fprintf(&b, "  DAMAGED checkpoint %s: %v\n", c.ID, c.Err)
		}
	}
	switch {
	case r.Damaged() && len(r.Recovery.Damage) == 0:
		b.WriteString("The tables can be read, and the server leaves the files of damaged snapshots as they are.\n")
	case r.Damaged():
		b.WriteString("The server puts a damaged log aside when it opens the directory, and saves what can be read. Copy the directory first.\n")
	case r.Recovery.Torn > 0:
		b.WriteString("All but that can be read.\n")
	default:
		b.WriteString("All of it can be read.\n")
	}
	return b.String()
}
