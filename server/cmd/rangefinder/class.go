package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"text/tabwriter"
	"time"

	"rangefinder/app/lesson"
	"rangefinder/app/lesson/report"
	"rangefinder/web"
)

// printClass prints what the learners of a class did, from the files that they saved. A file that is no progress is told of, and
// the others are printed all the same.
func printClass(paths []string, stdout, stderr io.Writer) int {
	status := 0
	var reports []report.Report
	for _, path := range paths {
		r, err := readReport(path)
		if err != nil {
			fmt.Fprintf(stderr, "rangefinder lesson: %s: %v\n", path, err)
			status = 1
			continue
		}
		reports = append(reports, r)
	}
	course, err := builtInCourse()
	if err != nil {
		fmt.Fprintln(stderr, "rangefinder lesson:", err)
		return 1
	}
	if len(reports) == 0 {
		return status
	}
	c := report.NewClassroom(reports, course)
	w := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "LEARNER\tCLASS\tLESSONS\tSTEPS\tPREDICTED\tTRIES\tHINTS\tSHOWN\tLAST")
	for _, l := range c.Learners {
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%s\t%d\t%d\t%d\t%s\n", or(l.Learner, "(no name)"), or(l.Class, "-"), l.Finished, l.Steps, ofText(l.Right, l.Asked), l.Tries, l.Hints, l.Shown, lastText(l.Last))
	}
	fmt.Fprintln(w, "\nLESSON\tBEGUN\tFINISHED\tPREDICTED\tTRIES\tHINTS\tSHOWN")
	for _, l := range c.Lessons {
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%d\t%d\t%d\n", l.Title, l.Begun, l.Finished, ofText(l.Right, l.Asked), l.Tries, l.Hints, l.Shown)
	}
	if err := w.Flush(); err != nil {
		fmt.Fprintln(stderr, "rangefinder lesson:", err)
		return 1
	}
	if c.Older > 0 {
		fmt.Fprintf(stdout, "\nOlder files of the same learners that do not count: %d\n", c.Older)
	}
	return status
}

// readReport reads a learner's file.
func readReport(path string) (report.Report, error) {
	file, err := os.Open(path)
	if err != nil {
		return report.Report{}, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, report.MaxReport+1))
	if err != nil {
		return report.Report{}, err
	}
	return report.ParseReport(string(text))
}

// builtInCourse is the course that the page has.
func builtInCourse() (*lesson.Course, error) {
	text, err := web.Static("web/lessons/course.txt")
	if err != nil {
		return nil, err
	}
	return lesson.ParseCourse(string(text))
}

func or(text, instead string) string {
	if text == "" {
		return instead
	}
	return text
}

func ofText(n, of int) string { return strconv.Itoa(n) + " of " + strconv.Itoa(of) }

func lastText(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Format("2006-01-02 15:04")
}
