package study

import (
	"bufio"
	"errors"
	"io"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine/workload"
)

// workload reads logs, in memory that does not grow with them.
func readLogs(j *worker.Job, req wire.WorkloadRequest) (*wire.WorkloadReply, error) {
	w := &logReading{Job: j}
	if req.Sample != "" {
		in, out := io.Pipe()
		go func() { out.CloseWithError(sample.WriteLog(out, req.Sample)) }()
		w.file(in, "", 0)
		_ = in.Close() // ends the writer of a log that was not read to its end
	}
	for _, token := range req.Tokens { // their sizes first: progress is told of all
		file, err := j.OpenFile(token)
		if err != nil {
			return nil, err
		}
		w.size += file.Size()
	}
	for _, token := range req.Tokens {
		file, err := j.OpenFile(token)
		if err != nil {
			return nil, err
		}
		if w.file(io.NewSectionReader(file, 0, file.Size()), file.Name(), file.Size()); w.reply.Stopped {
			break
		}
	}
	return w.end(), nil
}

// logReading is the reading of logs.
type logReading struct {
	*worker.Job
	summary  workload.Summary
	received int64
	size     int64
	calls    int
	reply    wire.WorkloadReply
}

// logBuffer is how much of a file is read at once.
const logBuffer = 256 << 10

// file reads one log.
func (w *logReading) file(in io.Reader, name string, size int64) {
	before := w.received
	report, err := workload.Read(bufio.NewReaderSize(&logReader{w, in}, logBuffer), func(c *workload.Call) {
		w.calls++
		w.summary.Add(c)
		if w.calls%worker.PauseEvery == 0 {
			_ = w.breathe() // the reader has the error again
		}
	})
	file := wire.WorkloadFile{Name: name, Report: report}
	switch {
	case w.Ctx.Err() != nil:
		w.reply.Stopped = true
	case err != nil:
		file.Problem, file.Unknown = worker.Sentence(err), errors.Is(err, workload.ErrKind)
	}
	w.received = before + size // what was unpacked or left out is not read again
	w.reply.Files = append(w.reply.Files, file)
}

// breathe lets messages in and tells how far the reading is.
func (w *logReading) breathe() error {
	return w.Rest(wire.Progress{Done: w.calls, Received: w.received, Size: w.size})
}

// end is what was counted.
func (w *logReading) end() *wire.WorkloadReply {
	r := &w.reply
	r.Shapes = w.summary.Shapes()
	for i := range r.Shapes {
		if s := &r.Shapes[i]; i >= wire.ExampleShapes {
			s.Example, s.Findings = "", nil
		}
	}
	r.Calls = w.summary.Calls()
	r.First, r.Last = w.summary.Span()
	r.Moments, r.Width = w.summary.Timeline()
	r.Micros = w.Micros()
	return r
}

// logReader reads a file and lets messages in meanwhile.
type logReader struct {
	of *logReading
	in io.Reader
}

func (r *logReader) Read(p []byte) (int, error) {
	if err := r.of.breathe(); err != nil {
		return 0, err
	}
	n, err := r.in.Read(p)
	r.of.received += int64(n)
	return n, err
}

// workloadPatterns makes patterns of shapes.
func workloadPatterns(j *worker.Job, req wire.WorkloadPatternsRequest) (*wire.WorkloadPatternsReply, error) {
	s, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	reply := &wire.WorkloadPatternsReply{Table: s.Table()}
	reply.Patterns, reply.Left = lab.Measured(s, req.Shapes)
	return reply, nil
}
