package lesson

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rangefinder/engine"
)

// check reads a line of a check part.
func (p *parser) check(step *Step, l line) {
	c, err := readCheck(l.text)
	c.Line = l.at
	if err != nil {
		p.wrong(l.at, "", "%s", sentence(err))
		step.Checks = append(step.Checks, Check{Line: l.at, Text: l.text}) // so that the step has one
		return
	}
	if c.Filter != "" {
		p.filter(l.at, c.Filter, "")
	}
	if c.Show && step.Shown() != "" {
		p.wrong(l.at, "Leave one.", "The step shows two patterns.")
	}
	step.Checks = append(step.Checks, c)
}

// fits reports whether a check can be made of attempts of a kind.
func (c Check) fits(kind string) bool {
	switch c.Kind {
	case Measures:
		return c.Measure == NoMeasure /* it could not be read, which is told */ || kind == "queries" || kind == "operations" && c.Measure == Requests
	case SameEntities, FirstHas:
		return kind == "queries"
	case PatternOf, PatternNewest, PatternOrder, PatternTogether, PatternApart, UniqueKeys, LargestPartition, TablePartitions:
		return kind == "a design"
	}
	return kind == "operations"
}

// readCheck reads a check:
//
//	class at most row range · examined at most 12 · returned exactly 5 · requests, partitions, values
//	same entities as FILTER
//	first Name = literal
//	pattern examined at most 3: FILTER · pattern newest first by Name: FILTER · pattern in order of Name: FILTER
//	pattern in one partition: FILTER · pattern apart at least 4: FILTER · show pattern …
//	unique keys · largest partition at most 500 · table partitions at least 10
//	[always|last] entity Table 'p','r' has A=1 B='x' · entity Table 'p','r' lacks A B · no entity Table 'p','r'
//	[always|last] count Table exactly 3: FILTER · tally Table 'p','r' Name: FILTER · keys of Table avoid %
//	refused CODE · nothing refused · transaction at least 3 · crash safe · reads back Table 'p','r'
//
// Each may end with " because " and what the refusal says of the idea.
func readCheck(text string) (Check, error) {
	text, because := cutReason(text)
	c := Check{Text: text, Because: because}
	rest, always := strings.CutPrefix(text, "always ")
	rest, last := strings.CutPrefix(rest, "last ")
	rest, show := strings.CutPrefix(rest, "show ")
	c.Always, c.Last, c.Show = always, last, show
	fail := func(want string) (Check, error) {
		return c, fmt.Errorf("%q is not a check; write one such as: %s", Clip(text), want)
	}
	head, filter, hasFilter := strings.Cut(rest, ": ")
	words := splitWords(rest)
	if len(words) == 0 {
		return fail("class at most row range")
	}
	var err error
	state := false
	switch words[0] {
	case "same":
		f, ok := strings.CutPrefix(rest, "same entities as ")
		if c.Kind, c.Filter = SameEntities, f; !ok {
			return fail("same entities as PartitionKey eq 'Action'")
		}
	case "first":
		if len(words) < 4 || words[2] != "=" {
			return fail("first Title = 'Alien'")
		}
		c.Kind, c.Property = FirstHas, words[1]
		if c.Value, err = readLiteral(words[1], strings.Join(words[3:], " ")); err != nil {
			return c, err
		}
	case "pattern":
		if !hasFilter {
			return fail("pattern examined at most 3: Category eq 'Action'")
		}
		c.Filter, head = strings.TrimSpace(filter), strings.TrimPrefix(head, "pattern ")
		if name, ok := strings.CutPrefix(head, "newest first by "); ok {
			c.Kind, c.Property = PatternNewest, name
		} else if name, ok := strings.CutPrefix(head, "in order of "); ok {
			c.Kind, c.Property = PatternOrder, name
		} else if head == "in one partition" {
			c.Kind = PatternTogether
		} else if many, ok := strings.CutPrefix(head, "apart "); ok {
			if c.Kind = PatternApart; !readRelation(many, &c) {
				return fail("pattern apart at least 4: At ge datetime'2010-11-06T00:00:00Z'")
			}
		} else if c.Kind = PatternOf; !readMeasure(head, &c) {
			return fail("pattern examined at most 3: Category eq 'Action'")
		}
	case "unique":
		if c.Kind = UniqueKeys; rest != "unique keys" {
			return fail("unique keys")
		}
	case "largest":
		head, ok := strings.CutPrefix(rest, "largest partition ")
		if c.Kind = LargestPartition; !ok || !readRelation(head, &c) {
			return fail("largest partition at most 500")
		}
	case "table":
		head, ok := strings.CutPrefix(rest, "table partitions ")
		if c.Kind = TablePartitions; !ok || !readRelation(head, &c) {
			return fail("table partitions at least 10")
		}
	case "entity":
		state = true
		if len(words) < 5 || words[3] != "has" && words[3] != "lacks" {
			return fail("entity Movies 'Action','Alien' has Rating=4.5")
		}
		c.Kind, c.Table = EntityHas, words[1]
		if c.PartitionKey, c.RowKey, err = readKeys(words[2]); err != nil {
			return c, err
		}
		for _, w := range words[4:] {
			property := engine.Property{Name: w}
			if words[3] == "lacks" {
				c.Kind = EntityLacks
			} else if property, err = readProperty(w); err != nil {
				return c, err
			}
			c.Properties = append(c.Properties, property)
		}
	case "no":
		state = true
		if len(words) != 4 || words[1] != "entity" {
			return fail("no entity Movies 'Action','Alien'")
		}
		c.Kind, c.Table = NoEntity, words[2]
		if c.PartitionKey, c.RowKey, err = readKeys(words[3]); err != nil {
			return c, err
		}
	case "count":
		state = true
		head, _ = strings.CutSuffix(head, ":")
		_, head, _ := strings.Cut(head, " ")
		table, head, _ := strings.Cut(head, " ")
		c.Kind, c.Table, c.Filter = CountOf, table, strings.TrimSpace(filter)
		if !readRelation(head, &c) {
			return fail("count Movies exactly 3: Category eq 'Action'")
		}
	case "tally":
		state = true
		words = splitWords(head)
		if len(words) != 4 || !hasFilter {
			return fail("tally Rentals 'm1','Member' Rented: PartitionKey eq 'm1' and Kind eq 'Rental'")
		}
		c.Kind, c.Table, c.Property, c.Filter = Tally, words[1], words[3], strings.TrimSpace(filter)
		if c.PartitionKey, c.RowKey, err = readKeys(words[2]); err != nil {
			return c, err
		}
	case "keys":
		state = true
		if len(words) != 5 || words[1] != "of" || words[3] != "avoid" {
			return fail("keys of Metrics avoid %")
		}
		c.Kind, c.Table, c.Property = KeysAvoid, words[2], words[4]
	case "refused":
		if len(words) != 2 {
			return fail("refused UpdateConditionNotSatisfied")
		}
		c.Kind, c.Code = RefusedWith, engine.Code(words[1])
	case "nothing":
		if c.Kind = NothingRefused; rest != "nothing refused" {
			return fail("nothing refused")
		}
	case "transaction":
		_, head, _ := strings.Cut(rest, " ")
		if c.Kind = InTransaction; !readRelation(head, &c) {
			return fail("transaction at least 3")
		}
	case "reads":
		if len(words) != 4 || words[1] != "back" {
			return fail("reads back Movies 'Action','Alien'")
		}
		c.Kind, c.Table = ReadsBack, words[2]
		if c.PartitionKey, c.RowKey, err = readKeys(words[3]); err != nil {
			return c, err
		}
	case "crash":
		if c.Kind = CrashSafe; rest != "crash safe" {
			return fail("crash safe")
		}
	default:
		if c.Kind = Measures; !readMeasure(rest, &c) {
			return fail("class at most row range, examined at most 12, same entities as FILTER, unique keys, entity Movies 'Action','Alien' has Rating=4.5")
		}
	}
	if show && words[0] != "pattern" {
		return c, fmt.Errorf("%q is not a pattern, and only a pattern can be shown", Clip(rest))
	}
	if always && last {
		return c, fmt.Errorf("%q cannot be both always and last", Clip(text))
	}
	if (always || last) && !state {
		return c, fmt.Errorf("%q is not a state that is always so, or comes last; that goes with entity, no entity, count, tally and keys", Clip(rest))
	}
	return c, nil
}

// isState reports whether a check looks at the account alone.
func (c Check) isState() bool { return c.Kind >= EntityHas && c.Kind <= KeysAvoid }

// readMeasure reads "examined at most 12".
func readMeasure(text string, c *Check) bool {
	word, rest, _ := strings.Cut(text, " ")
	c.Measure = measureOf(word)
	return c.Measure != NoMeasure && readRelation(rest, c)
}

// readRelation reads "at most 12", or "at most row range" for a class.
func readRelation(text string, c *Check) bool {
	i := slices.IndexFunc(relations[:], func(r string) bool { return strings.HasPrefix(text, r+" ") })
	if i < 0 {
		return false
	}
	c.Relation = Relation(i)
	value := strings.TrimSpace(text[len(relations[i]):])
	if c.Measure == Class {
		class, ok := ClassOf(value)
		c.Number = int(class)
		return ok
	}
	n, err := strconv.Atoi(value)
	c.Number = n
	return err == nil && n >= 0
}

// cutReason splits a check from its reason, which begins with the first " because " that is not between quotes.
func cutReason(text string) (check, because string) {
	const word = " because "
	for from := 0; ; {
		i := strings.Index(text[from:], word)
		if i < 0 {
			return text, ""
		}
		if i += from; strings.Count(text[:i], "'")%2 == 0 {
			return strings.TrimSpace(text[:i]), strings.TrimSuffix(strings.TrimSpace(text[i+len(word):]), ".")
		}
		from = i + 1
	}
}

// because adds the idea to the reason of a refusal, as a sentence of its own: what differs comes first.
func (c *Check) because(why string) string {
	if c.Because == "" {
		return why
	}
	return why + " " + strings.ToUpper(c.Because[:1]) + c.Because[1:] + "."
}
