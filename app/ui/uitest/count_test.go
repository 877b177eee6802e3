package uitest

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
	"rangefinder/server"
)

// requested is how many queries of entities an account was asked.
func requested(r *workertest.Remote) (n int) {
	r.Mu.Lock()
	defer r.Mu.Unlock()
	for _, q := range r.Requests {
		if strings.Contains(q.URL, "()") {
			n++
		}
	}
	return n
}

// withOrders is a workspace with an account that has an empty table Orders.
func withOrders(t *testing.T) (*Workspace, *workertest.Remote) {
	t.Helper()
	w := NewWorkspace()
	shop := w.Account(t, "shop", "production")
	if err := shop.DB.CreateTable(t.Context(), "Orders"); err != nil {
		t.Fatal(err)
	}
	return w, shop
}

// shows opens a page and the table Orders of an account in it.
func shows(t *testing.T, w *Workspace, account string) *Page {
	t.Helper()
	page := w.Open(t, "")
	page.WaitRows()
	page.Source(account)
	page.Visit("#v=1&t=Orders&a=" + account) // which reads nothing
	page.See(".crumb h1", "Orders")
	return page
}

// refuses has an account refuse every page but the first for a minute, until works is called.
func refuses(shop *workertest.Remote) (works func()) {
	fail := func(f func(context.Context, tablerest.Request) (*tablerest.Response, error)) {
		shop.Mu.Lock()
		defer shop.Mu.Unlock()
		shop.Fail = f
	}
	fail(func(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if !strings.Contains(r.URL, "NextPartitionKey") {
			return nil, nil
		}
		return &tablerest.Response{Status: http.StatusTooManyRequests, Header: []tablerest.Field{{Name: "x-ms-retry-after-ms", Value: "60000"}}}, nil
	})
	return func() { fail(nil) }
}

// Ensure that entities of an account are counted only when that is pressed, with what it costs told before, that a wait is counted
// down, and that a count which is stopped says so.
func TestCount_Storage(t *testing.T) {
	t.Parallel()
	w, shop := withOrders(t)
	for i := range 1500 {
		shop.Put(t, "Orders", fmt.Sprintf("p%d", i%3), fmt.Sprintf("r%04d", i))
	}
	page := shows(t, w, "shop")
	page.Click("#table-more")
	page.Press(".fold button", "Count…")
	page.See("#count-cost", "one request per 1,000 entities returned", "reads the whole table", "billed")
	if n := requested(shop); n != 0 {
		t.Errorf("%d requests before it was pressed", n)
	}
	page.Press("#dialog .btn", "Count")
	page.See("#count-body", "1,500 entities in 3 partitions, as of ", "2 pages, 2 requests")
	page.See("#count-partitions", "p0", "500", "33.3 %")
	if n := requested(shop); n != 2 {
		t.Errorf("%d requests", n)
	}
	page.Key("Escape")
	page.Wait("it is closed", func() bool { return !page.Has("#count-body") })

	page.Type("PartitionKey eq 'p1'")
	page.Click("#table-more")
	page.Press(".fold button", "Count…")
	page.See("#count-cost", "the filter's range of one partition")
	page.Press("#dialog .btn", "Count")
	page.See("#count-body", "500 entities in 1 partition, as of ")

	works := refuses(shop)
	page.Click("#count-whole")
	page.See("#count-cost", "reads the whole table")
	page.Press("#dialog .btn", "Count")
	page.See("#count-body", "1,000 entities so far · 1 page", "failed (429)", "Trying again in ")
	page.See("#count-body", "in 58 s")
	page.Press("#dialog .btn", "Stop")
	page.See("#count-body", "At least 1,000 entities in 2 partitions, as of ", "Stopped before the end.")
	works()
	before := requested(shop)
	page.Press("#count-on", "Go on")
	page.See("#count-body", "1,500 entities in 3 partitions, as of ", "2 pages, ")
	if page.Gone("#count-on"); requested(shop) != before+1 {
		t.Errorf("going on took %d requests", requested(shop)-before)
	}
}

// Ensure that statistics of an account's table tell their cost before, read whole entities of all pages, go on where they were stopped, and
// say what the statistics of a table of this browser say.
func TestCount_Statistics(t *testing.T) {
	t.Parallel()
	w, shop := withOrders(t)
	for i := range 1500 {
		properties := []engine.Property{{Name: "Total", Value: edm.NewInt32(int32(i))}}
		if i%3 == 0 {
			properties = []engine.Property{{Name: "Note", Value: edm.NewString("a note that is long")}, {Name: "Open", Value: edm.NewBoolean(true)}, {Name: "City", Value: edm.NewString("Ulm")}}
		}
		shop.Put(t, "Orders", fmt.Sprintf("p%d", i%3), fmt.Sprintf("r%04d", i), properties...)
	}
	page := shows(t, w, "shop")
	page.Click("#table-more")
	page.Press(".fold button", "Statistics…")
	page.See("#dialog", "Statistics of Orders", "has to read all entities", "keeps none of them")
	page.See("#count-cost", "one request per 1,000 entities returned", "billed", "Pages bring whole entities, not only their keys.")
	if n := requested(shop); n != 0 {
		t.Errorf("%d requests before it was pressed", n)
	}
	works := refuses(shop)
	page.Press("#dialog .btn", "Read and count")
	page.See("#count-body", "1,000 entities so far · 1 page")
	page.Press("#dialog .btn", "Stop")
	page.See("#count-body", "At least 1,000 entities", "Stopped before the end.", "Kinds of entities")
	works()
	before := requested(shop)
	page.Press("#count-on", "Go on")
	page.See("#count-body", "1,500 entities in 3 partitions, as of ", "Partition with most bytes", "p0 · ", "≈ marks an estimate")
	page.See("#count-statistics", "Properties", "Total", "1,000", "66.7 %", "Note", "500", "33.3 %", "Kinds of entities", "500 entities · 33.3 %")
	if n := requested(shop) - before; n != 1 {
		t.Errorf("going on took %d requests", n)
	}
	page.Click("#count-stats")
	page.See("#dialog", "Count entities of Orders", "has to read the keys of all entities")
	page.Press("#dialog .btn", "Count")
	page.See("#count-body", "1,500 entities in 3 partitions, as of ")
	page.Gone("#count-statistics")
}

// Ensure that the screen of partitions of an account, which the service does not list, offers to count them with the cost told first.
func TestCount_FromPartitions(t *testing.T) {
	t.Parallel()
	w, shop := withOrders(t)
	for i := range 9 {
		shop.Put(t, "Orders", fmt.Sprintf("p%d", i/5), fmt.Sprintf("r%d", i))
	}
	page := shows(t, w, "shop")
	page.Click("#tab-partitions")
	page.Press("#parts-count", "Count them…")
	page.See("#count-cost", "one request per 1,000 entities")
	if n := requested(shop); n != 0 {
		t.Errorf("%d requests before it was pressed", n)
	}
	page.Press("#dialog .btn", "Count")
	page.See("#count-body", "9 entities in 2 partitions, as of ")
	page.See("#count-partitions", "p0", "5", "55.6 %", "p1", "4")
}

// Ensure that the cost of a count on an account of Azure Cosmos DB is told in request units.
func TestCount_Cosmos(t *testing.T) {
	t.Parallel()
	address, ask := openEndpointAs(t, func(c *server.TablesConfig) { c.Profile = filterlang.Cosmos })
	if status := ask("POST", "/Tables", `{"TableName":"Orders"}`); status != http.StatusCreated {
		t.Fatalf("status %d", status)
	}
	for i := range 30 {
		if status := ask("POST", "/Orders", fmt.Sprintf(`{"PartitionKey":"p%d","RowKey":"r%02d","Total":%d}`, i%3, i, i)); status != http.StatusCreated {
			t.Fatalf("status %d", status)
		}
	}
	w := NewWorkspace()
	w.ServedAt(address)
	page := shows(t, w, "devstoreaccount1")
	page.Order("count", "Count entities of this table of the account…")
	page.See("#count-cost", "charged in request units", "every physical partition", "known as the pages come")
	if text := page.Text("#count-cost"); strings.Contains(text, "billed") || strings.Contains(text, "reads the whole") {
		t.Errorf("the cost is %q", text)
	}
	page.Press("#dialog .btn", "Count")
	page.See("#count-body", "30 entities in 3 partitions, as of ", "1 page, 1 request, ", "request units")
}
