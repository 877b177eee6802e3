package port

import "context"

// Tabs connects the workers of all tabs that show this page. Names are a deployment's own: two copies of the page on one
// origin never meet.
type Tabs interface {
	// ID names this tab's worker among all others, for as long as it lives.
	ID() string
	// Hold waits until nobody else holds the lock of that name, those who asked earlier first, and holds it until release is
	// called or this program ends, however it ends. It fails with ctx's error, or when the browser refuses locks.
	Hold(ctx context.Context, name string) (release func(), err error)
	// Open opens an end of a line. Every other end of that name that is open gets what is sent, whole and in order; what is
	// sent while there is none is lost.
	Open(name string) Line
	// Handed lists the tokens of the files that this tab's page has handed over; OnHanded tells of each that comes and of
	// each that the page forgets.
	Handed() []string
	OnHanded(f func(token string))
}

// Line connects tabs. Close ends this end only.
type Line interface {
	Port
	// Hand gives the file of that token to the other ends, for their Files; without such a file they forget theirs.
	Hand(token string)
}

// Refusal is an error that says in a sentence, for people, why tables cannot be kept here.
type Refusal string

func (r Refusal) Error() string { return string(r) }
