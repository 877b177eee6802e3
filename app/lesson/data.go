package lesson

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rangefinder/app/keydesign"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Rule makes one property, or one key, of each generated entity.
type Rule struct {
	Line     int
	Property string
	Kind     RuleKind
	Template *keydesign.Template // of Text: of the properties that rules before it made
	Values   []edm.Value         // of Cycle and Pick
	From     int64               // of Count, Random (with To) and Time (ticks)
	To       int64
	Every    int64 // step of Count and Time
	Each     int   // how many entities one value of Cycle, Count and Time lasts
	Type     edm.Type
}

// RuleKind is how a rule makes values.
type RuleKind uint8

// The kinds of rule.
const (
	Text   RuleKind = iota // a key template
	Cycle                  // values in turn
	Pick                   // values by chance
	Random                 // a whole number by chance
	Count                  // whole numbers in turn
	Time                   // instants in turn
)

// table reads a data or generate part: "data Movies", "generate Movies 1000 seed 7".
func (p *parser) table(at int, kind string, words []string, lines []line) {
	t := Table{Line: at}
	p.hasData = true
	fix := "Write one such as: " + kind + " Movies"
	if len(words) == 0 {
		p.wrong(at, fix, "The part %s names no table.", kind)
		return
	}
	if err, _ := errors.AsType[*engine.Error](engine.CheckTableName(words[0])); err != nil {
		p.wrong(at, fix, "%s", err.Detail)
		return
	}
	t.Name = words[0]
	if p.named[strings.ToLower(t.Name)] {
		p.wrong(at, "Give it another name.", "The table %s is there twice.", t.Name)
		return
	}
	p.named[strings.ToLower(t.Name)] = true
	if kind == "data" {
		p.rows(&t, lines)
	} else {
		p.generator(&t, words[1:], lines)
	}
	p.lesson.Tables = append(p.lesson.Tables, t)
}

// rows reads typed CSV: a line of names with types, "PartitionKey,RowKey,Rating:Double", and one line for each entity. An empty
// cell is a property that is absent; "" is an empty text.
func (p *parser) rows(t *Table, lines []line) {
	if len(lines) == 0 {
		return
	}
	var names []string
	var types []edm.Type
	head, _, _ := cells(lines[0].text)
	for _, cell := range head {
		name, typeName, typed := strings.Cut(cell, ":")
		typ := edm.String
		if typed {
			var err error
			if typ, err = edm.ParseType(strings.TrimSpace(typeName)); err != nil {
				p.wrong(lines[0].at, "The types are String, Int32, Int64, Double, Boolean, DateTime, Guid and Binary.", "The column %q has no type of the service.", Clip(cell))
				return
			}
		}
		names, types = append(names, strings.TrimSpace(name)), append(types, typ)
	}
	if len(names) < 2 || names[0] != "PartitionKey" || names[1] != "RowKey" {
		p.wrong(lines[0].at, "Begin with: PartitionKey,RowKey,", "The columns of %s do not begin with the keys.", t.Name)
		return
	}
	lineOf := map[[2]string]int{}
	for _, l := range lines[1:] {
		values, quoted, ok := cells(l.text)
		if !ok {
			p.wrong(l.at, "Write one at the end of the cell, then a comma; a double quote of the text itself is written twice.", "A double quote opens cell %d and does not close it.", len(values)+1)
			continue
		}
		if len(values) != len(names) {
			p.wrong(l.at, fmt.Sprintf("Write %d, apart by commas; put one with a comma between double quotes.", len(names)), "The line has %s.", count(len(values), "cell"))
			continue
		}
		if first := lineOf[[2]string(values[:2])]; first > 0 {
			p.wrong(l.at, "Give every entity keys of its own.", "%s has (%s, %s) already, in line %d.", t.Name, Clip(values[0]), Clip(values[1]), first)
			continue
		}
		lineOf[[2]string(values[:2])] = l.at
		e := engine.BulkEntity{PartitionKey: values[0], RowKey: values[1]}
		for i := 2; i < len(names); i++ {
			if values[i] == "" && !quoted[i] {
				continue
			}
			typ, text := types[i], values[i]
			// A cell may say its type itself, for a column of several: "Int32:4".
			if name, rest, ok := strings.Cut(text, ":"); ok && !quoted[i] {
				if own, err := edm.ParseType(name); err == nil {
					typ, text = own, rest
				}
			}
			v, err := edm.ParseText(typ, text)
			if err != nil {
				p.wrong(l.at, "", "%s: %v", names[i], err)
				continue
			}
			e.Properties = append(e.Properties, engine.Property{Name: names[i], Value: v})
		}
		if _, err := engine.NewEntity(e.PartitionKey, e.RowKey, edm.MinTicks, e.Properties); err != nil {
			p.wrong(l.at, "", "The service refuses the entity: %s", reason(err))
		}
		t.Entities = append(t.Entities, e)
	}
}

// cells splits a line of CSV. quoted says which cells stood between double quotes.
func cells(text string) (values []string, quoted []bool, ok bool) {
	for {
		if !strings.HasPrefix(text, `"`) {
			cell, rest, more := strings.Cut(text, ",")
			values, quoted = append(values, strings.TrimSpace(cell)), append(quoted, false)
			if !more {
				return values, quoted, true
			}
			text = rest
			continue
		}
		var cell strings.Builder
		i := 1
		for ; i < len(text); i++ {
			if text[i] == '"' {
				if i+1 == len(text) || text[i+1] != '"' {
					break
				}
				i++
			}
			cell.WriteByte(text[i])
		}
		if i >= len(text) {
			return values, quoted, false
		}
		if text = text[i+1:]; text != "" && text[0] != ',' {
			return values, quoted, false
		}
		values, quoted = append(values, cell.String()), append(quoted, true)
		if text == "" {
			return values, quoted, true
		}
		text = text[1:]
	}
}

// generator reads the rules of a generate part:
//
//	N:Int32 = count from 1 by 1 each 1
//	Department = cycle Sales, Research each 10
//	LastName = pick Jones, Smith
//	Score:Int32 = random 1 to 5
//	Posted = time 2010-01-01T00:00:00Z every 3600 s each 2
//	PartitionKey = {Department}
func (p *parser) generator(t *Table, words []string, lines []line) {
	t.Seed = 1
	if len(words) == 3 && words[1] == "seed" {
		seed, err := strconv.ParseUint(words[2], 10, 64)
		if err != nil {
			p.wrong(t.Line, "Write a number.", "%q is not a seed.", Clip(words[2]))
		}
		t.Seed, words = seed, words[:1]
	}
	n := 0
	if len(words) == 1 {
		n, _ = strconv.Atoi(words[0])
	}
	total := n
	for _, other := range p.lesson.Tables {
		total += other.Count
	}
	if n < 1 {
		p.wrong(t.Line, "Write one such as: generate Movies 1000 seed 7", "The part does not say how many entities to generate.")
		return
	}
	if total > MaxEntities {
		p.wrong(t.Line, fmt.Sprintf("A lesson generates at most %d.", MaxEntities), "There are %d entities to generate so far.", total)
		return
	}
	t.Count = n
	keys := 0
	for _, l := range lines {
		r, err := readRule(l.text)
		if err != nil {
			p.wrong(l.at, "", "%s", sentence(err))
			continue
		}
		r.Line = l.at
		if r.Property == "PartitionKey" || r.Property == "RowKey" {
			keys++
		} else if err := engine.CheckPropertyName(r.Property); err != nil {
			p.wrong(l.at, "", "%s", reason(err))
		}
		t.Rules = append(t.Rules, r)
	}
	if keys != 2 {
		p.wrong(t.Line, "Add: PartitionKey = {Property} and RowKey = {Property}.", "The rules of %s do not make each key once.", t.Name)
	}
}

func readRule(text string) (Rule, error) {
	var r Rule
	head, how, ok := strings.Cut(text, "=")
	name, typeName, typed := strings.Cut(strings.TrimSpace(head), ":")
	r.Property, how = strings.TrimSpace(name), strings.TrimSpace(how)
	r.Type, r.Each, r.Every = edm.String, 1, 1
	var err error
	if typed {
		if r.Type, err = edm.ParseType(strings.TrimSpace(typeName)); err != nil {
			return r, err
		}
	}
	fail := func(like string) (Rule, error) {
		return r, fmt.Errorf("%q is not a rule; write one such as %s = %s", Clip(text), r.Property, like)
	}
	if !ok || how == "" {
		return fail("cycle red, green")
	}
	key := r.Property == "PartitionKey" || r.Property == "RowKey"
	word, rest, _ := strings.Cut(how, " ")
	if i := strings.LastIndex(rest, " each "); i >= 0 && !key {
		if r.Each, err = strconv.Atoi(strings.TrimSpace(rest[i+6:])); err != nil || r.Each < 1 {
			return fail("cycle red, green each 10")
		}
		rest = rest[:i]
	}
	switch {
	case key || word == "text":
		if !key {
			how = rest
		}
		if r.Template, err = keydesign.Parse(how); err != nil {
			return r, fmt.Errorf("the key template %q is refused: %w", Clip(how), err)
		}
	case word == "cycle" || word == "pick":
		r.Kind = Cycle
		if word == "pick" {
			r.Kind = Pick
		}
		for _, item := range list(rest) {
			v, err := edm.ParseText(r.Type, item)
			if err != nil {
				return r, err
			}
			r.Values = append(r.Values, v)
		}
		if len(r.Values) == 0 {
			return fail(word + " red, green")
		}
	case word == "random":
		r.Kind = Random
		n := numbers(rest, "# to #")
		if len(n) != 2 || n[1] < n[0] || n[1]-n[0] < 0 {
			return fail("random 1 to 5")
		}
		r.From, r.To = n[0], n[1]
	case word == "count":
		r.Kind = Count
		n := numbers(rest, "from # by #")
		if len(n) == 0 {
			return fail("count from 1 by 1")
		}
		if r.From = n[0]; len(n) > 1 {
			r.Every = n[1]
		}
	case word == "time":
		r.Kind, r.Type = Time, edm.DateTime
		at, every, _ := strings.Cut(rest, " every ")
		v, err := edm.ParseText(edm.DateTime, at)
		n := numbers(every, "# s")
		if len(n) != 1 || err != nil || n[0] > 1e9 || n[0] < -1e9 {
			return fail("time 2010-01-01T00:00:00Z every 3600 s")
		}
		r.From, r.Every = int64(v.Ticks()), n[0]*10_000_000
	default:
		return fail("count from 1, cycle, pick, random, time or text")
	}
	return r, nil
}

// numbers reads the numbers of a text that is as a pattern, or as its beginning: a # stands for a number. nil when it is not.
func numbers(text, pattern string) []int64 {
	words, want := strings.Fields(text), strings.Fields(pattern)
	if len(words) > len(want) {
		return nil
	}
	var result []int64
	for i, w := range words {
		if want[i] != "#" {
			if w != want[i] {
				return nil
			}
			continue
		}
		n, err := strconv.ParseInt(w, 10, 64)
		if err != nil {
			return nil
		}
		result = append(result, n)
	}
	return result
}
