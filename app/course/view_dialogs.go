package course

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/words"
)

// Dialog draws the dialog of the course that is open; false when none of them is.
func Dialog(m *Model, d *page.Dialog) func(Sender) (Drawn, bool) {
	return func(s Sender) (Drawn, bool) {
		if d == nil {
			return Drawn{}, false
		}
		p := dialog{s, m}
		switch d.Kind {
		case LeaveDialog:
			return Drawn{Label: "Leave the lesson", Body: p.leave(d)}, true
		case RefusedDialog:
			return Drawn{Label: "A lesson from a file", Class: "wide", Body: p.refused()}, true
		case HelpDialog:
			return Drawn{Label: "Write a lesson", Class: "wide", Body: p.help()}, true
		case ClassDialog:
			return Drawn{Label: "Learn in a class", Class: "wide", Body: p.classroom()}, true
		}
		return Drawn{}, false
	}
}

// dialog is the drawing of one.
type dialog struct {
	Store  Sender
	Course *Model
}

// leave asks before edits are lost that were not committed.
func (p dialog) leave(d *page.Dialog) []app.UI {
	busy := Off(d.Busy)
	return []app.UI{
		H("p", "There are changes that are not committed. Leaving discards them, and drops the lesson's tables as they were committed. You can keep those beside your own, under free names."),
		DialogErr(d.Err),
		H("div.row.end", Cancel(p.Store), Press(p.Store, ".btn#lesson-keep", "Keep its tables", LessonLeft{Keep: true}, busy), Press(p.Store, ".btn.primary#lesson-drop autofocus=true", "Leave", LessonLeft{}, busy)),
	}
}

// refused tells how a teacher's file is being run, and what is wrong with it.
func (p dialog) refused() []app.UI {
	f := p.Course.File
	switch {
	case f == nil:
		return nil
	case f.Busy:
		return []app.UI{H("p role=status", "Running every step of "+words.Clip(f.File, 80)+": its solutions must pass; its starts and its broken attempts must not."), H("progress", Label("Running the lesson"))}
	case f.Failed != nil:
		return []app.UI{H("p.err role=alert", f.Failed.Message), H("p.dim.wrap", f.Failed.Detail), p.chooseLesson()}
	}
	return []app.UI{
		H("p", words.Clip(f.File, 80)+" has "+words.Count(len(f.Problems), "problem", "problems")+". Correct the file, then drop it again."),
		H("div.scroll-x.tall tabindex=0 role=region", Label("Problems"), H("table.preview.problems",
			H("thead", H("tr", H("th.num scope=col", "Line"), H("th scope=col", "What is wrong"), H("th scope=col", "What to do"))),
			H("tbody", Each(len(f.Problems), func(i int) app.UI {
				b := f.Problems[i]
				line := "–"
				if b.Line > 0 {
					line = words.Number(b.Line)
				}
				return H("tr", H("td.num", line), H("td.wrap", b.Message), H("td.wrap", b.Fix))
			})))),
		p.chooseLesson(),
	}
}

func (p dialog) chooseLesson() app.UI {
	return H("div.row.end", Press(p.Store, ".btn", "How to write one", LessonHelpPressed{}), Press(p.Store, ".btn.primary#lesson-choose", "Choose a file…", page.ImportPressed{}))
}

// help says how a lesson is written.
func (p dialog) help() []app.UI {
	part := func(name, text string) app.UI { return H("tr", H("th scope=row", H("code", name)), H("td", text)) }
	return []app.UI{
		H("p", "A lesson is a text file that ends in .lesson. It reads like Markdown: a title, fields, text, steps that begin with ##, and parts between lines of three backticks. Drop it on this page: it is run first, and every problem is listed with its line."),
		H("div.scroll-x tabindex=0 role=region", Label("Parts of a lesson"), H("table.keys.parts-help", H("tbody",
			part("# Title", "then About: and Source: (both needed), Sample: for a built-in sample's tables, Ranges: for where pages end"),
			part("```data Orders", "the lesson's data as typed CSV: PartitionKey,RowKey,Number:Int32,Shop"),
			part("```generate Log 3000 seed 7", "data by rules: Level = pick info, error · RowKey = {At|inverse}_{Number}"),
			part("## Step", "text for the learner; `code` between backticks"),
			part("```predict", "ask: a question · filter: what is asked about · answer: class point, or examined 10"),
			part("```predict", "or about the simulator: ask: · setup: 1,keys:random,ranges:2 · reading: refused late · choice: 0 to 1: hardly any · because: · answer: hardly any"),
			part("picture: index", "a line in a step; draws what the plan on screen touches"),
			part("```start, solution, break", "filter: … (several are parallel requests), or partition: and row: templates, or requests one a line; note: a sentence"),
			part("```check", "class at most point · examined at most 1 · same entities as FILTER · entity T 'p','r' has A=1 · unique keys · pattern examined at most 3: FILTER · refused CODE · crash safe. Put show before one pattern to see its query after each try"),
			part("```hidden", "a case that the learner does not see: note: the idea · insert T 'p','r' A=1 · size T 3000 · fault: crash · between merge T 'p','r' A=2 with check: …"),
			part("```wrong", "says: words of the refusal, then an attempt that must be refused; again and again"),
			part("hint:", "a line in a step; an exercise has two, the second says more"),
			part("```facts", "where the numbers in your text come from: 200 examined of Movies: FILTER"),
		))),
		H("p", "On a command line ", H("code", "rangefinder lesson FILE"), " does the same check."),
		H("div.row.end", Press(p.Store, ".btn.primary#lesson-template", "Save a template", LessonTemplateSaved{}), Press(p.Store, ".btn", "Choose a file…", page.ImportPressed{})),
	}
}
