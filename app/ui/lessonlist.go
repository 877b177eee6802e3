package ui

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/lesson"
	"rangefinder/app/port/virtual"
	"rangefinder/app/state"
	"rangefinder/app/words"
)

// lessons is the course in the list of tables: what comes next, and all of it on demand.
func (s *Side) lessons() app.UI {
	ls := s.Lessons
	if ls == nil {
		return h("div.slot")
	}
	head := func(facts string) app.UI {
		return h("div.row.lessons-head", h("h2", "Lessons"), h("span.grow"), h("small.dim.num", facts))
	}
	file := []app.UI{
		press(s.Store, ".item.add", "+ Open a lesson file…", state.ImportPressed{}, title("Or drop it anywhere on the page")),
		press(s.Store, ".item.add", "Write a lesson…", state.LessonHelpPressed{}),
	}
	switch {
	case ls.Course == nil && ls.Failed != nil:
		return h("div#lessons", head(""), h("p.side-note.dim", ls.Failed.Message), press(s.Store, ".btn.small#lessons-again", "Try again", state.CourseWanted{}), s.ownLessons())
	case ls.Course == nil:
		return h("div.waiting#lessons", head(""), s.ownLessons())
	}
	done, of := ls.Course.Finished(ls.Progress)
	next := ls.Next("")
	var first any
	if next != "" {
		what := "Next: "
		if ls.Progress.Empty() {
			what = "Start: "
		}
		first = press(s.Store, ".item.begin#lesson-go", "", state.LessonChosen{Name: next}, h("span.name", "▸ "+what+virtual.Straight(ls.Title(next))))
	}
	what, list := "All "+strconv.Itoa(of)+" lessons ▾", any(nil)
	if ls.All {
		what, list = "Fewer ▴", h("div#course", h("div", each(len(ls.Course.Groups), func(i int) app.UI { return s.group(ls.Course.Groups[i]) })), h("div", file),
			slot(!ls.Progress.Empty(), func() app.UI {
				return press(s.Store, ".item.add#lessons-forget", "Forget my progress", state.ProgressForgotten{}, title("Of all lessons; it can be undone"))
			}))
	}
	return h("div#lessons", head(strconv.Itoa(done)+" of "+strconv.Itoa(of)+score(ls.Progress)), first, s.ownLessons(),
		press(s.Store, ".item.add#lessons-all aria-expanded="+strconv.FormatBool(ls.All), what, state.LessonsUnfolded{}), list)
}

// score is the score of predictions behind other facts, "" before the first.
func score(p lesson.Progress) string {
	if right, of := p.Score(); of > 0 {
		return " · predicted " + strconv.Itoa(right) + " of " + strconv.Itoa(of)
	}
	return ""
}

func (s *Side) group(g lesson.Group) app.UI {
	return h("div", h("h3.group", virtual.Straight(g.Title)), h("ul", each(len(g.Lessons), func(i int) app.UI {
		e := g.Lessons[i]
		n := s.Lessons.Progress.Passed(e.Name)
		mark := strconv.Itoa(e.Steps)
		if n >= e.Steps {
			mark = "✓"
		} else if n > 0 {
			mark = strconv.Itoa(n) + " of " + mark
		}
		return h("li", press(s.Store, ".item", "", state.LessonChosen{Name: e.Name}, title(words.Count(n, "step", "steps")+" of "+strconv.Itoa(e.Steps)+" done"), h("span.name", virtual.Straight(e.Title)), h("small", mark)))
	})))
}

// ownLessons are those of a teacher's files.
func (s *Side) ownLessons() app.UI {
	own := s.Lessons.Own
	return slot(len(own) > 0, func() app.UI {
		return h("div#own-lessons", h("h3.group", "From files, for this tab"), h("ul", each(len(own), func(i int) app.UI {
			return h("li", press(s.Store, ".item", "", state.LessonChosen{Name: own[i].Name}, h("span.name", virtual.Straight(own[i].Title)), h("small", words.Count(s.Lessons.Progress.Passed(own[i].Name), "step done", "steps done"))))
		})))
	})
}
