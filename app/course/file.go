package course

import (
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
)

// fileGiven has a teacher's file run; other lessons that came with it are left.
func (m Model) fileGiven(f port.FileRef) (*Model, []page.Cmd) {
	var cmds []page.Cmd
	if m.File != nil {
		cmds = []page.Cmd{page.ForgetFile{Token: m.File.Token}}
	}
	m.File = &LessonFile{Token: f.Token, File: f.Name, Busy: true}
	return &m, append(cmds, page.ShowDialog{Dialog: &page.Dialog{Kind: RefusedDialog}}, page.OpenDialog{}, ReadLessonFile{f.Token}, page.Announce{Text: "Trying the lesson " + f.Name + "."})
}

// fileRead opens a teacher's lesson that works, and keeps it for this tab; else it tells what is wrong.
func (m Model) fileRead(v *page.View, msg LessonFileRead) (*Model, []page.Cmd) {
	if m.File == nil || m.File.Token != msg.Token {
		return &m, nil
	}
	f := *m.File
	f.Busy = false
	cmds := []page.Cmd{page.ForgetFile{Token: msg.Token}}
	if f.Failed = wire.FailureOf(msg.Err); f.Failed != nil && f.Failed.Code == wire.Canceled {
		m.File = nil
		return &m, cmds
	}
	if f.Failed == nil {
		f.Problems = msg.Reply.Problems
	}
	if m.File = &f; f.Failed != nil || len(f.Problems) > 0 {
		return &m, append(cmds, page.Focus{Target: "lesson-choose"}, page.Announce{Text: f.File + " does not work yet."})
	}
	name, of := ownName(f.File, msg.Reply.Text)
	m.File = nil
	m.Own = slices.DeleteFunc(slices.Clone(m.Own), func(o OwnLesson) bool { // the file as it was before
		tail, ok := strings.CutPrefix(o.Name, of)
		return ok && (tail == "" || len(tail) == len("-00000000") && tail[0] == '-')
	})
	m.Own = append(m.Own, OwnLesson{name, msg.Reply.Title, msg.Reply.Text})
	next, more := m.Open(v, name, 1, nil)
	return next, append(append(cmds, page.ShowDialog{}, page.CloseDialog{}, page.KeepInTab{Name: OwnSlot, Text: EncodeOwn(m.Own)}), more...)
}
