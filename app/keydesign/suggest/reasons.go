package suggest

import (
	"cmp"
	"slices"
	"strings"

	"rangefinder/app/keydesign"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/words"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
)

// maxReads is how many reads the reasons of one design go into.
const maxReads = 4

// reasons says in sentences what speaks for a design, what it costs, and what one has to know of it. now are the designs of the
// Spec, the first of which it is compared with.
func (s *search) reasons(t *tried, few, now []*tried) []string {
	var say []string
	add := func(parts ...string) { say = append(say, strings.Join(parts, "")) }
	if n := t.report.Entities; n < s.facts.from.Len() {
		add("Measured on ", words.Number(n), " of ", words.Count(s.facts.from.Len(), "entity", "entities"), ". The points of reads are scaled up to all of them, the other numbers are not.")
	}
	if best := t.bestIn(few); len(best) > 0 {
		add("Of these it has ", list(best), ".")
	} else {
		add("It is not the best in any number, but none of the others is better in every number.")
	}
	if len(now) > 0 && now[0].report != nil && now[0].scores.Total() > 0 {
		was, is := now[0].scores.Total(), t.scores.Total()
		name := words.Quote(s.spec.Designs[0].Name)
		switch {
		case !now[0].fits:
			add("A day costs ", words.Rounded(is), " points. ", name, " cannot do everything, or cannot hold the data.")
		case is < 0.995*was:
			add("A day costs ", words.Rounded(is), " points. With ", name, " it costs ", words.Rounded(was), " points.")
		default:
			add("A day costs ", words.Rounded(is), " points. With ", name, " it costs ", words.Rounded(was), " points, so this design is not cheaper.")
		}
	}
	say = append(say, s.reads(t, now)...)
	say = append(say, s.writes(t)...)
	if d := &t.report.Designs[0]; d.Storage > 1.005 {
		add("It stores ", words.Rounded(d.Storage), " times the bytes of the table now.")
	}
	return append(say, s.limits(t)...)
}

// bestIn names the numbers in which a design is the best of a few.
func (t *tried) bestIn(few []*tried) []string {
	var best []string
	for i, name := range [...]string{"the cheapest reads", "the cheapest writes", "the fewest bytes", "the least load on its hottest partition"} {
		number := numbers[i]
		least, same := true, true
		for _, o := range few {
			least = least && noMore(number(t.scores), number(o.scores))
			same = same && noMore(number(o.scores), number(t.scores))
		}
		if least && (!same || len(few) == 1) {
			best = append(best, name)
		}
	}
	return best
}

func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// reads says what the dearest reads of a day come to.
func (s *search) reads(t *tried, now []*tried) []string {
	var order []int
	for k, p := range t.report.Patterns {
		if p.Cells[0].Known && len(p.Cells[0].Ways) > 0 {
			order = append(order, k)
		}
	}
	weight := func(k int) float64 {
		w := s.spec.Patterns[k].PerDay * s.cost(t, k)
		if len(now) > 0 && now[0].report != nil && now[0].report.Designs[0].Refused == nil {
			w = max(w, s.spec.Patterns[k].PerDay*s.cost(now[0], k))
		}
		return w
	}
	stable.Sort(order, func(a, b int) int { return cmp.Compare(weight(b), weight(a)) })
	var say []string
	same := 0
	for _, k := range order[:min(len(order), maxReads)] {
		way := &t.report.Patterns[k].Cells[0].Ways[0]
		p := &s.spec.Patterns[k]
		examined := words.Count(way.Examined, "entity", "entities")
		if n := t.report.Entities; n < s.facts.from.Len() {
			examined = words.Number(way.Examined) + " of " + words.Count(n, "entity", "entities")
		}
		text := words.Quote(p.Name) + " " + classes[way.Class] + by(&t.design, way) + ": " +
			examined + " examined for " + words.Number(way.Wanted) + " wanted, in " + words.Count(way.RoundTrips, "request", "requests")
		if len(now) > 0 && now[0].report != nil && len(now[0].report.Patterns[k].Cells[0].Ways) > 0 {
			was := now[0].report.Patterns[k].Cells[0].Ways[0].Examined
			if was == way.Examined {
				same++
				continue
			}
			text += "; now " + words.Number(was)
		}
		text += "."
		switch {
		case p.Top > 0 && p.Order != "" && way.Ordered && way.Wanted > 0:
			text += " The keys give the order that is wanted."
		case p.Top > 0 && p.Order != "" && way.Sorted:
			text += " The application has to sort."
		}
		say = append(say, text)
	}
	if same > 0 {
		say = append(say, words.Count(same, "read examines", "reads examine")+" as many entities as now.")
	}
	return say
}

var classes = map[filterlang.Class]string{
	filterlang.Empty: "finds nothing", filterlang.Point: "is a point query", filterlang.RowRange: "reads a range of one partition",
	filterlang.PartitionRange: "reads a range of partitions", filterlang.FullScan: "reads the whole table",
}

// by says which copies a read goes to.
func by(d *lab.Design, way *lab.Way) string {
	if way.Index < 0 {
		return ""
	}
	x := &d.Indexes[way.Index]
	switch x.Kind {
	case lab.SamePartition:
		return " of copies in the entities' partition"
	case lab.KeyList:
		return " of lists of keys"
	}
	return " of copies in another table"
}

// writes says what is to be known of the writes.
func (s *search) writes(t *tried) []string {
	var say []string
	limit, ends, moves := false, false, false
	for k, p := range t.report.Patterns {
		w := p.Cells[0].Write
		if w == nil {
			continue
		}
		name := words.Quote(s.spec.Patterns[k].Name)
		if w.Extra > 0 {
			more := words.Rounded(w.Extra) + " entities"
			if w.Extra == 1 {
				more = "one entity"
			}
			text := "Each call of " + name + " writes " + more + " more"
			switch {
			case len(t.design.Indexes) == 0:
			case w.Transaction && !slices.ContainsFunc(t.design.Indexes, func(x lab.Index) bool { return x.Kind != lab.SamePartition }):
				text += " for its copies, in one transaction with the entity"
			default:
				text += " for its copies, and no transaction covers them all: if one of the writes fails, the application has to repair the copies"
			}
			say = append(say, text+".")
		}
		if w.Hottest > lab.PartitionLimit2010 && !limit {
			limit = true
			say = append(say, "The hottest partition takes "+words.Rounded(w.Hottest)+" entities a second of "+words.Number(lab.PartitionLimit)+" that it can take.")
		}
		if w.AtEnd > 0.5 && !ends {
			ends = true
			say = append(say, "Most new keys come at one end of the table, so that one server takes them.")
		}
		if w.Moves && !moves {
			moves = true
			say = append(say, name+" changes a key: a delete and an insert.")
		}
	}
	return say
}

// limits says what holds for the entities that there are, and not for every one that may come.
func (s *search) limits(t *tried) []string {
	var say []string
	pk, err := keydesign.Parse(t.design.Partition)
	if err != nil {
		return nil
	}
	rk, err := keydesign.Parse(t.design.Row)
	if err != nil {
		return nil
	}
	if t.partitions() == 1 && s.facts.from.Len() > 1 {
		say = append(say, "All entities lie in one partition: one server takes every request.")
	}
	unique, number, named := false, "", map[string]bool{}
	for _, p := range append(slices.Clone(pk.Parts()), rk.Parts()...) {
		one := s.facts.byName[p.Property]
		named[p.Property] = true
		if one == nil {
			continue
		}
		if one.unique && !slices.ContainsFunc(p.Functions, func(f keydesign.Function) bool { return f.Name == "hash" }) {
			unique = true
		}
		if one.digits > 0 && len(p.Functions) > 0 && p.Functions[0].Name == "pad" && number == "" {
			number = "A " + p.Property + " of more than " + words.Count(one.digits, "digit", "digits") + " has no key: raise the number in pad if there may be one."
		}
		if slices.ContainsFunc(p.Functions, func(f keydesign.Function) bool { return f.Name == "hash" }) {
			say = append(say, "A query that knows only the first parts of the PartitionKey reads every bucket. The buckets are neighbours, so one range holds them.")
		}
	}
	was := named[filterlang.RowKey] && (named[filterlang.PartitionKey] || !s.facts.known)
	if !unique && !was {
		say = append(say, "No two entities have the same key now, but no property guarantees it: entities that come later might.")
	}
	if number != "" {
		say = append(say, number)
	}
	return say
}
