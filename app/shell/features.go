package shell

import (
	"reflect"
	"strings"

	"rangefinder/app/builder"
	"rangefinder/app/bulk"
	"rangefinder/app/code"
	"rangefinder/app/course"
	"rangefinder/app/designlab"
	"rangefinder/app/edit"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/palette"
	"rangefinder/app/queryline"
	"rangefinder/app/querytabs"
	"rangefinder/app/result"
	"rangefinder/app/review"
	"rangefinder/app/tables"
)

// listeners are the features that may take a message, in the order in which they are asked: the one whose message it is, and those that
// hear it as well. A feature is not asked about other messages, so its code can come with the first of them.
func listeners(m *Model, msg page.Msg) []string {
	switch msg.(type) {
	case page.LessonChosen, page.LessonFileGiven, page.ReportsGiven, page.RoomLost:
		return []string{"course"}
	case page.SourceChosen:
		return []string{"course", "accounts"}
	case page.UnlockPressed, page.ChargeTold:
		return []string{"accounts"}
	case page.FilterSet, page.FilterEdited, page.KeyTaken, page.ThenClosed, page.LimitLifted:
		return []string{"queryline"}
	case builder.ValuesCounting, builder.ValuesCounted:
		return []string{"editor", "builder"}
	case page.CodePressed:
		return []string{"code"}
	case grid.LineSelected, grid.LineOpened, grid.LineDeletePressed, grid.LineDuplicatePressed, grid.MorePressed:
		return []string{"result", "grid"}
	case edit.Collected, edit.CommitWanted:
		return []string{"review"}
	case edit.EntityRead: // which may be read for a cell
		return []string{"celledit", "inspector"}
	case edit.Saved, page.NewEntityPressed:
		return []string{"inspector"}
	case page.CellWanted, grid.CellsSet:
		return []string{"celledit"}
	case page.SaveQueryPressed:
		return []string{"queries"}
	case page.PullPressed, page.PushPressed:
		return []string{"copies"}
	case designlab.Simulated:
		return []string{"simulator"}
	case page.FileCopyWanted, page.DesignWanted:
		return []string{"copyto"}
	case page.CountWanted:
		return []string{"count"}
	case page.BesidePressed:
		return []string{"beside"}
	case page.NewTablePressed, page.DeleteTablePressed, page.GeneratePressed, page.ClonePressed:
		return []string{"tables"}
	case page.LogsGiven:
		return []string{"workload"}
	case page.DialogClosed:
		if bulk.StopsWhenClosed(m.Dialog) {
			return []string{"bulk"}
		}
		return []string{"files"}
	case page.ExportWanted, page.FilesGiven, page.ImportPressed, page.SharePressed, page.CheckpointRestored:
		return []string{"files"}
	case page.TakeBackPressed, page.TakenBack:
		return []string{"notices"}
	case page.TablesOpening, page.LoadProgressed, page.LoadStopPressed:
		return []string{"side"}
	case page.SettingChosen:
		return []string{"settings"}
	case page.GuideOpened:
		return []string{"guide"}
	}
	t := reflect.TypeOf(msg)
	if t == nil {
		return nil
	}
	name, _, _ := strings.Cut(t.String(), ".")
	switch name {
	case "plan": // whose parts are of the query line
		return []string{"queryline", "plan"}
	case "partitions":
		return []string{"recount", "partitions"}
	}
	return []string{name}
}

// hand gives a message to a feature and carries out what it asks of the page; ok is false when it was not its message.
func hand(m Model, feature string, msg page.Msg) (_ Model, cmds []page.Cmd, ok bool) {
	v, d := m.View(), m.desk()
	switch feature {
	case "accounts":
		m.Sources, cmds, ok = m.Sources.Update(v, msg)
	case "beside":
		m.Beside, cmds, ok = m.Beside.Update(v, msg)
	case "builder":
		m.Builder, cmds, ok = m.Builder.Update(v, msg)
	case "bulk":
		cmds, ok = bulk.Update(v, m.Pending, msg)
	case "celledit":
		m.Cell, d, cmds, ok = m.Cell.Update(v, d, msg)
		m = m.withDesk(d)
	case "code":
		cmds, ok = code.Update(v, m.Plan, m.Map, msg)
	case "copies":
		m.Copies, cmds, ok = m.Copies.Update(v, msg)
	case "copyto":
		m.CopyTo, cmds, ok = m.CopyTo.Update(v, msg)
	case "count":
		m.Count, cmds, ok = m.Count.Update(v, msg)
	case "course":
		m.Course, cmds, ok = m.Course.Update(v, msg)
	case "designlab":
		if m.LabHome, ok = m.LabHome.HearAside(msg); !ok {
			m.Lab, cmds, ok = m.Lab.Update(v, msg)
		}
	case "editor":
		m.Offers, cmds, ok = m.Offers.Update(msg)
	case "files":
		m.Files, cmds, ok = m.Files.Update(v, msg)
	case "grid":
		m.Grid, cmds, ok = m.Grid.Update(v, msg)
	case "guide":
		if m.Embed == nil { // which has no place for it
			m.Guide, cmds, ok = m.Guide.Update(v, msg)
		}
	case "history":
		m.History, cmds, ok = m.History.Update(v, msg)
	case "inspector":
		m.Lens, d, cmds, ok = m.Lens.Update(v, d, msg)
		m = m.withDesk(d)
	case "intro":
		m.Intro, cmds, ok = m.Intro.Update(v, msg)
	case "misses":
		m.Misses, cmds, ok = m.Misses.Update(v, msg)
	case "move":
		m.Move, cmds, ok = m.Move.Update(v, msg)
	case "notices":
		m.Board, cmds, ok = m.Board.Update(msg)
	case "palette":
		p := &palette.Page{View: v, Commands: Commands(&m), Live: m.Live(), Course: m.Course, Samples: m.Samples}
		if noTabs(&m) == "" {
			p.Tabs = m.Tabs
		}
		m.Palette, cmds, ok = m.Palette.Update(p, msg)
	case "partitions":
		m.Partitions, cmds, ok = m.Partitions.Update(v, msg)
	case "plan":
		m.Tree, cmds, ok = m.Tree.Update(msg)
	case "queries":
		m.Saved, cmds, ok = m.Saved.Update(v, msg)
	case "queryline":
		var l queryline.Line
		l, cmds, ok = m.Line().Update(v, msg)
		m = m.withLine(l)
	case "querytabs":
		if _, found := msg.(querytabs.Found); !found {
			if why := noTabs(&m); why != "" {
				return m, []page.Cmd{page.Announce{Text: why}}, true
			}
		}
		m.Tabs, cmds, ok = m.Tabs.Update(v, m.Grid, msg)
	case "recount":
		cmds, ok = m.counted(msg)
	case "requests":
		m.Requests, cmds, ok = m.Requests.Update(v, msg)
	case "result":
		r := m.Grid.Result
		if r, cmds, ok = result.Update(v, m.Inspector, r, msg); r != m.Grid.Result {
			m = m.withResult(r)
		}
	case "review":
		d, cmds, ok = review.Update(v, d, msg)
		m = m.withDesk(d)
	case "settings":
		m.Keeping, cmds, ok = m.Keeping.Update(v, msg)
	case "side":
		m.Tables, cmds, ok = m.Tables.Update(v, m.Live(), msg)
	case "simulator":
		m.Sim, cmds, ok = m.Sim.Update(v, msg)
	case "tables":
		cmds, ok = tables.Update(v, msg)
	case "workload":
		m.Workload, cmds, ok = m.Workload.Update(v, msg)
	}
	if !ok {
		return m, nil, false
	}
	m, cmds = answer(m, cmds)
	return m, cmds, true
}

// desk is what is being edited.
func (m *Model) desk() edit.Desk { return edit.Desk{Form: m.Inspector, Pending: m.Pending} }

// withDesk takes in what became of it.
func (m Model) withDesk(d edit.Desk) Model {
	m.Inspector, m.Pending = d.Form, d.Pending
	return m
}

// withResult returns the model with another result, or another state of it.
func (m Model) withResult(r *grid.Result) Model {
	m.Grid = m.Grid.WithResult(r)
	return m
}

// withCourse takes in what the lessons answered.
func (m Model) withCourse(next *course.Model, cmds []page.Cmd) (Model, []page.Cmd) {
	m.Course = next
	return answer(m, cmds)
}
