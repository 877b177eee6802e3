// Rangefinder serves an explorer and query playground for Azure Table storage, and explains $filter texts in a
// terminal. `rangefinder help` lists its subcommands.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"rangefinder/filterlang/explain"
)

// A command is one subcommand. run gets the arguments after its name and returns the exit status.
type command struct {
	name, arguments, summary string
	run                      func(args []string, stdin io.Reader, stdout, stderr io.Writer) int
}

var commands = []command{
	{"serve", "[--listen ADDRESS] [--tables ADDRESS] [--data DIR] [--deny CLASSES]", "serve the page and a Table endpoint; -h lists all flags", serve},
	{"explain", "[--profile PROFILE] [--json] FILTER...", "print the plan of each $filter", explain.Main},
	{"site", "DIR", "write the page as a folder for a static host", site},
	{"check", "PATH... [--deny CLASSES] [--format text|json|github|sarif]", "fail when a filter in a file or in source code reads too much", check},
	{"check", "DIR", "read all of a data directory and tell of damage", check},
	{"pull", "TABLE@ACCOUNT PLACE [--filter F] [--partition P] [--as NAME]", "copy a table of an account into a workspace file or data directory", pull},
	{"compare", "TABLE@SIDE TABLE@SIDE [--json]", "print what two tables do not have in common", compare},
	{"push", "TABLE@PLACE ACCOUNT [--dry-run] [--conflicts RULE]", "send the changes of a copy to its account", push},
	{"workload", "FILE... [--json] [--since TIME] [--table NAME]", "print what an application asks, from logs, what reads most first", readWorkload},
	{"lesson", "FILE...", "run lesson files and tell what is wrong with them", validateLessons},
	{"mcp", "[FILE|FOLDER...]", "answer tools over the Model Context Protocol on standard input and output", serveAgent},
	{"version", "", "print the version", version},
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is main without the process. Exit status: 0 success, 1 failure, 2 wrong usage.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		usage(stderr)
		return 2
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		usage(stdout)
		return 0
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(args[1:], stdin, stdout, stderr)
		}
	}
	fmt.Fprintf(stderr, "rangefinder: there is no subcommand %q\n\n", args[0])
	usage(stderr)
	return 2
}

func usage(w io.Writer) {
	var b strings.Builder
	b.WriteString("Rangefinder explores Azure Table storage and shows what a $filter costs before it runs.\n\nUsage:\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "  rangefinder %-8s %-70s %s\n", c.name, c.arguments, c.summary)
	}
	fmt.Fprintf(&b, "  rangefinder %-8s %-70s %s\n", "help", "", "print this")
	io.WriteString(w, b.String())
}
