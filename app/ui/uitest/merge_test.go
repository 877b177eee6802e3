package uitest

import (
	"slices"
	"testing"
)

// Ensure that queries which read less than the one are run and merged at a press, and that what they did is told beside what the one
// does; and that a filter without such queries offers none.
func TestMerge(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27War%27%20or%20PartitionKey%20eq%20%27Action%27&why=1")
	page.See(".why", "What parallel queries could do")
	page.WaitRows()
	page.Press("#merge", "Run all and merge")
	page.See("#merged", "2 queries merged, read in 3 round trips; the query above alone examines 10,681")

	page.Wait("entities of both", func() bool { return slices.Contains(page.Cells("PartitionKey"), "Action") })

	// The same as code, in the language that was chosen last and in another.
	page.Press("#code", "Code…")
	page.See("#code-text", "GET ")
	page.Click("#code-merged")
	page.See("#code-text", "$filter=PartitionKey%20eq%20%27Action%27 HTTP", "$filter=PartitionKey%20eq%20%27War%27 HTTP")
	page.Choose("#code-format", "go")
	page.See("#code-text", "var filters = []string{", "sync.WaitGroup")
	page.Back()

	page = Open(t, "#v=1&t=Movies&f=PartitionKey%20eq%20%27War%27&why=1")
	page.See(".why", "What the service does")
	if found := page.all("#merge"); len(found) > 0 {
		t.Error("one range is to be merged")
	}
	page.Back()
}
