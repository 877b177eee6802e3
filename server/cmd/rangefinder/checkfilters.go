package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"rangefinder/engine/workload/source"
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
	File        string          `json:"file,omitempty"` // of source code
	Line        int             `json:"line"`
	Name        string          `json:"name,omitempty"`
	Table       string          `json:"table,omitempty"`
	Verdict     string          `json:"verdict"` // "allowed", "denied" or "refused"
	Explanation json.RawMessage `json:"explanation"`
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
	unseen  []unseen
}

// checkFilters explains the filters of files that are refused or denied, or all of them as JSON.
func checkFilters(paths []string, o checkOptions, stdin io.Reader, stdout, stderr io.Writer) int {
	rules := o.deny
	if len(rules) == 0 {
		if rules = (texts{"full-scan"}); o.profile == filterlang.Cosmos {
			rules = texts{"no-index-help"}
		}
	}
	allowed, err := budget.Parse(rules...)
	if err != nil {
		fmt.Fprintln(stderr, "rangefinder check: --deny:", err)
		return 2
	}
	var files []found
	for _, path := range paths {
		read, err := filtersOf(path, stdin)
		if err != nil {
			fmt.Fprintln(stderr, "rangefinder:", err)
			return 1
		}
		files = append(files, read...)
	}
	out := bufio.NewWriter(stdout)
	total, bad, code, hidden := 0, 0, 0, 0
	for _, file := range files {
		for _, f := range file.filters {
			what := judge(allowed, f, o.profile)
			total++
			bad += btoi(what != "allowed")
			if o.json {
				explanation, _ := explain.JSONFor(o.profile, f.Text)
				v := verdict{Line: f.Line, Name: f.Name, Table: f.Table, Verdict: what, Explanation: explanation}
				if file.code || len(files) > 1 {
					v.File = file.path
				}
				err = errors.Join(err, printJSON(out, v))
			} else if what != "allowed" {
				fmt.Fprintf(out, "%s:%d: %s%s\n", file.path, f.Line, what, origin(f))
				explain.TextFor(o.profile, out, f.Text, explain.Plain)
				out.WriteString("\n")
			}
		}
		for _, u := range file.unseen {
			if o.json {
				err = errors.Join(err, printJSON(out, u))
			} else {
				fmt.Fprintf(out, "%s:%d: not seen: %s\n", u.File, u.Line, u.Reason)
			}
		}
		code += btoi(file.code)
		hidden += len(file.unseen)
	}
	if !o.json {
		if hidden > 0 {
			out.WriteString("\n")
		}
		fmt.Fprintf(out, "%d of %d filters read too much or are refused (--deny %s).\n", bad, total, allowed)
		if code > 0 {
			fmt.Fprintf(out, "%s of source code; %s not seen.\n", counted(code, "file"), counted(hidden, "filter"))
		}
	}
	if err = errors.Join(err, out.Flush()); err != nil {
		fmt.Fprintln(stderr, "rangefinder:", err)
		return 1
	}
	return btoi(bad > 0)
}

func printJSON(out io.Writer, v any) error {
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = out.Write(append(line, '\n'))
	return err
}

// filtersOf reads the filters of a path: a directory of source code, a file of it, or a file of filters.
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
	filters, err := budget.ReadFilters(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return []found{{path: path, filters: filters}}, nil
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

func judge(allowed *budget.Budget, f budget.Filter, profile filterlang.Profile) string {
	e, err := filterlang.Parse(f.Text)
	switch {
	case err != nil:
		return "refused"
	case allowed.Denies(f.Table, profile.Plan(e)):
		return "denied"
	}
	return "allowed"
}
