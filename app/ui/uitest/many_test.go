package uitest

import (
	"slices"
	"strings"
	"testing"
)

// Ensure that a property of many entities is tried on all of them before anything changes, becomes pending, and that what is
// too much for that is written as a job that can be undone.
func TestEdit_Many(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	page.Click("#edit-many")
	page.Fill("#many-Property", "Rating")
	page.Choose("#many-action", "retype")
	page.Choose("#many-type", "Int32")
	page.See("#many-facts", "of 33 entities", "cannot be changed so")
	page.See("#many-failed", "It is not an Int32: it has a fraction.")
	page.Choose("#many-type", "String")
	page.See("#many-facts", "Changes 33 of 33 entities")
	page.Click("#many-do")
	page.See("#pending", "33 changes in 1 partition → 1 transaction")
	waitMarks(t, page, 33, 0)
	page.Click("#pending-undo")
	waitMarks(t, page, 0, 0)
	page.Gone("#pending")

	// All of the table: more than can wait.
	page.Type("")
	page.Run()
	page.See(".result-line", "11 pages")
	page.Click("#edit-many")
	page.Fill("#many-Property", "Language")
	page.Choose("#many-action", "remove")
	page.See("#many-do", "Change", "entities now")
	page.Click("#many-do")
	page.See(".notice", "Removed “Language”", "of 10,681 entities changed")
	page.Gone("#many-Property")
	page.Wait("no Language", func() bool { return len(page.Columns()) > 0 && !slices.Contains(page.Columns(), "Language") })
	page.Press(".notice button", "Undo")
	page.Wait("Language again", func() bool { return slices.Contains(page.Columns(), "Language") })
}

// Ensure that an entity pasted as JSON fills the form, and that a group put together by hand says which operation failed it
// all, runs when that is mended, and shows its request.
func TestEdit_GroupBuilder(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	palette := func(words, first string) {
		t.Helper()
		page.Key("Ctrl+k")
		page.Fill("#palette", words)
		page.See("#palette-0", first)
		page.Key("Enter")
	}
	palette("paste an entity", "Paste an entity as JSON…")
	page.Fill("#paste-json", `{"PartitionKey":"Mine","RowKey":"1","At@odata.type":"Edm.DateTime","At":"2026-11-20T09:30:00.1234567Z"}`)
	page.Press("#dialog button", "Fill the form")
	page.See("#said-1", "Fri 2026-11-20 09:30:00.1234567 UTC")
	if pk, at, said := page.Value("#insp-pk"), page.Value("#prop-text-1"), page.Text("#said-1"); pk != "Mine" || at != "2026-11-20T09:30:00.1234567Z" || said != "Fri 2026-11-20 09:30:00.1234567 UTC" {
		t.Errorf("the form holds %q, %q, %q", pk, at, said)
	}

	page.Focus("tab-query")
	palette("entity group transaction", "Build an entity group transaction…")
	page.Wait("the partition", func() bool { return page.Has("#group-pk") && page.Value("#group-pk") == "Mine" })
	page.Fill("#group-rk-1", "x")
	page.Fill("#group-json-1", `{"N": 1}`)
	page.Click("#group-add")
	page.Choose("#group-kind-2", "replace")
	page.Fill("#group-rk-2", "y")
	page.Fill("#group-json-2", `{"N": `)
	page.See("#group-problem", "Operation 2")
	if !page.Disabled("#group-run") {
		t.Error("a group with a mistake can be run")
	}
	page.Fill("#group-json-2", `{"N": 2}`)
	page.See("#group-problem", "Write the ETag")
	page.Fill("#group-match-2", "*")
	page.Click("#group-run")
	page.See("#group-result", "operation 2, replace of Mine / y, failed it all", "ResourceNotFound", "not done: the transaction was refused")
	page.Choose("#group-kind-2", "insert-or-merge")
	page.Click("#group-run")
	page.See("#group-result", "every operation was done", "ETag W/")
	page.See("#group-request pre", "MERGE https://ACCOUNT.table.core.windows.net/Movies(PartitionKey='Mine',RowKey='y')")
	if text := page.Text("#group-request pre"); strings.Contains(text, "PUT ") {
		t.Errorf("the request still replaces: %s", text)
	}
}
