package uitest

import "testing"

// Ensure that a new entity whose key is taken is shown beside what is there as soon as the review opens, that Commit says why it waits,
// that what is committed is counted, and that the notice leaves with the change.
func TestTaken_SeenAndOver(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Press("button", "+ Entity")
	page.Fill("#insp-pk", "Action")
	page.Fill("#insp-rk", "Alien")
	page.Fill("#prop-name-1", "Rating")
	page.Fill("#prop-text-1", "mine")
	page.Click("#save")
	page.See(".notice", "There is an entity Action / Alien already.")
	page.See("#pending-commit", "Commit 1 change")
	openLine(t, page, 1, "Aliens")
	page.Press("#inspector button", "Delete")
	page.See("#pending-commit", "Commit all 2 changes")
	page.See(".notice", "There is an entity Action / Alien already.")

	page.Click("#pending-review")
	page.See("#review .diffs li:first-child", "There is an entity with this key already.", "4.5", "mine")
	if !page.Disabled("#commit") {
		t.Error("a key that is taken can be committed")
	}
	page.See("#commit", "Commit all 2 changes")
	page.See("#commit[aria-describedby=commit-why]")
	page.See("#commit-why", "Settle the conflict first.")
	page.Press("#review button", "Undo")
	page.See("#commit-why", "Settle the conflict first.")
	page.Press("#review button", "Undo")
	page.Gone("#commit")
	if page.Has(".notice.bad") { // by itself it leaves much later
		t.Errorf("%q stays without its change", page.Text(".notice"))
	}
}
