package files

import (
	"context"
	"strconv"
	"strings"

	"rangefinder/app/link"
	"rangefinder/app/page"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// OpenLink is the dialog that shows what a link would add.
const OpenLink page.DialogKind = "open-link"

// Opening is what it holds.
type Opening struct {
	Route  page.Route
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

// AdoptTables makes the tables of a link. Answer: LinkAdopted.
type AdoptTables struct{ Reqs []wire.AdoptRequest }

type (
	// LinkOffered tells of a link that brings data.
	LinkOffered struct {
		Route page.Route
		Data  []link.TableData
	}
	LinkOpened struct{} // its data shall be added
	// LinkAdopted answers AdoptTables.
	LinkAdopted struct {
		Tables []string
		Err    error
	}
)

func (cmd AdoptTables) Run(ctx context.Context, out page.Outside) page.Msg {
	var made []string
	for _, req := range cmd.Reqs {
		if _, err := wire.Call(ctx, out.Client, wire.Adopt, req, nil); err != nil {
			return LinkAdopted{made, err}
		}
		made = append(made, req.Table)
	}
	return LinkAdopted{made, nil}
}

// open shows what a link brings before any of it is added. An embedded page, which keeps nothing, takes it in at once, and its dialog is
// not drawn.
func (m *Model) open(v *page.View, msg page.Msg) (next *Model, cmds []page.Cmd, ok bool) {
	switch msg := msg.(type) {
	case LinkOffered:
		o := Opening{Route: msg.Route, Tables: linkedTables(v, msg.Data)}
		d := page.Dialog{Kind: OpenLink}
		if v.Embedded {
			return m, o.adopt(d), true
		}
		return m, []page.Cmd{shown(&d, &o), page.OpenDialog{}}, true

	case LinkOpened:
		o := page.Held[Opening](v.Dialog)
		if o == nil || o.Busy {
			return m, nil, true
		}
		return m, o.adopt(*v.Dialog), true

	case LinkAdopted:
		return m, adopted(v, msg), true
	}
	return m, nil, false
}

// linkedTables are the tables of a link with names that no table here has.
func linkedTables(v *page.View, data []link.TableData) []LinkedTable {
	var list []LinkedTable
	taken := map[string]bool{}
	for _, t := range data {
		as := words.TableName(t.Name, "Shared")
		for n := 2; v.Table(as) != nil || taken[strings.ToLower(as)]; n++ {
			as = words.TableName(t.Name, "Shared")
			as = as[:min(len(as), 60)] + strconv.Itoa(n)
		}
		taken[strings.ToLower(as)] = true
		list = append(list, LinkedTable{Name: t.Name, As: as, Entities: strings.Count(strings.TrimRight(t.Text, "\n")+"\n", "\n"), Bytes: len(t.Text), Text: t.Text})
	}
	return list
}

// adopt makes the tables.
func (o Opening) adopt(d page.Dialog) []page.Cmd {
	o.Busy, d.Err = true, ""
	var reqs []wire.AdoptRequest
	for _, t := range o.Tables {
		reqs = append(reqs, wire.AdoptRequest{Table: t.As, Text: t.Text})
	}
	return []page.Cmd{shown(&d, &o), AdoptTables{reqs}}
}

// adopted shows what the link names, now that its tables are here.
func adopted(v *page.View, msg LinkAdopted) []page.Cmd {
	held := page.Held[Opening](v.Dialog)
	if msg.Err != nil {
		if held == nil {
			return []page.Cmd{page.Fail{What: "The link's data was not added", Err: msg.Err}, page.Relist{}}
		}
		d, o := *v.Dialog, *held
		f := wire.FailureOf(msg.Err)
		o.Busy, d.Err = false, strings.TrimSpace(f.Message+" "+words.Sentence(f.Detail))
		return []page.Cmd{shown(&d, &o), page.Relist{}, page.Announce{Text: d.Err}}
	}
	route := page.Route{Query: query.Query{Table: msg.Tables[0]}}
	if held != nil {
		route = held.Route
		for _, t := range held.Tables {
			if strings.EqualFold(t.Name, route.Table) {
				route.Table = t.As
			}
		}
	}
	cmds := []page.Cmd{page.ShowDialog{}, page.Show{Route: route}, page.CloseDialog{}, page.Relist{}, page.Readdress{}, page.RunQuery{}}
	if v.Embedded {
		return cmds
	}
	if v.Loading != nil { // comes without taking the place of the table on screen
		l := *v.Loading
		l.Left = true
		cmds = append(cmds, page.ShowLoading{Loading: &l})
	}
	return append(cmds, page.Own{Tables: true}, page.Notify{Notice: page.Notice{Text: "Added " + strings.Join(msg.Tables, ", ") + " from the link."}})
}
