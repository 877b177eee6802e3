package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"runtime"
	"strings"

	"rangefinder/web"
)

// commit is set by the Makefile.
var commit = "unknown"

// versionOptions are what the flags of version say.
type versionOptions struct{ json bool }

func (o *versionOptions) declare() *flag.FlagSet {
	flags := newFlags("version")
	flags.BoolVar(&o.json, "json", false, "print one JSON object")
	return flags
}

// versionInfo is what distinguishes two binaries: the version, the commit, the page's program, and the Go versions of both.
type versionInfo struct {
	Version string    `json:"version"` // its day, the newest of the guide's page of changes
	Commit  string    `json:"commit"`
	Go      string    `json:"go"`
	OS      string    `json:"os"`
	Arch    string    `json:"arch"`
	Page    *pageInfo `json:"page"` // null: not built into this binary
}

// versionDay returns the name of the newest version in the guide's page of changes.
func versionDay() (string, error) {
	page, err := web.Static("guide/changes.md")
	if err != nil {
		return "", err
	}
	_, rest, _ := strings.Cut(string(page), "\n## ")
	day, _, _ := strings.Cut(rest, "\n")
	return day, nil
}

type pageInfo struct {
	Program string `json:"program"` // SHA-256, lower-case hex
	Bytes   int    `json:"bytes"`
	Brotli  int    `json:"brotliBytes"`
	Gzip    int    `json:"gzipBytes"`
	Go      string `json:"go"`
}

func version(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	var o versionOptions
	if status, done := parse(o.declare(), args, 0, stderr); done {
		return status
	}
	day, err := versionDay()
	if err != nil {
		fmt.Fprintln(stderr, "rangefinder:", err)
		return 1
	}
	v := versionInfo{Version: day, Commit: commit, Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if bundle, err := web.Embedded(); err == nil {
		program := bundle.Lookup(web.ProgramName)
		size := func(c *web.Copy) int {
			if c == nil {
				return 0
			}
			return c.Size
		}
		v.Page = &pageInfo{program.SHA256, program.Size, size(program.Brotli), size(program.Gzip), bundle.GoVersion}
	}
	if o.json {
		encoder := json.NewEncoder(stdout)
		encoder.SetIndent("", "\t")
		if err := encoder.Encode(v); err != nil {
			fmt.Fprintln(stderr, "rangefinder:", err)
			return 1
		}
		return 0
	}
	fmt.Fprintf(stdout, "rangefinder %s, commit %s, %s %s/%s\n", v.Version, v.Commit, v.Go, v.OS, v.Arch)
	if v.Page == nil {
		fmt.Fprintln(stdout, "page: not built into this binary")
		return 0
	}
	fmt.Fprintf(stdout, "page: program %.16s, %.2f MB (brotli %.2f MB), %s\n",
		v.Page.Program, float64(v.Page.Bytes)/1e6, float64(v.Page.Brotli)/1e6, v.Page.Go)
	return 0
}
