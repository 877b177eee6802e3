package worker

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestFrame_RoundTrip(t *testing.T) {
	for _, want := range []struct {
		id   int64
		kind kind
		op   string
		body any
	}{
		{1, kindRequest, opRun, QueryRequest{Table: "Movies", Filter: "PartitionKey eq 'a'", Select: []string{"A"}, Top: 3}},
		{9, kindCancel, "", nil},
		{2, kindReply, "", Done{}},
		{0, kindEvent, eventReady, nil},
		{0, kindHello, "", nil},
		{1 << 40, kindError, "", &Failure{Code: "TableNotFound", Message: "<&>\u2028"}},
	} {
		b, err := encodeFrame(want.id, want.kind, want.op, want.body)
		if err != nil {
			t.Fatal(err)
		}
		f, err := decodeFrame(b)
		if err != nil {
			t.Fatalf("%s: %v", b, err)
		}
		if f.ID != want.id || f.Kind != want.kind || f.Op != want.op {
			t.Errorf("%s read as %+v", b, f)
		}
		if want.body == nil {
			if f.Body != nil {
				t.Errorf("%s has a body", b)
			}
			continue
		}
		got := reflect.New(reflect.Indirect(reflect.ValueOf(want.body)).Type())
		if err := json.Unmarshal(f.Body, got.Interface()); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got.Elem().Interface(), reflect.Indirect(reflect.ValueOf(want.body)).Interface()) {
			t.Errorf("body of %s read as %+v", b, got.Elem())
		}
	}
}

func TestFrame_Malformed(t *testing.T) {
	for name, c := range map[string]struct {
		message string
		id      int64 // that can still be answered
	}{
		"empty":             {"", 0},
		"no JSON":           {"\x00\xff", 0},
		"cut off":           {`{"id":3,"kind":"request"`, 0},
		"null":              {"null", 0},
		"list":              {"[1]", 0},
		"no kind":           {`{"id":3}`, 3},
		"unknown kind":      {`{"id":3,"kind":"poem"}`, 3},
		"kind is a number":  {`{"id":3,"kind":7}`, 3},
		"op is a list":      {`{"id":3,"kind":"request","op":[]}`, 3},
		"id is text":        {`{"id":"3","kind":"request"}`, 0},
		"id is negative":    {`{"id":-3,"kind":"request"}`, 0},
		"id is a fraction":  {`{"id":3.5,"kind":"request"}`, 0},
		"id is huge":        {`{"id":1e99,"kind":"request"}`, 0},
		"request, no id":    {`{"kind":"request","op":"run"}`, 0},
		"something follows": {`{"id":3,"kind":"request"}x`, 0},
		"too long":          {strings.Repeat(" ", maxFrame+1), 0},
	} {
		f, err := decodeFrame([]byte(c.message))
		if err == nil {
			t.Errorf("%s: read as %+v", name, f)
		} else if f.ID != c.id {
			t.Errorf("%s: id %d, want %d", name, f.ID, c.id)
		}
	}
}

func FuzzDecodeFrame(f *testing.F) {
	f.Add([]byte(`{"id":1,"kind":"request","op":"run","body":{"Table":"T"}}`))
	f.Add([]byte(`{"id":1,"kind":"cancel"}`))
	f.Add([]byte(`{"id":-1,"kind":[]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := decodeFrame(b)
		if got.ID < 0 {
			t.Fatalf("id %d", got.ID)
		}
		if err != nil {
			return
		}
		var body any
		if got.Body != nil {
			body = got.Body
		}
		again, err := encodeFrame(got.ID, got.Kind, got.Op, body)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := decodeFrame(again); err != nil || back.ID != got.ID || back.Kind != got.Kind {
			t.Fatalf("%q written as %q: %+v, %v", b, again, back, err)
		}
	})
}
