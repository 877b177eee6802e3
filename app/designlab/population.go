package designlab

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/keydesign/population"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang/edm"
)

// What the buttons of the entities that are measured do.
const (
	UseTable       = "use-table"
	UseGenerated   = "use-generated"
	AddProperty    = "add-property"
	RemoveProperty = "remove-property"
)

// What the steps between a table and generated entities are called.
const (
	toTable     = "measuring the table"
	toGenerated = "measuring generated entities"
)

// generating returns the comparison before it was turned to generated entities, and what that made of it.
func (l *Model) generating() (before, after lab.Spec, ok bool) {
	after = l.Spec
	for i := len(l.past) - 1; i >= 0; i-- {
		if l.past[i].what == toGenerated {
			return l.past[i].spec, after, true
		}
		after = l.past[i].spec
	}
	return before, after, false
}

// mostGenerated is how many entities a population has at first: as many as its table, and no more than are measured at once.
const mostGenerated = 100_000

// populationOf describes entities like those of the open table.
func populationOf(v *page.View) *population.Spec {
	p := &population.Spec{Entities: 10_000, Seed: 1}
	c := v.Census
	if c == nil || c.Entities == 0 {
		p.Properties = []population.Property{{Name: "Channel", Type: "String", Distinct: 20, Skew: 1, Prefix: "channel"}, {Name: "CreatedOn", Type: "DateTime"}}
		return p
	}
	p.Entities = min(c.Entities, mostGenerated)
	for _, q := range c.Properties {
		if len(p.Properties) == 16 || len(q.Types) == 0 {
			break
		}
		t := q.Types[0].Type
		g := population.Property{Name: q.Name, Type: t.String()}
		if q.Distinct < q.Count*9/10 {
			g.Distinct = q.Distinct
		}
		if missing := 1 - float64(q.Count)/float64(c.Entities); missing >= 0.005 {
			g.Missing = float64(int(missing*100+0.5)) / 100
		}
		if t == edm.String {
			g.Prefix = words.Cut(strings.ToLower(q.Name), 20) + "-"
		}
		p.Properties = append(p.Properties, g)
	}
	if p.Check() != nil {
		p.Properties = p.Properties[:0]
	}
	return p
}

// populationDid does what a button of the entities says; false when it is none of those.
func (m *Model) populationDid(v *page.View, spec *lab.Spec, msg Did) (what, focus string, ok bool) {
	switch g := spec.Population; msg.Act {
	case UseTable:
		if g == nil {
			return "", "", true
		}
		spec.Population = nil
		if before, after, ok := m.generating(); ok && reflect.DeepEqual(after.Patterns, spec.Patterns) && reflect.DeepEqual(after.Designs, spec.Designs) {
			spec.Patterns, spec.Designs = before.Patterns, before.Designs
		}
		return toTable, "lab-use", true
	case UseGenerated:
		if g != nil {
			return "", "", true
		}
		spec.Population = populationOf(v)
		lab.AskPopulation(spec)
		return toGenerated, "lab-use", true
	case AddProperty:
		if g == nil || len(g.Properties) >= population.MaxProperties {
			return "", "", true
		}
		n := len(g.Properties)
		name := "Property" + strconv.Itoa(n+1)
		for slices.ContainsFunc(g.Properties, func(p population.Property) bool { return p.Name == name }) {
			name += "x"
		}
		g.Properties = append(g.Properties, population.Property{Name: name, Type: "String", Distinct: 100})
		return "the new property", "lab-q" + strconv.Itoa(n) + "-name", true
	case RemoveProperty:
		if g == nil || msg.At < 0 || msg.At >= len(g.Properties) {
			return "", "", true
		}
		g.Properties = slices.Delete(g.Properties, msg.At, msg.At+1)
		return "the removal of a property", "lab-add-property", true
	}
	return "", "", false
}

// setPopulation takes a text typed into a field of the entities.
func setPopulation(g *population.Spec, name, text string) (problem string) {
	v, exact, ok := words.Whole(text)
	switch {
	case !ok:
		return noWhole
	case name == "entities":
		g.Entities = int(min(v, math.MaxInt64))
	case name == "seed" && !exact:
		return "A seed is at most 18,446,744,073,709,551,615."
	case name == "seed":
		g.Seed = v
	}
	return ""
}

func setProperty(p *population.Property, name, text string) (problem string) {
	number := func() float64 {
		v, ok := words.Amount(text)
		if !ok {
			problem = "A number belongs here."
		}
		return v
	}
	switch name {
	case "name":
		p.Name = strings.TrimSpace(text)
	case "type":
		p.Type = text
	case "distinct":
		v, ok := words.WholeInt(text)
		if !ok {
			return noWhole
		}
		p.Distinct = v
	case "skew":
		p.Skew = number()
	case "missing":
		p.Missing = number() / 100
	case "from":
		p.From = strings.TrimSpace(text)
	case "to":
		p.To = strings.TrimSpace(text)
	}
	return problem
}

// PopulationFields adds the texts of the fields of the entities.
func PopulationFields(fields map[string]string, g *population.Spec) {
	if g == nil {
		return
	}
	fields["lab-g-entities"], fields["lab-g-seed"] = words.Number(g.Entities), strconv.FormatUint(g.Seed, 10)
	for i := range g.Properties {
		p := &g.Properties[i]
		id := "lab-q" + strconv.Itoa(i) + "-"
		fields[id+"name"], fields[id+"type"], fields[id+"distinct"] = p.Name, p.Type, orNothing(float64(p.Distinct))
		fields[id+"skew"], fields[id+"missing"], fields[id+"from"], fields[id+"to"] = orNothing(p.Skew), orNothing(p.Missing*100), p.From, p.To
	}
}
