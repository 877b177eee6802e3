package simulator

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"slices"
	"strings"

	"rangefinder/app/designlab"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/keydesign/population"
	"rangefinder/app/loadsim"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// clientRate is the requests a second that a thread of a client makes about, when nothing holds it up.
const clientRate = 15

// showDesign shows the simulator with the keys of a design of the lab and with what its patterns ask for, as a step that Back takes
// back.
func (m *Model) showDesign(msg designlab.Simulated) (*Model, []page.Cmd) {
	s := *m
	s.keepOwn()
	s.show(designSetup(&msg))
	s.Form = s.Faulty() >= 0
	return &s, []page.Cmd{page.Send{Msg: page.ScreenChosen{Screen: page.SimulatorScreen}}, reset(&s), page.Focus{Target: "sim-play"}, page.Announce{Text: asked(&s.Setup)}}
}

// simAsks says what a setup asks for: "980 gets to 20 batches of 10, 900 entities a second".
func asked(s *Setup) string {
	var parts []string
	for _, p := range [...]struct {
		weight int
		text   string
	}{{s.Mix.Get, "gets"}, {s.Mix.Insert, "inserts"}, {s.Mix.Batch, "batches of " + words.Number(s.BatchSize)}, {s.Mix.Query, "pages of " + words.Number(s.PageSize)}} {
		if p.weight > 0 {
			parts = append(parts, words.Share(int64(p.weight), int64(s.Mix.Get+s.Mix.Insert+s.Mix.Batch+s.Mix.Query))+" "+p.text)
		}
	}
	text := strings.Join(parts, ", ")
	if s.Rate > 0 {
		text += "; " + words.Number(s.Rate) + " entities a second"
	}
	return text
}

// load is what is asked for by one operation of the simulator, in a second.
type load struct{ requests, entities float64 }

func (a *load) add(requests, entities float64) {
	a.requests += requests
	a.entities += entities
}

// size is the entities of one request, 1 to most.
func (a *load) size(most int) int {
	return int(min(max(math.Round(a.entities/a.requests), 1), float64(most)))
}

// designSetup returns what the simulator knows of a design: its PartitionKeys, and the shares of gets, pages, single writes and
// batches among what the patterns ask in a second - writes at the most that they come to, reads spread over the day. An index
// and its keys are not among it, and an update or a delete is written as an insert is.
func designSetup(l *designlab.Simulated) Setup {
	i := l.Design
	s := DefaultSetup()
	s.Keys.Kind, s.Template, s.Ranges = loadsim.Given, l.Spec.Designs[i].Partition, 4
	var get, insert, batch, query load
	const day = 86_400
	rated, busiest := false, -1.0
	for k := range l.Spec.Patterns {
		p := &l.Spec.Patterns[k]
		var c *lab.Cell
		if r := l.Report; r != nil && r.Patterns[k].Cells[i].Known {
			c = &r.Patterns[k].Cells[i]
		}
		calls := p.PerDay / day
		if p.Kind == lab.Read {
			if c == nil || len(c.Ways) == 0 {
				continue
			}
			w := &c.Ways[0]
			if w.Class == filterlang.Point {
				get.add(calls*float64(w.RoundTrips), calls*float64(w.RoundTrips))
				continue
			}
			get.add(calls*float64(w.Lookups), calls*float64(w.Lookups))
			query.add(calls*float64(w.RoundTrips-w.Lookups), calls*float64(max(w.Returned-w.Lookups, 0)))
			continue
		}
		each := float64(max(p.Batch, 1))
		if p.Rate > 0 {
			calls, rated = p.Rate/each, true
		}
		requests := 1.0
		if c != nil && c.Write != nil {
			requests, each = c.Write.Requests, max(c.Write.Written, c.Write.Requests)
		}
		into := &insert
		if each/requests >= 1.5 {
			into = &batch
		}
		into.add(calls*requests, calls*each)
		if arrival := strings.TrimPrefix(p.Arrival, "-"); arrival != "" && calls > busiest && !strings.ContainsAny(arrival, ",:") {
			s.Order, busiest = arrival, calls
		}
	}
	all := get.requests + insert.requests + batch.requests + query.requests
	if all == 0 {
		return s
	}
	share := func(a load) int { return int(math.Round(a.requests / all * 1000)) }
	s.Mix = loadsim.Mix{Get: share(get), Insert: share(insert), Batch: share(batch), Query: share(query)}
	s.EntitySize = entityBytes(l, s.EntitySize)
	if batch.requests > 0 {
		s.BatchSize = min(batch.size(loadsim.MaxBatch), max(loadsim.MaxBatchSize/s.EntitySize, 1))
	}
	if query.requests > 0 {
		s.PageSize = query.size(loadsim.MaxPage)
	}
	if rated {
		s.Rate = int(min(max(math.Round(get.entities+insert.entities+batch.entities+query.entities), 1), loadsim.MaxRate))
		s.VMs = min(max(s.VMs, int(all/clientRate)/s.Threads+1), loadsim.MaxVMs)
	}
	if g := l.Spec.Population; g != nil {
		s.Population = onlyFor(g, s.Template+"{"+s.Order+"}")
	}
	return s
}

// entityBytes is what an entity takes, of those that were measured.
func entityBytes(l *designlab.Simulated, otherwise int) int {
	if r := l.Report; r != nil && r.Entities > 0 && r.Bytes > 0 {
		return int(min(max(r.Bytes/int64(r.Entities), 1), loadsim.MaxEntity))
	}
	return otherwise
}

// onlyFor returns the part of a population that templates name, so that an address can hold it.
func onlyFor(g *population.Spec, templates string) *population.Spec {
	p := *g
	p.Properties = slices.DeleteFunc(slices.Clone(g.Properties), func(q population.Property) bool { return !strings.Contains(templates, q.Name) })
	return &p
}

// peopleText writes a population for an address, "table" for none.
func peopleText(g *population.Spec) string {
	if g == nil {
		return ofTheTable
	}
	text, err := json.Marshal(g)
	if err != nil {
		return ofTheTable
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

// ofTheTable is the choice of the open table's entities.
const ofTheTable = "table"

// setPeople reads what peopleText wrote, which an address may have brought.
func setPeople(s *Setup, text string) bool {
	s.Population = nil
	if text == ofTheTable {
		return true
	}
	data, err := base64.RawURLEncoding.DecodeString(text)
	var g population.Spec
	if err != nil || json.Unmarshal(data, &g) != nil || g.Check() != nil {
		return false
	}
	s.Population = &g
	return true
}

// PeopleOptions are the choices of whose entities the keys are.
func (s *Setup) PeopleOptions() [][2]string {
	list := [][2]string{{ofTheTable, "of the open table"}}
	if g := s.Population; g != nil {
		list = append(list, [2]string{peopleText(g), words.Number(g.Entities) + " that the lab describes"})
	}
	return list
}

// title names a run by its preset, by the design whose keys it has, or as one's own settings.
func (s *Model) title(v *page.View) string {
	if s.Preset >= 0 {
		return Presets[s.Preset].Title
	}
	if name := s.DesignOf(v.Designs); name != "" {
		return "Keys of " + name
	}
	return "Own settings"
}

// ByTemplate reports whether the keys are those of a design.
func (s *Model) ByTemplate() bool { return given(&s.Setup) }

// DesignOf names the design whose PartitionKeys the settings have, of those of the open table; "" for none.
func (s *Model) DesignOf(designs []lab.Design) string {
	if given(&s.Setup) {
		for i := range designs {
			if d := &designs[i]; d.Partition == s.Setup.Template {
				return words.Quote(words.Clip(d.Name, 60))
			}
		}
	}
	return ""
}

// Limit is a limit of the service that a run is drawn with.
type Limit struct {
	Rate float64 // entities a second, of the run's size
	Name string
}

// Limits are the limits of a run's era. The servers that were measured in 2010 enforced none: then they are its targets.
func Limits(s *Setup) []Limit {
	partition, account, enforced := loadsim.Limits(s.Era)
	kib := max(math.Ceil(float64(s.EntitySize)/1024), 1)
	what := "limit"
	if !enforced {
		what = "target, not enforced,"
	}
	return []Limit{{partition / kib, "a partition's " + what}, {account / kib, "the account's " + what}}
}

// Text writes a limit: "a partition's limit 2,000/s".
func (l Limit) Text() string { return l.Name + " " + Rough(l.Rate) + "/s" }

// LimitsIn returns the limits that a drawing up to most shows, those that are at most twice as high; beyond are the names of
// the others, as a note.
func LimitsIn(limits []Limit, most float64) (shown []Limit, beyond string) {
	for _, l := range limits {
		if l.Rate <= 2*most {
			shown = append(shown, l)
		} else {
			if beyond != "" {
				beyond += " · "
			}
			beyond += l.Text()
		}
	}
	return shown, beyond
}
