package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"rangefinder/engine/workload"
	"rangefinder/filterlang"
)

// workloadWidth is how many columns of a terminal a line takes at most.
const workloadWidth = 120

// classNames are the classes of a plan for a person.
var classNames = map[string]string{
	filterlang.Empty.Name(): "empty", filterlang.Point.Name(): "point", filterlang.RowRange.Name(): "row range",
	filterlang.PartitionRange.Name(): "partition range", filterlang.FullScan.Name(): "full scan",
}

// printShapes prints a table of shapes for a person: a line of figures for each, below it the shape, an example, and what is worth
// saying about it.
func printShapes(out io.Writer, summary *workload.Summary, logs []readLog) {
	shapes := summary.Shapes()
	fmt.Fprintf(out, "%s of %s", counted(summary.Calls(), "call"), counted(len(shapes), "shape"))
	if first, last := summary.Span(); !first.IsZero() {
		fmt.Fprintf(out, ", %s to %s UTC", first.UTC().Format("2006-01-02 15:04:05"), last.UTC().Format("2006-01-02 15:04:05"))
	}
	fmt.Fprintln(out)
	if len(shapes) > 0 {
		fmt.Fprintf(out, "\n%-16s %-18s %-17s %9s %7s %9s %8s %8s %8s %7s\n", "class", "table", "operation", "calls", "share", "per hour", "p50", "p95", "bytes", "retries")
	}
	for i := range shapes {
		printShape(out, &shapes[i])
	}
	fmt.Fprintln(out)
	for _, log := range logs {
		r := log.report
		printWrapped(out, "", fmt.Sprintf("%s: %s, %s, %s, %d without a call, %d not understood.", log.path, r.Kind, counted(r.Lines, "line"), counted(r.Calls, "call"), r.Ignored, r.NotUnderstood))
		for _, e := range r.Examples {
			printWrapped(out, "    ", fmt.Sprintf("line %d: %s", e.Line, e.Reason))
		}
	}
}

func printShape(out io.Writer, s *workload.Shape) {
	class := s.Class
	if name, known := classNames[class]; known {
		class = name
	}
	if s.Operation != workload.Query && s.Operation != workload.PointRead {
		class = "-" // nothing is planned
	}
	table := s.Table
	if table == "" {
		table = "-"
	}
	rate, p50, p95, size, retries := "-", "-", "-", "-", "-"
	if s.PerHour > 0 {
		rate = strconv.FormatFloat(s.PerHour, 'f', btoi(s.PerHour < 100), 64)
	}
	if s.Timed > 0 {
		p50, p95 = shortTime(s.P50), shortTime(s.P95)
	}
	if s.BytesOut > 0 {
		size = shortBytes(s.BytesOut)
	}
	if s.Retries > 0 {
		retries = strconv.Itoa(s.Retries)
	}
	fmt.Fprintf(out, "%-16s %-18s %-17s %9d %6.1f%% %9s %8s %8s %8s %7s\n", clip(class, 16), clip(table, 18), s.Operation, s.Calls, s.Share*100, rate, p50, p95, size, retries)
	if text := s.Text; text != "" {
		printWrapped(out, "    ", text)
	} else if s.Operation == workload.Query {
		printWrapped(out, "    ", "(no filter)")
	}
	if s.Example != "" {
		printWrapped(out, "    for example: ", s.Example)
	}
	if s.Measured > 0 {
		printWrapped(out, "    ", fmt.Sprintf("examined %s and returned %d in %s", count(int(s.Examined), "entity", "entities"), s.Returned, counted(s.Measured, "call")))
	}
	var codes []string
	for _, code := range sortedCodes(s.Status) {
		if code >= 300 {
			codes = append(codes, fmt.Sprintf("%d in %d", code, s.Status[code]))
		}
	}
	if len(codes) > 0 {
		printWrapped(out, "    status ", strings.Join(codes, ", "))
	}
	for _, f := range s.Findings {
		if f.Severity == filterlang.Info {
			continue
		}
		printWrapped(out, [...]string{filterlang.Advice: "    → ", filterlang.Warning: "    ! "}[f.Severity], f.Message)
		for _, r := range f.Rewrites {
			printWrapped(out, "      ", r.Title+": "+strings.Join(r.Filters, "  |  "))
		}
	}
}

func sortedCodes(status map[int]int) []int {
	var codes []int
	for code := range status {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	return codes
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}

func shortTime(d time.Duration) string {
	switch ms := d.Seconds() * 1000; {
	case ms < 1:
		return fmt.Sprintf("%d µs", d.Microseconds())
	case ms < 10:
		return fmt.Sprintf("%.1f ms", ms)
	case ms < 10_000:
		return fmt.Sprintf("%.0f ms", ms)
	}
	return fmt.Sprintf("%.0f s", d.Seconds())
}

func shortBytes(n int64) string {
	value := float64(n)
	for _, unit := range [...]string{"B", "KB", "MB", "GB"} {
		if value < 1000 {
			return strconv.FormatFloat(value, 'f', btoi(unit != "B" && value < 10), 64) + " " + unit
		}
		value /= 1000
	}
	return fmt.Sprintf("%.0f TB", value)
}

// clip returns a text of at most n columns.
func clip(text string, n int) string {
	if runes := []rune(text); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return text
}

// printWrapped prints a text of strangers behind a label, on three lines at most of workloadWidth columns. What could steer a
// terminal is shown as a question mark.
func printWrapped(out io.Writer, label, text string) {
	const maxLines = 3
	room := workloadWidth - len([]rune(label))
	indent := strings.Repeat(" ", len([]rune(label)))
	var line []rune
	taken, number := 0, 1
	space := -1 // in line, where it can be broken
	for _, r := range text {
		if !unicode.IsPrint(r) {
			r = '?'
		}
		wide := 1 + btoi(r >= 0x1100) // at most: no terminal takes more
		if taken+wide > room {
			if number == maxLines {
				fmt.Fprintln(out, label+string(line[:len(line)-2])+"…")
				return
			}
			rest := []rune(nil)
			if space > 0 {
				rest = slices.Clone(line[space+1:])
				line = line[:space]
			}
			fmt.Fprintln(out, label+string(line))
			label, line, taken, space = indent, rest, 0, -1
			for _, kept := range rest {
				taken += 1 + btoi(kept >= 0x1100)
			}
			number++
		}
		if r == ' ' {
			space = len(line)
		}
		line = append(line, r)
		taken += wide
	}
	fmt.Fprintln(out, label+string(line))
}
