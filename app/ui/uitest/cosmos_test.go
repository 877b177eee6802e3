package uitest

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
	"rangefinder/server"
)

// Ensure that tables of this browser can be planned for Azure Cosmos DB: its classes, its words, and no number of entities that it
// would read; and for Azure Table storage again.
func TestCosmos_LocalTable(t *testing.T) {
	t.Parallel()
	w := NewWorkspace()
	page := w.Open(t, "")
	page.WaitRows()
	page.Type("Rating ge 4")
	page.Plan("full scan", "examines")
	page.Run()
	if page.Has("#engine") {
		t.Error("the usual engine is named")
	}
	engine := func(name string) {
		t.Helper()
		page.Click("#table-more")
		page.Press(".fold button", name)
	}
	engine("Plan for Cosmos DB")
	page.Plan("all partitions, by index", "Asks every physical partition", "Cosmos DB", "returns", "in any order")
	page.Run()
	page.Wait("the result of that plan", func() bool { return !strings.Contains(page.Text(".result-line"), "examined") })
	quiet := func() {
		t.Helper()
		text := page.Text("#planstrip") + page.Text(".result-line")
		for _, word := range []string{"examine", "full scan", "round trip"} {
			if strings.Contains(text, word) {
				t.Errorf("%q in %s", word, text)
			}
		}
	}
	quiet()
	page.Run()
	page.See(".result-line", "returned")
	quiet()
	page.Click("#why")
	page.See(".why", "What the service does", "served by the index")
	quiet()
	page.Type("Rating ne 4")
	page.Plan("no index help")
	page.See(".why", "no help of the index")
	page.Type("PartitionKey eq 'Action' and RowKey eq 'x'")
	page.Plan("point read")
	page.Click("#class")
	page.See(".class-card", "request units", "all partitions", "Every physical partition, each by its index.")
	engine("Plan for Table storage")
	page.Plan("point", "examines")
	engine("Plan for Cosmos DB")
	page.Plan("point read")
	page, _ = page.Reload()
	page.Plan("point read", "Cosmos DB")
}

// Ensure that an account of Azure Cosmos DB is known as one: a query by a property does not ask first what it costs in entities, and
// request units are told for each page, in all, and with each request.
func TestCosmos_Account(t *testing.T) {
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
	page := w.Open(t, "")
	page.WaitRows()
	page.Source("devstoreaccount1")
	page.Press(".blank button", "Orders")
	page.Plan("no index help", "Cosmos DB", "request units")
	page.Type("Total ge 3")
	page.Plan("all partitions, by index")
	page.Fill("#top", "10")
	page.Run()
	page.See(".scan", "asks every partition", "request units")
	page.Click("#scan-page")
	page.See(".result-line", "10 entities returned", "request units", "as the service sent them")
	page.Click("#read-on")
	page.See(".result-line", "27 entities returned", "request units", "as the service sent them", "complete")
	page.Click(".page-facts summary")
	if head := page.Texts(".page-facts th"); !slices.Contains(head, "Request units") {
		t.Errorf("the pages have %q", head)
	}
	rows := page.Cells("RowKey")
	if slices.IsSorted(rows) {
		t.Errorf("%q: in key order, which nobody promised", rows)
	}
	page.Type("Total ge 25")
	page.Plan("all partitions, by index", "The last query of this shape was charged", "request units for 27 entities.")
	page.Fill("#top", "")
	page.Run()
	page.See(".scan", "The last query of this shape was charged")
	page.Key("Escape")
	page.Type("PartitionKey eq 'p1' and Total ge 3")
	page.Plan("one partition, by index", "request units come with the answer")
	page.Run()
	page.See(".result-line", "9 entities returned") // without a question
	page.Click("#requests")
	page.Click("#tab-account")
	page.See(".requests", "request units")
	for range 2 { // an application
		if status := ask("GET", "/Orders()?$filter=Total%20ge%203", ""); status != http.StatusOK {
			t.Fatalf("status %d", status)
		}
	}
	page.Click("#tab-shapes")
	page.See(".requests", "Total ge {Int32}", "request units", "on average", "at most")
	if text := page.Text(".requests"); strings.Contains(text, "examined") || strings.Contains(text, "full scan") {
		t.Errorf("the shapes say %q", text)
	}
}

// Ensure that the design lab of a table that is planned for Azure Cosmos DB compares modelled request units, marked as a model, and speaks
// of no entities that are looked at; and that the numbers of Azure Table storage are back with its plans.
func TestCosmos_Lab(t *testing.T) {
	t.Parallel()
	w := NewWorkspace()
	page := w.Open(t, "")
	page.WaitRows()
	page.Click("#table-more")
	page.Press(".fold button", "Plan for Cosmos DB")
	page.Plan("Cosmos DB")
	page.Click("#tab-lab")
	waitLab(page)
	page.See("#lab-units", "a model", "request units", "no account was asked")
	page.See("#lab-c0-0", "point read", "about 1 request unit a call")
	page.See("#lab-table", "by index", "Modelled, not measured")
	page.See("#lab-growth", "a model", "Request units in 30 days", "A second, on average", "about 1 request unit")
	for _, word := range []string{"examine", "full scan", "partition range", "Price of 10,000", "hottest"} {
		if text := page.Text("#lab-table") + page.Text("#lab-growth"); strings.Contains(strings.ToLower(text), word) {
			t.Errorf("%q in %s", word, text)
		}
	}
	page.Click("#lab-c1-0")
	page.See(".behind", "request units", "returns")
	if text := page.Text("#lab-check"); !strings.Contains(text, "for Azure Table storage") || strings.Contains(text, "takes 0 on average") {
		t.Errorf("the checklist says %s", text)
	}
}

// Ensure that a query which an account of Azure Cosmos DB answers with 429 waits as long as it was told, that the seconds count down, and
// that the query goes on by itself.
func TestCosmos_Throttled(t *testing.T) {
	t.Parallel()
	w := NewWorkspace()
	shop := w.Account(t, "shop", "production")
	if err := shop.DB.CreateTable(t.Context(), "Orders"); err != nil {
		t.Fatal(err)
	}
	shop.Put(t, "Orders", "p0", "r0")
	refused := 0
	shop.Mu.Lock()
	shop.Fail = func(_ context.Context, r tablerest.Request) (*tablerest.Response, error) {
		if !strings.Contains(r.URL, "Orders()") || refused > 0 {
			return nil, nil
		}
		refused++
		return &tablerest.Response{Status: http.StatusTooManyRequests, Header: []tablerest.Field{{Name: "x-ms-retry-after-ms", Value: "2600"}}}, nil
	}
	shop.Mu.Unlock()
	page := w.Open(t, "")
	page.WaitRows()
	page.Source("shop")
	page.Press(".blank button", "Orders")
	page.See("#waiting", "Attempt 1 failed (429", "Trying again in 3 s")
	page.See("#waiting", "in 2 s")
	page.See(".result-line", "1 entity returned")
	page.Gone("#waiting")
}
