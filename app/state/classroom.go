package state

import (
	"context"
	"slices"
	"strings"

	"rangefinder/app/lesson"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Classroom is the class that a learner belongs to, and what a teacher was given by the learners. Nothing of it is sent: names go
// into a link and into files, and those are given from hand to hand.
type Classroom struct {
	Name    string // of the class; kept by the browser, because a link brings it once
	Learner string // as typed, for the file
	Reports []lesson.Report
	Refused []string // files that are no progress, each with the reason
	Reading int      // files that are being read
}

// Settings of this browser: the name of the class, and what the steps took; see lesson.Efforts.
const (
	ClassSetting   = "class"
	EffortsSetting = "efforts"
)

// maxReports is how many files of learners are kept; the first ones go.
const maxReports = 500

type (
	// NoteEffort notes what happened at a step, with the time.
	NoteEffort struct {
		Of   lesson.EffortOf
		What lesson.Noted
	}
	// SaveReport offers what was done as a file.
	SaveReport struct {
		Class, Learner string
		Progress       lesson.Progress
	}
	// ReadReport reads a learner's file. Answer: ReportRead.
	ReadReport struct{ File port.FileRef }
	ReportRead struct {
		File  port.FileRef
		Reply *wire.ReportFileReply
		Err   error
	}
	ClassPressed   struct{} // opens the dialog of the class
	ClassNamed     struct{ Text string }
	LearnerNamed   struct{ Text string }
	ReportSaved    struct{}
	ClassCopied    struct{} // the link for the class
	ReportsCleared struct{}
)

func (cmd ReadReport) Run(ctx context.Context, out Outside) Msg {
	reply, err := wire.Call(ctx, out.Client, wire.ReportFile, wire.ReportFileRequest{Token: cmd.File.Token}, nil)
	return ReportRead{cmd.File, reply, err}
}

// isReport reports whether a file says by its name that it holds a learner's progress. A browser may have added a number to it.
func isReport(f port.FileRef) bool {
	name := strings.ToLower(f.Name)
	return strings.Contains(name, ".progress") && strings.HasSuffix(name, ".csv")
}

// inClass takes the class of a link, which the browser then keeps.
func inClass(m Model, r Route) (Model, []Cmd) {
	if r.Class == "" || m.Embed != nil {
		return m, nil
	}
	ls := *m.Lessons
	ls.Class.Name = lesson.Name(r.Class)
	m.Lessons = &ls
	return m, []Cmd{KeepSetting{ClassSetting, ls.Class.Name}}
}

// noted is the command that notes what happened at the step on screen.
func noted(m Model, what lesson.Noted) Cmd {
	l := m.Lesson
	return NoteEffort{lesson.EffortOf{Lesson: l.Name, Step: l.Step, Forgotten: m.Lessons.Progress[l.Name].Forgotten}, what}
}

// reportsGiven reads the files of learners.
func reportsGiven(m Model, files []port.FileRef) (Model, []Cmd) {
	ls := *m.Lessons
	var cmds []Cmd
	if m.Dialog == nil || m.Dialog.Kind != ClassDialog {
		ls.Class.Refused = nil
		m.Dialog = &Dialog{Kind: ClassDialog}
		cmds = append(cmds, OpenDialog{})
	}
	ls.Class.Reading += len(files)
	m.Lessons = &ls
	for _, f := range files {
		cmds = append(cmds, ReadReport{f})
	}
	return m, cmds
}

// updateClassroom is the dialog of the class.
func updateClassroom(m Model, msg Msg) (Model, []Cmd, bool) {
	ls := *m.Lessons
	c := &ls.Class
	var cmds []Cmd
	switch msg := msg.(type) {
	case ClassPressed:
		m.Dialog = &Dialog{Kind: ClassDialog}
		cmds = []Cmd{ResetFields{Values: map[string]string{"class-name": c.Name, "learner-name": c.Learner}}, OpenDialog{}}
	case ClassNamed:
		c.Name = lesson.Name(msg.Text)
		cmds = []Cmd{KeepSetting{ClassSetting, c.Name}}
	case LearnerNamed:
		c.Learner = lesson.Name(msg.Text)
	case ReportSaved:
		cmds = []Cmd{SaveReport{c.Name, c.Learner, ls.Progress}, Announce{Text: "Saved your progress as a file."}}
	case ClassCopied:
		cmds = []Cmd{Copy{Text: m.ClassLink()}, Announce{Text: "Copied the link for the class."}}
	case ReportsCleared:
		c.Reports, c.Refused = nil, nil
		cmds = []Cmd{Focus{Target: "class-files"}, Announce{Text: "The table of the class is empty."}}
	case ReportRead:
		c.Reading = max(c.Reading-1, 0)
		cmds = []Cmd{page.ForgetFile{Token: msg.File.Token}}
		if f := wire.FailureOf(msg.Err); f != nil {
			c.Refused = append(slices.Clip(c.Refused), words.Clip(msg.File.Name, 60)+": "+f.Message)
		} else {
			c.Reports = append(slices.Clip(c.Reports[max(0, len(c.Reports)+1-maxReports):]), msg.Reply.Report)
		}
		if c.Reading == 0 {
			cmds = append(cmds, Announce{Text: words.Count(len(c.Reports), "file", "files") + " of learners in the table."})
		}
	default:
		return m, nil, false
	}
	m.Lessons = &ls
	return m, cmds, true
}

// ClassLink is a link to the lesson that is open, or to the first, for the class.
func (m *Model) ClassLink() string {
	r := Route{Lesson: page.FirstLesson, Class: m.Lessons.Class.Name}
	if m.Lesson != nil && m.Lessons.own(m.Lesson.Name) == nil {
		r.Lesson = m.Lesson.Name
	}
	return m.Base + "#" + r.Fragment()
}
