package uitest

import (
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that an entity which a copy finds in the account is shown as theirs and mine, without a base, and can be decided under any rule;
// that what was decided is written on condition of what was shown, so that a third writer is shown with that as the base; and that Go on
// writes what was decided then.
func TestConflict_Copy(t *testing.T) {
	t.Parallel()
	shop, page, _ := warFilms(t)
	page.copyTo("result-more", "shop · production")
	page.Click("#copyto-what-result")
	page.Choose("#copyto-source", "shop")
	page.Fill("#copyto-table", "Wars")
	page.Press("#copyto-go", "Plan the copy")
	page.See("#copyto-plan", "Writing to shop is locked.")
	page.Press("#copyto-unlock", "Open the lock…")
	page.Press("#unlock", "Open shop for writing")
	page.Fill("#copyto-name", "Wars")
	page.Click("#copyto-go")
	page.See("#copyto-done", "read back in", ": all as they were written.")

	e := must(shop.client().Query(t.Context(), "Wars", engine.Query{Top: 1}))(t).Entities[0]
	someone := func(rating int32) {
		must(shop.client().Apply(t.Context(), "Wars", engine.Op{Kind: engine.InsertOrMerge, PartitionKey: e.PartitionKey(), RowKey: e.RowKey(),
			Properties: []engine.Property{{Name: "Rating", Value: edm.NewInt32(rating)}, {Name: "Note", Value: edm.NewString("theirs")}}}))(t)
	}
	stored := func(name string) string {
		now := must(shop.client().Get(t.Context(), "Wars", e.PartitionKey(), e.RowKey()))(t)
		v, _ := now.Value(name)
		return v.Display()
	}
	mine, _ := e.Value("Rating")
	someone(0)
	page.Press("#copyto-again", "Plan again")
	page.See("#copyto-plan", "1 entity is there already and different, so nothing is written.")
	page.Click("#copyto-plan .diffs .item")
	page.See("#copyto-plan", "Wars of shop has an entity with this key already, and it is different. What it was before is not known, so there are two columns.",
		"Deciding writes nothing yet.", "1 property is different", "different", "only theirs", "This replaces Rating; removes Note.")
	if heads := strings.Join(page.Texts("#copyto-plan .versions thead th"), " "); heads != "Property Theirs Mine Stays Property Theirs Mine Stays" {
		t.Errorf("the columns of what differs and of what is the same are %s", heads)
	}
	if !page.Disabled("#settle") {
		t.Error("a conflict is settled before it is chosen")
	}
	page.Click("#take-both")
	page.See("#copyto-plan", "1 entity to write in 1 single write.", "both are merged")

	someone(1)
	page.Fill("#copyto-name", "Wars")
	page.Press("#copyto-go", "Write 1 entity")
	page.See("#copyto-done", "Wrote 0 entities", "1 changed there meanwhile and left")
	if got := stored("Rating"); got != "1" {
		t.Errorf("a third writer was overwritten unseen: %s", got)
	}
	page.Click("#copyto-changed .item")
	page.See("#copyto-changed", "Somebody changed it since the copy was planned.", "Base", "changed by both")
	page.Press("#copyto-changed button", "Mine for Rating")
	page.Click("#settle")
	page.Press("#copyto-go", "Go on: 1 to write")
	page.See("#copyto-done", "Wrote 1 entity")
	if got := stored("Rating") + " " + stored("Note"); got != mine.Display()+" theirs" {
		t.Errorf("stored is %s", got)
	}
}

// Ensure that an import into this browser can show what is there already beside what comes, and that each is decided before anything is
// written.
func TestConflict_Import(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	drop(t, page, "numbers.csv", "PartitionKey,RowKey,N\np,1,1\np,2,2\n", 2)
	page.Press("#dialog button", "Import")
	page.See(".crumb h1", "numbers")
	page.WaitRows()
	drop(t, page, "numbers.csv", "PartitionKey,RowKey,N,M\np,1,9,5\np,2,2,\np,3,3,\n", 3)
	page.Choose("#import-policy", "ask")
	page.Press("#import-start", "Plan the import")
	page.See("#copyto-plan", "1 entity is there already and different, so nothing is written.")
	page.Click("#copyto-plan .diffs .item")
	page.See("#copyto-plan", "numbers of this browser has an entity with this key already", "only mine", "different")
	page.Press("#copyto-plan button", "Theirs for N")
	page.Click("#settle")
	page.See("#copyto-plan", "2 entities to write in", "both are merged")
	page.Press("#copyto-go", "Write 2 entities")
	page.See("#copyto-done", "Wrote 2 entities", "read back in", ": all as they were written.")
	page.Press("#copyto-show", "Show the table")
	page.Run()
	page.Wait("the entities", func() bool { return strings.Join(page.Cells("N"), " ") == "1 2 3" })
	if got := strings.TrimSpace(strings.Join(page.Cells("M"), " ")); !strings.HasPrefix(got, "5") {
		t.Errorf("M is %q", got)
	}
}
