package grid

import (
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// ChooseColumns is the dialog of columns.
const ChooseColumns page.DialogKind = "choose-columns"

// ColumnSet is what the dialog of columns holds.
type ColumnSet struct {
	Sought string // only columns with this in their name are listed
	Name   string // of a template, being typed
	Zone   string // being typed
	Before Layout // when it was opened
}

// What happened in the dialog.
type (
	ColumnSought    struct{ Text string }
	TemplateNamed   struct{ Text string }
	TemplateKept    struct{}
	TemplateTaken   struct{ Name string }
	TemplateDropped struct{ Name string }
	ZoneTyped       struct{ Zone string }
	ZoneRefused     struct{ Text string } // the browser knows no such zone
)

// openColumns opens the dialog.
func (m *Model) openColumns() (*Model, []page.Cmd, bool) {
	if m.Of == nil {
		return m, []page.Cmd{page.Announce{Text: "Run a query first: its result has the columns."}}, true
	}
	g := *m
	g.Menu = nil
	return &g, []page.Cmd{
		page.ShowDialog{Dialog: &page.Dialog{Kind: ChooseColumns, Of: &ColumnSet{Zone: g.Views.Zone, Before: g.layout()}}},
		page.ResetFields{Values: map[string]string{"template-name": "", "column-sought": "", "zone": zoneTyped(g.Views.Zone)}},
		page.OpenDialog{},
	}, true
}

// chooses is the dialog of columns: templates and the time zone.
func (m *Model) chooses(v *page.View, msg page.Msg) (*Model, []page.Cmd, bool) {
	held := page.Held[ColumnSet](v.Dialog)
	if held == nil {
		return m, nil, false
	}
	d, c, g := *v.Dialog, *held, *m
	d.Of = &c
	shown := page.ShowDialog{Dialog: &d}
	switch msg := msg.(type) {
	case ColumnSought:
		c.Sought = msg.Text
		return m, []page.Cmd{shown}, true

	case TemplateNamed:
		c.Name, d.Err = msg.Text, ""
		return m, []page.Cmd{shown}, true

	case TemplateKept:
		name := strings.TrimSpace(c.Name)
		d.Err = checkTemplate(name)
		list := slices.DeleteFunc(slices.Clone(g.Views.Templates), func(t Template) bool { return strings.EqualFold(t.Name, name) })
		if d.Err == "" && len(list) >= maxTemplates {
			d.Err = "This browser keeps " + words.Number(maxTemplates) + " column sets. Remove one of them first."
		}
		if d.Err != "" {
			return m, []page.Cmd{shown, page.Focus{Target: "template-name"}, page.Announce{Text: d.Err}}, true
		}
		// What is on screen, by name: a layout that leaves columns as they come would be a set of nothing.
		l := m.layout()
		l.Order = l.names(m.Columns())
		g.Views.Templates = append(list, Template{name, l})
		c.Name = ""
		return &g, []page.Cmd{shown, g.keep(), page.ResetFields{Values: map[string]string{"template-name": ""}}, page.Announce{Text: "The column set " + name + " is kept for other tables."}}, true

	case TemplateTaken:
		for _, t := range g.Views.Templates {
			if t.Name == msg.Name {
				next, cmds, _ := m.relay(t.Layout)
				return next, append(cmds, page.Announce{Text: TemplateFit(t, next.Columns())}), true
			}
		}
		return m, nil, true

	case TemplateDropped:
		g.Views.Templates = slices.DeleteFunc(slices.Clone(g.Views.Templates), func(t Template) bool { return t.Name == msg.Name })
		return &g, []page.Cmd{g.keep(), page.Focus{Target: "template-name"}, page.Announce{Text: "Removed the column set " + msg.Name + "."}}, true

	case ZoneRefused:
		d.Err = "This browser knows no time zone " + words.Quote(msg.Text) + ". Write a name of the time zone database, as Europe/Berlin or Asia/Tokyo."
		return m, []page.Cmd{shown, page.Focus{Target: "zone"}, page.Announce{Text: d.Err}}, true

	case ZoneTyped:
		c.Zone, d.Err = msg.Zone, ""
		g.Views.Zone = msg.Zone
		return &g, []page.Cmd{shown, g.keep(), page.Announce{Text: "Instants are shown in " + ZoneText(msg.Zone) + "."}}, true
	}
	return m, nil, false
}

// names lists all columns but the keys in the layout's order.
func (l Layout) names(columns []wire.Column) []string {
	var names []string
	for _, i := range l.arrange(columns) {
		if name := columns[i].Name; !IsKey(name) && len(names) < maxOrdered {
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
