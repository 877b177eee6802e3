package page

import (
	"rangefinder/app/link"
	"rangefinder/app/query"
)

// Route is the view that the address names: what a reload, Back or a shared link brings back. It lives in the fragment, so
// it never reaches a server.
type Route struct {
	query.Query
	Screen Screen
	Sim    string // settings of the simulator; see Setup.Encode
	Why    bool
	Ran    bool        // the query had been run
	Lesson string      // that is open, "" for none
	Step   int         // of it, from 1; 0: wherever its reader is
	Class  string      // that a teacher's link is for; no address of the page's own has one
	Lab    string      // a comparison that a link brings; no address of the page's own has one
	Beside query.Query // that is kept beside, zero for none
	Empty  bool        // there is no route: an address without a fragment
}

// Fragment returns the text after # for the route. A filter that is too long for an address is left out: the table is still
// found.
func (r Route) Fragment() string {
	text, err := link.Encode(r.Link())
	if err != nil {
		r.Filter, r.Select, r.Ran = "", "", false
		if text, err = link.Encode(r.Link()); err != nil {
			return ""
		}
	}
	return text
}

// Link is the link of the route, without data.
func (r Route) Link() link.Link {
	if !r.Screen.Known() {
		r.Screen = QueryScreen
	}
	return link.Link{Query: r.Query, Beside: r.Beside, Lab: r.Lab, View: link.View{Screen: string(r.Screen), Sim: r.Sim, Why: r.Why, Ran: r.Ran, Lesson: r.Lesson, Step: r.Step, Class: r.Class}}
}
