package lab

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"rangefinder/app/keydesign"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Hint is a filter that a pattern could have in the place of its own.
type Hint struct {
	Filter  string // the pattern's; a hint about another is out of date
	Message string // why, "" when the refusal of the filter says it
	Title   string // a verb phrase for a button
	Instead string
}

// Property is what is known of a property of the entities.
type Property struct {
	Name     string
	Types    []string // the most frequent first
	Entities int      // that have it
}

// maxEqual is the most entities whose properties are compared with each other: some 20 ms.
const maxEqual = 200_000

// maxHints bounds the hints for one pattern.
const maxHints = 3

// properties lists the properties of the entities; their former keys first, unless they mean nothing.
func (b *Bench) properties() []Property {
	var list []Property
	if b.kept {
		for _, key := range [...]string{filterlang.PartitionKey, filterlang.RowKey} {
			list = append(list, Property{key, []string{"String"}, b.from.Len()})
		}
	}
	for _, p := range b.from.Census().Properties {
		if p.Count == 0 {
			continue
		}
		of := Property{Name: p.Name, Entities: p.Count}
		for _, t := range p.Types {
			if t.Count > 0 {
				of.Types = append(of.Types, t.Type.String())
			}
		}
		list = append(list, of)
	}
	return list
}

// hints returns what a read pattern could ask instead: what was probably meant by a name or word, and the key of a design in the place
// of a property that always equals it.
func (b *Bench) hints(spec *Pattern, designs []*parsed) []Hint {
	if spec.Kind != Read || spec.Filter == "" {
		return nil
	}
	var hints []Hint
	say := func(message, title, instead string) {
		if instead != spec.Filter && len(hints) < maxHints && !slices.ContainsFunc(hints, func(h Hint) bool { return h.Instead == instead }) {
			hints = append(hints, Hint{spec.Filter, message, title, instead})
		}
	}
	e, err := filterlang.Parse(spec.Filter)
	if syntax, ok := errors.AsType[*filterlang.SyntaxError](err); ok {
		if fix := syntax.Fix; fix != nil && (fix.Texts == "" || slices.Contains(b.types[fix.Texts], edm.String)) {
			say("", strings.ToUpper(fix.Title[:1])+fix.Title[1:], fix.Apply(spec.Filter))
		}
		return hints
	}
	census := b.from.Census()
	for _, f := range filterlang.Findings(filterlang.NewPlan(e), &census) {
		if f.Kind == filterlang.UnknownProperty && len(f.Rewrites) > 0 {
			say(f.Message, f.Rewrites[0].Title, f.Rewrites[0].Filters[0])
		}
	}
	for _, c := range keydesign.Comparisons(e) {
		for _, d := range designs {
			if d == nil {
				continue
			}
			for _, key := range [...]string{filterlang.PartitionKey, filterlang.RowKey} {
				if property, ok := b.inPlaceOf(c, d, key); ok && !asks(e, c, property) {
					message := c.Property + " holds the " + key + " in every entity."
					if property != key {
						message = c.Property + " is the same as " + property + " in every entity, which is the " + key + " of “" + d.spec.Name + "”."
					}
					instead, title := inPlace(spec.Filter, e, c, property, slices.ContainsFunc(designs, func(d *parsed) bool { return d != nil && d.names(c.Property) }))
					say(message, title, instead)
				}
			}
		}
	}
	return hints
}

// inPlaceOf returns the property that is a key of a design as it is, when every entity has it and c's property with one value for both.
func (b *Bench) inPlaceOf(c *filterlang.Comparison, d *parsed, key string) (property string, ok bool) {
	t := d.keys.Partition
	if key == filterlang.RowKey {
		t = d.keys.Row
	}
	parts := t.Parts()
	if len(parts) != 1 || parts[0].Property == "" || len(parts[0].Functions) > 0 || parts[0].Property == c.Property || d.names(c.Property) {
		return "", false
	}
	property = parts[0].Property
	former := property == filterlang.PartitionKey || property == filterlang.RowKey
	if former && !b.kept || c.Property == filterlang.PartitionKey || c.Property == filterlang.RowKey || b.from.Len() > maxEqual {
		return "", false
	}
	pair := [2]string{c.Property, property}
	equal, known := b.equal[pair]
	if !known {
		equal = len(b.from.EqualPairs([][2]string{pair})) > 0
		b.equal[pair] = equal
	}
	return property, equal
}

// asks reports whether a filter compares another property with c's literal already.
func asks(e filterlang.Expr, c *filterlang.Comparison, property string) bool {
	return slices.ContainsFunc(keydesign.Comparisons(e), func(other *filterlang.Comparison) bool {
		return other.Property == property && other.Op == c.Op && other.Literal == c.Literal
	})
}

// inPlace returns a filter with another property in the place of c's; with both where a design needs c's own.
func inPlace(text string, e filterlang.Expr, c *filterlang.Comparison, property string, both bool) (instead, title string) {
	with := filterlang.Comparison{Property: property, Op: c.Op, Literal: c.Literal}
	condition, title := with.String(), "Use "
	if both {
		title = "Add "
	}
	title += cmp.Or(shortened(condition), property)
	if both {
		condition += " and " + text[c.At.Start:c.At.End]
		if _, and := e.(*filterlang.And); !and && e != filterlang.Expr(c) {
			condition = "(" + condition + ")"
		}
	}
	return text[:c.At.Start] + condition + text[c.At.End:], title
}

// shortened returns a condition that fits on a button, "" for any other.
func shortened(condition string) string {
	if len(condition) > 60 {
		return ""
	}
	return condition
}

// names reports whether a key of the design, or of one of its indexes, is made of a property.
func (d *parsed) names(property string) bool {
	list := []keydesign.Design{d.keys}
	for _, x := range d.indexes {
		list = append(list, x.keys)
	}
	return slices.ContainsFunc(list, func(k keydesign.Design) bool {
		return slices.Contains(k.Partition.Properties(), property) || slices.Contains(k.Row.Properties(), property)
	})
}
