package study

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/engine/workload"
)

// aLog is a day of calls.
func aLog(t *testing.T) string {
	t.Helper()
	var log bytes.Buffer
	if err := sample.WriteLog(&log, sample.Logs[0].Name); err != nil {
		t.Fatal(err)
	}
	return log.String()
}

// Ensure that a log crosses as it is counted in the worker, that several files are one log, and that each file is told of.
func TestWorkload_Files(t *testing.T) {
	d, files := openFiles(t)
	text := aLog(t)
	half := strings.Index(text[len(text)/2:], "\n") + len(text)/2 + 1
	tokens := []string{files.Give("1.log", text[:half]), files.Give("2.log", text[half:]), files.Give("notes.txt", "nothing of the kind")}
	r, err := wire.Call(t.Context(), d.Client, wire.Workload, wire.WorkloadRequest{Tokens: tokens}, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := wire.Call(t.Context(), d.Client, wire.Workload, wire.WorkloadRequest{Sample: sample.Logs[0].Name}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Shapes) != len(whole.Shapes) || r.Calls != whole.Calls || len(r.Moments) != len(whole.Moments) || r.First != whole.First || r.First.IsZero() {
		t.Errorf("%d shapes of %d calls from %v; in one file %d of %d from %v", len(r.Shapes), r.Calls, r.First, len(whole.Shapes), whole.Calls, whole.First)
	}
	for i := range r.Shapes {
		if a, b := r.Shapes[i], whole.Shapes[i]; a.Text != b.Text || a.Calls != b.Calls || a.P95 != b.P95 || a.Status[200] != b.Status[200] {
			t.Errorf("shape %d: %+v, in one file %+v", i, a, b)
		}
	}
	after, err := wire.Call(t.Context(), d.Client, wire.Workload, wire.WorkloadRequest{Sample: sample.Logs[1].Name}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if first := after.Shapes[0]; first.Example == "" || len(first.Findings) == 0 || first.P50 == 0 {
		t.Errorf("the first shape came as %+v", first)
	}
	if f := r.Files; len(f) != 3 || f[0].Name != "1.log" || f[0].Kind != workload.JSONLines || f[0].Calls+f[1].Calls != r.Calls || f[0].NotUnderstood+f[1].NotUnderstood == 0 || !strings.Contains(f[2].Problem, "not a log") || !f[2].Unknown || f[1].Unknown {
		t.Errorf("files %+v", r.Files)
	}
}

// Ensure that a reading that is stopped answers what it has counted.
func TestWorkload_Stopped(t *testing.T) {
	d, files := openFiles(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var seen wire.Progress
	token := files.Give("long.log", strings.Repeat(aLog(t), 30))
	r, err := wire.Call(ctx, d.Client, wire.Workload, wire.WorkloadRequest{Tokens: []string{token}}, func(p wire.Progress) {
		seen = p
		stop()
	})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Stopped || r.Calls == 0 || r.Calls > 29*6000 || len(r.Shapes) == 0 || seen.Size == 0 || seen.Received == 0 || seen.Done == 0 {
		t.Errorf("stopped %v with %d calls, told %+v", r.Stopped, r.Calls, seen)
	}
}

// Ensure that patterns are made of the entities of the table here, in whatever case a log writes its name.
func TestWorkloadPatterns(t *testing.T) {
	d, _ := openFiles(t)
	if _, err := wire.Call(t.Context(), d.Client, wire.LoadSample, wire.SampleRequest{Name: "Movies"}, nil); err != nil {
		t.Fatal(err)
	}
	shapes := []workload.Shape{{Operation: workload.PointRead, Calls: 3}, {Operation: workload.Transaction, Calls: 1}}
	r, err := wire.Call(t.Context(), d.Client, wire.WorkloadPatterns, wire.WorkloadPatternsRequest{Table: "movies", Shapes: shapes}, nil)
	if err != nil || r.Table != "Movies" || len(r.Patterns) != 1 || !strings.HasPrefix(r.Patterns[0].Filter, "PartitionKey eq '") || len(r.Left) != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}
