package uitest

import (
	"strconv"
	"strings"
	"testing"
	"time"
)

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
	page.See(".notice", "The inspector still shows the new entity")
	page.Grid().Open(1)
	page.See("#inspector h2", "Action / Aliens")
	page.Press(".notice button", "Bring it back")
	page.See("#inspector h2", "New entity")
	if got := page.Value("#insp-rk"); got != "typed" {
		t.Errorf("what was typed is %q", got)
	}
}

// Ensure that Add to changes says when there is nothing to add, or why what was typed cannot be, and that Revert stands beside it as soon as
// something is typed, and can be taken back.
func TestInspected_WhatCanBeAdded(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Grid().To(1, 0)
	page.See("#inspector h2", "Action / Aliens")
	page.See("#save.unready[aria-disabled=true]")
	page.Gone("#revert")
	page.Click("#save")
	page.See(".notice", "Nothing was changed.")
	page.Fill("#prop-text-2", "99999999999")
	page.See("#save.unready[aria-disabled=true]")
	page.See("#save-why", "ReleaseYear is not valid.")
	page.Click("#save")
	page.Gone("#pending")
	if at := page.Focused(); at != "prop-text-2" {
		t.Errorf("the keyboard is at %q", at)
	}
	page.Fill("#prop-text-2", "1987")
	page.See("#save.primary[aria-disabled=false]")
	page.Gone("#save-why")
	page.Click("#revert")
	page.See("#save.unready")
	page.Gone("#revert")
	page.Press(".notice button", "Bring it back")
	page.Wait("what was typed", func() bool { return page.Value("#prop-text-2") == "1987" })
	page.Click("#save")
	page.See("#pending", "1 change")
	page.See("#save.unready", "Update change")
}

// Ensure that the message that the form stays goes when its own row is chosen again, and comes back with another one.
func TestInspected_KeptIsToldOfOthersOnly(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Grid().To(1, 0)
	page.See("#inspector h2", "Action / Aliens")
	page.Fill("#prop-text-2", "99999999999")
	for range 2 {
		page.Grid().To(2, 0)
		page.See(".notice", "The inspector still shows Action / Aliens")
		page.Grid().To(1, 0)
		for end := time.Now().Add(2 * time.Second); strings.Contains(page.Text(".notice"), "still shows"); page.Settled() {
			if time.Now().After(end) { // it would go by itself after some more
				t.Fatalf("its own row is chosen, and the message says %q", page.Text(".notice"))
			}
		}
	}
	if got := page.Value("#prop-text-2"); got != "99999999999" {
		t.Errorf("what was typed is %q", got)
	}
}

// Ensure that after a run and after sorting the marked row is that of the entity in the inspector, wherever it is by then; that without
// such a row none is marked, and the inspector says so; and that a press shows the row.
func TestInspected_RowAfterRun(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	line := func(want int) {
		t.Helper()
		page.Wait("the mark on line "+strconv.Itoa(want), func() bool { g := page.Grid(); return g.Line == want && !g.Apart })
		page.Gone(".insp-away p")
	}
	away := func() {
		t.Helper()
		page.See(".insp-away", "This entity is not in the result on screen.")
		if !page.Grid().Apart {
			t.Error("a row is marked although the inspector shows another entity")
		}
		page.See("#inspector h2", "Action / Aliens")
	}
	page.Grid().To(1, 0)
	page.See("#inspector h2", "Action / Aliens")
	line(1)
	page.Fill("#prop-text-1", "typed")
	page.Type("PartitionKey eq 'Comedy'")
	page.Run()
	away()
	if got := page.Value("#prop-text-1"); got != "typed" {
		t.Errorf("what was typed is %q", got)
	}
	page.Click("#revert")
	page.Type("PartitionKey eq 'Action' and RowKey ge 'Aliens'")
	page.Run()
	line(0)
	page.Type("PartitionKey ge 'Action'")
	page.Run()
	page.Wait("the row among the first page", func() bool { g := page.Grid(); return !g.Apart && g.Line > 0 })
	at := page.Grid().Line
	page.Grid().Events.OnSort(1)
	page.Wait("the row in another order", func() bool { g := page.Grid(); return !g.Apart && g.Line != at })

	page.Type("PartitionKey eq 'Comedy'")
	page.Run()
	away()
	page.Wait("the order", func() bool { return strings.HasPrefix(page.Grid().Label, "Entities, sorted") })
	page.Grid().To(0, 0)
	page.See("#inspector h2", "Comedy /")
	line(0)
}
