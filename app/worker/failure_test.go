package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/engine/tablesync"
)

// answering is a service that gives every request the same answer.
type answering tablerest.Response

func (a answering) Do(context.Context, tablerest.Request) (*tablerest.Response, error) {
	r := tablerest.Response(a)
	return &r, nil
}

// Ensure that InternalError reaches the page only as a word of a service, and that what is wrong on our side, or between here and the
// service, has a code of our own and a sentence that says what to do.
func TestFailure_Ours(t *testing.T) {
	ctx := context.Background()
	client := func(status int, body string) *tablerest.Client {
		return &tablerest.Client{Doer: answering{Status: status, Body: body}, URL: "http://x"}
	}
	query := func(status int, body string) error {
		_, err := client(status, body).Query(ctx, "Movies", engine.Query{})
		return err
	}
	write := func(status int, body string) error {
		_, err := client(status, body).Apply(ctx, "Movies", engine.Op{PartitionKey: "a", RowKey: "b"})
		return err
	}
	pull := func(body string) error {
		_, err := tablesync.Pull(ctx, engine.Open(engine.Options{}), client(200, body), "Copy", tablesync.Origin{Source: "x", Endpoint: "http://x", Remote: "Movies", Scope: tablesync.Scope{Partitions: []string{"p"}}}, tablesync.Options{})
		return err
	}
	theirs := query(500, `{"odata.error":{"code":"InternalError","message":{"value":"Server encountered an internal error."}}}`)
	for _, test := range []struct {
		name string
		err  error
		code string
		says string
	}{
		{"a service's own", theirs, "InternalError", "Server encountered an internal error."},
		{"any error", fmt.Errorf("a list: %w", io.ErrUnexpectedEOF), "ProgramError", "unexpected EOF. Try again."},
		{"any error of the page", wire.FailureOf(errors.New("The file was moved.")), "Refused", "The file was moved."},
		{"a panic", crashed("secret", nil), "ProgramError", "mistake"},
		{"a web page", query(502, "<html>Bad Gateway</html>"), "WrongAnswer", "status 502 and no error of the Table protocol. Check the address"},
		{"nothing", query(301, ""), "WrongAnswer", "status 301"},
		{"no list", query(200, "{}"), "WrongAnswer", "there is no list. Check the address"},
		{"half a list", query(200, `{"value":[{"PartitionKey":"p"`), "WrongAnswer", "cannot be read: "},
		{"a key that cannot be", query(200, `{"value":[{"PartitionKey":"p","RowKey":"`+strings.Repeat("r", 3000)+`"}]}`), "WrongAnswer", "cannot be read: "},
		{"a write that is not answered", write(200, "<html>"), wire.OutcomeUnknown, "status 200"},
		{"a write that a web page refuses", write(404, "<html>"), "WrongAnswer", "status 404"},
		{"another partition", pull(`{"value":[{"PartitionKey":"q","RowKey":"r"}]}`), "WrongAnswer", "not asked for"},
	} {
		f := FailureOf(test.err)
		if f.Code != test.code || !strings.Contains(f.Message+" "+f.Detail, test.says) {
			t.Errorf("%s: %+v", test.name, f)
		}
		if f.Code == "ProgramError" && !strings.Contains(f.Message, "No service refused it.") && f.Crash == "" {
			t.Errorf("%s does not say whose mistake it is: %s", test.name, f.Message)
		}
	}
}
