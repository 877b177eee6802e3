package tablerest

import (
	"net/url"
	"testing"
)

// Ensure that any two keys arrive in a path as they were sent, whatever the other one is.
func TestAppendEntityPath_Pairs(t *testing.T) {
	keys := []string{
		"plain", "", " a b ", ".", "..", "a..b", "%2e%2e", "%2F", "%5C", "%", "%25", "o'clock", "''", `say "x"`, "a+b&c=d;e", "^|`{}<>[]~", "é漢😀",
		"\u202etxt", "!*()$,:@", "e\u0301", "',RowKey='x", "(PartitionKey='a',RowKey='b')",
	}
	for _, pk := range keys {
		for _, rk := range keys {
			path := string(appendEntityPath([]byte("/"), "Awkward", pk, rk))
			decoded, err := url.PathUnescape(path)
			if err != nil {
				t.Fatal(err)
			}
			got, failed := parseAddress(decoded)
			if failed != nil || got.partitionKey != pk || got.rowKey != rk || got.table != "Awkward" {
				t.Errorf("%s is read as (%q, %q) of %q, %v, want (%q, %q)", path, got.partitionKey, got.rowKey, got.table, failed, pk, rk)
			}
		}
	}
}
