package uitest

import (
	"slices"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that a table says what would change for it and its saved queries in Azure Cosmos DB, with the entities, also when it has
// changed since, and that a query of it is put on screen.
func TestMove(t *testing.T) {
	t.Parallel()
	w := NewWorkspace()
	page := w.Open(t, "")
	page.WaitRows()
	page.See("#facts", "10,681") // the tables are listed after the first rows are there
	page.Type("Rating ge 4")
	page.Click("#table-more")
	page.Press(".fold button", "Would it move to Cosmos DB?…")
	page.See("#dialog h2", "Would Movies move?")
	page.See("#move-body", "Yes. Nothing has to be changed before.", "10,681 entities and 1 query")
	page.See("#move-body", "on screen", "Rating ge 4", "full scan", "all partitions, by index", "no promised order", "the first 10")
	if got := page.Texts("#move-body h3"); !slices.Equal(got, []string{"Order", "Cost"}) {
		t.Errorf("the sections are %q", got)
	}
	_, err := w.DB.Apply(t.Context(), "Movies", engine.Op{PartitionKey: "Action", RowKey: strings.Repeat("x", 256), Properties: []engine.Property{{Name: "etag", Value: edm.NewInt32(1)}}})
	if err != nil {
		t.Fatal(err)
	}
	page.See("#move-body", "The table has changed since")
	page.Click("#move-go")
	page.See("#move-body", "Not as it is: 2 things have to be changed before.", "10,682 entities")
	page.See("#move-body", "RowKey has at most 255 bytes", "refused there", "1 entity", "property name etag")
	if got := page.Texts("#move-body h3"); !slices.Equal(got, []string{"Limits", "Names", "Order", "Cost"}) {
		t.Errorf("the sections are %q", got)
	}
	page.Press("#move-body .btn", "Open")
	page.Wait("the query is on screen", func() bool { return !page.Has("#move-body") && page.Editor() == "Rating ge 4" })
	page.Order("would move", "Would this table move to Azure Cosmos DB?…")
	page.See("#move-body", "Not as it is")
	page.Key("Escape")
	page.Wait("it is closed", func() bool { return !page.Has("#move-body") })
	page.Hold() // the worker is too busy to look
	page.Order("would move", "Would this table move to Azure Cosmos DB?…")
	page.See("#move-body", "read, for the table and 1 query")
	page.Click("#move-go")
	page.See("#move-body", "Stopped: a part of the table was not checked.")
}
