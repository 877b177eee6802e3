package course

import (
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/lesson"
	"rangefinder/app/lesson/report"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/port/virtual"
	"rangefinder/app/words"
)

// classroom is the dialog of a class: a learner saves a file, a teacher makes a link and reads the files.
func (p dialog) classroom() []app.UI {
	c := p.Course.Class
	field := func(id, label string, heard func(string) page.Msg) app.UI {
		return H("div.prop.keyprop", H("label for="+id, label), H("input#"+id+" type=text autocomplete=off spellcheck=false maxlength="+strconv.Itoa(report.MaxName), Typed(p.Store, "input", id, heard)))
	}
	return []app.UI{
		H("p", "Nothing is sent anywhere: the name of a class is in a link, and what a learner did is in a file. You pass both on yourself."),
		field("class-name", "Name of the class", func(v string) page.Msg { return ClassNamed{Text: v} }),
		H("h3", "For a learner"),
		field("learner-name", "My name in the file (optional)", func(v string) page.Msg { return LearnerNamed{Text: v} }),
		H("div.row", Press(p.Store, ".btn.primary#class-save", "Save my progress", ReportSaved{}, Off(p.Course.Progress.Empty())),
			H("span.dim", "Steps, predictions, tries, hints and times, as a small text file.")),
		H("h3", "For a teacher"),
		H("div.row", Press(p.Store, ".btn#class-copy", "Copy the link for the class", ClassCopied{}, Off(c.Name == "")), Press(p.Store, ".btn#class-files", "Read learners' files…", page.ImportPressed{}),
			H("span.dim", "The link opens the lesson on screen, or the first. Files can be dropped on the page, too.")),
		Slot(c.Reading > 0, func() app.UI { return H("p.dim role=status", "Reading "+words.Count(c.Reading, "file", "files")+"…") }),
		Slot(len(c.Refused) > 0, func() app.UI {
			return H("div role=alert", H("ul.notes.err", Each(min(len(c.Refused), 8), func(i int) app.UI { return H("li", virtual.Straight(c.Refused[i])) })))
		}),
		Slot(len(c.Reports) > 0, func() app.UI { return p.classTables(c.Reports) }),
	}
}

// classTables are the learners of a class and the lessons that they began.
func (p dialog) classTables(reports []report.Report) app.UI {
	course := p.Course.Course
	if course == nil {
		course = &lesson.Course{}
	}
	c := report.NewClassroom(reports, course)
	head := func(names ...string) app.UI {
		return H("thead", H("tr", Each(len(names), func(i int) app.UI {
			if i == 0 {
				return H("th scope=col", names[i])
			}
			return H("th.num scope=col", names[i])
		})))
	}
	row := func(name string, cells ...string) app.UI {
		return H("tr", H("th scope=row", virtual.Straight(name)), Each(len(cells), func(i int) app.UI { return H("td.num", virtual.Straight(cells[i])) }))
	}
	toll := func(t report.Toll) []string {
		return []string{words.Number(t.Right) + " of " + words.Number(t.Asked), words.Number(t.Tries), words.Number(t.Hints), words.Number(t.Shown)}
	}
	older := any(nil)
	if c.Older > 0 {
		older = H("p.dim", words.Count(c.Older, "older file", "older files")+" of the same learners: the newest of each counts.")
	}
	return H("div",
		H("div.scroll-x tabindex=0 role=region", Label("Learners"), H("table.preview#class-learners", head("Learner", "Class", "Lessons", "Steps", "Predicted", "Tries", "Hints", "Shown", "Last"),
			H("tbody", Each(len(c.Learners), func(i int) app.UI {
				l := c.Learners[i]
				name, last := l.Learner, "–"
				if name == "" {
					name = "(no name)"
				}
				if !l.Last.IsZero() {
					last = l.Last.Local().Format("2006-01-02 15:04")
				}
				return row(name, append(append([]string{l.Class, words.Number(l.Finished), words.Number(l.Steps)}, toll(l.Toll)...), last)...)
			})))),
		H("div.scroll-x tabindex=0 role=region", Label("Lessons"), H("table.preview#class-lessons", head("Lesson", "Begun", "Finished", "Predicted", "Tries", "Hints", "Shown"),
			H("tbody", Each(len(c.Lessons), func(i int) app.UI {
				l := c.Lessons[i]
				return row(l.Title, append([]string{words.Number(l.Begun), words.Number(l.Finished)}, toll(l.Toll)...)...)
			})))),
		older,
		H("div.row", Press(p.Store, ".btn.small.quiet#class-clear", "Empty the table", ReportsCleared{})))
}

// Keep notes the effort in what the browser keeps: other tabs note there, too.
func (cmd NoteEffort) Keep(p port.Page, now time.Time) {
	text, _ := p.Setting(EffortsSetting)
	_ = p.SetSetting(EffortsSetting, lesson.ParseEfforts(text).Note(cmd.Of, cmd.What, now).String()) // a browser that keeps nothing says so elsewhere
}

// Keep brings back what was noted before progress was forgotten.
func (cmd RecallEfforts) Keep(p port.Page) {
	text, _ := p.Setting(EffortsSetting)
	_ = p.SetSetting(EffortsSetting, lesson.ParseEfforts(text).Recall(cmd.Before, cmd.Now).String())
}

// Offer offers the report as a download.
func (cmd SaveReport) Offer(p port.Page, now time.Time) {
	text, _ := p.Setting(EffortsSetting)
	report := report.NewReport(cmd.Class, cmd.Learner, cmd.Progress, lesson.ParseEfforts(text), now)
	p.Download(report.FileName(), "text/csv", []byte(report.String()))
}
