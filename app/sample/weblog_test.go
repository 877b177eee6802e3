package sample

import (
	"bytes"
	"testing"

	"rangefinder/engine/workload"
)

// Ensure that the logs to try are logs as the reader takes them, of the shapes that their day has, and the same every time.
func TestWriteLog(t *testing.T) {
	for i, want := range []struct {
		shapes int
		class  string // of what reads most
	}{{8, "full-scan"}, {10, "full-scan"}} {
		var log, again bytes.Buffer
		if err := WriteLog(&log, Logs[i].Name); err != nil {
			t.Fatal(err)
		}
		_ = WriteLog(&again, Logs[i].Name)
		if !bytes.Equal(log.Bytes(), again.Bytes()) {
			t.Error("two writings differ")
		}
		if workload.Recognize(log.Bytes()[:workload.Recognized]) != workload.JSONLines {
			t.Error("it is not recognized")
		}
		var s workload.Summary
		report, err := workload.Read(&log, s.Add)
		shapes := s.Shapes()
		if err != nil || report.NotUnderstood == 0 || report.NotUnderstood > 4 || report.Calls < 5000 || report.Calls > 8000 {
			t.Errorf("%+v, %v", report, err)
		}
		if len(shapes) != want.shapes || shapes[0].Class != want.class {
			t.Errorf("%s: %d shapes, first %s", Logs[i].Name, len(shapes), shapes[0].Class)
		}
	}
	if WriteLog(new(bytes.Buffer), "x") == nil {
		t.Error("a log that there is none of is written")
	}
}
