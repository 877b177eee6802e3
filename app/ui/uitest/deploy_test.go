package uitest

import (
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that a design of the lab is deployed into an account after a plan, and that a check there finds the copies which have drifted,
// with examples and the cost, and mends them.
func TestDeploy_DesignIntoAccount(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures for seconds under the race detector")
	}
	t.Parallel()
	shop := openShop(t)
	page := shop.visit(t, "#v=1&t=Movies&screen=lab")
	waitLab(page)
	page.Press("#lab-index-0", "Add index")
	page.Choose("#lab-d1-x0-kind", "other-table")
	page.Fill("#lab-d1-x0-partition", "y{ReleaseYear}")
	fieldHolds(page, "#lab-d1-x0-row", "{PartitionKey}_{RowKey}")
	waitLab(page)
	page.Wait("it can be deployed", func() bool { return page.Has("#lab-deploy-1") && !page.Disabled("#lab-deploy-1") })
	page.Press("#lab-deploy-1", "Deploy…")
	page.See("#dialog", "Deploy", "of Movies", "filled from Movies", "Check tables that are in use")
	page.Choose("#copyto-source", "shop")
	page.Fill("#copyto-table", "Films")
	page.Press("#copyto-go", "Plan the deployment")
	page.See("#copyto-plan", "21,362 entities to write", "Films, FilmsBy1; 2 of them made", "Writing to shop is locked.")
	page.Press("#copyto-unlock", "Open the lock…")
	page.Press("#unlock", "Open shop for writing")
	page.Fill("#copyto-name", "Films")
	page.Press("#copyto-go", "Write 21,362 entities")
	page.See("#copyto-done", "Wrote 21,362 entities to Films of shop", "read back in", ": all as they were written.")

	page.Click("#copyto-do-check")
	if page.Has("#copyto-existing") {
		t.Error("a check asks what becomes of what is there")
	}
	page.Press("#copyto-go", "Check the copies")
	page.See("#copyto-plan", "10,681 entities and 10,681 copies checked", "Every copy matches its entity.")
	if !page.Disabled("#copyto-go") {
		t.Error("there is something to mend")
	}

	there := shop.client()
	copies := must(there.Query(t.Context(), "FilmsBy1", engine.Query{Top: 3}))(t).Entities
	must(there.Apply(t.Context(), "FilmsBy1", engine.Op{Kind: engine.Delete, PartitionKey: copies[0].PartitionKey(), RowKey: copies[0].RowKey(), IfMatch: "*"}))(t)
	must(there.Apply(t.Context(), "FilmsBy1", engine.Op{Kind: engine.InsertOrMerge, PartitionKey: copies[1].PartitionKey(), RowKey: copies[1].RowKey(), Properties: []engine.Property{{Name: "Rating", Value: edm.NewInt32(77)}}}))(t)
	must(there.Apply(t.Context(), "FilmsBy1", engine.Op{Kind: engine.Insert, PartitionKey: "y1999", RowKey: "nobody"}))(t)
	page.Press("#copyto-again", "Plan again")
	page.See("#copyto-plan", "3 copies have drifted from their entities.", "1: an entity asks for them", "1: their entities say something else", "1: no entity asks for them", "missing: ", "stale: ", "orphaned: ", "nobody", "1 transaction and 1 single write")
	shop.heard()
	page.Fill("#copyto-name", "Films")
	page.Press("#copyto-go", "Mend 3 copies")
	page.See("#copyto-done", "Mended 3 copies of Films of shop in 2 requests")
	if writes := slices.DeleteFunc(shop.heard(), func(asked string) bool { return strings.HasPrefix(asked, "GET ") }); len(writes) != 2 {
		t.Errorf("it sent %v", writes)
	}
	page.Press("#copyto-done button", "Copy the report")
	if text := page.Copied(); !strings.Contains(text, "Check of copies: Films of shop") || !strings.Contains(text, "Plan, Missing: 1") {
		t.Errorf("the report is %q", text)
	}
	page.Press("#copyto-again", "Plan again")
	page.See("#copyto-plan", "Every copy matches its entity.")
}
