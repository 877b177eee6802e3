package workload

import (
	"slices"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/workload"
)

// Panel is the screen of what an application asks.
type Panel struct {
	app.Compo
	Store    Sender
	Workload *Model
}

func (p *Panel) Render() app.UI {
	m := p.Workload
	some := len(m.Logs) > 0 && (m.Reading == nil || m.Reading.Log.Sample == "") // both logs of the sample come at once: the second would push the first
	return H("section.lab.work", Label("Workload"), Slot(some, p.head), p.under(some), Slot(!some && m.Reading == nil, p.blank),
		Slot(len(m.Logs) == 2, p.changes),
		Slot(some, func() app.UI { return H("div.work-logs", Each(len(m.Logs), p.log)) }), Slot(some, p.shapes))
}

// blank explains the screen before a log is given. When one could not be read, that is told above it, and the explanation is not repeated.
func (p *Panel) blank() app.UI {
	failed := p.Workload.Failed != nil
	return H("div.blank", H("h1", "What does your application ask?"),
		Slot(!failed, func() app.UI {
			return H("p", "Give this screen the log of a Table service. It lists the queries, the most expensive first: what each reads, how often it is called, how long it takes, and which query would read less. Queries that differ only in their literals share one shape.")
		}),
		H("ul.ways-in",
			H("li.way-in", H("h2", "Read a log"), H("p.dim", "Drop it anywhere on this page, or choose it. Files that you give together count as one log."),
				H("div.row", Press(p.Store, ".btn.primary#work-choose", "Choose a log…", page.ImportPressed{}))),
			H("li.way-in", H("h2", "Try it"), H("p.dim", "Two logs of an invented application that queries the sample Movies: a day before a release and a day after it. Something got worse."),
				H("div.row", Press(p.Store, ".btn#work-sample", "Read the two logs", SampleTried{})))),
		kindsFold(failed && p.Workload.Failed.Unknown),
		H("p.dim", "Gzip works too, and a log may be of any length. It holds keys of entities and addresses of callers, so only this page reads it: it sends and keeps nothing, and a reload forgets the log."))
}

// head is above the logs.
func (p *Panel) head() app.UI {
	m := p.Workload
	table := m.LabTable()
	text, title := "To the lab", "Patterns of the design lab with the rates of this log: choose a table first"
	if table != "" {
		text, title = "To the lab: "+words.Clip(table, 24), "Patterns of the design lab with the rates of this log"
	}
	return H("div.row", H("h1", "Workload"), HowComputed(p.Store, "workload"), H("span.grow"),
		Press(p.Store, ".btn.small#work-choose", "Compare with another log…", page.ImportPressed{}, Off(m.Reading != nil), Title("A log that is given now is compared with the last")),
		Press(p.Store, ".btn.small.primary#work-lab", text, LabPressed{}, Off(m.Making || table == ""), Title(title)))
}

// under tells what is being read, and what could not be. While there is nothing else to see, the logs have the places that they will
// be shown in.
func (p *Panel) under(some bool) app.UI {
	m := p.Workload
	var reading, failed any
	if r := m.Reading; r != nil {
		text := "Reading " + words.Quote(r.Log.Name()) + "…"
		if at := r.Progress; at.Done > 0 {
			text += " " + words.Count(at.Done, "call", "calls") + " so far"
			if at.Size > 0 {
				text += ", " + words.Share(at.Received, at.Size)
			}
		}
		stop := Press(p.Store, ".btn.small#work-stop", "Stop", Stopped{}, Off(r.Stopping), Title("What was read stays"))
		status := H("span.dim role=status", text)
		if some {
			reading = H("div.row", status, stop)
		} else { // Stop stays where it is when the next log begins, and with it the keyboard
			reading = H("div", H("div.row", H("h1", "Workload"), H("span.grow"), stop), H("div.work-logs", p.places(r, status)))
		}
	}
	if m.Failed != nil {
		failed = p.failure(m.Failed)
	}
	return H("div", reading, failed)
}

// places are the logs that were read, the one that is being read, and those that are read after it.
func (p *Panel) places(r *Reading, reading any) []app.UI {
	place := func(l *Log, state any) app.UI {
		return H("section.card", H("h2", words.Clip(l.Name(), 60)), state)
	}
	var list []app.UI
	for _, l := range p.Workload.Logs {
		list = append(list, place(l, H("p.facts", Bold(Counted(l.Reply)))))
	}
	about := "It is read line by line: its queries are counted by shape, and each shape gets its plan."
	list = append(list, place(r.Log, H("div.stack", reading, H("p.dim", about))))
	for _, l := range r.Next {
		list = append(list, place(l, H("p.dim", "It is read next.")))
	}
	return list
}

// log is what one log has.
func (p *Panel) log(i int) app.UI {
	m := p.Workload
	l := m.Logs[i]
	r := l.Reply
	which := "Log"
	if len(m.Logs) == 2 {
		which = [...]string{"Before", "After"}[i]
	}
	var stopped any
	if r.Stopped {
		stopped = H("p.advice", "Stopped: what was not read is not counted.")
	}
	n := strconv.Itoa(i)
	return H("section.card#work-log-"+n,
		H("div.row.log-head", H("h2", which+": "+words.Clip(l.Name(), 60)), H("span.grow"), p.turn(i),
			Press(p.Store, ".icon.small#work-close-"+n, "✕", LogClosed{At: i}, Label("Close "+words.Clip(l.Name(), 60)), Title("Close"))),
		H("p.facts", Bold(Counted(r)), Slot(!r.First.IsZero(), func() app.UI { return H("span", Span(r)) })),
		stopped, p.time(i), p.lines(r))
}

func (p *Panel) turn(i int) app.UI {
	m := p.Workload
	if len(m.Logs[i].Reply.Moments) == 0 {
		return H("span")
	}
	if m.Numbers {
		return H("span.row", CopyTable(p.Store, "time line "+strconv.Itoa(i+1)), Press(p.Store, ".btn.small#work-numbers-"+strconv.Itoa(i), "As drawing", NumbersTurned{}))
	}
	return H("span.row", Press(p.Store, ".btn.small#work-numbers-"+strconv.Itoa(i), "As table", NumbersTurned{}))
}

// timeHeight is how high a time line is, in pixels.
const timeHeight = 64

// time is the calls of a log by time, drawn or as a table.
func (p *Panel) time(i int) app.UI {
	r := p.Workload.Logs[i].Reply
	list := r.Moments
	if len(list) == 0 {
		return H("p.dim", "The log does not say when its calls were made.")
	}
	if p.Workload.Numbers {
		return H("div.lines.work-time tabindex=0 role=region", Label("Calls by time: "+words.Clip(p.Workload.Logs[i].Name(), 60)), H("table",
			H("thead", H("tr", H("th scope=col", "UTC"), H("th.num scope=col", "Calls"), H("th.num scope=col", "Reading several partitions"), H("th.num scope=col", "Failed"))),
			H("tbody", Each(len(list), func(i int) app.UI {
				return H("tr", H("th scope=row", list[i].Begin.UTC().Format("2 Jan, 15:04:05")), H("td.num", words.Number(list[i].Calls)), H("td.num", words.Number(list[i].Wide)), H("td.num", words.Number(list[i].Failed)))
			}))))
	}
	most := 1
	for _, m := range list {
		most = max(most, m.Calls)
	}
	return H("div.work-chart", H("small.dim.num aria-hidden=true", words.Number(most)), bars(r, most), H("small.dim.num aria-hidden=true", "0"),
		H("div.row.dim.work-ends", H("span", list[0].Begin.UTC().Format("2 Jan, 15:04")), H("span.grow"), H("span", list[len(list)-1].Begin.Add(r.Width).UTC().Format("2 Jan, 15:04"))),
		H("div.row.dim.work-ends", H("span.work-key", H("i.work-any"), "calls, each bar "+Every(r.Width)), H("span.work-key", H("i.work-wide"), "of them, queries of several partitions or the whole table")))
}

// bars draws a time line, whose highest bar has most calls.
func bars(r *wire.WorkloadReply, most int) app.UI {
	list := r.Moments
	whole := list[len(list)-1].Begin.Sub(list[0].Begin) + r.Width
	var body []app.UI
	bar := func(class string, m workload.Moment, n int) {
		if n == 0 {
			return
		}
		high := max(1, float64(timeHeight*n)/float64(most))
		body = append(body, SVG("rect").Class(class).Attr("x", Percent(100*portion(m.Begin.Sub(list[0].Begin), whole))).Attr("width", Percent(max(0.2, 86*portion(r.Width, whole)))).
			Attr("y", Coordinate(timeHeight-high)).Attr("height", Coordinate(high)))
	}
	for _, m := range list {
		bar("sized", m, m.Calls)
		bar("work-wide", m, m.Wide)
	}
	return SVG("svg").Class("work-bars").Attr("role", "img").Attr("aria-label", "Calls by time, at most "+words.Number(most)+" in "+Every(r.Width)+". “As table” has the numbers.").Attr("width", "100%").Attr("height", timeHeight).Body(body...)
}

func portion(part, whole time.Duration) float64 { return float64(part) / float64(whole) }

// shownFiles is how many files of a log are told of.
const shownFiles = 5

// lines says what of a log's lines was understood, and unfolds which were not; a file that could not be read to its end is told at once.
// Of one file that was understood there is no more to unfold.
func (p *Panel) lines(r *wire.WorkloadReply) app.UI {
	if len(r.Files) == 1 && r.Files[0].NotUnderstood == 0 && r.Files[0].Problem == "" {
		return H("p.dim", string(r.Files[0].Kind)+", "+Understood(r))
	}
	what := "details.work-lines"
	if slices.ContainsFunc(r.Files, func(f wire.WorkloadFile) bool { return f.Problem != "" }) {
		what += " open"
	}
	return H(what, H("summary", Understood(r)), p.files(r))
}

// files is what became of each file, what was not understood first of all.
func (p *Panel) files(r *wire.WorkloadReply) app.UI {
	shown := min(len(r.Files), shownFiles)
	list := Each(shown, func(i int) app.UI {
		f := r.Files[i]
		text := string(f.Kind) + ": " + words.Count(f.Lines, "line", "lines") + ", " + words.Count(f.Calls, "call", "calls")
		if f.Kind == "" {
			text = "nothing was read"
		}
		if f.Ignored > 0 {
			text += ", " + words.Number(f.Ignored) + " without a call of tables"
		}
		if f.NotUnderstood > 0 {
			text += ", " + words.Number(f.NotUnderstood) + " not understood"
		}
		if f.Name != "" {
			text = words.Clip(f.Name, 60) + " · " + text
		}
		var problem, examples any
		if f.Problem != "" {
			problem = H("p.err", "It could not be read to its end: "+f.Problem)
		}
		if len(f.Examples) > 0 {
			examples = H("ul.dim", Each(len(f.Examples), func(k int) app.UI {
				return H("li", lineText(f.Examples[k]))
			}))
		}
		return H("li", text, problem, examples)
	})
	if shown < len(r.Files) {
		list = append(list, H("li.dim", "and "+words.Count(len(r.Files)-shown, "more file", "more files")))
	}
	return H("ul.work-files", list)
}
