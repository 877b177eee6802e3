package sdk

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/data/aztables"
)

// must returns the value of a call that has to succeed.
func must[T any](v T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// once keeps the client from trying again, which would hide a fault.
func once() *aztables.ClientOptions {
	return &aztables.ClientOptions{ClientOptions: azcore.ClientOptions{Retry: policy.RetryOptions{MaxRetries: -1}}}
}

func credential(t *testing.T) *aztables.SharedKeyCredential {
	t.Helper()
	return must(aztables.NewSharedKeyCredential(account, key))(t)
}

// goService returns the Go client of the account.
func goService(t *testing.T) *aztables.ServiceClient {
	t.Helper()
	return must(aztables.NewServiceClientWithSharedKey(ours.url, credential(t), once()))(t)
}

// goTable makes a table for a test and returns its Go client.
func goTable(t *testing.T, name string) *aztables.Client {
	t.Helper()
	c := goService(t).NewClient(name)
	must(c.CreateTable(t.Context(), nil))(t)
	t.Cleanup(func() {
		if _, err := c.Delete(context.WithoutCancel(t.Context()), nil); err != nil {
			t.Error(err)
		}
	})
	return c
}

// object encodes an entity as it is sent: name and value by turns after the keys.
func object(t *testing.T, partitionKey, rowKey string, members ...any) []byte {
	t.Helper()
	o := map[string]any{"PartitionKey": partitionKey, "RowKey": rowKey}
	for pair := range slices.Chunk(members, 2) {
		o[pair[0].(string)] = pair[1]
	}
	return must(json.Marshal(o))(t)
}

// decode reads an entity as the client has it.
func decode(t *testing.T, value []byte) aztables.EDMEntity {
	t.Helper()
	var e aztables.EDMEntity
	if err := json.Unmarshal(value, &e); err != nil {
		t.Fatalf("%v in %s", err, value)
	}
	return e
}

// get returns the properties of an entity that has to be there.
func get(t *testing.T, c *aztables.Client, partitionKey, rowKey string) map[string]any {
	t.Helper()
	return decode(t, must(c.GetEntity(t.Context(), partitionKey, rowKey, nil))(t).Value).Properties
}

// list returns all entities of a query and how many pages they came in. Entities whose order the service does not promise are sorted by
// their keys.
func list(t *testing.T, c *aztables.Client, o *aztables.ListEntitiesOptions) (entities []aztables.EDMEntity, pages int) {
	t.Helper()
	for pager := c.NewListEntitiesPager(o); pager.More(); pages++ {
		for _, value := range must(pager.NextPage(t.Context()))(t).Entities {
			entities = append(entities, decode(t, value))
		}
		if pages > 1000 {
			t.Fatal("the pages have no end")
		}
	}
	if ours.cosmos {
		slices.SortFunc(entities, func(a, b aztables.EDMEntity) int {
			return cmp.Or(cmp.Compare(a.PartitionKey, b.PartitionKey), cmp.Compare(a.RowKey, b.RowKey))
		})
	}
	return entities, pages
}

// query returns the RowKeys that a filter finds.
func query(t *testing.T, c *aztables.Client, filter string) []string {
	t.Helper()
	var rows []string
	entities, _ := list(t, c, &aztables.ListEntitiesOptions{Filter: &filter})
	for _, e := range entities {
		rows = append(rows, e.RowKey)
	}
	return rows
}

// refused fails the test unless the call was refused with that status and code.
func refused(t *testing.T, err error, status int, code string) {
	t.Helper()
	r, ok := errors.AsType[*azcore.ResponseError](err)
	if !ok || r.StatusCode != status || r.ErrorCode != code {
		t.Errorf("want %d %s, got: %v", status, code, err)
	}
}

// undoing is the answer to a transaction that was undone: the client keeps it unread.
var undoing = regexp.MustCompile(`(?s)HTTP/1.1 (\d+).*"code":"(\w+)".*"value":"(?:(\d+):)?`)

// undone fails the test unless the transaction failed at that operation; -1 means that none is told.
func undone(t *testing.T, err error, status int, code string, index int) {
	t.Helper()
	r, ok := errors.AsType[*azcore.ResponseError](err)
	if !ok || r.StatusCode != http.StatusAccepted {
		t.Errorf("want a transaction undone, got: %v", err)
		return
	}
	body := must(io.ReadAll(r.RawResponse.Body))(t)
	m := undoing.FindSubmatch(body)
	if m == nil {
		t.Errorf("not the answer of a transaction undone: %s", body)
		return
	}
	told := -1
	if len(m[3]) > 0 {
		told, _ = strconv.Atoi(string(m[3]))
	}
	if string(m[1]) != strconv.Itoa(status) || string(m[2]) != code || told != index {
		t.Errorf("%s %s at %d, want %d %s at %d", m[1], m[2], told, status, code, index)
	}
}
