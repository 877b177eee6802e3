package state

import (
	"strconv"
	"strings"

	"rangefinder/app/link"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// Sharing is the dialog that makes a link.
type Sharing struct {
	Link       string // whole address; "" while it is made
	Embed      string // HTML that shows the link on another page
	Data       bool   // the table travels in the link
	Comparison bool   // and the comparison of the design lab
	Entities   int    // in the link
	Busy       bool
	TooLarge   bool   // the table does not fit into a link
	Theme      string // of the embedded page
	Bundle     string // NDJSON of the table, kept while the dialog is open
}

// Long reports whether the link is longer than mail and chat programs pass on unharmed.
func (s *Sharing) Long() bool {
	_, fragment, _ := strings.Cut(s.Link, "#")
	return len(fragment) > link.Comfortable
}

// Opening is the dialog that shows what a link would add.
type Opening struct {
	Route  Route
	Tables []LinkedTable
	Busy   bool
}

// LinkedTable is a table of a link.
type LinkedTable struct {
	Name     string // in the link
	As       string // the name that it gets: another one when it is here already
	Entities int
	Bytes    int
	Text     string
}

// updateShare makes links and opens those that bring data.
func updateShare(m Model, msg Msg) (Model, []Cmd, bool) {
	switch msg := msg.(type) {
	case SharePressed:
		m.Dialog = &Dialog{Kind: ShareLink, Source: m.Query.Source, Table: m.Query.Table, Share: &Sharing{}}
		m.Dialog = shared(m)
		return m, []Cmd{OpenDialog{}}, true

	case LinkOpened:
		if m.Dialog == nil || m.Dialog.Open == nil || m.Dialog.Open.Busy {
			return m, nil, true
		}
		d, o := *m.Dialog, *m.Dialog.Open
		o.Busy, d.Open, d.Err = true, &o, ""
		m.Dialog = &d
		var reqs []wire.AdoptRequest
		for _, t := range o.Tables {
			reqs = append(reqs, wire.AdoptRequest{Table: t.As, Text: t.Text})
		}
		return m, []Cmd{AdoptTables{reqs}}, true

	case LinkAdopted:
		return adopted(m, msg)
	}
	if m.Dialog == nil || m.Dialog.Share == nil {
		return m, nil, false
	}
	d, s := *m.Dialog, *m.Dialog.Share
	d.Share = &s
	switch msg := msg.(type) {
	case ShareDataChosen:
		s.Data, d.Err = msg.Data && d.Source == "", ""
		if s.Data && s.Bundle == "" {
			s.Busy = true
			m.Dialog = &d
			return m, []Cmd{BundleTable{wire.BundleRequest{Table: d.Table, Limit: link.MaxText}}}, true
		}

	case ShareThemeChosen:
		s.Theme = msg.Theme

	case Bundled:
		s.Busy = false
		switch {
		case msg.Err != nil:
			s.Data, d.Err = false, wire.FailureOf(msg.Err).Message
		case msg.Reply.TooLarge:
			s.Data, s.TooLarge, d.Err = false, true, "The table is too large for a link. Save a workspace file and send that instead."
		default:
			s.Bundle, s.Entities = msg.Reply.Text, msg.Reply.Entities
		}

	case LinkCopied:
		if s.Link == "" {
			return m, nil, true
		}
		text, what := s.Link, "the link"
		if msg.Embed {
			text, what = s.Embed, "the HTML"
		}
		m.Dialog = nil
		m, cmds := notify(m, Notice{Text: "Copied " + what + "."})
		return m, append(cmds, CloseDialog{}, Copy{Text: text}), true

	default:
		return m, nil, false
	}
	m.Dialog = &d
	m.Dialog = shared(m)
	return m, nil, true
}

// shared returns the share dialog with the link of what is chosen.
func shared(m Model) *Dialog {
	d, s := *m.Dialog, *m.Dialog.Share
	d.Share = &s
	route := routeOf(m)
	if s.Comparison = m.Screen == LabScreen && d.Source == "" && m.Lab.Have && m.Lab.Table == d.Table; s.Comparison {
		route.Lab = m.Lab.Spec.String()
	}
	l := route.Link()
	if s.Data && s.Bundle != "" {
		l.Data = []link.TableData{{Name: d.Table, Text: s.Bundle}}
		l.View.Lesson, l.View.Step = "", 0 // it brings the data itself
	}
	fragment, err := link.Encode(l)
	if err != nil && s.Data {
		d.Err, s.Data = err.Error(), false
		fragment, err = link.Encode(route.Link())
	}
	if err != nil {
		d.Err = err.Error()
	}
	s.Link, s.Embed = "", ""
	if err == nil {
		s.Link = m.Base + "#" + fragment
		if d.Source == "" && l.View.Lesson == "" { // an embedded page has neither accounts nor lessons
			s.Embed = link.Snippet(m.Base, fragment, s.Theme)
		}
	}
	return &d
}

// offerLink shows what a link brings before any of it is added.
func offerLink(m Model, route Route, data []link.TableData) (Model, []Cmd) {
	o := Opening{Route: route}
	taken := map[string]bool{}
	for _, t := range data {
		as := words.TableName(t.Name, "Shared")
		for n := 2; wire.TableNamed(m.Tables.List, as) != nil || taken[strings.ToLower(as)]; n++ {
			as = words.TableName(t.Name, "Shared")
			as = as[:min(len(as), 60)] + strconv.Itoa(n)
		}
		taken[strings.ToLower(as)] = true
		o.Tables = append(o.Tables, LinkedTable{Name: t.Name, As: as, Entities: strings.Count(strings.TrimRight(t.Text, "\n")+"\n", "\n"), Bytes: len(t.Text), Text: t.Text})
	}
	m.Dialog = &Dialog{Kind: OpenLink, Open: &o}
	if m.Embed != nil {
		return embedLink(m)
	}
	return m, []Cmd{OpenDialog{}}
}

func adopted(m Model, msg LinkAdopted) (Model, []Cmd, bool) {
	if msg.Err != nil {
		if m.Dialog == nil || m.Dialog.Open == nil {
			m, cmds := fail(m, "The link's data was not added", msg.Err)
			return m, append(cmds, ListTables{}), true
		}
		d, o := *m.Dialog, *m.Dialog.Open
		f := wire.FailureOf(msg.Err)
		o.Busy, d.Open, d.Err = false, &o, strings.TrimSpace(f.Message+" "+f.Detail)
		m.Dialog = &d
		return m, []Cmd{ListTables{}, Announce{Text: d.Err}}, true
	}
	route := Route{Query: query.Query{Table: msg.Tables[0]}}
	if m.Dialog != nil && m.Dialog.Open != nil {
		route = m.Dialog.Open.Route
		for _, t := range m.Dialog.Open.Tables {
			if strings.EqualFold(t.Name, route.Table) {
				route.Table = t.As
			}
		}
	}
	m.Dialog = nil
	m, cmds := show(m, route)
	m, run := runQuery(m)
	cmds = append(append(cmds, CloseDialog{}, ListTables{}, SetAddress{Fragment: routeOf(m).Fragment(), Push: true}), run...)
	if m.Embed != nil {
		return m, cmds, true
	}
	m, cmds = own(leaveLoad(m), cmds, true)
	m, more := notify(m, Notice{Text: "Added " + strings.Join(msg.Tables, ", ") + " from the link."})
	return m, append(cmds, more...), true
}
