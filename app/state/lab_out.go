package state

import (
	"strconv"

	"rangefinder/app/keydesign"
	"rangefinder/app/keydesign/codegen"
	"rangefinder/app/keydesign/lab"
	"rangefinder/app/link"
	"rangefinder/filterlang/edm"
)

// labLink is the address that brings the comparison, "" when it is too long for one.
func labLink(m *Model) string {
	r := routeOf(*m)
	r.Lab = m.Lab.Spec.String()
	fragment, err := link.Encode(r.link())
	if err != nil {
		return ""
	}
	return m.Base + "#" + fragment
}

// designCode is code that makes the keys of a design and its indexes.
func designCode(m *Model, d *lab.Design, l codegen.Language) (string, error) {
	keys, err := keydesign.ParseDesign(d.Partition, d.Row)
	if err != nil {
		return "", err
	}
	var indexes []keydesign.Design
	for _, x := range d.Indexes {
		partition := x.Partition
		if x.Kind == lab.SamePartition {
			partition = d.Partition
		}
		index, err := keydesign.ParseDesign(partition, x.Row)
		if err != nil {
			return "", err
		}
		indexes = append(indexes, index)
	}
	types := func(property string) []edm.Type {
		var list []edm.Type
		if g := m.Lab.Spec.Population; g != nil {
			for _, p := range g.Properties {
				if t, err := edm.ParseType(p.Type); err == nil && p.Name == property {
					list = append(list, t)
				}
			}
		} else if c := m.Query.Census; c != nil {
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
	return codegen.Code(l, types, keys, indexes...), nil
}

// keepName proposes a name for the table of a design.
func keepName(m *Model, design string) string {
	base := TableNameOf(m.Lab.Table+" "+design, "Design")
	name := base
	for n := 2; tableNamed(m.Tables.List, name) != nil; n++ {
		name = base[:min(len(base), 55)] + strconv.Itoa(n)
	}
	return name
}
