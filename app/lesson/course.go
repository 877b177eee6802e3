package lesson

import (
	"sort"
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
}

// ParseCourse reads the list of lessons: a line "# Group", and under it one "name, 3 steps: Title" for each lesson. The error
// is a Problems.
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
		n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSuffix(steps, "s"), " step"))
		switch {
		case !ok || !ValidName(name) || title == "" || err != nil || n < 1 || n > MaxSteps:
			problems = append(problems, Problem{i + 1, "\"" + clip(l) + "\" is no lesson.", "Write one such as: four-classes, 3 steps: The four classes"})
		case len(c.Groups) == 0:
			problems = append(problems, Problem{i + 1, "The lesson is in no group.", "Begin with a line such as: # Reading"})
		case seen[name]:
			problems = append(problems, Problem{i + 1, "The lesson " + name + " is there twice.", "Remove one."})
		default:
			seen[name] = true
			g := &c.Groups[len(c.Groups)-1]
			g.Lessons = append(g.Lessons, Entry{name, title, n})
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

// Progress is what a learner did, by the name of the lesson. The zero Progress is nothing; use Mark to add to it.
type Progress map[string]Marks

// Marks are sets of steps of one lesson, bit i for step i.
type Marks struct {
	Done      uint64 // passed, or read when there was nothing to do
	Predicted uint64 // a prediction was made, right or wrong: the first one counts
	Right     uint64 // it was right
}

// Pass marks a step as done. It returns the progress to keep: p is changed unless it is nil.
func (p Progress) Pass(name string, step int) Progress {
	return p.with(name, func(m *Marks) { m.Done |= bit(step) })
}

// Predict marks a prediction. Only the first of a step counts.
func (p Progress) Predict(name string, step int, right bool) Progress {
	return p.with(name, func(m *Marks) {
		if m.Predicted&bit(step) == 0 && right {
			m.Right |= bit(step)
		}
		m.Predicted |= bit(step)
	})
}

// bit is that of a step; none for a step that no lesson has.
func bit(step int) uint64 {
	if step < 0 || step >= MaxSteps {
		return 0
	}
	return 1 << step
}

// Union returns the progress of two who did not know of each other, such as two tabs. Where both answered a question it was right
// when both were: which was the first is not known.
func (p Progress) Union(other Progress) Progress {
	all := Progress{}
	for name, m := range p {
		all[name] = m
	}
	for name, o := range other {
		m := all[name]
		all[name] = Marks{m.Done | o.Done, m.Predicted | o.Predicted, m.Right&o.Right | m.Right&^o.Predicted | o.Right&^m.Predicted}
	}
	return all
}

func (p Progress) with(name string, change func(m *Marks)) Progress {
	if p == nil {
		p = Progress{}
	}
	m := p[name]
	change(&m)
	if ValidName(name) {
		p[name] = m
	}
	return p
}

// HasPassed reports whether a step is done, HasPredicted whether its question was answered.
func (p Progress) HasPassed(name string, step int) bool    { return p[name].Done&bit(step) != 0 }
func (p Progress) HasPredicted(name string, step int) bool { return p[name].Predicted&bit(step) != 0 }

// WasRight reports whether the first answer to a step's question was right.
func (p Progress) WasRight(name string, step int) bool { return p[name].Right&bit(step) != 0 }

// Passed returns how many steps of a lesson are done.
func (p Progress) Passed(name string) int { return ones(p[name].Done) }

// Score returns how many predictions were right, of how many that were made, in all lessons.
func (p Progress) Score() (right, of int) {
	for _, m := range p {
		right += ones(m.Right)
		of += ones(m.Predicted)
	}
	return right, of
}

func ones(set uint64) int {
	n := 0
	for ; set != 0; set &= set - 1 {
		n++
	}
	return n
}

// String returns the progress as a short text: "four-classes=7.3.1 log-tail=1.0.0", with sets in hexadecimal digits.
func (p Progress) String() string {
	names := make([]string, 0, len(p))
	for name := range p {
		names = append(names, name)
	}
	sort.Strings(names)
	for i, name := range names {
		m := p[name]
		names[i] = name + "=" + strconv.FormatUint(m.Done, 16) + "." + strconv.FormatUint(m.Predicted, 16) + "." + strconv.FormatUint(m.Right, 16)
	}
	return strings.Join(names, " ")
}

// ParseProgress reads what String returned, and leaves out what it cannot read: progress is never worth an error.
func ParseProgress(text string) Progress {
	p := Progress{}
	for word := range strings.FieldsSeq(text) {
		name, sets, _ := strings.Cut(word, "=")
		parts := strings.Split(sets, ".")
		if !ValidName(name) || len(parts) != 3 {
			continue
		}
		var set [3]uint64
		ok := true
		for i, part := range parts {
			n, err := strconv.ParseUint(part, 16, 64)
			set[i] = n & (1<<MaxSteps - 1)
			ok = ok && err == nil
		}
		if ok {
			p[name] = Marks{set[0], set[1], set[2] & set[1]}
		}
	}
	return p
}
