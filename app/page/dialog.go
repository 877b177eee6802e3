package page

// DialogKind is which dialog is open. Each feature names its own.
type DialogKind string

// Dialog is what the page's one dialog shows, and what was typed into it. It is never changed: a feature that is handed one in View
// answers ShowDialog with another.
type Dialog struct {
	Kind     DialogKind
	Source   string // account it is about, "" for this browser
	Table    string
	Count    int    // entities it is about
	Counted  string // what a count of them in an account came to, "" before one
	Err      string // what is wrong with what was typed
	ErrField string // by the id of its element
	Busy     bool   // what it started is under way
	Of       any    // what only this kind has, of a type of its feature
}

// Held is what only its kind has of a dialog; nil when none is open or another is.
func Held[T any](d *Dialog) *T {
	if d == nil {
		return nil
	}
	of, _ := d.Of.(*T)
	return of
}
