package workload

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/workload"
	"rangefinder/filterlang"
)

// classOf returns the class of that name; false for what is no class of a plan.
func classOf(name string) (filterlang.Class, bool) {
	for _, c := range append([]filterlang.Class{filterlang.Empty}, page.Classes...) {
		if c.Name() == name {
			return c, true
		}
	}
	return filterlang.Empty, false
}

// ClassText is a class in a sentence.
func ClassText(name string) string {
	if c, ok := classOf(name); ok {
		return strings.ToLower(c.String())
	}
	return name
}

// Counted says how many calls a log has, of how many shapes.
func Counted(r *wire.WorkloadReply) string {
	return words.Count(r.Calls, "call", "calls") + " of " + words.Count(len(r.Shapes), "shape", "shapes")
}

// Understood says what of the lines of a log was understood.
func Understood(r *wire.WorkloadReply) string {
	lines, not := 0, 0
	for _, f := range r.Files {
		lines, not = lines+f.Lines, not+f.NotUnderstood
	}
	if not == 0 {
		return "all " + words.Count(lines, "line was", "lines were") + " understood"
	}
	return words.Number(not) + " of " + words.Count(lines, "line", "lines") + " " + words.Plural(not, "was", "were") + " not understood"
}

// Span is the time that a log is of, in UTC; "" when it is not known.
func Span(r *wire.WorkloadReply) string {
	first, last := r.First.UTC(), r.Last.UTC()
	if r.First.IsZero() {
		return ""
	}
	end := last.Format("15:04 UTC")
	if first.YearDay() != last.YearDay() || first.Year() != last.Year() {
		end = last.Format("2 Jan 2006, 15:04 UTC")
	}
	return first.Format("2 Jan 2006, 15:04") + " to " + end
}

// Every is how long a moment of a time line is.
func Every(d time.Duration) string {
	for _, u := range []struct {
		of        time.Duration
		one, many string
	}{{24 * time.Hour, "day", "days"}, {time.Hour, "hour", "hours"}, {time.Minute, "minute", "minutes"}} {
		if d >= u.of {
			return words.Count(int(d/u.of), u.one, u.many)
		}
	}
	return words.Count(int(d/time.Second), "second", "seconds")
}

// Rate is how often a shape is called.
func Rate(s *workload.Shape) string {
	if s.PerHour > 0 {
		return words.Rounded(s.PerHour) + " an hour"
	}
	return words.Count(s.Calls, "call", "calls")
}

// Statuses lists status codes, those of failures with how many.
func Statuses(s *workload.Shape) string {
	codes := make([]int, 0, len(s.Status))
	for code := range s.Status {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	var list []string
	for _, code := range codes {
		text := strconv.Itoa(code)
		if len(codes) > 1 || code >= 400 {
			text += " × " + words.Number(s.Status[code])
		}
		list = append(list, text)
	}
	if list == nil {
		return unknown
	}
	return strings.Join(list, ", ")
}

// ShapeText is a shape for a person: its filter, or its operation.
func ShapeText(s *workload.Shape) string {
	switch {
	case s.Operation == workload.Query && s.Text == "":
		return "no filter"
	case s.Operation == workload.Query || s.Operation == workload.Unknown:
		return s.Text
	}
	return string(s.Operation)
}

// Beneath is what stands below the title: the table, and what its address had.
func Beneath(s *workload.Shape) string {
	text := s.Table
	if s.Operation == workload.Query {
		text += " · query"
	} else if s.Text != "" {
		text += " · by the entity's address"
	}
	if s.Tops == s.Calls && s.Top > 0 {
		text += " · $top up to " + words.Number(s.Top)
	}
	if s.Selects == s.Calls {
		text += " · $select"
	}
	return strings.TrimPrefix(text, " · ")
}
