package report

import (
	"slices"
	"strings"
	"time"

	"rangefinder/app/lesson"
	"rangefinder/engine/stable"
)

// Classroom is what several learners did, for the one who teaches them.
type Classroom struct {
	Learners []LearnerRow
	Lessons  []LessonRow
	Older    int // reports that a newer one of the same learner took the place of
}

// Toll is what several steps took together.
type Toll struct {
	Right, Asked int // predictions
	Tries, Hints int
	Shown        int // solutions
}

func (t *Toll) count(s ReportedStep) {
	t.Right += number01(s.Right)
	t.Asked += number01(s.Predicted)
	t.Tries += s.Tries
	t.Hints += s.Hints
	t.Shown += number01(s.Shown)
}

// LearnerRow is one learner.
type LearnerRow struct {
	Learner, Class string
	Finished       int // lessons of the course with all of their steps done
	Steps          int // done
	Toll
	Last time.Time // when something was begun or passed last; zero: not known
}

// LessonRow is a lesson that somebody began.
type LessonRow struct {
	Name, Title     string
	Begun, Finished int // learners
	Toll

	steps int // that it has; 0 when it is not of the course
}

// NewClassroom puts reports together. Of a learner with several the one that was saved last counts; those without a name are learners
// of their own. A lesson that is not in the course counts as finished by nobody.
func NewClassroom(reports []Report, course *lesson.Course) Classroom {
	var c Classroom
	var newest []Report
	for _, r := range reports {
		i := slices.IndexFunc(newest, func(o Report) bool {
			return r.Learner != "" && strings.EqualFold(o.Learner, r.Learner) && strings.EqualFold(o.Class, r.Class)
		})
		switch {
		case i < 0:
			newest = append(newest, r)
			continue
		case r.Saved.After(newest[i].Saved):
			newest[i] = r
		}
		c.Older++
	}
	stable.Sort(newest, func(a, b Report) int {
		return strings.Compare(strings.ToLower(a.Class+"\x00"+a.Learner), strings.ToLower(b.Class+"\x00"+b.Learner))
	})
	rows := map[string]*LessonRow{}
	for _, e := range course.Lessons() {
		rows[e.Name] = &LessonRow{Name: e.Name, Title: e.Title, steps: e.Steps}
	}
	var others []string
	for _, r := range newest {
		l := LearnerRow{Learner: r.Learner, Class: r.Class}
		done := map[string]int{}
		for _, s := range r.Steps {
			row := rows[s.Lesson]
			if row == nil {
				row = &LessonRow{Name: s.Lesson, Title: s.Lesson}
				rows[s.Lesson], others = row, append(others, s.Lesson)
			}
			if _, begun := done[s.Lesson]; !begun {
				row.Begun++
			}
			done[s.Lesson] += number01(s.Done)
			l.Steps += number01(s.Done)
			l.count(s)
			row.count(s)
			for _, t := range []time.Time{s.First, s.Effort.Done} {
				if t.After(l.Last) {
					l.Last = t
				}
			}
		}
		for name, n := range done {
			if row := rows[name]; row.steps > 0 && n >= row.steps {
				row.Finished++
				l.Finished++
			}
		}
		c.Learners = append(c.Learners, l)
	}
	for _, e := range course.Lessons() {
		if row := rows[e.Name]; row.Begun > 0 {
			c.Lessons = append(c.Lessons, *row)
		}
	}
	for _, name := range others {
		c.Lessons = append(c.Lessons, *rows[name])
	}
	return c
}

func number01(is bool) int {
	if is {
		return 1
	}
	return 0
}
