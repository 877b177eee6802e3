package report

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"rangefinder/app/lesson"
	"rangefinder/engine/stable"
)

// Report is what a learner did, as a file for a teacher.
type Report struct {
	Class   string // "" when the learner belongs to none
	Learner string // "" when no name was given
	Saved   time.Time
	Steps   []ReportedStep // in the order of lessons and steps
}

// ReportedStep is a step in a Report.
type ReportedStep struct {
	Lesson    string
	Step      int // from 1
	Done      bool
	Predicted bool
	Right     bool // the first prediction
	lesson.Effort
}

// The bounds of a report.
const (
	MaxReport = 128 << 10 // bytes
	MaxName   = 60        // characters of the name of a class or a learner
)

// ReportSuffix ends the name of a file that holds a report.
const ReportSuffix = ".progress.csv"

// reportHead is the first line of a file, reportColumns that above its steps.
const (
	reportHead    = "Rangefinder progress 1"
	reportColumns = "lesson,step,done,prediction,tries,hints,solution,first,passed"
)

// ErrNoReport says that a text is no report.
var ErrNoReport = errors.New("the file is not a learner's progress")

// Name makes the name of a class or a learner of what was typed: without what turns lines or text around, and not too long.
func Name(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == utf8.RuneError || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return ' '
		}
		return r
	}, text)
	runes := []rune(strings.Join(strings.Fields(text), " "))
	return strings.TrimSpace(string(runes[:min(len(runes), MaxName)]))
}

// NewReport returns what a learner did.
func NewReport(class, learner string, p lesson.Progress, e lesson.Efforts, at time.Time) Report {
	r := Report{Class: Name(class), Learner: Name(learner), Saved: at.UTC().Truncate(time.Minute)}
	add := func(name string, step int) {
		s := ReportedStep{name, step + 1, p.HasPassed(name, step), p.HasPredicted(name, step), p.WasRight(name, step), e[lesson.EffortOf{Lesson: name, Step: step, Forgotten: p[name].Forgotten}]}
		if s.Done || s.Predicted || s.Effort != (lesson.Effort{}) {
			r.Steps = append(r.Steps, s)
		}
	}
	names := map[string]bool{}
	for name := range p {
		names[name] = true
	}
	for of := range e {
		names[of.Lesson] = true
	}
	for name := range names {
		for step := range lesson.MaxSteps {
			add(name, step)
		}
	}
	stable.Sort(r.Steps, func(a, b ReportedStep) int {
		if c := strings.Compare(a.Lesson, b.Lesson); c != 0 {
			return c
		}
		return a.Step - b.Step
	})
	return r
}

// FileName is what the file of the report is called.
func (r *Report) FileName() string {
	name := strings.Map(func(c rune) rune {
		switch {
		case c >= 'A' && c <= 'Z':
			return c + 'a' - 'A'
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			return c
		}
		return '-'
	}, strings.TrimSpace(r.Learner+" "+r.Class))
	if strings.Trim(name, "-") == "" {
		name = "my"
	}
	return strings.Trim(name, "-") + ReportSuffix
}

// String returns the report as a file: four lines about it, and the steps as CSV.
func (r *Report) String() string {
	var b strings.Builder
	b.WriteString(reportHead + "\nClass: " + r.Class + "\nLearner: " + r.Learner + "\nSaved: " + minute(r.Saved) + "\n\n" + reportColumns + "\n")
	for _, s := range r.Steps {
		prediction := ""
		if s.Predicted {
			if prediction = "wrong"; s.Right {
				prediction = "right"
			}
		}
		b.WriteString(strings.Join([]string{s.Lesson, strconv.Itoa(s.Step), word(s.Done, "yes"), prediction, strconv.Itoa(s.Tries), strconv.Itoa(s.Hints), word(s.Shown, "shown"), minute(s.First), minute(s.Effort.Done)}, ",") + "\n")
	}
	return b.String()
}

func word(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

// minuteForm is how a report writes a time.
const minuteForm = "2006-01-02T15:04Z"

func minute(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(minuteForm)
}

// ParseReport reads what String returned, of any origin. A line that is not understood is an error: half of a learner's work is not
// his work. The error is ErrNoReport when the text is something else.
func ParseReport(text string) (Report, error) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	r := Report{}
	if len(text) > MaxReport || !utf8.ValidString(text) || len(lines) < 6 || lines[0] != reportHead {
		return r, ErrNoReport
	}
	var saved string
	for i, field := range []struct {
		name string
		to   *string
	}{{"Class: ", &r.Class}, {"Learner: ", &r.Learner}, {"Saved: ", &saved}} {
		value, ok := strings.CutPrefix(lines[1+i]+" ", field.name)
		if !ok {
			return r, ErrNoReport
		}
		*field.to = Name(value)
	}
	var err error
	if r.Saved, err = time.Parse(minuteForm, saved); err != nil || lines[5] != reportColumns {
		return r, ErrNoReport
	}
	for i, l := range lines[6:] {
		s, ok := reportedStep(strings.Split(l, ","))
		if !ok {
			return r, errors.New("line " + strconv.Itoa(i+7) + " of the progress cannot be read: " + lesson.Clip(l))
		}
		r.Steps = append(r.Steps, s)
	}
	return r, nil
}

// reportedStep reads the cells of a line.
func reportedStep(cells []string) (s ReportedStep, ok bool) {
	if len(cells) != 9 || !lesson.ValidName(cells[0]) {
		return s, false
	}
	number := func(cell string) int {
		n, err := strconv.Atoi(cell)
		if err != nil || n < 0 || n > 1e6 {
			ok = false
		}
		return n
	}
	when := func(cell string) (t time.Time) {
		var err error
		if cell != "" {
			if t, err = time.Parse(minuteForm, cell); err != nil {
				ok = false
			}
		}
		return t
	}
	one := func(cell string, of ...string) bool {
		if cell != "" && !slices.Contains(of, cell) {
			ok = false
		}
		return cell != ""
	}
	ok = true
	s = ReportedStep{Lesson: cells[0], Step: number(cells[1]), Done: one(cells[2], "yes"), Predicted: one(cells[3], "right", "wrong"), Right: cells[3] == "right"}
	s.Effort = lesson.Effort{Tries: number(cells[4]), Hints: number(cells[5]), Shown: one(cells[6], "shown"), First: when(cells[7]), Done: when(cells[8])}
	return s, ok && s.Step >= 1 && s.Step <= lesson.MaxSteps
}
