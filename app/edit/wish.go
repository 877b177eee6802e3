package edit

import "rangefinder/app/page"

// Wishes are messages by which a feature asks for what is done with pending changes.
type (
	// Collected makes changes pending, as one step that is undone under a text.
	Collected struct {
		Text    string
		Changes map[EntityKey]*Change
	}
	// CommitWanted commits those of the pending changes that are of the entities of Changes.
	CommitWanted struct{ Changes map[EntityKey]*Change }
)

// AtOnce reports whether each edit is committed when it is made.
func AtOnce(s page.Settings) bool { return s.Value("edits") == "once" }
