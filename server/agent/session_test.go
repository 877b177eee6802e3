package agent

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
)

// Ensure that a script which pipes calls in and closes its side gets every answer, and that the program ends then.
func TestServe_Piped(t *testing.T) {
	lines := []string{
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
	}
	const calls = 20
	for i := range calls {
		lines = append(lines, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"explain","arguments":{"filter":"PartitionKey eq 'a'"}}}`, 1+i))
	}
	lines = append(lines, `{"jsonrpc":"2.0","id":"last","method":"tools/call","params":{"name":"check","arguments":{"path":"/etc/passwd"}}}`)
	var out bytes.Buffer
	begun := time.Now()
	if err := Serve(context.Background(), Config{}, strings.NewReader(strings.Join(lines, "\n")+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), "\n"); n != len(lines)-1 {
		t.Errorf("%d answers, want %d:\n%s", n, len(lines)-1, out.String())
	}
	if n := strings.Count(out.String(), `"structuredContent":{"class":"row-range"`); n != calls || !strings.Contains(out.String(), `"isError":true`) {
		t.Errorf("%d plans, want %d:\n%s", n, calls, out.String())
	}
	if took := time.Since(begun); took > patience/2 {
		t.Errorf("it ended after %v", took)
	}
}
