package uitest

import (
	"strings"
	"testing"
)

// Ensure that a query stays beside what is typed next, with the difference in words, that it can be asked of another table, that a link
// brings both back, and that Swap and Back change which is which.
func TestBeside(t *testing.T) {
	t.Parallel()
	page := Open(t, "#v=1&t=Movies&f=Rating%20gt%204.0&why=1")
	page.See(".why", "What the service does")
	page.Press("#beside-keep", "Keep beside")
	page.See("#beside", "Rating gt 4.0", "full scan", "a model")
	page.Type("PartitionKey eq 'Action'")
	page.See("#beside-difference", "On screen: row range instead of full scan", "fewer examined")
	page.See("#beside-difference", "fewer examined")

	page.Choose("#beside-table", "/Movies")
	page.See("#beside-difference", "fewer examined")

	address := page.Address()
	if !strings.Contains(address, "beside=") {
		t.Fatalf("the address is %s", address)
	}
	other := Open(t, "#"+strings.TrimPrefix(address, "#"))
	other.See("#beside", "Rating gt 4.0")
	other.See("#beside-difference", "fewer examined")
	other.Press("#beside-swap", "Swap")
	other.See("#beside", "PartitionKey eq 'Action'")
	other.See("#beside-difference", "more examined")
	if got := other.Editor(); got != "Rating gt 4.0" {
		t.Errorf("the editor has %q", got)
	}
	other.Click("#beside-close")
	other.Gone("#beside")
	other.Wait("an address without it", func() bool { return !strings.Contains(other.Address(), "beside=") })
}
