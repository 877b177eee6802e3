package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"rangefinder/filterlang"
	"rangefinder/filterlang/explain"
	"rangefinder/server/budget"
)

// checkOptions are the flags of check.
type checkOptions struct {
	deny    texts
	json    bool
	profile filterlang.Profile // that plans are made for
}

// verdict is what --json prints of a filter.
type verdict struct {
	Line        int             `json:"line"`
	Name        string          `json:"name,omitempty"`
	Table       string          `json:"table,omitempty"`
	Verdict     budget.Verdict  `json:"verdict"`
	Explanation json.RawMessage `json:"explanation"`
}

// checkFilters explains the filters of a file that are refused or denied, or all of them as JSON.
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

	out := bufio.NewWriter(stdout)
	status, bad := 0, 0
	for _, f := range filters {
		what := allowed.Judge(f, o.profile)
		if what != budget.Allowed {
			bad++
			status = 1
		}
		if o.json {
			explanation, _ := explain.JSONFor(o.profile, f.Text)
			line, err := json.Marshal(verdict{f.Line, f.Name, f.Table, what, explanation})
			if err != nil {
				fmt.Fprintln(stderr, "rangefinder:", err)
				return 1
			}
			out.Write(append(line, '\n'))
		} else if what != budget.Allowed {
			fmt.Fprintf(out, "%s:%d: %s%s\n", path, f.Line, what, origin(f))
			explain.TextFor(o.profile, out, f.Text, explain.Plain)
			out.WriteString("\n")
		}
	}
	if !o.json {
		fmt.Fprintf(out, "%d of %d filters read too much or are refused (--deny %s).\n", bad, len(filters), allowed)
	}
	if err := out.Flush(); err != nil {
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
