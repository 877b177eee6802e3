package page

import (
	"strings"

	"rangefinder/app/wire"
	"rangefinder/app/words"
)

// LoadSlot is for what fills tables, writes files or syncs: one of it goes on at a time, and the list of tables shows how far it is.
const LoadSlot Slot = "load"

// Loading tells how far a load is.
type Loading struct {
	Title    string
	Progress wire.Progress
	Keeps    bool // what is there when it is stopped stays
	Start    bool // of the page: there is nothing that could be stopped
	Left     bool // a table was made meanwhile, which stays on screen
}

type (
	// LoadProgressed tells how far a load is.
	LoadProgressed struct{ Progress wire.Progress }
	// LoadStopPressed ends the load.
	LoadStopPressed struct{}
)

// LoadProgress tells the page how far a load is.
func LoadProgress(out Outside) func(wire.Progress) {
	return func(p wire.Progress) { out.Tell(LoadProgressed{p}) }
}

// TimeLeft is how long a file that is read will take to its end, "about 12 s left"; "" as long as it cannot be told.
func TimeLeft(p wire.Progress) string {
	if p.Size <= 0 || p.Received <= 0 || p.Micros < 500_000 {
		return ""
	}
	seconds := p.Micros * (p.Size - p.Received) / p.Received / 1_000_000
	if seconds >= 90 {
		return "about " + words.Number(int(seconds+30)/60) + " min left"
	}
	return "about " + words.Number(int(seconds)+1) + " s left"
}

// Rate is how fast something goes, " · 1,200,000/s"; "" as long as it cannot be told.
func Rate(p wire.Progress) string {
	if p.Micros <= 0 || p.Done <= 0 {
		return ""
	}
	return " · " + words.Number(int(int64(p.Done)*1_000_000/p.Micros)) + "/s"
}

// WaitText says that a request failed and what happens next, in so many seconds.
func WaitText(w wire.Waiting, left int) string {
	why := "no answer"
	if w.Status != 0 {
		why = strings.TrimSpace(words.Number(w.Status) + " " + w.Code)
	}
	text := "Attempt " + words.Number(w.Attempt) + " failed (" + why + "). Trying again"
	if left > 0 {
		text += " in " + words.Number(left) + " s"
	}
	return text + "."
}

// SoFar is how far a count is, " · 1,000 of 20,000 · 1,200,000/s"; "…" before anything is known.
func SoFar(p wire.Progress) string {
	if p.Done == 0 {
		return "…"
	}
	text := " · " + words.Number(p.Done)
	if p.Total > 0 {
		text += " of " + words.Number(p.Total)
	}
	return text + Rate(p)
}
