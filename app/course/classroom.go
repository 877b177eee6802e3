package course

import (
	"context"
	"slices"

	"rangefinder/app/lesson"
	"rangefinder/app/lesson/report"
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
	Reports []report.Report
	Refused []string // files that are no progress, each with the reason
	Reading int      // files that are being read
}

// maxReports is how many files of learners are kept; the first ones go.
const maxReports = 500

type (
	// NoteEffort notes what happened at a step, with the time.
	NoteEffort struct {
		Of   lesson.EffortOf
		What lesson.Noted
	}
	// RecallEfforts brings back the tries and hints that were forgotten; see lesson.Efforts.
	RecallEfforts struct{ Before, Now lesson.Progress }
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

func (cmd ReadReport) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.ReportFile, wire.ReportFileRequest{Token: cmd.File.Token}, nil)
	return ReportRead{cmd.File, reply, err}
}

// InClass takes the class of a link, which the browser then keeps.
func (m *Model) InClass(v *page.View, class string) (*Model, []page.Cmd) {
	if class == "" || v.Embedded {
		return m, nil
	}
	next := *m
	next.Class.Name = report.Name(class)
	return &next, []page.Cmd{page.KeepSetting{Key: ClassSetting, Value: next.Class.Name}}
}

// reportsGiven reads the files of learners.
func (m Model) reportsGiven(v *page.View, files []port.FileRef) (*Model, []page.Cmd) {
	var cmds []page.Cmd
	if !open(v, ClassDialog) {
		m.Class.Refused = nil
		cmds = append(cmds, page.ShowDialog{Dialog: &page.Dialog{Kind: ClassDialog}}, page.OpenDialog{})
	}
	m.Class.Reading += len(files)
	for _, f := range files {
		cmds = append(cmds, ReadReport{f})
	}
	return &m, cmds
}

// updateClassroom is the dialog of the class; ok is false for any other message.
func (m Model) updateClassroom(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	c := &m.Class
	switch msg := msg.(type) {
	case ClassPressed:
		cmds = []page.Cmd{page.ShowDialog{Dialog: &page.Dialog{Kind: ClassDialog}}, page.ResetFields{Values: map[string]string{"class-name": c.Name, "learner-name": c.Learner}}, page.OpenDialog{}}
	case ClassNamed:
		c.Name = report.Name(msg.Text)
		cmds = []page.Cmd{page.KeepSetting{Key: ClassSetting, Value: c.Name}}
	case LearnerNamed:
		c.Learner = report.Name(msg.Text)
	case ReportSaved:
		cmds = []page.Cmd{SaveReport{c.Name, c.Learner, m.Progress}, page.Announce{Text: "Saved your progress as a file."}}
	case ClassCopied:
		cmds = []page.Cmd{page.Copy{Text: m.ClassLink(v.Base)}, page.Announce{Text: "Copied the link for the class."}}
	case ReportsCleared:
		c.Reports, c.Refused = nil, nil
		cmds = []page.Cmd{page.Focus{Target: "class-files"}, page.Announce{Text: "The table of the class is empty."}}
	case ReportRead:
		c.Reading = max(c.Reading-1, 0)
		cmds = []page.Cmd{page.ForgetFile{Token: msg.File.Token}}
		if f := wire.FailureOf(msg.Err); f != nil {
			c.Refused = append(slices.Clip(c.Refused), words.Clip(msg.File.Name, 60)+": "+f.Message)
		} else {
			c.Reports = append(slices.Clip(c.Reports[max(0, len(c.Reports)+1-maxReports):]), msg.Reply.Report)
		}
		if c.Reading == 0 {
			cmds = append(cmds, page.Announce{Text: words.Count(len(c.Reports), "file", "files") + " of learners in the table."})
		}
	default:
		return &m, nil, false
	}
	return &m, cmds, true
}

// ClassLink is a link to the lesson that is open, or to the first, for the class. base is the address of the page.
func (m *Model) ClassLink(base string) string {
	r := page.Route{Lesson: page.FirstLesson, Class: m.Class.Name}
	if m.Lesson != nil && m.OwnNamed(m.Lesson.Name) == nil {
		r.Lesson = m.Lesson.Name
	}
	return base + "#" + r.Fragment()
}
