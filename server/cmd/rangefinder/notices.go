package main

import (
	"fmt"
	"io"

	"rangefinder/web"
)

func notices(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	if status, done := parse(newFlags("notices"), args, 0, stderr); done {
		return status
	}
	text, err := web.Static("guide/notices.md")
	if err == nil {
		_, err = stdout.Write(text)
	}
	if err != nil {
		fmt.Fprintln(stderr, "rangefinder notices:", err)
		return 1
	}
	return 0
}
