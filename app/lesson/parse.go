package lesson

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// parser goes through the lines of a file once.
type parser struct {
	lines    []string
	lesson   *Lesson
	problems Problems
	named    map[string]bool // lower-case names of tables
	form     Form            // of the step that a learner writes for, NoForm for a file
	hasData  bool            // there is a part data or generate, though it may be wrong
}

// line is a line of a fence, with those that continue it.
type line struct {
	at   int
	text string
}

const maxProblems = 50

func (p *parser) wrong(at int, fix, format string, args ...any) {
	if len(p.problems) < maxProblems {
		p.problems = append(p.problems, Problem{at, fmt.Sprintf(format, args...), fix})
	}
}

// Parse reads a lesson file. It takes any bytes. The error is a Problems of at most 50. Whether the lesson works, Validate
// tells.
func Parse(text string) (*Lesson, error) {
	p := &parser{lesson: &Lesson{}, named: map[string]bool{}}
	switch {
	case len(text) > MaxFile:
		return nil, Problems{{0, "The file is longer than a lesson can be.", fmt.Sprintf("A lesson has at most %d bytes; generate large data.", MaxFile)}}
	case strings.Contains(text, "\x00"):
		return nil, Problems{{0, "The file is not text.", "Choose a text file that ends in .lesson."}}
	case !utf8.ValidString(text):
		return nil, Problems{{0, "The file is not UTF-8.", "Save it as UTF-8."}}
	}
	text = strings.TrimPrefix(text, "\ufeff")
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	p.lines = strings.Split(text, "\n")
	p.body(p.header())
	p.finish()
	if len(p.problems) > 0 {
		p.problems.sort()
		return nil, p.problems
	}
	return p.lesson, nil
}

// headerFields are the names of the fields under the title.
var headerFields = []string{"about", "source", "time", "builds on", "sample", "ranges"}

// before is the part of a text before a mark, "" when it has none.
func before(text, mark string) string {
	head, _, ok := strings.Cut(text, mark)
	if !ok {
		return ""
	}
	return head
}

// plain is a title as it is shown everywhere, in lists and in speech, too: without the marks of code.
func plain(title string) string { return strings.TrimSpace(strings.ReplaceAll(title, "`", "")) }

// header reads the title and the fields under it, and returns where the rest begins.
func (p *parser) header() int {
	l, i := p.lesson, 0
	for i < len(p.lines) && strings.TrimSpace(p.lines[i]) == "" {
		i++
	}
	if i == len(p.lines) || !strings.HasPrefix(p.lines[i], "# ") {
		p.wrong(min(i+1, len(p.lines)), "Begin with a line such as: # The four classes", "The lesson has no title.")
		return i
	}
	l.Title, l.line = plain(p.lines[i][2:]), i+1
	after := i + 1 // blank lines between the title and its fields do not matter
	for after < len(p.lines) && strings.TrimSpace(p.lines[after]) == "" {
		after++
	}
	if after < len(p.lines) && slices.Contains(headerFields, strings.ToLower(strings.TrimSpace(before(p.lines[after], ":")))) {
		i = after - 1
	}
	for i++; i < len(p.lines) && strings.TrimSpace(p.lines[i]) != ""; i++ {
		name, value, ok := strings.Cut(p.lines[i], ":")
		value = strings.TrimSpace(value)
		if !ok || value == "" {
			p.wrong(i+1, "Write About:, Source:, Time:, Builds on:, Sample: or Ranges: and a text, and a blank line after them.", "%q is not a field of the header.", Clip(p.lines[i]))
			continue
		}
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "about":
			if l.About != "" {
				p.wrong(i+1, "Leave one.", "The lesson says twice what it is about.")
			}
			l.About, l.aboutLine = value, i+1
		case "source":
			l.Source = append(l.Source, value)
		case "time":
			l.Minutes = p.minutes(i+1, value)
		case "builds on":
			l.BuildsOn = p.buildsOn(i+1, value)
		case "sample":
			l.Samples, l.sampleLine = append(l.Samples, list(value)...), i+1
		case "ranges":
			l.Ranges = append(l.Ranges, list(value)...)
		default:
			p.wrong(i+1, "The fields are About, Source, Time, Builds on, Sample and Ranges.", "There is no field %q.", Clip(name))
		}
	}
	return i
}

// list splits a text at commas.
func list(text string) []string {
	var items []string
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	return items
}

// body reads text, steps and fences.
func (p *parser) body(i int) {
	var text []string
	var lines []line
	var step *Step
	ahead := -1 // lines of text before the prediction, -1 until there is one
	flush := func() {
		if step != nil {
			step.Text, step.lines = strings.TrimSpace(strings.Join(text, "\n")), lines
			if step.Ahead = len(step.Text); ahead >= 0 {
				step.Ahead = len(strings.TrimSpace(strings.Join(text[:ahead], "\n")))
			}
			p.lesson.Steps = append(p.lesson.Steps, *step)
		} else {
			p.lesson.Text, p.lesson.lines = strings.TrimSpace(strings.Join(text, "\n")), lines
		}
		text, lines, ahead = nil, nil, -1
	}
	for ; i < len(p.lines); i++ {
		switch s := p.lines[i]; {
		case strings.HasPrefix(s, "## "):
			flush()
			step = &Step{Line: i + 1, Title: plain(s[3:])}
			if step.Title == "" {
				p.wrong(i+1, "Write one such as: ## Find one movie", "The step has no title.")
			}
			if len(p.lesson.Steps) >= MaxSteps {
				p.wrong(i+1, fmt.Sprintf("A lesson has at most %d; make two of it.", MaxSteps), "There are too many steps.")
				return
			}
		case strings.HasPrefix(s, "##"):
			p.wrong(i+1, "A step begins with two # and a space, such as: ## Find one movie", "%q begins no step.", Clip(s))
		case strings.HasPrefix(s, "```"):
			end := i + 1
			for end < len(p.lines) && strings.TrimRight(p.lines[end], " \t") != "```" {
				end++
			}
			if end == len(p.lines) {
				p.wrong(i+1, "End it with a line of three backticks.", "The part that begins with %q has no end.", Clip(s))
				p.hasData = p.hasData || strings.HasPrefix(s, "```data") || strings.HasPrefix(s, "```generate")
				flush()
				return
			}
			p.fence(step, i, end)
			if i = end; step != nil && step.Predict != nil && ahead < 0 {
				ahead = len(text)
			}
		case step != nil && strings.HasPrefix(s, "hint:"):
			hint := strings.TrimSpace(s[len("hint:"):])
			if hint == "" || len(step.Hints) == 2 {
				p.wrong(i+1, "Write two such as: hint: Which of the two keys does the filter fix?", "A step has two hints, each with a text.")
				continue
			}
			step.Hints, step.hintLines = append(step.Hints, hint), append(step.hintLines, line{i + 1, hint})
		case step != nil && strings.HasPrefix(s, "picture:"):
			if step.Picture = strings.TrimSpace(s[len("picture:"):]) == "index"; !step.Picture {
				p.wrong(i+1, "Write: picture: index", "%q is not a picture.", Clip(s))
			}
		case strings.HasPrefix(s, citation):
			p.cited(i+1, s)
			text = append(text, "", s, "") // a paragraph of its own
		default:
			text, lines = append(text, s), append(lines, line{i + 1, s})
		}
	}
	flush()
}

// fence reads the part between lines open and end.
func (p *parser) fence(step *Step, open, end int) {
	words := strings.Fields(p.lines[open][3:])
	kind := ""
	if len(words) > 0 {
		kind = words[0]
	}
	lines := fenceLines(p.lines, open+1, end, kind != "data")
	at := open + 1
	if step == nil && (kind == "predict" || kind == "start" || kind == "solution" || kind == "break" || kind == "check" || kind == "hidden" || kind == "wrong") {
		p.wrong(at, "Put it under a step: a line such as ## Find one movie", "%q is before the first step.", Clip(p.lines[open]))
		return
	}
	twice := func(there bool) {
		if there {
			p.wrong(at, "Begin another step with ##.", "The step has %q twice.", kind)
		}
	}
	switch kind {
	case "data", "generate":
		p.table(at, kind, words[1:], lines)
	case "facts":
		for _, l := range lines {
			p.fact(l)
		}
	case "predict":
		twice(step.Predict != nil)
		step.Predict = p.prediction(at, lines)
	case "start":
		twice(step.Start != nil)
		step.Start = p.attempt(at, lines)
	case "solution":
		twice(step.Solution != nil)
		step.Solution = p.attempt(at, lines)
	case "break":
		twice(step.Break != nil)
		step.Break = p.attempt(at, lines)
	case "check":
		twice(step.Checks != nil)
		for _, l := range lines {
			p.check(step, l)
		}
	case "hidden":
		p.hidden(step, at, words[1:], lines)
	case "wrong":
		p.wrongs(step, at, lines)
	default:
		p.wrong(at, "The parts are data, generate, facts, predict, start, solution, break, check, hidden and wrong.", "There is no part %q.", Clip(p.lines[open]))
	}
}

// fenceLines returns the lines that are not blank; one that is indented continues the one before when join is set.
func fenceLines(lines []string, from, to int, join bool) []line {
	var result []line
	for i := from; i < to; i++ {
		text := strings.TrimRight(lines[i], " \t")
		switch {
		case text == "":
		case join && len(result) > 0 && strings.HasPrefix(text, "  "):
			result[len(result)-1].text += " " + strings.TrimSpace(text)
		default:
			result = append(result, line{i + 1, strings.TrimSpace(text)})
		}
	}
	return result
}

// fact reads "1000 examined of Movies: FILTER" and the like.
func (p *parser) fact(l line) {
	first, rest, _ := strings.Cut(l.text, " ")
	n, err := strconv.Atoi(first)
	if err != nil || n < 0 {
		p.wrong(l.at, "Write one such as: 1000 examined of Movies: Rating gt 4.5", "%q begins with no number.", Clip(l.text))
		return
	}
	f := Fact{Line: l.at, Number: n}
	word, name, _ := strings.Cut(strings.TrimSpace(rest), " ")
	name = strings.TrimSpace(name)
	switch word {
	case "limit":
		f.Kind, f.Name = Limit, name
		if _, ok := limits[name]; !ok {
			p.wrong(l.at, "The limits are properties, transaction, page, key, KiB binary, MiB entity and MiB batch.", "There is no limit %q.", Clip(name))
		}
	case "cited":
		f.Kind, f.Name = Cited, name
		if name == "" {
			p.wrong(l.at, "Write where it says so.", "A number is cited from nowhere.")
		}
	case "largest":
		f.Kind = Largest
		table, ok := strings.CutPrefix(name, "partition of ")
		if f.Table = table; !ok {
			p.wrong(l.at, "Write: 40 largest partition of Movies", "%q does not say of which table.", Clip(l.text))
		}
	default:
		f.Measure = measureOf(word)
		of, filter, _ := strings.Cut(name, ":")
		table, ok := strings.CutPrefix(of, "of ")
		f.Table, f.Filter = strings.TrimSpace(table), strings.TrimSpace(filter)
		if f.Measure == NoMeasure || f.Measure == Class || !ok {
			p.wrong(l.at, "Write one such as: 1000 examined of Movies: Rating gt 4.5, or: 100 limit transaction, or: 500 cited the paper", "%q is not a fact.", Clip(l.text))
			return
		}
		p.filter(l.at, f.Filter, "")
	}
	p.lesson.Facts = append(p.lesson.Facts, f)
}

// finish looks at the whole, and gives parts that name no table the first one.
func (p *parser) finish() {
	l := p.lesson
	if l.About == "" && l.Title != "" {
		p.wrong(1, "Write under the title: About: and one sentence.", "The lesson does not say what it is about.")
	}
	if len(l.Source) == 0 && l.Title != "" {
		p.wrong(1, "Write under the title: Source: and the paper with its section.", "The lesson names no source.")
	}
	first := ""
	if len(l.Tables) > 0 {
		first = l.Tables[0].Name
	} else if len(l.Samples) == 0 && !p.hasData && l.Title != "" {
		p.wrong(1, "Add a part data or generate, or a field Sample.", "The lesson has no data.")
	} else if len(l.Samples) > 0 {
		first = l.Samples[0]
	}
	if len(l.Steps) == 0 && l.Title != "" {
		p.wrong(1, "Begin one with a line such as: ## Find one movie", "The lesson has no steps.")
	}
	for i := range l.Steps {
		s := &l.Steps[i]
		if s.Predict != nil && s.Predict.Table == "" {
			s.Predict.Table = first
		}
		kind := ""
		for _, a := range []*Attempt{s.Start, s.Solution, s.Break} {
			if a == nil {
				continue
			}
			if a.Table == "" {
				a.Table = first
			}
			if k := a.kind(); kind == "" {
				kind = k
			} else if k != kind {
				p.wrong(a.Line, "Write all attempts of a step as queries, as a design, or as operations.", "The step begins with %s and goes on with %s.", kind, k)
			}
		}
		for j := range s.Checks {
			c := &s.Checks[j]
			if c.Table == "" {
				c.Table = first
				if s.Solution != nil {
					c.Table = s.Solution.Table
				}
			}
			if kind != "" && !c.fits(kind) {
				p.wrong(c.Line, "See the list of checks.", "%q does not go with %s.", Clip(c.Text), kind)
			}
		}
		p.finishHidden(s, kind, first)
		if len(s.Checks) > 0 && (s.Start == nil || s.Solution == nil) {
			p.wrong(s.Line, "Add the parts start and solution.", "The step %q has a check but not both a start and a solution.", Clip(s.Title))
		}
		if len(s.Checks) == 0 && (s.Solution != nil || s.Break != nil) {
			p.wrong(s.Line, "Add a part check.", "The step %q has a solution and no check.", Clip(s.Title))
		} else if len(s.Checks) == 0 && s.Start != nil {
			p.wrong(s.Line, "Add the parts solution and check.", "The step %q has a start and no check.", Clip(s.Title))
		}
	}
}

func (a *Attempt) kind() string {
	switch {
	case a.Design != nil:
		return "a design"
	case a.Script != nil:
		return "operations"
	}
	return "queries"
}
