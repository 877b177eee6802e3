package edit

import "rangefinder/app/page"

// Wishes are messages by which a feature asks for what is done with pending changes.
type (
	// Collected makes changes pending, as one step that is undone under a text. Review: they have met somebody else's, so the review opens.
	Collected struct {
		Text    string
		Changes map[EntityKey]*Change
		Review  bool
	}
	// FormReturned brings a form with its edits back on screen.
	FormReturned struct{ Form *Inspector }
	// CommitWanted commits those of the pending changes that are of the entities of Changes.
	CommitWanted struct{ Changes map[EntityKey]*Change }
)

// Settings are those of editing.
func Settings() []page.Setting {
	return []page.Setting{{ID: "edits", Title: "Edits", Note: "Collected edits wait until you review and commit them together. Until then the table does not change.",
		Choices: page.Choices("", "Collect, then commit", "once", "Commit each at once")}}
}

// AtOnce reports whether each edit is committed when it is made.
func AtOnce(s page.Settings) bool { return s.Value("edits") == "once" }
