package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os/signal"

	"rangefinder/server/agent"
)

const mcpUsage = `usage: rangefinder mcp [FILE|FOLDER...]

Answers tools over the Model Context Protocol on standard input and output, for the program that starts it: explain and check
filters, suggest and measure key designs, check lessons. Only the files and folders that are named here are read. Nothing is
written, and no network is used. Most clients are told so:

  {"mcpServers": {"rangefinder": {"command": "rangefinder", "args": ["mcp", "work.rangefinder.ndjson"]}}}
`

// serveAgent is the subcommand mcp. Exit status: 0 the client ended the session, 1 it failed, 2 wrong usage.
func serveAgent(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("mcp", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() { io.WriteString(stderr, mcpUsage) }
	if err := flags.Parse(args); err == flag.ErrHelp {
		return 0
	} else if err != nil {
		return 2
	}
	files, err := agent.NewFiles(flags.Args()...)
	if err != nil {
		fmt.Fprintln(stderr, "rangefinder mcp:", err)
		return 2
	}
	defer files.Close()
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	if err := agent.Serve(ctx, agent.Config{Version: commit, Files: files, Samples: builtIn}, stdin, stdout); err != nil {
		fmt.Fprintln(stderr, "rangefinder mcp:", err)
		return 1
	}
	return 0
}
