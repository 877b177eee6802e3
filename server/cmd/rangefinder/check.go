package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"rangefinder/filterlang"
	"rangefinder/server"
)

// check reads a data directory and tells what is in it, or the filters of a file and tells which read too much. Exit status: 0
// all is well, 1 damaged, not readable, or too much is read, 2 wrong usage.
func check(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("check", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		io.WriteString(stderr, checkUsage)
		flags.PrintDefaults()
	}
	o := checkOptions{format: "text"}
	flags.Var(&o.deny, "deny", "`classes` that are too expensive: full-scan (the default), partition-range, whole-partition, row-range, with all that read more; for Azure Cosmos DB no-index-help (its default), all-partitions, one-partition; Table=class for one table of a workspace; may be repeated")
	flags.Func("profile", profileUsage, profileFlag(&o.profile))
	flags.Var(&choice{"text", func(text string) error {
		if checkFormats[text] == nil {
			return fmt.Errorf("%.40q is no format: take text, json, github or sarif", text)
		}
		o.format = text
		return nil
	}}, "format", "`format` of what is printed: text explains the filters that are refused or read too much; json has one object for each filter, one on each line; github annotates the lines of the file in a workflow of GitHub; sarif is what hosts of code take in")
	flags.BoolFunc("json", "the same as --format json", func(string) error {
		o.format = "json"
		return nil
	})
	rest, status, done := parseAround(flags, args, 1, stderr)
	if done {
		return status
	}
	path := rest[0]
	if path != "-" {
		info, err := os.Stat(path)
		if err != nil {
			fmt.Fprintln(stderr, "rangefinder:", err)
			return 1
		}
		if info.IsDir() {
			if o.format != "text" || len(o.deny) > 0 || o.profile != filterlang.Storage {
				fmt.Fprintf(stderr, "rangefinder check: --deny, --profile and --format are for files of filters; %s is a directory\n", path)
				return 2
			}
			return checkData(path, stdout, stderr)
		}
	}
	return checkFilters(path, o, stdin, stdout, stderr)
}

const checkUsage = `usage: rangefinder check DIR
       rangefinder check [--deny CLASSES] [--profile PROFILE] [--format FORMAT] FILE

Reads all of a data directory and tells of damage. Or reads filters, one on each line of FILE ("-" is the
standard input; lines that are empty or begin with # are left out) or the saved queries of a workspace file,
and explains those that are refused or read more than is allowed. The exit status is then 1.

`

// parseAround reads flags before, between and after the arguments there have to be. When done is true the command ends with
// the status: 0 after -h, 2 after a mistake that has been reported.
func parseAround(flags *flag.FlagSet, args []string, want int, stderr io.Writer) (rest []string, status int, done bool) {
	for {
		if err := flags.Parse(args); err != nil {
			if err == flag.ErrHelp {
				return nil, 0, true
			}
			return nil, 2, true
		}
		if flags.NArg() == 0 {
			break
		}
		rest = append(rest, flags.Arg(0))
		args = flags.Args()[1:]
	}
	if len(rest) != want {
		fmt.Fprintf(stderr, "rangefinder %s: %d arguments, want %d\n", flags.Name(), len(rest), want)
		flags.Usage()
		return nil, 2, true
	}
	return rest, 0, false
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
