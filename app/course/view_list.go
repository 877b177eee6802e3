package course

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/port/virtual"
	"rangefinder/app/words"
)

// List draws the course below the list of tables: what comes next, and all of it on demand.
func List(s Sender, m *Model) app.UI {
	if m == nil {
		return H("div.slot")
	}
	return list{s, m}.draw()
}

// list is the drawing of the course.
type list struct {
	Store Sender
	*Model
}

func (s list) draw() app.UI {
	ls := s.Model
	head := func(facts string) app.UI {
		return H("div.row.lessons-head", H("h2", "Learn"), H("span.grow"), H("small.dim.num", facts))
	}
	file := []app.UI{
		Press(s.Store, ".item.add", "+ Open a lesson file…", page.ImportPressed{}, Title("Or drop it anywhere on the page")),
		Press(s.Store, ".item.add", "Write a lesson…", LessonHelpPressed{}),
		Press(s.Store, ".item.add#class-open", "Learn in a class…", ClassPressed{}, Title("A link for a class, and each learner's progress as a file")),
	}
	switch {
	case ls.Course == nil && ls.Failed != nil:
		return H("div#lessons", head(""), H("p.side-note.dim", ls.Failed.Message), Press(s.Store, ".btn.small#lessons-again", "Try again", CourseWanted{}), s.ownLessons())
	case ls.Course == nil:
		return H("div.waiting#lessons", head(""), s.ownLessons())
	}
	done, of := ls.Course.Finished(ls.Progress)
	next := ls.Next("")
	var first any
	if next != "" {
		what, step := "Next: ", any("")
		if at := ls.Begun(next); at > 0 {
			what, step = "Continue: ", H("small", ", step\u00a0"+strconv.Itoa(at))
		} else if ls.Progress.Empty() {
			what = "Start: "
		}
		first = Press(s.Store, ".item.begin#lesson-go", "", page.LessonChosen{Name: next}, H("span.name", "▸ "+what+virtual.Straight(ls.Title(next)), step))
	}
	what, list := "All "+strconv.Itoa(of)+" lessons"+hours(ls.Course.Lessons())+" ▾", any(nil)
	if ls.All {
		what, list = "Fewer ▴", H("div#course", Slot(score(ls.Progress) != "", func() app.UI { return H("p.side-note.dim.num", score(ls.Progress)) }), H("div", Each(len(ls.Course.Groups), func(i int) app.UI { return s.group(ls.Course.Groups[i]) })), H("div", file),
			Slot(!ls.Progress.Empty(), func() app.UI {
				return Press(s.Store, ".item.add#lessons-forget", "Reset lesson progress", ProgressForgotten{}, Title("Of all lessons; it can be undone"))
			}))
	}
	return H("div#lessons", head(strconv.Itoa(done)+" of "+strconv.Itoa(of)), first, s.ownLessons(),
		Press(s.Store, ".item.add#lessons-all aria-expanded="+strconv.FormatBool(ls.All), what, LessonsUnfolded{}), list)
}

// score is that of the predictions of all lessons, "" before the first.
func score(p lesson.Progress) string {
	if right, of := p.Score(); of > 0 {
		return strconv.Itoa(right) + " of " + strconv.Itoa(of) + " predictions right so far"
	}
	return ""
}

// minutes is the time that lessons take together, 0 when the list does not say.
func minutes(lessons []lesson.Entry) (sum int) {
	for i := range lessons {
		sum += lessons[i].Minutes
	}
	return sum
}

// hours is the time of many lessons to half an hour, behind their number: ", 3½ h".
func hours(lessons []lesson.Entry) string {
	halves := (minutes(lessons) + 15) / 30
	if halves == 0 {
		return ""
	}
	return ", " + strconv.Itoa(halves/2) + []string{"", "½"}[halves%2] + " h"
}

// lasting is the time of some lessons: "5 min", "1 h 7 min".
func lasting(lessons []lesson.Entry) string {
	sum := minutes(lessons)
	text := ""
	if sum >= 60 {
		text = strconv.Itoa(sum/60) + " h "
	}
	if sum%60 > 0 {
		text += strconv.Itoa(sum%60) + " min"
	}
	return strings.TrimSpace(text)
}

func (s list) group(g lesson.Group) app.UI {
	return H("div", H("h3.group.row", H("span", virtual.Straight(g.Title)), H("span.grow"), H("small", lasting(g.Lessons))), H("ul", Each(len(g.Lessons), func(i int) app.UI {
		e := g.Lessons[i]
		n := s.Progress.Passed(e.Name)
		marks := []string{}
		if n >= e.Steps {
			marks = append(marks, "✓")
		} else if n > 0 {
			marks = append(marks, strconv.Itoa(n)+"/"+strconv.Itoa(e.Steps))
		}
		if e.Minutes > 0 {
			marks = append(marks, lasting(g.Lessons[i:i+1]))
		}
		done := words.Count(n, "step", "steps") + " of " + strconv.Itoa(e.Steps) + " done"
		if e.Minutes > 0 {
			done += ", " + words.Count(e.Minutes, "minute", "minutes")
		}
		return H("li", Press(s.Store, ".item", "", page.LessonChosen{Name: e.Name}, Title(done), H("span.name", virtual.Straight(e.Title)), H("small", strings.Join(marks, " · "))))
	})))
}

// ownLessons are those of a teacher's files.
func (s list) ownLessons() app.UI {
	own := s.Own
	return Slot(len(own) > 0, func() app.UI {
		return H("div#own-lessons", H("h3.group", "From files, for this tab"), H("ul", Each(len(own), func(i int) app.UI {
			return H("li", Press(s.Store, ".item", "", page.LessonChosen{Name: own[i].Name}, H("span.name", virtual.Straight(own[i].Title)), H("small", words.Count(s.Progress.Passed(own[i].Name), "step done", "steps done"))))
		})))
	})
}
