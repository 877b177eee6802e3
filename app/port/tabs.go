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
	// Handed lists the files that this tab's page has handed over and not taken back; OnHanded tells of each that comes, on
	// the event loop.
	Handed() []string
	OnHanded(f func(token string))
}

// Line connects tabs. Close ends this end only.
type Line interface {
	Port
	// Hand gives the file of that token to the other ends, for their Files; an unknown one is passed over.
	Hand(token string)
}
