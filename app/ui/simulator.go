package ui

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/loadsim"
	"rangefinder/app/state"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// SimPanel is the screen of the simulator. All on it is of a model, and says so.
type SimPanel struct {
	app.Compo
	Store  *state.Store
	Sim    *state.Sim
	Table  string // that is open
	Source string // account, "" for this browser
	Design string // of the lab, whose keys the settings have; "" for none
	Census *filterlang.Census
	root   *Root
}

func (p *SimPanel) Render() app.UI {
	s := p.Sim
	return h("section.sim aria-label=Simulator",
		p.bar(),
		h("div.sim-main",
			&SimMap{Store: p.Store, Sim: s, root: p.root},
			slot(s.Run != nil && len(s.Run.Columns) > 0, func() app.UI {
				return h("div.sim-below",
					&SimCharts{Store: p.Store, Run: s.Run, Kept: s.Kept, At: s.At, Playing: s.Playing, TimeTable: s.TimeTable, LatencyTable: s.LatencyTable},
					h("div.beside.sim-numbers", p.totals(), p.ranges()))
			})),
		&SimForm{Store: p.Store, Texts: s.Texts, Faults: s.Faults, Open: s.Form, Table: p.Table, Census: p.Census},
		h("div.sim-foot", p.assumptions(), p.published()))
}

// bar chooses what is simulated and plays it.
func (p *SimPanel) bar() app.UI {
	s := p.Sim
	look := "Settings of your own. Play them, keep the run, change something and compare."
	if s.Preset >= 0 {
		look = state.SimPresets[s.Preset].Look
	}
	back := p.Table != "" && p.Source == "" && s.ByTemplate()
	if name := p.Design; name != "" && s.Preset < 0 {
		look = "PartitionKeys of " + name + " and what the access patterns of the lab ask for, as far as the model knows it: of indexes it knows nothing."
	}
	changed := s.Changed(p.Table)
	play, mark := "Play", "▶"
	switch {
	case s.Playing:
		play, mark = "Pause", "❚❚"
	case changed:
		play = "Play the new settings"
	case s.Over():
		play, mark = "Play again", "↺"
	case s.Run != nil && s.At > 0:
		play = "Go on"
	}
	options := func(published bool) []app.UI {
		var list []app.UI
		for i := range state.SimPresets {
			if q := &state.SimPresets[i]; q.Published == published {
				list = append(list, h("option", value(strconv.Itoa(i)), on(i == s.Preset), q.Title))
			}
		}
		return list
	}
	own := []app.UI{}
	if s.Preset < 0 {
		own = append(own, h("option value=-1", on(true), "Own settings"))
	}
	return h("section.card.sim-bar",
		h("div.row",
			h("h1", "Simulator"), h("span.tag.odd", "a model"),
			h("label.sr for=sim-preset", "What to simulate"),
			h("select.btn#sim-preset", own, h("optgroup", named{"label", "See for yourself"}, options(false)), h("optgroup", named{"label", "Published measurements"}, options(true)),
				typed(p.Store, "change", "sim-preset", func(v string) state.Msg {
					n, _ := strconv.Atoi(v)
					return state.SimPresetChosen{Preset: n}
				})),
			p.press(".btn.primary#sim-play", mark, play, state.SimPlayPressed{}),
			press(p.Store, ".btn#sim-step", "Step", state.SimStepPressed{}, title("One column of time on")),
			h("span.row.nowrap", h("label.dim for=sim-speed", "speed"), h("select.btn#sim-speed", each(len(state.SimSpeeds), func(i int) app.UI {
				v := state.SimSpeeds[i]
				return h("option", value(strconv.Itoa(v.Columns)), on(v.Columns == s.Speed), v.Text)
			}), typed(p.Store, "change", "sim-speed", func(v string) state.Msg {
				n, _ := strconv.Atoi(v)
				return state.SimSpeedChosen{Columns: n}
			}))),
			h("span.grow"),
			slot(s.Run != nil && s.Kept != s.Run && len(s.Run.Columns) > 0, func() app.UI {
				return press(p.Store, ".btn#sim-keep", "Keep to compare", state.SimKeepPressed{}, title("Keeps this run beside the next one"))
			}),
			slot(s.Kept != nil, func() app.UI {
				return press(p.Store, ".btn#sim-drop", "Stop comparing", state.SimKeptDropped{})
			})),
		h("p.dim", look, " ", press(p.Store, ".link-like.sim-link", "How this is computed", state.SimHowPressed{}),
			slot(back, func() app.UI {
				return press(p.Store, ".link-like.sim-link#sim-back", "Back to the design lab", state.ScreenChosen{Screen: state.LabScreen, Focus: true})
			})))
}

// press is a button with a mark before its text.
func (p *SimPanel) press(what, mark, text string, msg state.Msg) app.UI {
	handler, scope := send(p.Store, msg)
	return h("button"+what+" type=button", h("span aria-hidden=true", mark+" "), h("span", text), hear{"click", handler, scope})
}

// totals are the numbers of the run, beside those of the one that is kept.
func (p *SimPanel) totals() app.UI {
	s := p.Sim
	lines := state.SimLines(s.Run, s.Kept)
	compare := s.Kept != nil && s.Kept != s.Run
	if !compare {
		lines = state.SimLines(s.Run, nil)
	}
	heads := []app.UI{}
	if compare {
		heads = []app.UI{h("th.num scope=col", "kept"), h("th scope=col", "this one is")}
	}
	marks := map[string]string{"better": "▲ ", "worse": "▼ "}
	return h("section.card#sim-totals",
		h("div.row", h("h2", "Totals"), h("span.dim", "of a model · all that is simulated so far"), h("span.grow"), copyTable(p.Store, "totals")),
		slot(compare, func() app.UI {
			return h("p.dim", "Kept: "+s.Kept.Title+". Rates are compared by the second.")
		}),
		h("div.lines tabindex=0 role=region", label("Totals"), h("table",
			h("thead", h("tr", h("th scope=col", "Number"), h("th.num scope=col", "this run"), heads)),
			h("tbody", each(len(lines), func(i int) app.UI {
				l := lines[i]
				other := []app.UI{}
				if compare {
					word := h("td", "")
					if l.Word != "" {
						word = h("td", h("span.sim-"+strings.Fields(l.Word)[0], marks[l.Word]+l.Word))
					}
					other = []app.UI{h("td.num", l.Kept), word}
				}
				return h("tr", h("th scope=row", l.Name), h("td.num", l.This), other)
			})))))
}

// shownRanges is the most range partitions that are listed, shownEvents the most events.
const (
	shownRanges = 16
	shownEvents = 40
)

// ranges lists the range partitions and what the load balancer did to them.
func (p *SimPanel) ranges() app.UI {
	r := p.Sim.Run
	list := r.Last.Ranges
	shown := list
	note := ""
	if r.Last.RangeCount > shownRanges {
		shown = state.BusiestRanges(list, shownRanges)
		note = "The " + strconv.Itoa(shownRanges) + " busiest of " + words.Count(r.Last.RangeCount, "range partition", "range partitions") + ", in key order."
	}
	events := r.Events[max(len(r.Events)-shownEvents, 0):]
	return h("section.card#sim-ranges",
		h("div.row", h("h2", "Range partitions"), h("span.dim", words.Count(r.Last.RangeCount, "range", "ranges")+" on "+words.Count(r.Setup.Servers, "server", "servers")+", as simulated last"), h("span.grow"), copyTable(p.Store, "range partitions")),
		slot(note != "", func() app.UI { return h("p.dim", note) }),
		h("div.lines tabindex=0 role=region", label("Range partitions"), h("table",
			h("thead", h("tr", h("th scope=col", "From PartitionKey"), h("th.num scope=col", "Server"), h("th.num scope=col", "Served"), h("th.num scope=col", "Refused"), h("th.num scope=col", "Busy"), h("th.num scope=col", "Moves"))),
			h("tbody", each(len(shown), func(i int) app.UI {
				q := &shown[i]
				key := words.Clip(q.From, 40)
				if q.From == "" {
					key = "the first key"
				}
				server := strconv.Itoa(q.Server + 1)
				if q.Gone {
					server = "moving to " + server
				}
				return h("tr", h("th.mono scope=row", named{wholeText, q.From}, key), h("td.num", server), h("td.num", words.Number(int(q.Served))), h("td.num", words.Share(q.Refused, q.Served+q.Refused)),
					h("td.num", strconv.Itoa(int(q.Busy*100+0.5))+" %"), h("td.num", strconv.Itoa(q.Moves)))
			})))),
		h("h3", "What the load balancer did"),
		slot(len(events) == 0, func() app.UI {
			return h("p.dim", "Nothing so far. It acts on what has been hot for 5 to 10 minutes.")
		}),
		h("ul.sim-events tabindex=0", label("What the load balancer did"), each(len(events), func(i int) app.UI {
			e := &events[len(events)-1-i]
			text := " split at " + words.Clip(e.Key, 40)
			mark := "◆"
			if e.Kind == loadsim.Move {
				mark, text = "▶", " moved "+words.Clip(e.Key, 40)+" from server "+strconv.Itoa(e.From+1)+" to "+strconv.Itoa(e.To+1)+", gone for "+loadsim.Span(e.Took.Round(1e9))
			}
			return h("li", h("span aria-hidden=true", mark+" "), h("span.num", state.Clock(e.At, r.Setup.Duration)), text)
		})))
}

// assumptions are what the model takes for granted.
func (p *SimPanel) assumptions() app.UI {
	list := loadsim.Assumptions()
	return h("details.card", h("summary#sim-how", "How this is computed, and what the model takes for granted"),
		h("p", "Each thread of a client computes a request on its VM, sends it, and waits for the answer. At the service it waits for the work before it of its range partition, the server and the account; when much is waiting it may be refused with 503, and the client tries again as its policy says. All chance comes from the seed."),
		h("ul.notes", each(len(list), func(i int) app.UI {
			source := list[i].Source
			if source == "" {
				source = "our assumption, not measured"
			}
			return h("li", list[i].Text+" ", h("span.dim", "("+source+")"))
		})))
}

// published is the model beside published measurements.
func (p *SimPanel) published() app.UI {
	list := loadsim.Published()
	return h("details.card#sim-published", h("summary", "The model beside published measurements"),
		h("p", "“How to get most out of Windows Azure Tables”, Windows Azure Storage Team, 2010. With the settings of its figures the model comes within 15 % of each published number. CALIBRATION.md in the source has all of them, and what does not fit."),
		h("div.lines tabindex=0 role=region", label("The model beside published measurements"), h("table",
			h("thead", h("tr", h("th scope=col", "Figure"), h("th scope=col", "What"), h("th.num scope=col", "Paper"), h("th.num scope=col", "Model"))),
			h("tbody", each(len(list), func(i int) app.UI {
				q := &list[i]
				return h("tr", h("td", q.Figure), h("th scope=row", q.What), h("td.num", q.Paper), h("td.num", q.Model))
			})))))
}
