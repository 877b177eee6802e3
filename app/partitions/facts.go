package partitions

import (
	"slices"
	"strings"

	"rangefinder/app/words"
	"rangefinder/filterlang"
)

// PropertyFacts sums up a census in lines of a name and a value each.
func PropertyFacts(c *filterlang.Census) (facts [][2]string) {
	if c == nil {
		return nil
	}
	var whole, mixed, rare []string
	for _, p := range c.Properties {
		if p.Count == c.Entities {
			whole = append(whole, p.Name)
		}
		if len(p.Types) > 1 {
			mixed = append(mixed, p.Name)
		}
		if p.Count*100 < c.Entities {
			rare = append(rare, p.Name)
		}
	}
	facts = append(facts, [2]string{"Properties", words.Number(len(c.Properties)) + ", and the keys and Timestamp"})
	for _, f := range []struct {
		what  string
		names []string
	}{{"in every entity", whole}, {"of several types", mixed}, {"rare (in under 1 % of entities)", rare}} {
		if len(f.names) > 0 {
			facts = append(facts, [2]string{f.what, nameList(f.names)})
		}
	}
	return facts
}

// nameList lists some names in order, and how many there are besides.
func nameList(names []string) string {
	names = slices.Sorted(slices.Values(names))
	rest := ""
	if n := len(names) - 12; n > 0 {
		names, rest = names[:12], " and "+words.Number(n)+" more"
	}
	return strings.Join(names, ", ") + rest
}
