package page

import "rangefinder/app/wire"

// Asks are commands that the page carries out at once, in their place among the others of the answer, on its own part of the model.
type (
	// Notify puts up a notice about what the person did.
	Notify struct{ Notice Notice }
	// Tell puts up a notice of what nobody pressed anything for. It joins the one that is up.
	Tell struct{ Notice Notice }
	// Fail tells that something did not happen: "<What>: <why>". Cancelling is no failure.
	Fail struct {
		What string
		Err  error
	}
	// Made tells that the worker made something for the person, which it can take back under the name Undo, "" when it cannot.
	Made struct{ Undo, Text string }
	// Undoable is Notify for something that the worker can take back under the name Undo, "" when it cannot: the notice offers that,
	// and so does the list of what can be taken back. View is what to show again then, nil for what is on screen. Remember puts it into
	// that list alone.
	Undoable struct {
		Undo, Text string
		View       *Route
	}
	Remember struct{ Undo, Text string }
	// Relist asks for the tables anew. Anew: their entities may be others, so what is shown of the open one is made anew. Queries: so
	// may the saved queries. View is shown then if its table is there again, unless something else is typed.
	Relist struct {
		Anew, Queries bool
		View          *Route
	}
	// ChangeSettings takes settings on and remembers them; Kept: they are remembered already.
	ChangeSettings struct {
		Settings Settings
		Kept     bool
	}
	// Own tells that the browser holds something of the person's: it is asked, once, not to evict it. Tables: whole tables came, and the
	// introduction leaves the screen to them; else it stays until the end of the visit, so that nothing moves.
	Own struct{ Tables bool }
	// ShowLoading has the list of tables show what is under way, nothing when Loading is nil.
	ShowLoading struct{ Loading *Loading }
	// Readdress puts what is on screen into the address; Push makes Back return to the view before.
	Readdress struct{ Push bool }
	// ShowDialog makes a dialog the one that is open, none when Dialog is nil. OpenDialog and CloseDialog show and hide its element.
	ShowDialog struct{ Dialog *Dialog }
	// Show makes a route the view; Anew: also what of its table is on screen already is read anew; Listed: also the tables of its account
	// are asked for. The address stays; see Readdress.
	Show struct {
		Route  Route
		Anew   bool
		Listed bool
	}
	// LeaveTable shows another table of this browser in the place of the one on screen.
	LeaveTable struct{}
	// RunQuery runs the query on screen, which an account is never asked for; Once: unless the result on screen is of that query. Address:
	// the address names it; Push: so that Back returns to the view before.
	RunQuery struct{ Once, Address, Push bool }
	// WriteFilter makes a text the filter, as a step of its own in the editor.
	WriteFilter struct{ Text string }
	// PutNotice puts another notice into the place of the one that is up; nil for none. It is no new one.
	PutNotice struct{ Notice *Notice }
	// Repeat has a message happen that was sent when what it asks for could not be done yet. The whole page follows it.
	Repeat struct{ Msg Msg }
	// PutRight takes down what a notice said of a change that the builder refused; see Notice.Built.
	PutRight struct{}
	// Replan plans the query on screen anew.
	Replan struct{}
	// ClearResult takes the form and the result off the screen, and the lines that tell the plan of the filter: the data is about to be
	// made anew.
	ClearResult struct{}
	// Written tells that the person had entities of a table written. A result of it on screen is run again as it was; one of an account,
	// where nothing is read unasked, is marked as older than its table. Made: a table was made by that, so those of an account are
	// listed again. Keep is the entity that the person is at, nil for that of the inspector: its line stays the current one.
	// New: it was made by that, so it has no line yet.
	Written struct {
		Source, Table string
		Made          bool
		Keep          *wire.Key
		New           bool
	}
	// AccountRead tells that the result on screen has pages of an account that are new: what they were charged is noted, and the
	// properties of its table are asked for.
	AccountRead struct{}
	// Unselect has no line of the result be the selected one.
	Unselect struct{}
	// CloseMenu closes the menu of a cell.
	CloseMenu struct{}
	// Send sends a message, which another feature takes.
	Send struct{ Msg Msg }
)
