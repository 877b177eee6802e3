package lesson

import (
	"strconv"
	"strings"
)

// Course is the order of the lessons.
type Course struct{ Groups []Group }

// Group is lessons that belong together.
type Group struct {
	Title   string
	Lessons []Entry
}

// Entry is a lesson of a course: what a list shows before the file is there.
type Entry struct {
	Name  string // of the file, without ".lesson"
	Title string
	Steps int
	// Minutes that it takes; 0 when the list does not say.
	Minutes int
}

// ParseCourse reads the list of lessons: a line "# Group", and under it one "name, 3 steps, 5 minutes: Title" for each lesson;
// the minutes may be left out. The error is a Problems.
func ParseCourse(text string) (*Course, error) {
	var c Course
	var problems Problems
	seen := map[string]bool{}
	for i, l := range strings.Split(text, "\n") {
		l = strings.TrimSpace(l)
		if title, ok := strings.CutPrefix(l, "# "); ok {
			c.Groups = append(c.Groups, Group{Title: title})
			continue
		}
		if l == "" {
			continue
		}
		head, title, ok := strings.Cut(l, ": ")
		name, steps, _ := strings.Cut(head, ", ")
		steps, time, timed := strings.Cut(steps, ", ")
		n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSuffix(steps, "s"), " step"))
		minutes := 0
		if timed {
			minutes = readMinutes(time)
		}
		switch {
		case timed && minutes == 0, !ok || !ValidName(name) || title == "" || err != nil || n < 1 || n > MaxSteps:
			problems = append(problems, Problem{i + 1, "\"" + Clip(l) + "\" is not a lesson.", "Write one such as: four-classes, 3 steps, 5 minutes: The four classes"})
		case len(c.Groups) == 0:
			problems = append(problems, Problem{i + 1, "The lesson is in no group.", "Begin with a line such as: # Reading"})
		case seen[name]:
			problems = append(problems, Problem{i + 1, "The lesson " + name + " is there twice.", "Remove one."})
		default:
			seen[name] = true
			g := &c.Groups[len(c.Groups)-1]
			g.Lessons = append(g.Lessons, Entry{name, plain(title), n, minutes})
		}
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return &c, nil
}

// ValidName reports whether a lesson can have that name: lower-case letters, digits and '-', at most 40.
func ValidName(name string) bool {
	for i := range len(name) {
		if c := name[i]; c != '-' && !digit(c) && (c < 'a' || c > 'z') {
			return false
		}
	}
	return name != "" && len(name) <= 40
}

// Lessons returns the lessons of all groups in order.
func (c *Course) Lessons() []Entry {
	var all []Entry
	for _, g := range c.Groups {
		all = append(all, g.Lessons...)
	}
	return all
}

// Find returns the lesson of that name, nil when there is none.
func (c *Course) Find(name string) *Entry {
	for i := range c.Groups {
		for j := range c.Groups[i].Lessons {
			if e := &c.Groups[i].Lessons[j]; e.Name == name {
				return e
			}
		}
	}
	return nil
}

// Finished returns how many lessons have all their steps done, of how many there are.
func (c *Course) Finished(p Progress) (done, of int) {
	for _, e := range c.Lessons() {
		of++
		if p.Passed(e.Name) >= e.Steps {
			done++
		}
	}
	return done, of
}

// Next returns the first lesson after name that is not finished by p, of those before it too when there is none; "" when all
// are.
func (c *Course) Next(name string, p Progress) string {
	all := c.Lessons()
	at := 0
	for i, e := range all {
		if e.Name == name {
			at = i + 1
		}
	}
	for i := range all {
		e := all[(at+i)%len(all)]
		if e.Name != name && p.Passed(e.Name) < e.Steps {
			return e.Name
		}
	}
	return ""
}
