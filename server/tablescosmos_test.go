package server

import (
	"fmt"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rangefinder/filterlang"
	"rangefinder/server/budget"
	"rangefinder/server/tableauth"
)

// Ensure that an endpoint that behaves as Azure Cosmos DB lists in an order of its own, with tokens that lead to every entity
// while it is written to, tells charges and its plans' classes, and refuses what that service refuses.
func TestTables_Cosmos(t *testing.T) {
	rules, err := budget.Parse("no-index-help")
	if err != nil {
		t.Fatal(err)
	}
	tables := openTables(t, TablesConfig{Profile: filterlang.Cosmos, Budget: rules})
	ask := func(method, below, body string, headers ...string) *httptest.ResponseRecorder {
		return send(tables, tableauth.WellKnownAccount(), method, wellKnownBase+below, body, headers...)
	}
	insert := func(key, more string) *httptest.ResponseRecorder {
		return ask("POST", "/Things", fmt.Sprintf(`{"PartitionKey":"p","RowKey":%q%s}`, key, more))
	}
	ask("POST", "/Tables", `{"TableName":"Things"}`)
	for i := range 40 {
		if w := insert(fmt.Sprintf("r%02d", i), ""); w.Code != 201 || w.Header().Get("X-Ms-Request-Charge") != "5" {
			t.Fatalf("insert: %d %v", w.Code, w.Header())
		}
	}
	var keys []string
	next := ""
	for n := 0; ; n++ {
		w := ask("GET", "/Things()?$top=7&$filter=PartitionKey%20eq%20'p'"+next, "")
		if plan := w.Header().Get("X-Rangefinder-Plan"); !strings.HasPrefix(plan, "one-partition;") || w.Header().Get("X-Ms-Request-Charge") == "" {
			t.Fatalf("%v", w.Header())
		}
		for _, part := range strings.Split(w.Body.String(), `"RowKey":"`)[1:] {
			if key, _, _ := strings.Cut(part, `"`); strings.HasPrefix(key, "r") {
				keys = append(keys, key)
			}
		}
		token := w.Header().Get("X-Ms-Continuation-Nextpartitionkey")
		if token == "" {
			break
		}
		next = "&NextPartitionKey=" + token
		insert(fmt.Sprintf("new%d", n), "")
	}
	if slices.IsSorted(keys) {
		t.Error("the list is in key order")
	}
	if slices.Sort(keys); len(keys) != 40 || len(slices.Compact(keys)) != 40 {
		t.Errorf("%d keys: %v", len(keys), keys)
	}
	for _, test := range []struct {
		name, method, below, body string
		status                    int
		code                      string
	}{
		{"long RowKey", "POST", "/Things", `{"PartitionKey":"p","RowKey":"` + strings.Repeat("é", 128) + `"}`, 400, "PropertyValueTooLarge"},
		{"reserved name", "POST", "/Things", `{"PartitionKey":"p","RowKey":"x","etag":"1"}`, 400, "PropertyNameInvalid"},
		{"other capitals", "GET", "/things(PartitionKey='p',RowKey='r01')", "", 404, "TableNotFound"},
		{"other capitals in a query", "GET", "/things()?$filter=A%20eq%201", "", 404, "TableNotFound"},
		{"access policies", "GET", "/Things?comp=acl", "", 501, "NotImplemented"},
		{"service properties", "GET", "/?restype=service&comp=properties", "", 501, "NotImplemented"},
		{"CORS", "OPTIONS", "/Things", "", 501, "NotImplemented"},
		{"a signature", "GET", "/Things()?sv=2019-02-02&tn=Things&sp=r&sig=x", "", 501, "NotImplemented"},
		{"denied", "GET", "/Things()?$filter=A%20ne%201", "", 400, "QueryDenied"},
		{"not denied", "GET", "/Things()?$filter=A%20eq%201", "", 200, ""},
		{"point read", "GET", "/Things(PartitionKey='p',RowKey='r01')", "", 200, ""},
	} {
		w := ask(test.method, test.below, test.body)
		if w.Code != test.status || codeIn(w) != test.code {
			t.Errorf("%s: %d %s", test.name, w.Code, w.Body)
		}
		if says := w.Body.String(); strings.Contains(says, "64KB") || test.status == 501 && !strings.Contains(says, "Cosmos DB") {
			t.Errorf("%s is told a limit of Azure Table storage: %s", test.name, says)
		}
	}
}

// Ensure that above the rate requests are refused with how long to wait, and that after it they are not.
func TestTables_Cosmos_Rate(t *testing.T) {
	now := time.Now()
	tables := openTables(t, TablesConfig{Profile: filterlang.Cosmos, RequestUnits: 10, Now: func() time.Time { return now }})
	ask := func() *httptest.ResponseRecorder {
		return send(tables, tableauth.WellKnownAccount(), "POST", wellKnownBase+"/Things", `{"PartitionKey":"p","RowKey":"`+strconv.Itoa(now.Nanosecond())+`"}`)
	}
	send(tables, tableauth.WellKnownAccount(), "POST", wellKnownBase+"/Tables", `{"TableName":"Things"}`)
	for range 2 {
		now = now.Add(1)
		ask()
	}
	w := ask()
	wait, err := strconv.Atoi(w.Header().Get("X-Ms-Retry-After-Ms"))
	if w.Code != 429 || codeIn(w) != "TooManyRequests" || err != nil || wait < 1 || wait > 1000 {
		t.Fatalf("%d %v %s", w.Code, w.Header(), w.Body)
	}
	now = now.Add(time.Duration(wait) * time.Millisecond)
	if w := ask(); w.Code == 429 {
		t.Errorf("after the wait: %d", w.Code)
	}
}
