package main

import (
	"fmt"
	"io"

	"rangefinder/app/ui"
	"rangefinder/server"
	"rangefinder/web"
)

func site(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	flags := newFlags("site")
	if status, done := parse(flags, args, 1, stderr); done {
		return status
	}
	dir := flags.Arg(0)
	bundle, err := web.Embedded()
	if err == nil {
		err = server.WriteSite(dir, server.Config{Bundle: bundle, Routes: ui.Routes})
	}
	if err != nil {
		fmt.Fprintln(stderr, "rangefinder:", err)
		return 1
	}
	fmt.Fprintf(stdout, "The page is in %s; any static host can serve it, under any path.\n", dir)
	return 0
}
