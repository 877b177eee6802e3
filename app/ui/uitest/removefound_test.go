package uitest

import (
	"net/http"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Ensure that all that a query finds in an account, on all pages, is found by reads alone, told with what deleting takes, and deleted only
// when the table was named, because the account is marked production; and that what somebody changed meanwhile stays.
func TestRemove_OfAccount(t *testing.T) {
	t.Parallel()
	shop := openOrders(t)
	page := shop.visit(t, "#v=1&a=shop&t=Orders&f=PartitionKey%20eq%20'p0'")
	page.Press(".sourcebar button", "Read-only · unlock…")
	page.Press("#unlock", "Open shop for writing")
	page.Gone("#unlock")
	shop.heard()
	page.Press(".crumb button", "Delete entities…")
	page.See("#dialog", "All that the query finds, on all pages", "Every entity of the table", "PartitionKey eq 'p0'", "Not read yet", "deletes nothing", "Pull a copy first…")
	for _, asked := range shop.heard() { // the list of tables may come only now
		if strings.Contains(asked, "/Orders") {
			t.Errorf("nobody asked for %q", asked)
		}
	}
	page.Press("#remove-seek", "Find them")
	page.See("#remove-count", "4 entities in 1 partition")
	page.keyboardIn("remove-count")
	page.See("#dialog", "1 entity group transaction", "About ", "6 at a time, if each takes as long as a read just did", "cannot be undone", "shop is marked production")
	for _, asked := range shop.heard() {
		if !strings.HasPrefix(asked, http.MethodGet+" ") {
			t.Errorf("finding them sent %s", asked)
		}
	}
	page.Fill("#remove-name", "orders")
	if !page.Disabled("#remove-go") {
		t.Error("another name will do")
	}
	must(shop.client().Apply(t.Context(), "Orders", engine.Op{Kind: engine.InsertOrMerge, PartitionKey: "p0", RowKey: "r1", Properties: []engine.Property{{Name: "Mine", Value: edm.NewBoolean(true)}}}))(t)
	page.Fill("#remove-name", "Orders")
	page.Press("#remove-go", "Delete 4 entities")
	page.See(".notice", "Deleted 3 entities of “Orders”; 1 was changed since, by somebody else, and stays")
	left := must(shop.client().Query(t.Context(), "Orders", engine.Query{}))(t).Entities
	if len(left) != 4 || left[0].RowKey() != "r1" {
		t.Errorf("%d are left, the first is %s", len(left), left[0].RowKey())
	}

	page.See("#bulk-changed", "r1")
	page.Press("#bulk-changed button", "p0 / r1")
	page.See("#inspector", "p0 / r1", "Merge sends only what changed")
	page.keyboardIn("inspector")
	page.Press(".notice button", "Back to the list")
	page.keyboardIn("bulk-did")
	page.See("#bulk-changed", "1 entity was changed or deleted by somebody else first and was left alone")
	page.Press("#bulk-decide", "Decide each in the review…")
	page.See("#dialog", "Somebody changed it since it was read.", "its keys alone were read", "It was not deleted.", "Delete it all the same", "removes Total, Mine")
	page.Press("#take-theirs", "Keep theirs")
	page.See("#dialog", "Nothing is pending.")
	page.Press("#dialog button", "Close")
	page.Gone("#dialog .btn")
	if e, err := shop.client().Get(t.Context(), "Orders", "p0", "r1"); err != nil || e.Len() != 2 {
		t.Errorf("theirs is %v, %v", e.Properties(), err)
	}

	page.Press(".crumb button", "Delete table…")
	page.See("#dialog", "How many entities it holds is not known", "Count them…", "Pull a copy first…", "shop is marked production")
	if !page.Disabled("#drop-go") {
		t.Error("the table goes without its name")
	}
	page.Fill("#drop-name", "Orders")
	page.Press("#drop-count", "Count them…")
	page.See("#count-cost", "one request per 1,000 entities returned")
	page.Press("#dialog .btn", "Count")
	page.See("#count-body", "4 entities in 2 partitions, as of ")
	page.Press("#count-back", "Back")
	page.See("#dialog", "It holds 4 entities in 2 partitions, as of ", "shop is marked production")
	page.keyboardIn("drop-count")
	if page.Value("#drop-name") != "Orders" || page.Disabled("#drop-go") {
		t.Error("what was typed is lost")
	}
	page.Press("#drop-go", "Delete Orders of shop")
	page.See(".blank", "shop is empty")
	page.Press(".sourcebar button", "Writable · Lock")
	page.Press(".blank button", "Open the lock…")
	page.See("#unlock", "Open shop for writing")
}
