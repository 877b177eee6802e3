package uitest

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// Ensure that Back leads from one query to the one before, with its result.
func TestAddress_BackToQueryBefore(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	shown := func(kind string) {
		t.Helper()
		page.Wait("the rows of "+kind, func() bool { return slices.Contains(page.Cells("PartitionKey"), kind) })
	}
	for _, kind := range []string{"Drama", "Horror"} {
		page.Type("PartitionKey eq '" + kind + "'")
		page.Run()
		shown(kind)
		page.Wait("the address of the run", func() bool { return strings.HasSuffix(page.Address(), "run=1") })
	}
	page.Back()
	shown("Drama")
	if got := page.Editor(); got != "PartitionKey eq 'Drama'" {
		t.Fatalf("Back shows %q", got)
	}
}

// Ensure that Back pressed right after typing does not write what was typed over the view that it leads to.
func TestAddress_BackWhileTyping(t *testing.T) {
	t.Parallel()
	page := Open(t, "")
	page.WaitRows()
	// Examples are entries that are not run: a run would write the address again.
	example := func(i string) string {
		old := page.Address()
		page.Choose("#examples", i)
		page.Wait("its address", func() bool { return page.Address() != old })
		return page.Address()
	}
	before := example("1")
	example("2")
	page.Type(page.Editor() + ".5")
	time.Sleep(60 * time.Millisecond) // less than the address waits for a pause in the typing; below, more
	page.Back()
	time.Sleep(800 * time.Millisecond)
	if after := page.Address(); after != before {
		t.Errorf("Back led to %s, which was %s", after, before)
	}
}
