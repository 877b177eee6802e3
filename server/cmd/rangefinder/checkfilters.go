package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"rangefinder/engine/workload"
	"rangefinder/engine/workload/source"
	"rangefinder/filterlang"
	"rangefinder/server/budget"
)

// checkOptions are the flags of check.
type checkOptions struct {
	deny    texts
	caps    string             // file of what single queries may cost
	format  string             // a key of checkFormats
	profile filterlang.Profile // that plans are made for
}

// unseen is what --json prints of a place in source code that has a filter of which nothing can be said.
type unseen struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Verdict string `json:"verdict"` // "unseen"
	Reason  string `json:"reason"`
}

// found is the filters of a file.
type found struct {
	path    string
	filters []budget.Filter
	code    bool // source code
	log     bool // of what an application asked
	unseen  []unseen
}

// checkFilters prints, in the format that was asked for, the filters of files that are refused or denied.
func checkFilters(paths []string, o checkOptions, stdin io.Reader, stdout, stderr io.Writer) int {
	rules := o.deny
	if len(rules) == 0 {
		rules = texts{budget.DefaultRule(o.profile)}
	}
	allowed, err := budget.Parse(rules...)
	if err == nil {
		err = allowed.CheckFor(o.profile)
	}
	if err != nil {
		fmt.Fprintln(stderr, "rangefinder check: --deny:", err)
		return 2
	}
	caps, err := readCaps(o.caps)
	if err != nil {
		fmt.Fprintln(stderr, "rangefinder check: --caps:", err)
		return 1
	}
	var files []found
	status := 0
	for _, path := range paths {
		read, err := filtersOf(path, stdin)
		if err != nil {
			fmt.Fprintln(stderr, "rangefinder:", err)
			if len(read) == 0 {
				return 1
			}
			status = 1
		}
		files = append(files, read...)
	}
	report := checkReport{path: paths[0], profile: o.profile, allowed: allowed, caps: o.caps, several: len(files) > 1}
	for _, file := range files {
		if caps != nil && !file.code && !file.log && file.path != "-" {
			if err := measureFilters(context.Background(), file.path, file.filters, caps); err != nil {
				fmt.Fprintln(stderr, "rangefinder:", err)
				return 1
			}
		}
		for _, f := range file.filters {
			j := judged{Filter: f, path: file.path, code: file.code, log: file.log}
			j.verdict = allowed.Judge(f, o.profile)
			most, capped := caps.Of(f)
			if f.Pattern && !capped {
				continue
			}
			if capped && j.verdict != budget.Refused {
				report.capped++
				if j.verdict, j.over = budget.Allowed, most.Exceeded(f, o.profile); j.over != nil {
					j.verdict = budget.Worse
				}
			}
			report.bad += btoi(j.verdict != budget.Allowed)
			report.filters = append(report.filters, j)
		}
		report.unseen = append(report.unseen, file.unseen...)
		report.code += btoi(file.code)
	}
	out := bufio.NewWriter(stdout)
	if err = errors.Join(checkFormats[o.format](&report, out), out.Flush()); err != nil {
		fmt.Fprintln(stderr, "rangefinder:", err)
		return 1
	}
	return max(status, btoi(report.bad > 0))
}

// filtersOf reads the filters of a path: a directory of source code, a file of it, or a file of filters. With an error it returns what
// it had read of a log until then.
func filtersOf(path string, stdin io.Reader) ([]found, error) {
	if path != "-" {
		info, err := os.Stat(path)
		switch {
		case err != nil:
			return nil, err
		case info.IsDir():
			return filtersOfDir(path)
		case source.LanguageOf(path) != source.Unknown:
			file, err := filtersOfSource(path)
			return []found{file}, err
		}
	}
	in := stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	buffered := bufio.NewReaderSize(in, workload.Recognized)
	beginning, _ := buffered.Peek(workload.Recognized) // an error is met again
	if workload.Recognize(beginning) != "" {
		filters, _, err := budget.ReadLog(buffered)
		if err != nil {
			err = fmt.Errorf("%s: %w", path, err)
		}
		return []found{{path: path, filters: filters, log: true}}, err
	}
	if why := noText(beginning); why != "" {
		return nil, fmt.Errorf("%s %s. Give a text of filters in UTF-8, each on a line, a workspace file, a log or source code", path, why)
	}
	filters, err := budget.ReadFilters(buffered)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return []found{{path: path, filters: filters}}, nil
}

// noText says why the beginning of a file is no text in UTF-8, "" when it may be one.
func noText(beginning []byte) string {
	switch {
	case bytes.HasPrefix(beginning, []byte("\xff\xfe")), bytes.HasPrefix(beginning, []byte("\xfe\xff")):
		return "is written in UTF-16"
	case bytes.IndexByte(beginning, 0) >= 0:
		return "is not text"
	}
	return ""
}

// origin names the saved query that a filter is of. The names are quoted: they are text of strangers.
func origin(f budget.Filter) string {
	text := ""
	switch {
	case f.Name != "":
		text = fmt.Sprintf(", query %+q", f.Name)
	case f.Table != "":
		text = ", a query"
	}
	if f.Table != "" {
		text += fmt.Sprintf(" of table %+q", f.Table)
	}
	return text
}
