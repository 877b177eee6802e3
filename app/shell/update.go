package shell

import (
	"rangefinder/app/accounts"
	"rangefinder/app/beside"
	"rangefinder/app/copies"
	"rangefinder/app/copyto"
	"rangefinder/app/count"
	"rangefinder/app/course"
	"rangefinder/app/designlab"
	"rangefinder/app/edit"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/history"
	"rangefinder/app/inspector"
	"rangefinder/app/intro"
	"rangefinder/app/move"
	"rangefinder/app/page"
	"rangefinder/app/palette"
	"rangefinder/app/partitions"
	"rangefinder/app/plan"
	"rangefinder/app/queries"
	"rangefinder/app/queryline"
	"rangefinder/app/requests"
	"rangefinder/app/result"
	"rangefinder/app/sample"
	"rangefinder/app/settings"
	"rangefinder/app/side"
	"rangefinder/app/simulator"
	"rangefinder/app/workload"
)

// New returns the model before anything has happened.
func New() Model {
	return Model{
		Keeping:   &settings.Model{},
		Intro:     &intro.Model{},
		Palette:   &palette.Model{},
		Tables:    &side.Model{},
		Query:     &queryline.Query{},
		Plan:      &plan.Plan{},
		Map:       &plan.Map{Hover: -1},
		Inspector: &edit.Inspector{},
		Copies:    copies.New(),
		History:   &history.Model{},
		Saved:     &queries.Model{},
		Samples:   sample.Samples(),
		Sources:   accounts.New(),
		Requests:  requests.New(),
		Course:    course.New(),

		Grid:       grid.New(),
		Pending:    &edit.Pending{},
		Lens:       &inspector.Model{},
		Lab:        designlab.New(""),
		Partitions: partitions.New(),
		Files:      files.New(),
		Recount:    &partitions.Recount{},
		Sim:        simulator.New(),
		Move:       &move.Model{},
		CopyTo:     &copyto.Model{},
		Count:      &count.Model{},
		Beside:     &beside.Model{},
		Workload:   workload.New(),
	}
}

// The table and filter that a first visit shows.
const (
	FirstTable  = "Movies"
	FirstFilter = "PartitionKey eq 'Action' and RowKey ge 'Alien' and RowKey lt 'Terminator' and Rating gt 4.0"
)

// Update answers what the page looks like after msg and what shall be done. It is pure.
func Update(m Model, msg page.Msg) (Model, []page.Cmd) {
	if m.Embed.ignores(msg) {
		return m, nil
	}
	if closed, ok := msg.(page.DialogClosed); ok && closed.Nth > 0 && closed.Nth != m.Dialogs {
		return m, nil // of the one before
	}
	next, cmds := update(m, msg)
	if _, ok := msg.(palette.Chosen); ok {
		return next, cmds // of messages that each went through here
	}
	return follow(m, next, cmds, msg)
}

func update(m Model, msg page.Msg) (Model, []page.Cmd) {
	switch msg := msg.(type) {
	case Started:
		return started(m, msg)
	case Navigated:
		return navigated(m, msg)
	case WorkerLost:
		m.Fatal = msg.Reason
		return m, []page.Cmd{ShowCrash{Report: msg.Reason, Lost: true}}
	case EngineCrashed:
		return m, []page.Cmd{ShowCrash{Report: msg.Report}}
	case ShortcutsPressed:
		m.Dialog = &page.Dialog{Kind: Shortcuts}
		return m, []page.Cmd{page.OpenDialog{}}
	case PaneWanted:
		return toPane(m, msg.Pane)
	case ThemePressed:
		theme := settings.ThemeOf(m.Settings).After()
		m, cmds := changeSettings(m, m.Settings.With("theme", string(theme)))
		return m, append(cmds, page.Announce{Text: "Colours: " + string(theme)})
	case EditorWanted:
		m, cmds := toScreen(m, page.QueryScreen)
		return m, append(cmds, page.Focus{Target: "editor"})
	case page.ScreenChosen:
		return screenChosen(m, msg)
	case DraftRefused:
		m.Undrafted = msg.Refused
		if !msg.Refused {
			return m, nil
		}
		return notify(m, page.Notice{Bad: true, Text: draftUnkept})
	case Returned:
		return returned(m, msg)
	case edit.FormReturned:
		return bringBack(m, msg.Form)
	case page.TablesListed:
		return tablesListed(m, msg)
	case page.TableChanged:
		return tableChanged(m, msg)
	case page.TableChosen:
		return tableChosen(m, msg)
	case page.SampleOpened:
		return sampleOpened(m, msg)
	case page.Loaded:
		return loaded(m, msg)
	case page.Moved:
		return moved(m)
	case grid.ResultLost:
		return resultLost(m)
	case page.RunPressed:
		return runPressed(m)
	case plan.MergePressed:
		return runMerged(m)
	case result.ScanChosen:
		return scanChosen(m, msg)
	case result.ScanCanceled:
		return unasked(m), []page.Cmd{page.Focus{Target: "editor"}}
	case queryline.SelectionRun:
		return runSelection(m, msg.Text)
	case plan.WhyToggled:
		return whyToggled(m)
	case plan.PlanFilled:
		return planFilled(m)
	case page.QueryWanted:
		return queryWanted(m, msg)
	case page.SimulationWanted:
		return simulationWanted(m, msg)
	case page.DraftWanted:
		return draftWanted(m, msg)
	case page.PartitionsWanted:
		return partitionsWanted(m)
	case page.TableWanted:
		return showLocal(m, msg.Table)
	case page.PatternsGiven:
		return patternsGiven(m, msg)
	case page.FilesGiven:
		if next, cmds, ok := filesGiven(m, msg); ok {
			return next, cmds
		}
	case page.CopyPressed:
		m, cmds := notify(m, page.Notice{Text: "Copied " + msg.What + "."})
		return m, append(cmds, page.Copy{Text: msg.Text})
	}
	for _, feature := range listeners(&m, msg) {
		if next, cmds, ok := hand(m, feature, msg); ok {
			return next, cmds
		}
	}
	if _, ok := msg.(page.DialogClosed); ok { // of one that nobody misses
		refused := linkAsked(&m)
		if m.Dialog = nil; !refused {
			return m, []page.Cmd{page.CloseDialog{}}
		}
		m, cmds := linkRefused(m)
		return m, append(cmds, page.CloseDialog{})
	}
	return m, nil
}
