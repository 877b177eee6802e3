package simulator

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	. "rangefinder/app/kit"
	"rangefinder/app/loadsim"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// Panel is the screen of the simulator. All on it is of a model, and says so.
type Panel struct {
	app.Compo
	Store  Sender
	Sim    *Model
	Table  string // that is open
	Source string // account, "" for this browser
	Design string // of the lab, whose keys the settings have; "" for none
	Census *filterlang.Census
	Player *Player // draws the heat maps; nil where nothing is drawn
}

func (p *Panel) Render() app.UI {
	s := p.Sim
	before, class := s.Before(p.Table), "section.sim"
	if before {
		class += ".earlier"
	}
	return H(class+" aria-label=Simulator",
		p.bar(before),
		H("div.sim-main",
			&Map{Store: p.Store, Sim: s, Player: p.Player, Before: before},
			Slot(s.Run != nil && len(s.Run.Columns) > 0, func() app.UI {
				return H("div.sim-below",
					&Charts{Store: p.Store, Run: s.Run, Kept: s.Kept, At: s.At, Playing: s.Playing, Before: before, TimeTable: s.TimeTable, LatencyTable: s.LatencyTable},
					H("div.beside.sim-numbers", p.totals(before), p.ranges()))
			})),
		&Form{Store: p.Store, Texts: s.Texts, Faults: s.Faults, Open: s.Form, Turned: s.Turned, Table: p.Table, Census: p.Census},
		H("div.sim-foot", p.assumptions(), p.published()))
}

// whose says after a heading that what is drawn is not of the settings in the form.
func whose(before bool) string {
	if before {
		return "run before"
	}
	return ""
}

// bar chooses what is simulated and plays it.
func (p *Panel) bar(before bool) app.UI {
	s := p.Sim
	look := "Settings of your own. Play them, keep the run, change something and compare."
	compared := ""
	if !before { // it is of the run before, too
		compared = Verdict(s)
	}
	if s.Preset >= 0 {
		look = Presets[s.Preset].Look
	}
	back := p.Table != "" && p.Source == "" && s.ByTemplate()
	if name := p.Design; name != "" && s.Preset < 0 {
		look = "PartitionKeys of " + name + " under what the lab's patterns ask for: writes at their peak, reads spread over the day. Indexes are not modelled."
	}
	changed := s.Changed(p.Table)
	play, mark := "Play", "▶"
	switch {
	case s.Playing:
		play, mark = "Pause", "❚❚"
	case s.wrong(): // the press goes to the field
		play, mark = "Show the wrong setting", ""
	case changed:
		play = newSettings
	case s.Still: // nobody has played it
	case s.Over():
		play, mark = "Play again", "↺"
	case s.Run != nil && s.At > 0:
		play = "Go on"
	}
	options := func(published bool) []app.UI {
		var list []app.UI
		for i := range Presets {
			if q := &Presets[i]; q.Published == published {
				list = append(list, H("option", Value(strconv.Itoa(i)), On(i == s.Preset), q.Title))
			}
		}
		return list
	}
	var own, groups []app.UI
	now := s.chosen()
	if now == -1 {
		own = append(own, H("option value=-1", On(true), "Own settings"))
	}
	for i, name := range s.ownNames() {
		own = append(own, H("option", Value(strconv.Itoa(-2-i)), On(now == -2-i), name))
	}
	if len(own) > 0 {
		groups = append(groups, H("optgroup", Attr("label", "Your own settings"), own))
	}
	groups = append(groups, H("optgroup", Attr("label", "See for yourself"), options(false)), H("optgroup", Attr("label", "Measured in a study of 2010, with its figure"), options(true)))
	return H("section.card.sim-bar",
		H("div.row",
			H("h1", "Simulator"), H("span.tag.odd", "a model"),
			H("label.sr for=sim-preset", "What to simulate"),
			H("select.btn#sim-preset", groups,
				Typed(p.Store, "change", "sim-preset", func(v string) page.Msg {
					n, _ := strconv.Atoi(v)
					return PresetChosen{Preset: n}
				})),
			p.press(".btn.primary#sim-play", mark, play, PlayPressed{}),
			Press(p.Store, ".btn#sim-step", "Step", StepPressed{}, Title("One column of time on")),
			H("span.row.nowrap", H("label.dim.sim-speed for=sim-speed", "speed"), H("select.btn#sim-speed", Each(len(Speeds), func(i int) app.UI {
				v := Speeds[i]
				return H("option", Value(strconv.Itoa(v.Columns)), On(v.Columns == s.Speed), v.Text)
			}), Typed(p.Store, "change", "sim-speed", func(v string) page.Msg {
				n, _ := strconv.Atoi(v)
				return SpeedChosen{Columns: n}
			})))),
		H("div.row.sim-says",
			H("div.grow", H("p.dim", Slot(compared == "", func() app.UI { return H("span", look+" ") }),
				H("b#sim-verdict", compared), " ",
				Slot(s.Kept != nil && s.Kept != s.Run && s.Run != nil && s.Run.Last.Done && !before, func() app.UI {
					return H("span.sim-changed", Changed(&s.Kept.Setup, &s.Run.Setup)+" ")
				}), Press(p.Store, ".link-like.sim-link", "How this is computed", HowPressed{}), " ",
				Slot(now >= 0 && len(s.Own) > 0, func() app.UI {
					return Press(p.Store, ".link-like.sim-link#sim-own", "Back to your own settings", PresetChosen{Preset: -1 - len(s.Own)})
				}), " ",
				Slot(back, func() app.UI {
					return Press(p.Store, ".link-like.sim-link#sim-back", "Back to the design lab", page.ScreenChosen{Screen: page.LabScreen, Focus: true})
				}))),
			H("span.row.sim-keeps",
				Slot(s.Kept != nil, func() app.UI {
					return Press(p.Store, ".btn#sim-drop", "Stop comparing", KeptDropped{})
				}),
				Press(p.Store, ".btn#sim-keep", "Keep to compare", KeepPressed{}, Off(s.Run == nil || s.Kept == s.Run || len(s.Run.Columns) == 0), Title("Keeps this run beside the next one")))))
}

// newSettings is the longest text of Play, for which the button always has room.
const newSettings = "Play the new settings"

// press is a button with a mark before its text.
func (p *Panel) press(what, mark, text string, msg page.Msg) app.UI {
	handler, scope := Send(p.Store, msg)
	return H("button"+what+" type=button", Attr("data-t", "▶ "+newSettings), Slot(mark != "", func() app.UI { return H("span aria-hidden=true", mark+" ") }), H("span", text), Listen("click", handler, scope))
}

// totals are the numbers of the run, beside those of the one that is kept.
func (p *Panel) totals(before bool) app.UI {
	s := p.Sim
	lines := Lines(s.Run, s.Kept)
	compare := s.Kept != nil && s.Kept != s.Run
	if !compare {
		lines = Lines(s.Run, nil)
	}
	head := "Totals of the whole run"
	if !s.Run.Last.Done {
		head = "Totals so far"
	}
	if !s.Playing && s.At > 0 && s.At < len(s.Run.Columns) { // the model is ahead of the picture, and its totals are
		lines[0].Name += " (the picture stands at " + s.Run.TimeText(s.At) + ")"
	}
	this := cmp.Or(whose(before), "this run")
	why := Why(s.Run)
	heads := []app.UI{}
	if compare {
		verdict := "verdict"
		if !s.Run.Last.Done {
			verdict += " at the end"
		}
		heads = []app.UI{H("th.num scope=col", "kept run"), H("th scope=col", verdict)}
	}
	marks := map[string]string{"better": "▲ ", "worse": "▼ "}
	return H("section.card#sim-totals",
		H("div.row.sim-card-head", H("h2", head), Unfold("sim-totals-unfold", head), H("span.grow"), CopyTable(p.Store, "totals")),
		Slot(compare, func() app.UI {
			return H("p.dim.foldable#sim-differs", "Kept run: "+s.Kept.Title+". "+Differs(&s.Kept.Setup, &s.Run.Setup)+" Rates are per second, so runs of different length compare. A difference that another seed could make counts as about the same.")
		}),
		Slot(why != "", func() app.UI { return H("p.foldable#sim-why", why) }),
		H("div.lines.foldable tabindex=0 role=region", Label("Totals"), H("table",
			H("thead", H("tr", H("th scope=col", "Number"), H("th.num scope=col", this), heads)),
			H("tbody", Each(len(lines), func(i int) app.UI {
				l := lines[i]
				other := []app.UI{}
				if compare {
					word := H("td", "")
					if l.Word != "" {
						word = H("td", H("span.sim-"+strings.Fields(l.Word)[0], marks[l.Word]+l.Word))
					}
					other = []app.UI{H("td.num", l.Kept), word}
				}
				return H("tr", H("th scope=row", l.Name), H("td.num", l.This), other)
			})))))
}

// shownRanges is the most range partitions that are listed, shownEvents the most events.
const (
	shownRanges = 16
	shownEvents = 40
)

// ranges lists the range partitions and what the load balancer did to them.
func (p *Panel) ranges() app.UI {
	r := p.Sim.Run
	shown, note := ShownRanges(r.Last.Ranges, shownRanges)
	events := r.Events[max(len(r.Events)-shownEvents, 0):]
	return H("section.card#sim-range-list",
		H("div.row.sim-card-head", H("h2", "Range partitions"), Unfold("sim-ranges-unfold", "Range partitions"), H("span.grow"), CopyTable(p.Store, "range partitions"), H("p.dim", words.Count(r.Last.RangeCount, "range", "ranges")+" on "+words.Count(r.Setup.Servers, "server", "servers")+", as simulated last."+note)),
		H("p.dim.foldable", "A range partition is a range of PartitionKeys that one server serves. The service splits a busy one, and moves it to another server."),
		H("div.sim-ranges-body.foldable",
			H("div.lines tabindex=0 role=region", Label("Range partitions"), H("table",
				H("thead", H("tr", H("th scope=col", "From PartitionKey"), H("th.num scope=col", "Server"), H("th.num scope=col", "Served"), H("th.num scope=col", "Refused"), H("th.num scope=col", "Busy"), H("th.num scope=col", "Moves"))),
				H("tbody", Each(len(shown), func(i int) app.UI {
					q := &shown[i]
					server := strconv.Itoa(q.Server + 1)
					if q.Gone {
						server = "moving to " + server
					}
					return H("tr", H("th.mono scope=row", Attr(WholeText, q.From), words.Clip(cmp.Or(q.From, lowest(r.Last.Ranges)), 40)), H("td.num", server), H("td.num", words.Number(int(q.Served))), H("td.num", words.Share(q.Refused, q.Served+q.Refused)),
						H("td.num", strconv.Itoa(int(q.Busy*100+0.5))+" %"), H("td.num", strconv.Itoa(q.Moves)))
				})))),
			H("div.sim-balancer",
				H("h3", "What the load balancer did"),
				Slot(len(events) == 0, func() app.UI {
					return H("p.dim", "Nothing so far. It acts on what has been hot for 5 to 10 minutes.")
				}),
				H("ul.sim-events tabindex=0", Label("What the load balancer did"), Each(len(events), func(i int) app.UI {
					e := &events[len(events)-1-i]
					text := " split at " + words.Clip(e.Key, 40)
					mark := "◆"
					if e.Kind == loadsim.Move {
						mark, text = "▶", " moved "+words.Clip(e.Key, 40)+" from server "+strconv.Itoa(e.From+1)+" to "+strconv.Itoa(e.To+1)+", unavailable for "+loadsim.Span(e.Took.Round(1e9))
					}
					return H("li", H("span aria-hidden=true", mark+" "), H("span.num", Clock(e.At, r.Setup.Duration)), text)
				})))))
}

// lowest names the keys of the first range partition, which begins before every key.
func lowest(list []loadsim.RangeRow) string {
	if len(list) > 1 && list[0].From == "" {
		return "(keys before " + words.Clip(list[1].From, 24) + ")"
	}
	return "(all keys)"
}

// assumptions are what the model takes for granted.
func (p *Panel) assumptions() app.UI {
	list := loadsim.Assumptions()
	return H("details.card", H("summary#sim-how", "How this is computed, and what the model takes for granted"),
		H("p", "Each thread of a client prepares a request on its VM, sends it, and waits for the answer. At the service a request waits until its range partition, the server and the account have done what came before it. If it would wait too long, the service refuses it with 503, and the client tries again as its setting “If refused” says. What happens by chance comes from the seed, so the same settings give the same run."),
		H("ul.notes", Each(len(list), func(i int) app.UI {
			source := list[i].Source
			if source == "" {
				source = "our assumption, not measured"
			}
			return H("li", list[i].Text+" ", H("span.dim", "("+source+")"))
		})))
}

// published is the model beside published measurements.
func (p *Panel) published() app.UI {
	list := loadsim.Published()
	return H("details.card#sim-published", H("summary", "The model beside published measurements"),
		H("p", "The paper is “How to get most out of Windows Azure Tables” by the Windows Azure Storage Team, 2010; the model ran with the settings of its figures. Fitted numbers were used to choose the constants of the model, held out numbers only to test it. The model is within 15 % of each number, except those marked as contradicted. CALIBRATION.md in the source says why, and how far off each number is."),
		H("div.lines tabindex=0 role=region", Label("The model beside published measurements"), H("table",
			H("thead", H("tr", H("th scope=col", "Figure"), H("th scope=col", "What"), H("th.num scope=col", "Paper"), H("th.num scope=col", "Model"), H("th scope=col", "Used"))),
			H("tbody", Each(len(list), func(i int) app.UI {
				q := &list[i]
				return H("tr", H("td", q.Figure), H("th scope=row", q.What), H("td.num", q.Paper), H("td.num", q.Model), H("td", q.Used))
			})))))
}
