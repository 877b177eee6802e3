package wire_test

import (
	"encoding/json"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/filterlang/edm"
)

// Ensure that the frames which a page and the worker of another tab exchange stay: either may be of another version.
func TestFrames_Golden(t *testing.T) {
	var frames []json.RawMessage
	for _, f := range []struct {
		wire.Frame
		body any
	}{
		{wire.Frame{Kind: wire.FrameHello}, nil},
		{wire.Frame{Kind: wire.FrameEvent, Op: wire.EventReady}, nil},
		{wire.Frame{ID: 1, Kind: wire.FrameRequest, Op: wire.Explain.Name}, wire.QueryRequest{Table: "Movies", Filter: "Rating gt 4.0", Select: []string{"A"}, Top: 9}},
		{wire.Frame{ID: 2, Kind: wire.FrameRequest, Op: wire.Apply.Name, Room: "r1"}, wire.ApplyRequest{Table: "Movies", Kind: "merge", PartitionKey: "Action", RowKey: "Alien", IfMatch: "*", Properties: []wire.TextProperty{{"Rating", edm.Double, "4.5"}}}},
		{wire.Frame{ID: 3, Kind: wire.FrameRequest, Op: wire.Document.Name}, wire.DocumentRequest{Name: "queries", Text: "[]", Set: true}},
		{wire.Frame{ID: 1, Kind: wire.FrameCancel}, nil},
		{wire.Frame{ID: 1, Kind: wire.FrameProgress}, wire.Progress{Done: 5, Total: 10, Found: 2, Micros: 1000}},
		{wire.Frame{ID: 1, Kind: wire.FrameReply}, wire.TablesReply{Tables: []wire.TableInfo{{"Movies", 10681, 10, 2000000}}, Heap: 1}},
		{wire.Frame{ID: 2, Kind: wire.FrameError}, &wire.Failure{Code: "TableNotFound", Message: "The table specified does not exist.", Detail: "There is no table.", Field: "TableName"}},
		{wire.Frame{Kind: wire.FrameEvent, Op: wire.EventChanged}, wire.Changed{Table: "Movies"}},
		{wire.Frame{Kind: wire.FrameEvent, Op: wire.EventMoved}, nil},
		{wire.Frame{Kind: wire.FrameEvent, Op: wire.EventStorage}, wire.StorageInfo{Durable: true, Used: 1, Quota: 2}},
	} {
		b, err := f.Encode(f.body)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := wire.DecodeFrame(b); err != nil {
			t.Errorf("%s: %v", b, err)
		}
		frames = append(frames, b)
	}
	workertest.CheckLines(t, "frames.ndjson", frames)
}
