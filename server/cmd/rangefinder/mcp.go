package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os/signal"

	"rangefinder/server/agent"
)

const mcpAbout = `Answers tools over the Model Context Protocol on standard input and output, for the program that starts it: explain and check filters, read what an application asks from logs (workload), suggest and measure key designs (lab_suggest, lab_measure, and with --write lab_make), check lessons (lesson_check). Only the files and folders that are named here are read. Nothing is written, except tables of a key design into the files of --write; without that flag there is no tool that writes. No network is used. Most clients are told so:

  {"mcpServers": {"rangefinder": {"command": "rangefinder", "args": ["mcp", "work.rangefinder.ndjson"]}}}`

// agentOptions are the flags of mcp.
type agentOptions struct{ write []string }

// agentFlags declares the flags for help.
func agentFlags() *flag.FlagSet { return new(agentOptions).declare() }

func (o *agentOptions) declare() *flag.FlagSet {
	flags := newFlags("mcp")
	flags.Func("write", "let a tool add tables to the workspace `FILE`, which is made when it is not there; may be given more than once", func(path string) error {
		o.write = append(o.write, path)
		return nil
	})
	return flags
}

// serveAgent is the subcommand mcp. Exit status: 0 the client ended the session, 1 it failed, 2 wrong usage.
func serveAgent(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var o agentOptions
	paths, status, done := parseAround(o.declare(), args, anyOrNone, stderr)
	if done {
		return status
	}
	files, err := agent.NewFiles(paths...)
	if err == nil {
		defer files.Close()
		err = files.AllowWriting(o.write...)
	}
	if err != nil {
		fmt.Fprintln(stderr, "rangefinder mcp:", err)
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	if err := agent.Serve(ctx, agent.Config{Version: commit, Files: files, Samples: builtIn}, stdin, stdout); err != nil {
		fmt.Fprintln(stderr, "rangefinder mcp:", err)
		return 1
	}
	return 0
}
