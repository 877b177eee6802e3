// Rangefinder serves an explorer and query playground for Azure Table storage, and explains $filter texts in a
// terminal. `rangefinder help` lists its subcommands.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is main without the process. Exit status: 0 success, 1 failure, 2 wrong usage.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		printCommands(stderr)
		return 2
	}
	name, rest := args[0], args[1:]
	switch name {
	case "-h", "-help", "--help":
		name = "help"
	case "-v", "-version", "--version":
		name = "version"
	}
	c := lookup(name)
	if c == nil {
		fmt.Fprintf(stderr, "rangefinder: there is no subcommand %.60q%s\n`rangefinder help` lists them.\n", name, meant(name, "", commandNames()))
		return 2
	}
	if asksForHelp(rest) {
		printHelp(stdout, c)
		return 0
	}
	return c.run(rest, stdin, stdout, stderr)
}

// asksForHelp reports whether one of the arguments before "--" is a flag for help.
func asksForHelp(args []string) bool {
	for _, a := range args {
		switch a {
		case "--":
			return false
		case "-h", "-help", "--help":
			return true
		}
	}
	return false
}
