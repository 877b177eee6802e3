package state

import (
	"slices"
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// updateColumnSet is the dialog of columns: templates and the time zone.
func updateColumnSet(m Model, msg Msg) (Model, []Cmd, bool) {
	if m.Dialog == nil || m.Dialog.Columns == nil {
		return m, nil, false
	}
	d, c, g := *m.Dialog, *m.Dialog.Columns, *m.Grid
	d.Columns = &c
	switch msg := msg.(type) {
	case ColumnSought:
		c.Sought = msg.Text
		m.Dialog = &d
		return m, nil, true

	case TemplateNamed:
		c.Name, d.Err = msg.Text, ""
		m.Dialog = &d
		return m, nil, true

	case TemplateKept:
		name := strings.TrimSpace(c.Name)
		d.Err = checkTemplate(name)
		list := slices.DeleteFunc(slices.Clone(g.Views.Templates), func(t Template) bool { return strings.EqualFold(t.Name, name) })
		if d.Err == "" && len(list) >= maxTemplates {
			d.Err = "This browser keeps " + words.Number(maxTemplates) + " column sets. Remove one of them first."
		}
		m.Dialog = &d
		if d.Err != "" {
			return m, []Cmd{Focus{Target: "template-name"}, Announce{Text: d.Err}}, true
		}
		// What is on screen, by name: a layout that leaves columns as they come would be a set of nothing.
		l := m.layout()
		l.Order = l.names(m.columns())
		g.Views.Templates = append(list, Template{name, l})
		c.Name = ""
		m.Grid = &g
		return m, []Cmd{KeepSetting{Key: ViewsKey, Value: g.Views.Encode()}, ResetFields{Values: map[string]string{"template-name": ""}}, Announce{Text: "The column set " + name + " is kept for other tables."}}, true

	case TemplateTaken:
		for _, t := range g.Views.Templates {
			if t.Name == msg.Name {
				m, cmds, _ := relay(m, t.Layout)
				return m, append(cmds, Announce{Text: TemplateFit(t, m.columns())}), true
			}
		}
		return m, nil, true

	case TemplateDropped:
		g.Views.Templates = slices.DeleteFunc(slices.Clone(g.Views.Templates), func(t Template) bool { return t.Name == msg.Name })
		m.Grid = &g
		return m, []Cmd{KeepSetting{Key: ViewsKey, Value: g.Views.Encode()}, Focus{Target: "template-name"}, Announce{Text: "Removed the column set " + msg.Name + "."}}, true

	case ZoneRefused:
		d.Err = "This browser knows no time zone " + words.Quote(msg.Text) + ". Write a name of the time zone database, as Europe/Berlin or Asia/Tokyo."
		m.Dialog = &d
		return m, []Cmd{Focus{Target: "zone"}, Announce{Text: d.Err}}, true

	case ZoneTyped:
		c.Zone, d.Err = msg.Zone, ""
		m.Dialog = &d
		g.Views.Zone = msg.Zone
		m.Grid = &g
		return m, []Cmd{KeepSetting{Key: ViewsKey, Value: g.Views.Encode()}, Announce{Text: "Instants are shown in " + ZoneText(msg.Zone) + "."}}, true
	}
	return m, nil, false
}

// names lists all columns but the keys in the layout's order.
func (l Layout) names(columns []wire.Column) []string {
	var names []string
	for _, i := range l.arrange(columns) {
		if name := columns[i].Name; !isKey(name) && len(names) < maxOrdered {
			names = append(names, name)
		}
	}
	return names
}

// TemplateFit says how a template suits columns.
func TemplateFit(t Template, columns []wire.Column) string {
	has := 0
	for _, name := range t.Order {
		if slices.ContainsFunc(columns, func(c wire.Column) bool { return c.Name == name }) {
			has++
		}
	}
	return words.Number(has) + " of its " + words.Count(len(t.Order), "column is", "columns are") + " here"
}

// zoneTyped is a zone as its field holds it.
func zoneTyped(zone string) string {
	if zone == ZoneLocal {
		return ""
	}
	return zone
}
