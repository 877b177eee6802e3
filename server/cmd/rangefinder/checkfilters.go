package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"rangefinder/filterlang"
	"rangefinder/server/budget"
)

// checkOptions are the flags of check.
type checkOptions struct {
	deny    texts
	format  string             // a key of checkFormats
	profile filterlang.Profile // that plans are made for
}

// checkFilters prints, in the format that was asked for, the filters of a file that are refused or denied.
func checkFilters(path string, o checkOptions, stdin io.Reader, stdout, stderr io.Writer) int {
	rules := o.deny
	if len(rules) == 0 {
		rules = texts{budget.DefaultRule(o.profile)}
	}
	allowed, err := budget.Parse(rules...)
	if err != nil {
		fmt.Fprintln(stderr, "rangefinder check: --deny:", err)
		return 2
	}
	in := stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			fmt.Fprintln(stderr, "rangefinder:", err)
			return 1
		}
		defer f.Close()
		in = f
	}
	filters, err := budget.ReadFilters(in)
	if err != nil {
		fmt.Fprintf(stderr, "rangefinder: %s: %v\n", path, err)
		return 1
	}

	report := checkReport{path: path, profile: o.profile, allowed: allowed}
	status := 0
	for _, f := range filters {
		what := allowed.Judge(f, o.profile)
		if what != budget.Allowed {
			report.bad++
			status = 1
		}
		report.filters = append(report.filters, judged{f, what})
	}
	out := bufio.NewWriter(stdout)
	if err = checkFormats[o.format](&report, out); err == nil {
		err = out.Flush()
	}
	if err != nil {
		fmt.Fprintln(stderr, "rangefinder:", err)
		return 1
	}
	return status
}

// origin names the saved query that a filter is of. The names are quoted: they are text of strangers.
func origin(f budget.Filter) string {
	text := ""
	if f.Name != "" {
		text += fmt.Sprintf(", query %+q", f.Name)
	}
	if f.Table != "" {
		text += fmt.Sprintf(" of table %+q", f.Table)
	}
	return text
}
