package designlab

import (
	"strconv"
	"strings"

	"rangefinder/app/keydesign/codegen"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/link"
	"rangefinder/app/page"
	"rangefinder/app/words"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// address brings the comparison, "" when it is too long for one.
func (m *Model) address(v *page.View) string {
	to := v.Route().Link()
	to.Lab = m.Spec.String()
	fragment, err := link.Encode(to)
	if err != nil {
		return ""
	}
	return v.Base + "#" + fragment
}

// code is code that makes the keys of a design and its indexes, and with indexes code that writes entities with their copies.
func (m *Model) code(v *page.View, d *lab.Design, l codegen.Language) (string, error) {
	var properties []string
	if v.Census != nil {
		for i := range v.Census.Properties {
			properties = append(properties, v.Census.Properties[i].Name)
		}
	}
	layout, err := lab.LayoutOf(*d, properties, m.Spec.Population != nil)
	if err != nil {
		return "", err
	}
	types := func(property string) []edm.Type {
		var list []edm.Type
		if g := m.Spec.Population; g != nil {
			for _, p := range g.Properties {
				if t, err := edm.ParseType(p.Type); err == nil && p.Name == property {
					list = append(list, t)
				}
			}
		} else if c := v.Census; c != nil {
			for _, p := range c.Properties {
				for _, t := range p.Types {
					if p.Name == property {
						list = append(list, t.Type)
					}
				}
			}
		}
		return list
	}
	if len(d.Indexes) > 0 {
		return codegen.InStep(l, types, layout), nil
	}
	return codegen.Code(l, types, layout.Sets[0].Keys), nil
}

// copiedCode says what was copied.
func copiedCode(d *lab.Design, l codegen.Language) string {
	text := "Copied " + l.String() + " code that makes the keys"
	if len(d.Indexes) > 0 {
		text += ", and writes each entity with its copies"
	}
	return text + "."
}

// deploy asks for the dialog that deploys a design.
func (m *Model) deploy(v *page.View, design int) []page.Cmd {
	if !valid(design, len(m.Spec.Designs)) {
		return nil
	}
	name := m.Spec.Designs[design].Name
	return []page.Cmd{page.Send{Msg: page.DesignWanted{Table: m.Table, Spec: m.Spec.String(), Design: design, Name: name, ToTable: m.keepName(v, name)}}}
}

// keepName proposes a name for the table of a design.
func (m *Model) keepName(v *page.View, design string) string {
	base := m.Table
	for _, word := range strings.Fields(design) {
		base += strings.ToUpper(word[:1]) + word[1:]
	}
	base = words.TableName(base, "Design")
	name := base
	for n := 2; v.Table(name) != nil; n++ {
		name = base[:min(len(base), 55)] + strconv.Itoa(n)
	}
	return name
}

// copiedReview says what of the comparison was copied.
func copiedReview(v *page.View) string {
	if v.Profile == filterlang.Cosmos {
		return "Copied the comparison as Markdown, with the costs of Azure Table storage."
	}
	return "Copied the comparison as Markdown."
}
