package main

import (
	"fmt"
	"io"
	"runtime"

	"rangefinder/web"
)

// commit is set by the Makefile.
var commit = "unknown"

// version prints what distinguishes two binaries: the commit, the page's program, and the Go versions of both.
func version(_ []string, _ io.Reader, stdout, _ io.Writer) int {
	fmt.Fprintf(stdout, "rangefinder, commit %s, %s %s/%s\n", commit, runtime.Version(), runtime.GOOS, runtime.GOARCH)

	bundle, err := web.Embedded()
	if err != nil {
		fmt.Fprintln(stdout, "page: not built into this binary")
		return 0
	}
	program := bundle.Lookup(web.ProgramName)
	fmt.Fprintf(stdout, "page: program %.16s, %.2f MB (brotli %.2f MB), %s\n",
		program.SHA256, float64(program.Size)/1e6, float64(len(program.Brotli))/1e6, bundle.GoVersion)
	return 0
}
