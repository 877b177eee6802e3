package shell

import (
	"testing"

	"rangefinder/app/accounts"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/result"
	"rangefinder/app/wire"
)

// Ensure that the tables of an account are listed beside those on screen when asked for, once, that one of them opens without
// another listing, and that a list which failed is asked for again.
func TestSources_SideBySide(t *testing.T) {
	m, _ := after(ready(t), accounts.AccountsListed{List: []port.Account{{Name: "prod", Live: true}}, Has: true})
	m, cmds := after(m, accounts.SourceUnfolded{Source: "prod"})
	if list, _ := find[accounts.ListSource](cmds); list.Source != "prod" || m.Live() != nil || !m.Sources.Lists["prod"].Listing {
		t.Fatalf("asked %+v", cmds)
	}
	failed, _ := after(m, accounts.SourceListed{Source: "prod", Err: &wire.Failure{Code: "X", Message: "No."}}, accounts.SourceUnfolded{Source: "prod"})
	if _, cmds := after(failed, accounts.SourceUnfolded{Source: "prod"}); len(cmds) != 1 {
		t.Errorf("a list that failed is not asked for again: %+v", cmds)
	}
	m, _ = after(m, accounts.SourceListed{Source: "prod", Reply: &wire.TablesReply{Tables: []wire.TableInfo{{Name: "Orders", Entities: wire.Unknown}}}})
	if l := m.Sources.Lists["prod"]; len(l.Tables) != 1 || m.Query.Source != "" {
		t.Fatalf("list %+v, on screen %q", l, m.Query.Source)
	}
	m, cmds = after(m, page.TableChosen{Source: "prod", Table: "Orders"})
	if _, again := find[accounts.ListSource](cmds); again || m.Query.Source != "prod" || !m.Live().Listed || len(m.Live().Tables) != 1 {
		t.Errorf("opened with %+v, live %+v", cmds, m.Live())
	}
	fresh, _ := after(ready(t), accounts.AccountsListed{List: []port.Account{{Name: "prod", Live: true}}, Has: true})
	fresh.Dialog = &page.Dialog{Kind: "copy-to"}
	fresh, cmds = after(fresh, page.TableChosen{Source: "prod", Table: "Orders", Goes: true})
	if list, _ := find[accounts.ListSource](cmds); list.Source != "prod" || fresh.Dialog != nil || !has(cmds, page.CloseDialog{}) {
		t.Errorf("opened from a dialog: %+v, dialog %+v", cmds, fresh.Dialog)
	}
	m, cmds = after(m, accounts.SourceUnfolded{Source: ""}, page.TableChosen{Table: "Movies"})
	if _, ran := find[result.Run](cmds); !ran || m.Live() != nil || m.Query.Table != "Movies" {
		t.Errorf("back at home: %+v", m.Query)
	}
	m, _ = after(m, accounts.AccountForgotten{Name: "prod"})
	if m.Sources.Unfolded("prod") || m.Sources.Lists["prod"] != nil {
		t.Error("a forgotten account is still listed")
	}
}

// Ensure that a table made in an account that is not on screen is listed at once where its tables are unfolded, and else when they are.
func TestSources_Made(t *testing.T) {
	m, _ := after(ready(t), accounts.AccountsListed{List: []port.Account{{Name: "prod", Live: true}}, Has: true})
	if _, cmds := m.Sources.Made("prod"); len(cmds) > 0 {
		t.Errorf("never listed: %+v", cmds)
	}
	m, _ = after(m, accounts.SourceUnfolded{Source: "prod"}, accounts.SourceListed{Source: "prod", Reply: &wire.TablesReply{}})
	next, cmds := m.Sources.Made("prod")
	if list, _ := find[accounts.ListSource](cmds); list.Source != "prod" || !next.Lists["prod"].Listing || m.Sources.Lists["prod"].Listing {
		t.Errorf("unfolded: %+v", cmds)
	}
	m, _ = after(m, accounts.SourceUnfolded{Source: "prod"})
	next, cmds = m.Sources.Made("prod")
	if m.Sources = next; len(cmds) > 0 {
		t.Errorf("folded: %+v", cmds)
	}
	if _, cmds = after(m, accounts.SourceUnfolded{Source: "prod"}); len(cmds) != 1 {
		t.Errorf("unfolded later: %+v", cmds)
	}
}
