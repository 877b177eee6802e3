package querytabs

import (
	"cmp"

	"rangefinder/app/page"
)

// Commands are what can be done with the open queries; not says why nothing can, "" when it can.
func (t *Model) Commands(not string) []page.Command {
	if t == nil {
		t = &Model{}
	}
	several := cmp.Or(not, page.Wanting(OnlyOne, len(t.List) > 1))
	return []page.Command{
		{ID: "new-tab", Title: "Open another query", Words: "new tab add", Group: page.QueryGroup, Keys: []string{"Alt+N"}, Not: not, Do: []page.Msg{Added{}}},
		{ID: "close-tab", Title: "Close this query", Words: "tab", Group: page.QueryGroup, Keys: []string{"Alt+W"}, Not: several, Do: []page.Msg{Closed{Index: t.At}}},
		{ID: "reopen-tab", Title: "Reopen closed tab", Words: "tab reopen undo", Group: page.QueryGroup, Keys: []string{"Alt+Shift+W"}, Not: cmp.Or(not, page.Wanting("No query was closed.", len(t.Closed) > 0)), Do: []page.Msg{Reopened{}}},
		{ID: "next-tab", Title: "Go to the next open query", Words: "tab switch", Group: page.QueryGroup, Keys: []string{"Alt+Page Down"}, Not: several, Do: []page.Msg{Stepped{By: 1}}},
		{ID: "tab-before", Title: "Previous open query", Words: "tab previous switch", Group: page.QueryGroup, Keys: []string{"Alt+Page Up"}, Not: several, Do: []page.Msg{Stepped{By: -1}}},
		{ID: "name-tab", Title: "Name this query's tab…", Words: "rename title", Group: page.QueryGroup, Keys: []string{"F2"}, Place: "in the open queries", Not: not, Do: []page.Msg{NamePressed{}}},
		{ID: "tab-left", Title: "Move this query's tab to the left", Words: "order", Group: page.QueryGroup, Keys: []string{"Ctrl+Shift+Left"}, Place: "in the open queries", Not: cmp.Or(several, page.Wanting("It is the first.", t.At > 0)), Do: []page.Msg{Moved{From: t.At, To: t.At - 1}}},
		{ID: "tab-right", Title: "Move this query's tab to the right", Words: "order", Group: page.QueryGroup, Keys: []string{"Ctrl+Shift+Right"}, Place: "in the open queries", Not: cmp.Or(several, page.Wanting("It is the last.", t.At < len(t.List)-1)), Do: []page.Msg{Moved{From: t.At, To: t.At + 1}}},
		{ID: "tab-keys", Title: "Choose, close", Group: page.QueryGroup, Keys: []string{"Left", "Right", "Delete"}, Place: "in the open queries"},
	}
}
