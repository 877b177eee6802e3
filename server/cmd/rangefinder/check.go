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
	var o checkOptions
	rest, status, done := parseAround(o.declare(), args, 1, stderr)
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
			if o.json || len(o.deny) > 0 || o.profile != filterlang.Storage {
				fmt.Fprintf(stderr, "rangefinder check: --deny, --profile and --json are for files of filters; %s is a directory\n", path)
				return 2
			}
			return checkData(path, stdout, stderr)
		}
	}
	return checkFilters(path, o, stdin, stdout, stderr)
}

func (o *checkOptions) declare() *flag.FlagSet {
	flags := newFlags("check")
	flags.Var(&o.deny, "deny", "`classes` that are too expensive: full-scan (the default), partition-range, whole-partition, row-range, with all that read more; for Azure Cosmos DB no-index-help (its default), all-partitions, one-partition; Table=class for one table of a workspace; may be repeated")
	flags.Func("profile", profileUsage, profileFlag(&o.profile))
	flags.BoolVar(&o.json, "json", false, "print one JSON object for each filter, one on each line")
	return flags
}

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
	if len(rest) != want {
		return nil, misused(flags, fmt.Errorf("%d arguments, want %d", len(rest), want), stderr), true
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
