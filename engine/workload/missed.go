package workload

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"rangefinder/filterlang"
)

// present is what a log has of a table, whether it is counted or left out.
type present struct {
	name        string
	calls       int
	first, last time.Time
}

// The bounds of what Missed tells.
const (
	maxPresent = 1000 // tables that are remembered
	toldTables = 5
)

// note remembers that a log has a call, for Missed.
func (s *Summary) note(c *Call) {
	key := strings.ToLower(c.Table)
	p := s.present[key]
	if p == nil {
		if len(s.present) == maxPresent {
			return
		}
		if s.present == nil {
			s.present = map[string]*present{}
		}
		p = &present{name: c.Table}
		s.present[key] = p
	}
	p.calls++
	p.add(c.Time, c.Time)
}

func (p *present) add(first, last time.Time) {
	if first.IsZero() {
		return
	}
	if p.first.IsZero() || first.Before(p.first) {
		p.first = first
	}
	if last.After(p.last) {
		p.last = last
	}
}

// Missed says, where Since and Table left no call, what the logs have instead; "" where a call was counted, and where there is none.
func (s *Summary) Missed() string {
	if s.calls > 0 || len(s.present) == 0 {
		return ""
	}
	of := ""
	var all present
	for _, p := range s.present {
		all.add(p.first, p.last)
	}
	if s.Table != "" {
		of = " of table " + s.Table
		p := s.present[strings.ToLower(s.Table)]
		if p == nil {
			return "the logs have no call" + of + s.instead()
		}
		all = *p
	}
	since := s.Since.UTC().Format("2006-01-02 15:04:05 UTC")
	if all.first.IsZero() {
		return fmt.Sprintf("the logs have no call%s since %s: none of their calls has a time", of, since)
	}
	return fmt.Sprintf("the logs have no call%s since %s: theirs are from %s to %s", of, since, all.first.UTC().Format("2006-01-02 15:04:05"), all.last.UTC().Format("2006-01-02 15:04:05 UTC"))
}

// instead names the nearest table, and those with most calls.
func (s *Summary) instead() string {
	var names []string
	tables := slices.Collect(maps.Values(s.present))
	slices.SortFunc(tables, func(a, b *present) int { return cmp.Or(b.calls-a.calls, strings.Compare(a.name, b.name)) })
	for _, p := range tables {
		if p.name != "" {
			names = append(names, p.name)
		}
	}
	if len(names) == 0 {
		return ": none of their calls is of a table"
	}
	end := "."
	if near := filterlang.Nearest(s.Table, names); near != "" {
		end = "; did you mean " + near + "?"
	}
	more := ""
	if len(names) > toldTables {
		more = fmt.Sprintf(" and %d more", len(names)-toldTables)
	}
	return end + " They have calls of " + strings.Join(names[:min(len(names), toldTables)], ", ") + more
}
