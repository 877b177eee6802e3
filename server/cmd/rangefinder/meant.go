package main

import (
	"flag"
	"fmt"
	"slices"
	"strings"
)

// meant returns what a wrong name was meant to be, as a question to put behind a message, "" when no name is near.
func meant(wrong, before string, names []string) string {
	best, near := "", 1+len(wrong)/4 // one slip in a short name, more in a longer one
	for _, name := range names {
		if d := slips(wrong, name); d <= near && name != wrong {
			best, near = name, d-1
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %s%s?", before, best)
}

// slips counts the letters to put in, leave out, replace or swap with the next to make b of a.
func slips(a, b string) int {
	if len(a) > 60 {
		return len(a)
	}
	var last, row []int // of the two beginnings of a before this one
	next := make([]int, len(b)+1)
	for j := range next {
		next[j] = j
	}
	for i := range len(a) {
		last, row = row, next
		next = make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			next[j+1] = min(row[j+1], next[j]) + 1
			if a[i] == b[j] {
				next[j+1] = min(next[j+1], row[j])
			} else {
				next[j+1] = min(next[j+1], row[j]+1)
			}
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], last[j-1]+1)
			}
		}
	}
	return next[len(b)]
}

// flagNames are the names of a command's flags, without dashes.
func flagNames(flags *flag.FlagSet) (names []string) {
	flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return names
}

// commandNames are the names of the subcommands.
func commandNames() (names []string) {
	for _, c := range commands {
		names = append(names, c.name)
	}
	return names
}

// strays returns a line for each variable of the environment that looks like one of a flag but for a slip: nothing would read it. Short
// names are left out, which are near to too much.
func strays(flags *flag.FlagSet, environment []string) (lines []string) {
	var known []string
	for _, name := range flagNames(flags) {
		known = append(known, variableOf(name))
	}
	for _, v := range environment {
		name, value, _ := strings.Cut(v, "=")
		rest, ok := strings.CutPrefix(name, "RANGEFINDER_")
		if !ok || value == "" || len(rest) < 5 || slices.Contains(known, name) || name == accountsVariable || name == containerVariable {
			continue
		}
		var near []string
		for _, k := range known {
			if slips(name, k) <= 2 {
				near = append(near, k)
			}
		}
		if question := meant(name, "", near); question != "" {
			lines = append(lines, fmt.Sprintf("%.70s is set, and nothing reads it%s", name, question))
		}
	}
	return lines
}
