package wire

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestFrame_RoundTrip(t *testing.T) {
	for _, want := range []struct {
		id   int64
		kind FrameKind
		op   string
		body any
	}{
		{1, FrameRequest, Run.Name, QueryRequest{Table: "Movies", Filter: "PartitionKey eq 'a'", Select: []string{"A"}, Top: 3}},
		{9, FrameCancel, "", nil},
		{2, FrameReply, "", Done{}},
		{0, FrameEvent, EventReady, nil},
		{0, FrameHello, "", nil},
		{1 << 40, FrameError, "", &Failure{Code: "TableNotFound", Message: "<&>\u2028"}},
	} {
		b, err := EncodeFrame(want.id, want.kind, want.op, want.body)
		if err != nil {
			t.Fatal(err)
		}
		f, err := DecodeFrame(b)
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
		"too long":          {strings.Repeat(" ", MaxFrame+1), 0},
	} {
		f, err := DecodeFrame([]byte(c.message))
		if err == nil {
			t.Errorf("%s: read as %+v", name, f)
		} else if f.ID != c.id {
			t.Errorf("%s: id %d, want %d", name, f.ID, c.id)
		}
	}
}

// Ensure that the head of a frame is read without its body, and that a frame of somebody else's making is read too.
func TestDecodeFrame_Foreign(t *testing.T) {
	long, err := EncodeFrame(7, FrameRequest, Apply.Name, strings.Repeat(`","body":"`, 1000))
	if err != nil {
		t.Fatal(err)
	}
	short, err := EncodeFrame(8, FrameCancel, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, text string
		want       Frame
		fails      bool
	}{
		{"long", string(long), Frame{ID: 7, Kind: FrameRequest, Op: Apply.Name}, false},
		{"body cut", string(long[:100]), Frame{ID: 7, Kind: FrameRequest, Op: Apply.Name}, false}, // whoever reads the body says so
		{"no body", string(short), Frame{ID: 8, Kind: FrameCancel}, false},
		{"body first", `{"body":{"id":3},"kind":"request","id":9,"op":"run"}`, Frame{ID: 9, Kind: FrameRequest, Op: Run.Name}, false},
		{"spaces", `{ "id": 9, "kind": "request", "op": "run", "body": 1 }`, Frame{ID: 9, Kind: FrameRequest, Op: Run.Name}, false},
		{"nothing", ``, Frame{}, true},
		{"number below 1", `{"id":-1,"kind":"request","body":1}`, Frame{}, true},
	} {
		f, err := DecodeFrame([]byte(test.text))
		if (err != nil) != test.fails {
			t.Errorf("%s: error %v", test.name, err)
		}
		if f.Body = nil; f.ID != test.want.ID || f.Kind != test.want.Kind || f.Op != test.want.Op {
			t.Errorf("%s: %+v, want %+v", test.name, f, test.want)
		}
	}
}

func FuzzDecodeFrame(f *testing.F) {
	f.Add([]byte(`{"id":1,"kind":"request","op":"run","body":{"Table":"T"}}`))
	f.Add([]byte(`{"id":1,"kind":"cancel"}`))
	f.Add([]byte(`{"id":-1,"kind":[]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := DecodeFrame(b)
		if got.ID < 0 {
			t.Fatalf("id %d", got.ID)
		}
		if err != nil {
			return
		}
		var body any
		if got.Body != nil {
			body = got.Body
			if !json.Valid(got.Body) {
				return // whoever reads the body says so
			}
		}
		again, err := EncodeFrame(got.ID, got.Kind, got.Op, body)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := DecodeFrame(again); err != nil || back.ID != got.ID || back.Kind != got.Kind {
			t.Fatalf("%q written as %q: %+v, %v", b, again, back, err)
		}
	})
}
