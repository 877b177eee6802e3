package main

import (
	"flag"
	"fmt"
	"io"
	"regexp"
	"strings"

	"rangefinder/filterlang/explain"
)

// A command is one subcommand. Help, the completion of shells and the manual pages are made from it.
type command struct {
	name  string
	forms []form                                                             // how it is called
	about string                                                             // paragraphs that help prints below the forms; may be empty
	flags func() *flag.FlagSet                                               // declares its flags; nil: none
	run   func(args []string, stdin io.Reader, stdout, stderr io.Writer) int // gets the arguments after its name, and returns the exit status
}

// form is what may stand after the name of a command, and what the command does then.
type form struct{ arguments, summary string }

// commands are the subcommands in the order in which help lists them. init sets it, because some of them read it.
var commands []command

func init() {
	commands = []command{
		{"serve", []form{{"[flags]", "serve the page and a Table endpoint"}}, serveAbout, func() *flag.FlagSet { return new(serveOptions).declare() }, serve},
		{"explain", []form{{"[flags] [FILTER...]", "print the plan of each $filter"}}, explainAbout, explainFlags, explain.Main},
		{"check", []form{
			{"[flags] PATH...", "fail when a filter in a file or in source code reads too much"},
			{"DIR", "read all of a data directory and tell of damage"},
		}, checkAbout, func() *flag.FlagSet { return new(checkOptions).declare() }, check},
		{"pull", []form{{"[flags] TABLE@ACCOUNT PLACE", "copy a table of an account into a workspace file or data directory"}}, pullAbout, func() *flag.FlagSet { return new(pullOptions).declare() }, pull},
		{"compare", []form{{"[flags] TABLE@SIDE TABLE@SIDE", "print what two tables do not have in common"}}, compareAbout, func() *flag.FlagSet { return new(compareOptions).declare() }, compare},
		{"push", []form{{"[flags] TABLE@PLACE ACCOUNT", "send the changes of a copy to its account"}}, pushAbout, func() *flag.FlagSet { return new(pushOptions).declare() }, push},
		{"copy", []form{{"[flags] SRC DST", "copy a table or a query's result into any account or place, after a plan"}}, copyAbout, func() *flag.FlagSet { return new(copyOptions).declare() }, copyTable},
		{"deploy", []form{{"[flags] SRC DST", "make the tables and copies of a design, or with --check find copies that have drifted"}}, deployAbout, func() *flag.FlagSet { return new(deployOptions).declare() }, deployDesign},
		{"move", []form{{"[flags] TABLE@PLACE", "print what changes for a table and its queries in Azure Cosmos DB for Table"}}, moveAbout, func() *flag.FlagSet { return new(moveOptions).declare() }, move},
		{"workload", []form{{"[flags] FILE...", "print what an application asks, from logs, what reads most first"}}, workloadAbout, workloadFlags, readWorkload},
		{"lab", []form{
			{"suggest [flags] WORKSPACE TABLE", "suggest keys for what a table is asked"},
			{"suggest --comparison FILE [flags]", "suggest keys for entities that a comparison describes"},
		}, labAbout, labFlags, designLab},
		{"lesson", []form{{"FILE...", "run lesson files and tell what is wrong with them"}, {"--class FILE...", "print what a class has done, from the files that its learners saved"}}, lessonAbout, func() *flag.FlagSet { return new(lessonOptions).declare() }, validateLessons},
		{"mcp", []form{{"[--write FILE] [FILE|FOLDER...]", "answer tools over the Model Context Protocol on standard input and output"}}, mcpAbout, agentFlags, serveAgent},
		{"site", []form{{"DIR", "write the page as a folder for a static host"}}, siteAbout, nil, site},
		{"healthcheck", []form{{"[--timeout DURATION] [URL]", "ask a server whether it is well"}}, healthcheckAbout, func() *flag.FlagSet { return new(healthcheckOptions).declare() }, healthcheck},
		{"completion", []form{{"bash|zsh|fish", "print the script that completes commands and flags in a shell"}}, completionAbout, nil, completion},
		{"man", []form{{"DIR", "write the manual pages into a folder"}}, manAbout, nil, man},
		{"notices", []form{{"", "print whose work is in the program, and the licences"}}, "", nil, notices},
		{"version", []form{{"[--json]", "print what tells two binaries apart"}}, "", func() *flag.FlagSet { return new(versionOptions).declare() }, version},
		{"help", []form{{"[COMMAND]", "print the list of commands, or how one is used"}}, "", nil, help},
	}
}

// lookup returns the command of a name, or nil.
func lookup(name string) *command {
	for i := range commands {
		if commands[i].name == name {
			return &commands[i]
		}
	}
	return nil
}

const serveAbout = `Without flags the page is at http://127.0.0.1:8080 and the Table endpoint at 127.0.0.1:10002, both for this machine only, and tables are in memory. SIGINT and SIGTERM end it after the requests that are being answered; SIGHUP does nothing.

With RANGEFINDER_CONTAINER=1 in the environment the flags that are not given are those that a container needs: --listen :8080 with a token, --tables :10002, --data /data and --insecure-plain-http, and without accounts of its own the endpoint takes the well-known key.`

const explainAbout = `Prints what the Table service does for each $filter: its class, the key range it reads, what each clause does, and what would read less. Without a FILTER, or for "-", filters are read from the standard input, one on each line; an empty line is a query without a filter. What follows "--" are filters, even when they begin with a dash.

The exit status is 1 when a filter is refused.`

const checkAbout = `Reads filters, one on each line of a file ("-" is the standard input; lines that are empty or begin with # are left out), the saved queries of a workspace file, or the strings that are filters in source code (Go, C#, JavaScript, TypeScript, Python, Java), of a file or of a directory, and explains those that are refused or read more than is allowed. Or reads all of a data directory and tells of damage.

In source code, what a program puts into a filter is a literal such as '{name}'. Its type is what the format, the call that converts it, as strconv.Itoa(n), or its declaration says; where none does, a text stands for it, and that is told. Filters that are put together from several statements or by joining a list, LINQ expressions and GenerateFilterCondition cannot be seen: their places are listed.

The exit status is 1 when there is such a filter, or damage.`

const pullAbout = `Copies a table of an account into PLACE, a workspace file (made when it is missing) or a data directory (a path that ends in /), or brings the copy there up to date and merges it with what was changed in it. Stopped or cut off, the same command goes on. An entity that both sides changed is a conflict and stays as it is, unless --conflicts says what becomes of it.

The exit status is 3 when there are conflicts.`

const compareAbout = `Prints what is not the same in two tables, each of an account or in a place: - is only in the first, + only in the second, ~ in both but different. TABLE@PLACE:base is a copy as it was pulled.

The exit status is 3 when they differ.`

const pushAbout = `Sends what was changed in a copy to the account it came from, each entity on condition that it is there as it was when it was pulled. An entity that was changed there too is a conflict and stays as it is, unless --conflicts says what becomes of it.

The exit status is 3 when something could not be sent: conflicts, entities that the service refuses.`

const lessonAbout = `Reads lesson files and runs them: the data is made, predictions and facts are held against it, each solution has to pass, on hidden data too, and each start and wrong answer must not. An exercise without hidden data or without its two hints is a problem. What is wrong is printed with its line.

With --class the files are those that learners saved on the page with "Save my progress". Each learner is a line, and so is each lesson that somebody began. Of a learner with several files the newest counts. Nothing is sent anywhere.

The exit status is 1 when something is wrong.`

const siteAbout = `The folder is created, or emptied when it holds an earlier site; any other is refused. Every host serves it, under any path: the page asks for compressed files and inflates them itself.`

const healthcheckAbout = `Asks http://127.0.0.1:8080/healthz, or URL, for which /healthz is added when it has no path.

The exit status is 0 when the answer is 200, and 1 when it is another or does not come in time.`

const completionAbout = `Put one of these where your shell reads it at start:

  source <(rangefinder completion bash)
  rangefinder completion zsh > "${fpath[1]}/_rangefinder"
  rangefinder completion fish > ~/.config/fish/completions/rangefinder.fish`

const manAbout = `Writes rangefinder.1 and a page for each command, for example into /usr/local/share/man/man1.`

// explainFlags are those that package explain reads by itself.
func explainFlags() *flag.FlagSet {
	flags := newFlags("explain")
	flags.String("profile", "", profileUsage)
	flags.Bool("json", false, "print one JSON object for each filter, one on each line")
	return flags
}

// A section is a heading of help for some flags of a command.
type section struct {
	title string
	flags []string
}

// sections are those of commands with many flags. Flags that are in none of them are listed first.
var sections = map[string][]section{
	"serve": {
		{"The page", []string{"listen", "ephemeral-port", "host", "token", "token-file", "tls-cert", "tls-key", "insecure-plain-http"}},
		{"The Table endpoint", []string{"tables", "data", "seed", "begin-anew", "accounts", "allow-well-known-key", "deny", "profile", "request-units", "delete-delay", "fault", "fault-seed", "debug"}},
		{"Live accounts", []string{"account", "connections", "allow-writes", "sign"}},
		{"Logs and figures", []string{"log", "log-format", "log-level", "metrics"}},
		{"Settings", []string{"config", "print-config"}},
	},
}

// flagValues are the values that flags can have, for the completion of shells.
var flagValues = map[string][]string{
	"profile":    {"storage", "cosmos", "emulator"},
	"sign":       {"SharedKeyLite", "SharedKey"},
	"retry":      {"none", "short", "linear", "exponential"},
	"conflicts":  {"ask", "mine", "theirs", "merge-mine", "merge-theirs"},
	"existing":   {"stop", "skip", "replace", "merge"},
	"verify":     {"none", "sample", "all"},
	"format":     {"text", "json", "github", "sarif"},
	"log-format": {"text", "json"}, "log-level": {"debug", "info", "warn", "error"},
	"deny": {"full-scan", "partition-range", "whole-partition", "row-range", "no-index-help", "all-partitions", "one-partition"},
}

// newFlags returns flags that report nothing themselves: misused does.
func newFlags(name string) *flag.FlagSet {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	return flags
}

// singleDash is where package flag names a flag.
var singleDash = regexp.MustCompile(`^(flag provided but not defined: |flag needs an argument: |invalid (?:boolean )?value .* for (?:flag )?)-([a-z])`)

// misused reports wrong arguments, with the flag and where help is, and returns the exit status.
func misused(flags *flag.FlagSet, err error, stderr io.Writer) int {
	text := singleDash.ReplaceAllString(err.Error(), "$1--$2")
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: --"); ok {
		text = noFlag(flags, name)
	}
	fmt.Fprintf(stderr, "rangefinder %s: %s\n`rangefinder help %s` tells how it is used.\n", flags.Name(), text, flags.Name())
	return 2
}

// noFlag says that there is no flag of a name, and which was meant.
func noFlag(flags *flag.FlagSet, name string) string {
	return fmt.Sprintf("there is no flag --%.40s%s", name, meant(name, "--", flagNames(flags)))
}
