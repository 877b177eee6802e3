package suggest

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"rangefinder/app/keydesign"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/words"
	"rangefinder/engine/stable"
)

// tooDear is how many times the cheapest total a design may cost to be worth a look, whatever else it is best in.
const tooDear = 5

// choose returns at most n designs: the one with the least total, then again and again the one that those chosen stand in for
// least. Designs among given are known already and are left out. The cheapest for a day comes first.
func choose(pool, given []*tried, n int) []*tried {
	list := slices.DeleteFunc(slices.Clone(pool), func(t *tried) bool { return slices.Contains(given, t) })
	if len(list) == 0 {
		return nil
	}
	total := func(t *tried) float64 { return t.scores.Total() }
	stable.Sort(list, func(a, b *tried) int {
		return cmp.Or(cmp.Compare(total(a), total(b)), cmp.Compare(a.scores.Bytes, b.scores.Bytes), cmp.Compare(a.scores.Hottest, b.scores.Hottest))
	})
	few := []*tried{list[0]}
	worth := slices.DeleteFunc(list, func(t *tried) bool { return total(t) > tooDear*total(few[0]) })
	for len(few) < n {
		var next *tried
		most := 0.0
		for _, t := range worth {
			least := math.Inf(1)
			for _, o := range few {
				least = min(least, regret(o.scores, t.scores))
			}
			if least > most {
				next, most = t, least
			}
		}
		if next == nil {
			break
		}
		few = append(few, next)
	}
	stable.Sort(few, func(a, b *tried) int { return cmp.Compare(total(a), total(b)) })
	return few
}

var numbers = [...]func(Scores) float64{
	func(s Scores) float64 { return s.Reads },
	func(s Scores) float64 { return s.Writes },
	func(s Scores) float64 { return s.Bytes },
	func(s Scores) float64 { return s.Hottest },
}

// regret is by how many times, as a logarithm, a design is worse than another in the number in which it is worst. How hot a
// partition is matters little while it is within the target.
func regret(s, other Scores) float64 {
	worst := 0.0
	for i, number := range numbers {
		a, b := number(s), number(other)
		r := math.Log((1 + a) / (1 + b))
		if i == 3 && a <= lab.PartitionLimit2010 {
			r /= 4
		}
		worst = max(worst, r)
	}
	return worst
}

// indexed names the first property of an index's own keys: designs of the same keys differ in it.
func indexed(x *lab.Index) string {
	for _, text := range []string{x.Partition, x.Row} {
		if t, err := keydesign.Parse(text); err == nil && len(t.Properties()) > 0 {
			return t.Properties()[0]
		}
	}
	return "a text"
}

// divides lists what a template makes partitions of: properties, and buckets where it hashes one.
func divides(t *keydesign.Template) (names []string) {
	for _, p := range t.Parts() {
		name := p.Property
		if calls(p, "hash") {
			name = "buckets of " + name
		}
		if p.Property != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

func calls(p keydesign.Part, function string) bool {
	return slices.ContainsFunc(p.Functions, func(f keydesign.Function) bool { return f.Name == function })
}

// nameOf names a design by its keys: “1: by Channel, Posted newest first”.
func nameOf(d *lab.Design, number int) string {
	var say []string
	if t, err := keydesign.Parse(d.Partition); err == nil {
		if names := divides(t); len(names) > 0 {
			say = append(say, "by "+strings.Join(names, " and "))
		} else {
			say = append(say, "one partition")
		}
	}
	if t, err := keydesign.Parse(d.Row); err == nil {
		for _, p := range t.Parts() {
			if p.Property == "" {
				continue
			}
			if calls(p, "inverse") {
				say = append(say, p.Property+" descending")
			} else {
				say = append(say, "then "+p.Property)
			}
			break
		}
	}
	if n := len(d.Indexes); n > 1 {
		say = append(say, words.Count(n, "index", "indexes"))
	} else if n == 1 {
		say = append(say, "index by "+indexed(&d.Indexes[0]))
	}
	return words.Cut(strconv.Itoa(number)+": "+strings.Join(say, ", "), lab.MaxName)
}
