package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"rangefinder/server"
)

// check reads a data directory and tells what is in it. Exit status: 0 all is well, 1 damaged or not readable.
func check(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("check", flag.ContinueOnError)
	flags.SetOutput(stderr)
	if status, done := parse(flags, args, 1, stderr); done {
		return status
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	report, err := server.CheckDataDir(ctx, flags.Arg(0))
	if err != nil {
		fmt.Fprintln(stderr, "rangefinder:", err)
		return 1
	}
	io.WriteString(stdout, describe(report))
	if report.Damaged() {
		return 1
	}
	return 0
}

func describe(r *server.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", r.Path)
	fmt.Fprintf(&b, "  log: %d bytes, %d commits; %d tables, %d entities\n", r.Recovery.LogBytes, r.Recovery.Commits, r.Tables, r.Recovery.Entities)
	if n := r.Recovery.Torn; n > 0 {
		fmt.Fprintf(&b, "  the last %d bytes are of a commit that was never acknowledged; they go when the directory is opened\n", n)
	}
	for _, d := range r.Recovery.Damage {
		fmt.Fprintf(&b, "  DAMAGED %s, %d bytes from offset %d: %s %d commits before it and %d after it can be read.\n", d.File, d.Length, d.Offset, d.Reason, d.Before, d.After)
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
	if r.Damaged() {
		b.WriteString("Opening the directory puts a damaged log aside and saves what can be read. Copy the directory first.\n")
	} else {
		b.WriteString("All of it can be read.\n")
	}
	return b.String()
}
