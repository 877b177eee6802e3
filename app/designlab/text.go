package designlab

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"rangefinder/app/keydesign"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
)

// TemplateErr returns what is wrong with a template as typed, nil when nothing is.
func TemplateErr(text string) *keydesign.SyntaxError {
	if _, err := keydesign.Parse(text); err != nil {
		return err.(*keydesign.SyntaxError)
	}
	return nil
}

// Example is the key that a design as typed makes of an entity.
type Example struct {
	Was lab.Key
	Key lab.Key
	Err string // why there is none
}

// Examples returns the keys of some entities, at once as templates are typed; none when a template is wrong.
func Examples(r *lab.Report, partition, row string) []Example {
	d, err := keydesign.ParseDesign(partition, row)
	if r == nil || err != nil {
		return nil
	}
	var list []Example
	for i := range r.Samples {
		s := &r.Samples[i]
		e := Example{Was: s.Was}
		if e.Key.Partition, err = s.Key(d.Partition); err == nil {
			e.Key.Row, err = s.Key(d.Row)
		}
		if err != nil {
			e.Err = err.Error()
		}
		list = append(list, e)
	}
	return list
}

// CellFacts are the numbers of a cell in a few words.
func CellFacts(p *lab.Pattern, c *lab.Cell) string {
	if c.Units > 0 {
		return unitFacts(c)
	}
	if w := c.Write; w != nil {
		text := words.Rounded(w.Requests) + " " + plural(w.Requests, "request", "requests") + " a call · writes " + words.Rounded(w.Written)
		if p.Rate > 0 {
			text += " · at the peak one partition takes " + words.Rounded(w.Hottest) + " of " + words.Rounded(p.Rate) + " entities a second"
		}
		return text
	}
	if len(c.Ways) == 0 {
		return ""
	}
	w := &c.Ways[0]
	text := "examines " + words.Number(w.Examined) + " · returns " + words.Number(w.Returned) + " · " + words.Count(w.RoundTrips, "trip", "trips")
	if w.Sorted {
		text += " · sorts " + words.Number(w.Returned) + " for " + words.Number(w.Wanted)
	}
	return text
}

// unitFacts are those of a cell of lab.ByUnits.
func unitFacts(c *lab.Cell) string {
	text := UnitsText(c.Units) + " a call"
	if w := c.Write; w != nil {
		return text + " · writes " + words.Rounded(w.Written)
	}
	w := &c.Ways[0]
	return text + " · returns " + words.Number(w.Returned) + " · " + words.Count(w.RoundTrips, "trip", "trips")
}

// UnitsText is a modelled number of request units.
func UnitsText(units float64) string {
	if units >= 1000 {
		return "about " + words.Big(units) + " request units"
	}
	return "about " + words.Rounded(units) + " " + plural(units, "request unit", "request units")
}

// WayText names a way of asking.
func WayText(d *lab.Design, w *lab.Way) string {
	if w.Index < 0 || w.Index >= len(d.Indexes) {
		return "by the keys of the entities"
	}
	return "by index " + words.Number(w.Index+1) + ", " + IndexText(d.Indexes[w.Index].Kind)
}

// IndexText names a kind of index.
func IndexText(k lab.IndexKind) string {
	switch k {
	case lab.SamePartition:
		return "copies in the same partition"
	case lab.OtherPartition:
		return "copies in other partitions"
	case lab.KeyList:
		return "lists of keys"
	}
	return "copies in another table"
}

// ScanBreakEven says how many entities a scan may examine to cost no more than a way with lookups; "" when there is nothing to
// tell.
func ScanBreakEven(c *lab.Cell) string {
	for i := range c.Ways {
		w := &c.Ways[i]
		if w.Doubt != "" || w.Lookups == 0 || w.Cost.Points <= 1 {
			continue
		}
		for k := range c.Ways {
			if x := &c.Ways[k]; x.Doubt == "" && x.Lookups == 0 {
				return "Break-even: one request that examines " + words.Number(int((w.Cost.Points-1)*1000)) + " entities costs as much as the " +
					words.Count(w.RoundTrips, "request", "requests") + " by way of index " + words.Number(w.Index+1) + "; here it examines " + words.Number(x.Examined) + "."
			}
		}
	}
	return ""
}

// tied returns how many designs have the first place together when no design has another, else 0: their places say nothing then.
func tied(r *lab.Report) int {
	n := 0
	for i := range r.Designs {
		d := &r.Designs[i]
		switch {
		case d.Refused != nil || d.Impossible:
		case d.Rank != 1 || d.Total == (lab.Cost{}):
			return 0
		default:
			n++
		}
	}
	if n == 1 {
		return 0
	}
	return n
}

// tieText says once, for all designs, that they tie; "" when they do not.
func tieText(r *lab.Report) string {
	switch n := tied(r); {
	case n == 0:
		return ""
	case n < len(r.Designs):
		return " · " + words.Number(n) + " of the " + words.Number(len(r.Designs)) + " designs cost the same"
	case n == 2:
		return " · both designs cost the same"
	default:
		return " · all " + words.Number(n) + " designs cost the same"
	}
}

// RankText is a design's place, "" when all designs have the same.
func RankText(r *lab.Report, i int) string {
	d := &r.Designs[i]
	switch {
	case d.Refused != nil:
		return "cannot be measured"
	case d.Impossible:
		return "✖ does not fit"
	}
	place, of := strconv.Itoa(d.Rank)+map[int]string{1: "st", 2: "nd", 3: "rd"}[d.Rank]+map[bool]string{true: "th"}[d.Rank > 3], " of "+words.Number(len(r.Designs))+" by cost"
	switch standingOf(r, i) {
	case alone:
		return place + of
	case joint:
		return "joint " + place + of
	case behind:
		return "same cost as " + place
	}
	return ""
}

// standing is how a design stands among those of the same cost.
type standing int

const (
	unplaced standing = iota // no pattern could be asked, or the order says nothing
	alone
	joint
	behind // another needs less besides
)

func standingOf(r *lab.Report, i int) standing {
	d := &r.Designs[i]
	if d.Rank == 0 || d.Total == (lab.Cost{}) || len(r.Designs) == 1 || tied(r) > 0 {
		return unplaced
	}
	s := alone
	for k := range r.Designs {
		if k == i || r.Designs[k].Rank != d.Rank {
			continue
		}
		if order := rather(r, k, i); order < 0 {
			return behind
		} else if order == 0 {
			s = joint
		}
	}
	return s
}

// rather compares two designs of the same cost by what a reader sees besides: how many reads need several partitions, and the bytes.
func rather(r *lab.Report, a, b int) int {
	_, wider := against(r, a)
	_, other := against(r, b)
	return cmp.Or(cmp.Compare(wider, other), cmp.Compare(math.Round(100*r.Designs[a].Storage), math.Round(100*r.Designs[b].Storage)))
}

// against counts the patterns of a design that are worse than with the first, and the reads that cost the same and need several partitions.
func against(r *lab.Report, i int) (worse, wider int) {
	for k := range r.Patterns {
		switch c := &r.Patterns[k].Cells[i]; {
		case c.Verdict == lab.Worse:
			worse++
		case c.Why == lab.Wider:
			wider++
		}
	}
	return worse, wider
}

// UnfitText says why a design does not fit.
func UnfitText(l *Model, i int) string {
	d := &l.Report.Designs[i]
	switch {
	case d.Duplicates > 0:
		return "No cost: " + words.Count(d.Duplicates, "entity has", "entities have") + " the same keys as another."
	case d.Keyless > 0:
		return "No cost: " + words.Count(d.Keyless, "entity gets", "entities get") + " no key."
	}
	for k := range l.Report.Patterns {
		if l.Report.Patterns[k].Cells[i].Verdict == lab.Impossible {
			return "No cost: it cannot do " + words.Quote(words.Clip(l.Spec.Patterns[k].Name, 40)) + "."
		}
	}
	return ""
}

// OnlyCost says beside the first place of a design, and beside one of the same cost, what its cost hides: the sum of a day alone decides.
func OnlyCost(l *Model, i int) string {
	var but []string
	d := &l.Report.Designs[i]
	same := standingOf(l.Report, i) == behind
	worse, wider := against(l.Report, i)
	if !same && (d.Rank != 1 || wider+worse == 0) {
		return ""
	}
	if worse > 0 {
		but = append(but, words.Count(worse, "pattern is", "patterns are")+" worse")
	}
	if wider > 0 {
		but = append(but, words.Count(wider, "read needs", "reads need")+" several partitions")
	}
	if same {
		if d.Storage >= 1.005 || len(but) == 0 {
			but = append(but, "it takes "+strconv.FormatFloat(d.Storage, 'f', 2, 64)+" times the space")
		}
		return "It costs the same, but " + anded(but) + "."
	}
	return "It costs least over the whole day, but " + anded(but) + "."
}

// anded is a list of at least one with an and before its last.
func anded(list []string) string {
	last := len(list) - 1
	if last == 0 {
		return list[0]
	}
	return strings.Join(list[:last], ", ") + " and " + list[last]
}

// sizeText is how many bytes a design takes, and how many times those of the table, unless that is what it is, or it takes less because
// it loses entities.
func sizeText(d *lab.Design, r *lab.DesignReport) string {
	if d.Present() || r.Duplicates+r.Keyless > 0 {
		return words.Bytes(r.Bytes)
	}
	if times := strconv.FormatFloat(r.Storage, 'f', 2, 64); times != "1.00" {
		return words.Bytes(r.Bytes) + ", " + times + " × now"
	}
	return words.Bytes(r.Bytes) + ", as now"
}

// sizeParts says what the bytes of a design are made of, so that each number follows from the others.
func sizeParts(all *lab.Report, r *lab.DesignReport) string {
	copies := int64(0)
	for i := range r.Indexes {
		copies += r.Indexes[i].Bytes
	}
	text := "The table takes " + words.Bytes(all.Bytes) + " now. Of the " + words.Bytes(r.Bytes) + " of this design the entities take " + words.Bytes(r.Bytes-copies)
	if len(r.Added) > 0 {
		text += ", since each also stores " + strings.Join(r.Added, ", ")
	}
	if copies > 0 {
		text += ", and copies and lists " + words.Bytes(copies)
	}
	return text + "."
}

// Relative is what a design costs beside the first: "0.42 ×".
func Relative(r *lab.Report, i int) string {
	first := r.Designs[0].Total.Points
	if first <= 0 {
		return ""
	}
	return strconv.FormatFloat(r.Designs[i].Total.Points/first, 'f', 2, 64) + " ×"
}

// Turns says where the order of designs turns, the nearest first.
func Turns(l *Model) []string {
	if l.Report == nil {
		return nil
	}
	list := lab.BreakEvens(l.Spec, l.Report)
	far := func(b lab.BreakEven) float64 {
		now := max(l.Spec.Patterns[b.Pattern].PerDay, 1)
		return math.Abs(math.Log(max(b.PerDay, 1e-3) / now))
	}
	stable.Sort(list, func(a, b lab.BreakEven) int { return cmp.Compare(far(a), far(b)) })
	var texts []string
	for _, b := range list[:min(len(list), 6)] {
		p := &l.Spec.Patterns[b.Pattern]
		when := "more than "
		if !b.Above {
			when = "fewer than "
		}
		texts = append(texts, words.Quote(l.Spec.Designs[b.Design].Name)+" would cost less than "+words.Quote(l.Spec.Designs[b.Than].Name)+" with "+when+
			words.Rounded(math.Round(b.PerDay))+" × "+words.Quote(p.Name)+" a day; it is "+words.Rounded(p.PerDay)+".")
	}
	return texts
}

// Summary says what was measured.
func Summary(l *Model) string {
	r := l.Report
	return "measured on " + words.Count(r.Entities, "entity", "entities") + " · " + words.Count(len(l.Spec.Patterns), "pattern", "patterns") + tieText(r)
}

// VerdictText is the mark of a cell's verdict, for people who see and for people who hear.
func VerdictText(c *lab.Cell) (mark, word string) {
	switch c.Verdict {
	case lab.Same:
		if c.Why == lab.Wider || c.Why == lab.Closer { // their classes differ, so that the word is missed
			return "=", "same"
		}
	case lab.Better:
		return "▲", "better"
	case lab.Worse:
		return "▼", "worse"
	case lab.Impossible:
		return "✖", "impossible"
	}
	return "", ""
}

// KeyPair is a key for people.
func KeyPair(k lab.Key) string { return page.KeyText(k.Partition) + " · " + page.KeyText(k.Row) }

// Unmeasured says why there is nothing to tell of a design.
func Unmeasured(r *lab.Report, i int) string {
	if r.Designs[i].Refused != nil {
		return "Correct the design first: one of its templates cannot be read, or names a property that no entity has."
	}
	return "It has not been measured yet."
}

func plural(v float64, one, many string) string {
	if v == 1 {
		return one
	}
	return many
}

// nearName is the first name of a list, such as "-Rating, Title", that is no property, with the one that was probably meant; nil when
// all are properties or nothing is near.
func nearName(text string, names []string) *filterlang.Fix {
	names = append([]string{filterlang.PartitionKey, filterlang.RowKey, filterlang.Timestamp}, names...)
	start := 0
	for part := range strings.SplitSeq(text, ",") {
		name := strings.TrimPrefix(strings.TrimSpace(part), "-")
		if meant := filterlang.Nearest(name, names); name != "" && meant != "" && !slices.Contains(names, name) {
			at := start + strings.Index(part, name)
			return &filterlang.Fix{Title: "use " + meant, Span: filterlang.Span{Start: at, End: at + len(name)}, Text: meant}
		}
		start += len(part) + 1
	}
	return nil
}
