package agent

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
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
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("it ended after %v", took)
	}
}

// Ensure that calls which have no answer in time are told, and that the end of the session ends the wait.
func TestConnection_Wait(t *testing.T) {
	id, err := jsonrpc.MakeID("a")
	if err != nil {
		t.Fatal(err)
	}
	c := &connection{open: map[jsonrpc.ID]bool{id: true}, answered: make(chan struct{}, 1), closed: make(chan struct{})}
	if err := c.wait(context.Background(), time.Millisecond); err == nil || errors.Is(err, io.EOF) || !strings.HasSuffix(err.Error(), "end of the input: 1") {
		t.Error(err)
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if err := c.wait(ended, time.Hour); err != nil {
		t.Error(err)
	}
	close(c.closed)
	if err := c.wait(context.Background(), time.Hour); err != nil {
		t.Error(err)
	}
}
