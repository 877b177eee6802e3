package main

import (
	"bytes"
	"strings"
	"testing"
)

// Ensure that filters are judged by the engine they are for.
func TestCheck_Profile(t *testing.T) {
	filters := "Status eq 'open'\nStatus ne 'open'\nPartitionKey eq 'a'\n"
	for _, test := range []struct {
		args []string
		want string
		code int
	}{
		{[]string{"-"}, "2 of 3 filters", 1},
		{[]string{"--profile", "cosmos", "-"}, "1 of 3 filters", 1},
		{[]string{"--profile=cosmos", "--deny", "all-partitions", "-"}, "2 of 3 filters", 1},
		{[]string{"--profile=cosmos", "--deny", "full-scan", "-"}, "names classes of Azure Table storage only", 2},
		{[]string{"--profile=cosmos", "--deny", "full-scan,no-index-help", "-"}, "of 3 filters", 1},
		{[]string{"--deny", "all-partitions", "-"}, "names classes of Azure Cosmos DB only", 2},
		{[]string{"--profile=cosmos", "--json", "-"}, `"class":"all-partitions"`, 1},
		{[]string{"--profile=other", "-"}, "is not an engine", 2},
	} {
		var out bytes.Buffer
		if code := check(test.args, strings.NewReader(filters), &out, &out); code != test.code || !strings.Contains(out.String(), test.want) {
			t.Errorf("%q: %d, %s", test.args, code, out.String())
		}
	}
}
