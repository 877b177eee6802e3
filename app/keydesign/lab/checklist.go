package lab

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"rangefinder/app/keydesign"
	"rangefinder/engine"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
)

// Step is a step of the procedure by which the founding papers of the service choose keys, answered from what was measured.
type Step struct {
	Name   string // what is asked
	State  State
	Answer string // with the numbers that it is answered by
}

// State is how a step came out.
type State uint8

// The states.
const (
	Fine State = iota
	Look       // something to think about
	Bad        // the design will not do as it is
	Idle       // the question does not apply
)

// String returns the state in a word.
func (s State) String() string { return [...]string{"ok", "look", "bad", "does not apply"}[s] }

// Checklist answers the steps for a design: which properties matter, what the dominant query is and whether the keys follow
// it, whether they tell the entities apart, how fine the partitions are, whether the hottest one holds under the load, whether
// transactions fit, and what the copies cost. r is the Report of spec. It returns nothing for a design that could not be read.
func Checklist(spec Spec, r *Report, design int) []Step {
	if design < 0 || design >= len(r.Designs) || design >= len(spec.Designs) || r.Designs[design].Refused != nil {
		return nil
	}
	c := checking{spec: &spec, r: r, design: design, d: &r.Designs[design]}
	var err error
	if c.keys, err = keydesign.ParseDesign(spec.Designs[design].Partition, spec.Designs[design].Row); err != nil {
		return nil // it is being typed, and the report is of before
	}
	c.reads()
	steps := []Step{c.important(), c.dominant(), c.order(), c.others(), c.unique(), c.partitions(), c.stress(), c.ends(), c.batches()}
	if len(c.d.Indexes) > 0 {
		steps = append(steps, c.copies())
	}
	return steps
}

// checking is a design that is being checked.
type checking struct {
	spec   *Spec
	r      *Report
	design int
	d      *DesignReport
	keys   keydesign.Design

	read  []int // patterns that read and were measured, the most frequent first
	calls float64
}

func (c *checking) reads() {
	for k := range c.spec.Patterns {
		if c.spec.Patterns[k].Kind == Read && c.cell(k).Known {
			c.read = append(c.read, k)
			c.calls += c.spec.Patterns[k].PerDay
		}
	}
	stable.Sort(c.read, func(a, b int) int { return cmp.Compare(c.spec.Patterns[b].PerDay, c.spec.Patterns[a].PerDay) })
}

func (c *checking) cell(pattern int) *Cell { return &c.r.Patterns[pattern].Cells[c.design] }

// named is a pattern in a sentence.
func (c *checking) named(pattern int) string {
	name := c.spec.Patterns[pattern].Name
	if strings.TrimSpace(name) == "" {
		return "pattern " + strconv.Itoa(pattern+1)
	}
	return "“" + name + "”"
}

// asked returns the properties that a read asks for, its order included, each once.
func (c *checking) asked(pattern int) []string {
	p := &c.spec.Patterns[pattern]
	e, err := filterlang.Parse(p.Filter)
	if err != nil {
		e = nil
	}
	list := filterlang.Properties(e)
	if p.Order != "" {
		list = append(list, strings.TrimPrefix(p.Order, "-"))
	}
	var once []string
	for _, name := range list {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return once
}

// maxNamed is how many names a sentence has at most.
const maxNamed = 6

func listed(names []string) string {
	if more := len(names) - maxNamed; more > 0 {
		names = append(slices.Clone(names[:maxNamed]), amount(float64(more))+" more")
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

func (c *checking) important() Step {
	s := Step{Name: "Which properties are asked for?"}
	calls := map[string]float64{}
	var names []string
	for _, k := range c.read {
		for _, name := range c.asked(k) {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
			calls[name] += c.spec.Patterns[k].PerDay
		}
	}
	switch {
	case len(c.read) == 0:
		s.State, s.Answer = Look, "No read pattern was measured. Add the queries that the application asks, with how often it does."
		return s
	case c.calls == 0:
		s.State, s.Answer = Look, "The read patterns are called 0 times a day. Say how often each is called: the one that is called most matters most."
		return s
	case len(names) == 0:
		s.State, s.Answer = Look, "None: every read asks for all entities."
		return s
	}
	stable.Sort(names, func(a, b string) int { return cmp.Compare(calls[b], calls[a]) })
	for i, name := range names {
		names[i] = name + " in " + percent(calls[name], c.calls)
	}
	s.Answer = "Of " + amount(c.calls) + " reads a day: " + listed(names) + "."
	return s
}

func (c *checking) dominant() Step {
	s := Step{Name: "What is the dominant query, and what is it under these keys?"}
	if c.calls == 0 {
		s.State, s.Answer = Look, "This needs read patterns, and how often each is called."
		return s
	}
	k := c.read[0]
	w := c.best(k)
	if w.Class == filterlang.Empty {
		s.State, s.Answer = Look, c.named(k)+", "+percent(c.spec.Patterns[k].PerDay, c.calls)+" of the reads, can find nothing: its conditions exclude each other."
		return s
	}
	s.Answer = c.named(k) + ", " + percent(c.spec.Patterns[k].PerDay, c.calls) + " of the reads, is a " + w.Class.String() + ": it examines " +
		count(w.Examined, "entity", "entities") + " of " + amount(float64(c.r.Entities)) + " for the " + amount(float64(w.Wanted)) + " wanted, in " +
		count(w.RoundTrips, "round trip", "round trips") + "."
	switch w.Class {
	case filterlang.Point, filterlang.RowRange:
	case filterlang.PartitionRange:
		s.State = Look
	default:
		if s.State = Bad; w.Examined <= pageSize {
			s.State = Look // it costs what anything costs, as long as the table is small
			s.Answer += " While the table is this small, that is no more than a page."
		}
	}
	return s
}

// best returns the way that a read is asked.
func (c *checking) best(pattern int) *Way { return &c.cell(pattern).Ways[0] }

func (c *checking) order() Step {
	s := Step{Name: "Do the keys begin with what that query always knows?"}
	if c.calls == 0 {
		s.State, s.Answer = Look, "This needs a dominant query."
		return s
	}
	w := c.best(c.read[0])
	var narrowing, idle []string
	for _, u := range w.Uses {
		text := "“" + u.Text + "”"
		switch {
		case u.Partition && u.Row:
			narrowing = append(narrowing, text+" narrows both keys")
		case u.Partition:
			narrowing = append(narrowing, text+" narrows the PartitionKey")
		case u.Row:
			narrowing = append(narrowing, text+" narrows the RowKey")
		default:
			idle = append(idle, text)
		}
	}
	of := "the keys “" + template(c.keys.Partition) + "” and “" + template(c.keys.Row) + "”,"
	if w.Index >= 0 {
		of = "index " + strconv.Itoa(w.Index+1) + ","
	}
	switch {
	case len(w.Uses) == 0:
		s.State, s.Answer = Look, "Nothing in this query is always known, so it reads the table from its beginning."
	case w.Class == filterlang.FullScan && len(narrowing) == 0:
		s.State, s.Answer = Bad, "No condition of it narrows a key: "+listed(idle)+". Begin the PartitionKey with a property that the query knows."
	case w.Class == filterlang.FullScan:
		s.State, s.Answer = Bad, "With "+of+" "+listed(narrowing)+", and nothing narrows the PartitionKey: every partition is looked into. Begin it with a property that the query knows."
	default:
		s.Answer = "With " + of + " " + listed(narrowing) + "."
		if len(idle) > 0 {
			s.State = Look
			s.Answer += " Only checked on each entity: " + listed(idle) + "."
		}
	}
	if u := c.cell(c.read[0]).Unpadded; u != nil {
		s.Answer += " " + u.Property + " is a number, and numbers sort as text in a key: pad it, as in “" + u.Instead + "”."
	}
	if p := &c.spec.Patterns[c.read[0]]; w.Sorted {
		s.State = max(s.State, Look)
		s.Answer += " The order by " + strings.TrimPrefix(p.Order, "-") + " is not that of the keys, so all that match are read to find " + amount(float64(p.Top)) + "."
	}
	return s
}

func template(t *keydesign.Template) string {
	if text := t.String(); text != "" {
		return text
	}
	return "(empty)"
}

func (c *checking) others() Step {
	s := Step{Name: "What do the other queries scan?"}
	if len(c.read) == 0 {
		s.State, s.Answer = Look, "There are no read patterns."
		return s
	}
	others := c.read
	if c.calls > 0 { // else none is named as the dominant one
		others = c.read[1:]
	}
	if len(others) == 0 {
		s.State, s.Answer = Idle, "Does not apply: there is one read."
		return s
	}
	var scans []string
	calls := 0.0
	for _, k := range others {
		if c.best(k).Class == filterlang.FullScan && c.best(k).Examined > pageSize {
			scans = append(scans, c.named(k))
			calls += c.spec.Patterns[k].PerDay
		}
	}
	perSecond := c.d.Total.Examined / 86400
	s.Answer = "None of " + count(len(others), "other read", "other reads") + " scans more of the table than one page holds."
	if len(scans) > 0 {
		s.State = Look
		s.Answer = amount(float64(len(scans))) + " of " + count(len(others), "other read", "other reads") + ", " + percent(calls, c.calls) + " of the calls: " + listed(scans) +
			". Each examines every entity, and the table will grow."
	}
	s.Answer += " All reads together examine " + amount(perSecond) + " entities a second on a day's average."
	return s
}

func (c *checking) unique() Step {
	s := Step{Name: "Do the keys tell every entity apart?"}
	if c.r.Entities == 0 {
		s.State, s.Answer = Look, "There are no entities to look at."
		return s
	}
	s.Answer = "All " + count(c.r.Entities, "entity has a key", "entities have keys") + " of their own."
	if c.d.Duplicates > 0 {
		s.State = Bad
		s.Answer = count(c.d.Duplicates, "entity has the key", "entities have the key") + " of another"
		if len(c.d.Pairs) > 0 {
			s.Answer += ", such as " + shown(c.d.Pairs[0].Key)
		}
		s.Answer += ". " + c.apart()
	}
	if c.d.Keyless > 0 {
		if s.State != Bad {
			s.Answer = ""
		}
		s.State = Bad
		s.Answer = strings.TrimSpace(s.Answer + " " + count(c.d.Keyless, "entity gets", "entities get") + " no key")
		if len(c.d.Reasons) > 0 {
			s.Answer += ": " + c.d.Reasons[0].Why
		}
		if !strings.HasSuffix(s.Answer, ".") {
			s.Answer += "."
		}
	}
	return s
}

// apart says what would tell the entities apart: what the templates lack of the keys that the entities have.
func (c *checking) apart() string {
	var missing []string
	for _, name := range [...]string{filterlang.PartitionKey, filterlang.RowKey} {
		is := func(p keydesign.Part) bool { return p.Property == name && len(p.Functions) == 0 }
		if !slices.ContainsFunc(c.keys.Partition.Parts(), is) && !slices.ContainsFunc(c.keys.Row.Parts(), is) {
			missing = append(missing, "{"+name+"}")
		}
	}
	if len(missing) == 0 { // both are there and run into each other, as in {PartitionKey}{RowKey}
		return "Put a text between the properties that none of them holds."
	}
	return "Add " + strings.Join(missing, "_") + " to the RowKey: no two entities have both keys alike."
}

func shown(k Key) string {
	part := func(key string) string {
		if key == "" {
			return "(empty)"
		}
		return key
	}
	return part(k.Partition) + " · " + part(k.Row)
}

func (c *checking) partitions() Step {
	s := Step{Name: "Are there enough partitions to spread over servers?"}
	d := c.d
	switch {
	case d.Entities == 0:
		s.State, s.Answer = Look, "There are no entities to look at."
		return s
	case d.Partitions == 1:
		s.State = Look
		s.Answer = "One partition holds all " + count(d.Entities, "entity", "entities") + ", so one server takes every request."
		return s
	case d.Partitions == d.InTable:
		s.State = Look
		s.Answer = "Each of " + amount(float64(d.InTable)) + " entities is a partition of its own: the load spreads as far as possible, but no transaction can hold two entities, and entities that are read together come from many partitions."
		return s
	}
	with := ""
	if d.InTable > d.Entities {
		with = " with the copies"
	}
	s.Answer = count(d.Partitions, "partition", "partitions") + "; the largest, " + cmp.Or(d.Largest.Key, "(empty)") + ", has " + count(d.Largest.Entities, "entity", "entities") +
		", " + percent(float64(d.Largest.Entities), float64(d.InTable)) + " of all" + with + "; half of them have " + amount(float64(d.Median)) + " or fewer."
	if 2*d.Largest.Entities > d.InTable {
		s.State = Look
		s.Answer += " More than half lies in one partition."
	}
	return s
}

// writes returns the measured patterns that write.
func (c *checking) writes() []int {
	var list []int
	for k := range c.spec.Patterns {
		if c.cell(k).Known && c.cell(k).Write != nil {
			list = append(list, k)
		}
	}
	return list
}

func (c *checking) stress() Step {
	s := Step{Name: "Does the hottest partition hold under the load?"}
	worst := -1
	for _, k := range c.writes() {
		if c.spec.Patterns[k].Rate > 0 && (worst < 0 || c.cell(k).Write.HottestPeak > c.cell(worst).Write.HottestPeak) {
			worst = k
		}
	}
	if worst < 0 {
		s.State, s.Answer = Look, "No write pattern says how many entities come in a second, so there is nothing to test with. Give one its peak rate."
		return s
	}
	w := c.cell(worst).Write
	s.Answer = "At its peak " + c.named(worst) + " writes " + many(c.spec.Patterns[worst].Rate, "entity", "entities") + " a second. The hottest partition, " +
		cmp.Or(w.HottestKey, "(empty)") + ", takes " + amount(w.Hottest) + " of them on average and " + amount(w.HottestPeak) + " in the worst second. A partition can take " +
		amount(PartitionLimit) + " a second (" + amount(PartitionLimit2010) + " in 2010)."
	switch {
	case w.Hottest > PartitionLimit:
		s.State = Bad
		s.Answer += " Make the PartitionKey finer, for instance with the next property or {RowKey|hash(16)}."
	case w.HottestPeak > PartitionLimit2010:
		s.State = Look
	}
	return s
}

func (c *checking) ends() Step {
	s := Step{Name: "Do new keys come at one end of the table?"}
	told := false
	for _, k := range c.writes() {
		p := &c.spec.Patterns[k]
		if p.Kind != Insert || p.Arrival == "" {
			continue
		}
		told = true
		share := c.cell(k).Write.AtEnd
		if share > 0.5 {
			s.State = Look
			s.Answer = c.named(k) + ": " + percent(share, 1) + " of the new keys sort before or after all others, so one server takes them, however many partitions there are. If the rate is high, put something in front that spreads them."
			return s
		}
		s.Answer = c.named(k) + ": " + percent(share, 1) + " of the new keys do."
	}
	if !told {
		s.State, s.Answer = Look, "No insert pattern says in which order its entities arrive. Open one and fill in “Arrive in the order of”, for example with the time of an event."
	}
	return s
}

func (c *checking) batches() Step {
	s := Step{Name: "Does each transaction fit one partition?"}
	var fits []string
	for _, k := range c.writes() {
		p, w := &c.spec.Patterns[k], c.cell(k).Write
		if p.Batch <= 1 || p.Together == "" {
			continue
		}
		switch {
		case w.Split > 0:
			s.State = Bad
			s.Answer = c.named(k) + ": " + amount(float64(w.Split)) + " of " + count(w.Calls, "call", "calls") + " lie in several partitions, such as " + w.Example +
				". Make the PartitionKey of " + p.Together + " alone, or do without the transaction."
			return s
		case !w.Transaction:
			s.State = Bad
			s.Answer = c.named(k) + ": a transaction holds " + amount(engine.MaxBatchOps) + " operations of one partition. A call exceeds that with the copies of its indexes or the move to a changed key."
			return s
		}
		fits = append(fits, c.named(k)+" in "+count(w.Calls, "call", "calls"))
	}
	if len(fits) == 0 {
		s.State, s.Answer = Idle, "Does not apply: no write uses a transaction."
		return s
	}
	s.Answer = "Yes: " + listed(fits) + "."
	return s
}

func (c *checking) copies() Step {
	s := Step{Name: "What do the indexes cost, and can they fall behind?"}
	s.Answer = "They store " + amount(c.d.Storage) + " bytes for each byte of the table."
	var behind, lost []string
	for i := range c.d.Indexes {
		name := "index " + strconv.Itoa(i+1)
		if own := c.spec.Designs[c.design].Indexes[i].Name; own != "" {
			name = "“" + own + "”"
		}
		if x := &c.d.Indexes[i]; x.Duplicates+x.Keyless+x.TooLong > 0 {
			lost = append(lost, name+" by "+amount(float64(x.Duplicates+x.Keyless+x.TooLong)))
		}
		if c.spec.Designs[c.design].Indexes[i].Kind != SamePartition {
			behind = append(behind, name)
		}
	}
	if len(behind) > 0 {
		s.State = Look
		s.Answer += " No transaction keeps the table and " + listed(behind) + " in step: a write that fails half-way has to be finished later."
	} else {
		s.Answer += " All are written in one transaction with their entity."
	}
	if len(lost) > 0 {
		s.State = Bad
		s.Answer += " Not complete: " + listed(lost) + "."
	}
	return s
}
