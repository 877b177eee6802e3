package uitest

import "testing"

// Ensure that a press on the row that is current already leaves a new entity for it, and that what is typed of a new one stays.
func TestInspected_RowOverNewEntity(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Grid().To(1, 0)
	page.See("#inspector h2", "Action / Aliens")
	page.Press("button", "+ Entity")
	page.See("#inspector h2", "New entity")
	page.Grid().To(1, 0)
	page.See("#inspector h2", "Action / Aliens")

	page.Press("button", "+ Entity")
	page.Fill("#insp-rk", "typed")
	page.Grid().To(1, 0)
	page.See(".notice", "The inspector keeps the new entity")
	page.Grid().Open(1)
	page.See("#inspector h2", "Action / Aliens")
	page.Press(".notice button", "Bring it back")
	page.See("#inspector h2", "New entity")
	if got := page.Value("#insp-rk"); got != "typed" {
		t.Errorf("what was typed is %q", got)
	}
}
