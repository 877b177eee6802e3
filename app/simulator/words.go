package simulator

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"rangefinder/app/loadsim"
	"rangefinder/app/words"
	"rangefinder/engine/stable"
)

// Rough writes a number of the model with three digits: "2,310", "23.1", "0.23", "0".
func Rough(f float64) string {
	switch {
	case f >= 100 || f > 0 && f == math.Trunc(f): // splits and moves are counted
		return words.Number(int(math.Round(f)))
	case f <= 0:
		return "0"
	case f < 0.001:
		return "< 0.001"
	}
	text := strconv.FormatFloat(f, 'f', max(0, 2-int(math.Floor(math.Log10(f)))), 64)
	if f >= 10 {
		return words.TrimZero(f)
	}
	return text
}

// Clock writes a time of a run: "07:15", "1:07:15", "07:15.5" in runs up to two minutes, "7.25 s" up to one, "0.125 s" up to six
// seconds. It tells the columns of a run apart, which are the shorter the shorter it is.
func Clock(at, whole time.Duration) string {
	if whole <= time.Minute {
		digits := 2
		if whole <= 6*time.Second {
			digits = 3
		}
		return strconv.FormatFloat(at.Seconds(), 'f', digits, 64) + " s"
	}
	two := func(n int) string {
		if n < 10 {
			return "0" + strconv.Itoa(n)
		}
		return strconv.Itoa(n)
	}
	s := int(at.Seconds())
	text := two(s/60%60) + ":" + two(s%60)
	if whole <= 2*time.Minute {
		text += "." + strconv.Itoa(int(at/(100*time.Millisecond)%10))
	}
	if whole >= time.Hour {
		text = strconv.Itoa(s/3600) + ":" + text
	}
	return text
}

// Seconds is how long column i of a run is; the last may be shorter.
func (r *Run) Seconds(i int) float64 {
	step := r.Last.Step
	if rest := r.Setup.Duration - time.Duration(i)*step; rest < step {
		return rest.Seconds()
	}
	return step.Seconds()
}

// Time is when column i begins.
func (r *Run) Time(i int) time.Duration { return time.Duration(i) * r.Last.Step }

// TimeText is when column i begins, for people.
func (r *Run) TimeText(i int) string { return Clock(r.Time(i), r.Setup.Duration) }

// refusedShare is how many of the requests of a column, or of a cell, were refused, for people.
func refusedShare(refused, all int64) string { return words.Share(refused, all) + " refused" }

// Moment tells what happens where the picture has come to.
func Moment(s *Model) string {
	r := s.Run
	if r == nil || len(r.Columns) == 0 || s.At == 0 {
		return "At the beginning."
	}
	i := min(s.At, len(r.Columns)) - 1
	c, sec := r.Columns[i], r.Seconds(i)
	text := Clock(min(r.Time(i)+r.Last.Step, r.Setup.Duration), r.Setup.Duration) + " into the run, at this moment: " + Rough(float64(c[loadsim.Entities])/sec) + " entities/s served, " +
		refusedShare(int64(c[loadsim.Refused]), int64(c[loadsim.Served])+int64(c[loadsim.Refused]))
	if c[loadsim.P95] > 0 {
		text += ", 95 % of the operations done within " + words.Micros(int64(c[loadsim.P95]))
	}
	return text + ", " + words.Count(int(c[loadsim.Ranges]), "range partition", "range partitions") + "."
}

// RowText names the keys of a row of the heat map.
func RowText(r *Run, row int) string {
	if row >= len(r.Rows) || r.Rows[row] == "" {
		return "no key of this run"
	}
	return "PartitionKeys from " + words.Clip(r.Rows[row], 60)
}

// CellText tells what the cross hair is on.
func CellText(s *Model) string {
	r := s.Run
	if r == nil || s.Column >= len(r.Columns) {
		return ""
	}
	c, sec := r.Columns[s.Column], r.Seconds(s.Column)
	asked, refused := int64(c[loadsim.Heat+2*s.Row]), int64(c[loadsim.Heat+2*s.Row+1])
	text := "Cross hair: " + r.TimeText(s.Column) + " into the run · " + RowText(r, s.Row) + " · " + Rough(float64(asked)/sec) + " requests/s"
	if asked > 0 {
		text += " · " + refusedShare(refused, asked)
	}
	return text
}

// Summary says in a sentence what the picture shows.
func Summary(r *Run) string {
	if r == nil || len(r.Columns) == 0 {
		return "Nothing is simulated yet."
	}
	t := &r.Last.Totals
	text := "Model: " + r.Title + ", " + Clock(r.Last.Now, r.Setup.Duration) + " simulated. " + where(r) +
		Rough(rate(t.Entities, t.Seconds)) + " entities/s served, " + refusedShare(t.Refused, t.Billed)
	if t.Splits+t.Moves > 0 {
		text += ", " + words.Count(t.Splits, "split", "splits") + " and " + words.Count(t.Moves, "move", "moves") + " of range partitions"
	}
	return text + "."
}

func rate(n int64, seconds float64) float64 {
	if seconds <= 0 {
		return 0
	}
	return float64(n) / seconds
}

// where says how the load is spread over the keys, and where it goes.
func where(r *Run) string {
	var all, peak int64
	first, last := -1, -1
	used := map[int]bool{}
	for _, c := range r.Columns {
		best := 0
		for row := range loadsim.Rows {
			n := c[loadsim.Heat+2*row]
			all += int64(n)
			if n > 0 {
				used[row] = true
			}
			if n > c[loadsim.Heat+2*best] {
				best = row
			}
		}
		if c[loadsim.Heat+2*best] > 0 {
			peak += int64(c[loadsim.Heat+2*best])
			if last = best; first < 0 {
				first = best
			}
		}
	}
	switch {
	case all == 0:
		return ""
	case peak*10 >= all*9 && len(used) == 1:
		return "All of the load hits one place in the order of keys. "
	case peak*10 >= all*8 && last-first > loadsim.Rows/2: // what is tried again comes to the keys of a minute ago
		return "At any time one place takes almost all of the load, and that place moves up through the keys. "
	case peak*10 >= all*8 && first-last > loadsim.Rows/2:
		return "At any time one place takes almost all of the load, and that place moves down through the keys. "
	case peak*10 >= all*3:
		return words.Share(peak, all) + " of the load is for the busiest place among the keys, the rest is spread. "
	}
	return "The load is spread over " + words.Count(len(used), "place", "places") + " among the keys. "
}

// Line is one number of a run, and of the one kept to compare with.
type Line struct {
	Name       string
	This, Kept string
	Word       string // "better", "worse", "about the same", "the same" or ""
}

// Lines are the totals of a run; kept may be nil. They have words when the run is over: the beginning of one says nothing about the whole of
// another.
func Lines(run, kept *Run) []Line {
	t := &run.Last.Totals
	k := t
	if kept != nil {
		k = &kept.Last.Totals
	}
	list := []Line{}
	add := func(name, this, other, word string) {
		if kept == nil {
			other, word = "", ""
		}
		list = append(list, Line{name, this, other, word})
	}
	count := func(name string, of func(*loadsim.Totals) int64) {
		add(name, words.Number(int(of(t))), words.Number(int(of(k))), "")
	}
	add("Simulated up to", Clock(run.Last.Now, run.Setup.Duration), clockOf(kept), "")
	count("Requests served, total", func(t *loadsim.Totals) int64 { return t.Served })
	count("Requests refused with 503", func(t *loadsim.Totals) int64 { return t.Refused })
	count("Requests billed, refused ones too", func(t *loadsim.Totals) int64 { return t.Billed })
	for _, d := range loadsim.Compare(*k, *t) {
		unit := d.Unit
		if unit != "" && unit != "/s" {
			unit = " " + unit
		}
		write := func(f float64) string {
			if d.Unit == "ms" {
				return words.Micros(int64(f * 1000))
			}
			return Rough(f) + unit
		}
		word := ""
		switch this, other := write(d.B), write(d.A); {
		case !run.Last.Done:
		case this == other:
			word = "the same"
		case d.Close:
			word = "about the same"
		case d.Better > 0:
			word = "better"
		case d.Better < 0:
			word = "worse"
		}
		add(d.Name, write(d.B), write(d.A), word)
	}
	return list
}

// Why says why requests of a run were refused, "" when none was or it is not known: "168 requests were refused: 150 while the range
// partition moved to another server (10 to 20 s), 18 because the range partition was at its limit of 2,000 entities a second."
func Why(r *Run) string {
	t := &r.Last.Totals
	limits := Limits(&r.Setup)
	_, _, enforced := loadsim.Limits(r.Setup.Era)
	reasons := [loadsim.Reasons]string{
		loadsim.Moving:        "while the range partition moved to another server (10 to 20 s)",
		loadsim.PartitionBusy: "because too much work was waiting for the range partition",
		loadsim.ServerBusy:    "because too much work was waiting for the server",
		loadsim.AccountBusy:   "because the account was at its limit of " + Rough(limits[1].Rate) + " entities a second",
		loadsim.OtherAccounts: "because the server was busy with other accounts",
	}
	if enforced {
		reasons[loadsim.PartitionBusy] = "because the range partition was at its limit of " + Rough(limits[0].Rate) + " entities a second"
	}
	var list []string
	only := "" // the reason that all have
	for i, n := range t.Why {
		if n > 0 {
			list = append(list, words.Number(int(n))+" "+reasons[i])
		}
		if n > 0 && n == t.Refused {
			only = " " + reasons[i]
		}
	}
	if len(list) == 0 {
		return ""
	}
	text := words.Count(int(t.Refused), "request was", "requests were") + " refused" + cmp.Or(only, ": "+strings.Join(list, ", ")) + "."
	what, n := largest(&r.Setup)
	takes := int64(float64(n) / limits[0].Rate * 1e6)
	switch waits := "a request that would wait longer than " + words.Micros(loadsim.Patience) + " is refused."; {
	case enforced && t.Why[loadsim.PartitionBusy] > 0 && takes > loadsim.Patience/5:
		text += " At that limit one " + what + " of " + words.Number(n) + " entities takes " + words.Micros(takes) + ", and " + waits
	case t.Why[loadsim.Moving] < t.Refused:
		text += " " + strings.ToUpper(waits[:1]) + waits[1:]
	}
	return text
}

// largest is the request of the mix with the most entities.
func largest(s *Setup) (what string, entities int) {
	what, entities = "request", 1
	if s.Mix.Batch > 0 {
		what, entities = "transaction", s.BatchSize
	}
	if page := min(s.PageSize, max(loadsim.MaxAnswer/s.EntitySize, 1)); s.Mix.Query > 0 && page > entities {
		what, entities = "page", page
	}
	return what, entities
}

func clockOf(r *Run) string {
	if r == nil {
		return ""
	}
	return Clock(r.Last.Now, r.Setup.Duration)
}

// Top is the number of requests a second that the heat map has its darkest colour for: a round one that no cell is beyond.
func Top(runs ...*Run) float64 {
	peak := 0.0
	for _, r := range runs {
		if r != nil {
			peak = max(peak, r.Peak)
		}
	}
	if peak <= 0 {
		return 1
	}
	ten := math.Pow(10, math.Floor(math.Log10(peak)))
	for _, f := range []float64{1, 2, 5} {
		if peak <= f*ten {
			return f * ten
		}
	}
	return 10 * ten
}

// Row is a row of the heat map in numbers.
type Row struct {
	From                      string
	Requests, Refused, All    int64 // All: of every row
	Busiest                   int   // column
	Rate                      float64
	RequestsThen, RefusedThen int64
}

// Rows are the rows of the heat map that have keys or requests, from the lowest keys, up to where the picture is.
func Rows(s *Model) []Row {
	r := s.Run
	var list []Row
	all := int64(0)
	for row := range loadsim.Rows {
		l := Row{}
		for i, c := range r.Columns[:min(s.At, len(r.Columns))] {
			n, refused := int64(c[loadsim.Heat+2*row]), int64(c[loadsim.Heat+2*row+1])
			l.Requests, l.Refused, all = l.Requests+n, l.Refused+refused, all+n
			if rate := float64(n) / r.Seconds(i); rate > l.Rate {
				l.Busiest, l.Rate, l.RequestsThen, l.RefusedThen = i, rate, n, refused
			}
		}
		if row < len(r.Rows) {
			l.From = r.Rows[row]
		}
		if l.From != "" || l.Requests > 0 {
			list = append(list, l)
		}
	}
	for i := range list {
		list[i].All = all
	}
	return list
}

// KeysText says which keys of a table a run has.
func KeysText(r *Run) string {
	k := r.Keys
	of := r.Table
	if r.Setup.Population != nil {
		of = "entities that the lab describes"
	}
	text := "Keys of " + of + " under " + words.Clip(r.Setup.Template, 60) + ": " + words.Count(k.Distinct, "PartitionKey", "PartitionKeys") + " of "
	if k.Taken < k.Entities {
		text += words.Number(k.Taken) + " entities, taken evenly from " + words.Number(k.Entities)
	} else {
		text += words.Count(k.Entities, "entity", "entities")
	}
	if r.Setup.Order != "" {
		text += ", written in the order of " + words.Clip(r.Setup.Order, 40)
		if k.Undated > 0 {
			text += "; " + words.Count(k.Undated, "entity has", "entities have") + " no such time and come last"
		}
		text += "."
	} else {
		text += ", written in any order."
	}
	if k.Failed > 0 {
		text += " " + words.Count(k.Failed, "entity has", "entities have") + " no such key and are left out: " + words.Clip(k.Reason, 120)
	}
	return text
}

// ShownRanges are the range partitions that are listed, at most so many, and what the list leaves out, "" for nothing. Of more the
// busiest are listed, in key order, and none that had no request: a single partition of a service of 256 ranges is one line.
func ShownRanges(list []loadsim.RangeRow, most int) (shown []loadsim.RangeRow, note string) {
	if len(list) <= most {
		return list, ""
	}
	load := func(r *loadsim.RangeRow) int64 { return r.Served + r.Refused }
	var busy []int
	for i := range list {
		if load(&list[i]) > 0 {
			busy = append(busy, i)
		}
	}
	asked := len(busy)
	stable.Sort(busy, func(a, b int) int { return cmp.Compare(load(&list[b]), load(&list[a])) })
	busy = busy[:min(asked, most)]
	slices.Sort(busy)
	for _, i := range busy {
		shown = append(shown, list[i])
	}
	switch {
	case asked == 0:
		return nil, " None has had a request."
	case asked > most:
		return shown, " The " + strconv.Itoa(most) + " busiest are listed, in key order."
	case asked == 1:
		return shown, " All requests went to this one."
	}
	return shown, " The " + strconv.Itoa(asked) + " that had requests are listed."
}
