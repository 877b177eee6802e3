package main

import (
	"context"
	"fmt"
	"io"
	"os/signal"

	"rangefinder/server/agent"
)

const mcpAbout = `Answers tools over the Model Context Protocol on standard input and output, for the program that starts it: explain and check filters, suggest and measure key designs, check lessons. Only the files and folders that are named here are read. Nothing is written, and no network is used. Most clients are told so:

  {"mcpServers": {"rangefinder": {"command": "rangefinder", "args": ["mcp", "work.rangefinder.ndjson"]}}}`

// serveAgent is the subcommand mcp. Exit status: 0 the client ended the session, 1 it failed, 2 wrong usage.
func serveAgent(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := newFlags("mcp")
	if err := flags.Parse(args); err != nil {
		return misused(flags, err, stderr)
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
