package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/workload"
)

// WorkloadInput is what the tool workload takes.
type WorkloadInput struct {
	Paths []string `json:"paths" jsonschema:"the logs: StorageTableLogs as CSV or JSON, Storage Analytics, HAR, Azurite's debug log, or what rangefinder serve --log writes; each may be packed by gzip"`
	Table string   `json:"table,omitempty" jsonschema:"count calls of this table only"`
	Since string   `json:"since,omitempty" jsonschema:"leave out calls before this day or instant: 2026-11-20 or 2026-11-20T09:30:00Z"`
}

// WorkloadOutput is what it answers.
type WorkloadOutput struct {
	Calls         int       `json:"calls"`
	Shapes        int       `json:"shapes" jsonschema:"how many there are"`
	First         string    `json:"first,omitempty" jsonschema:"when the first call began, if the logs say so"`
	Last          string    `json:"last,omitempty"`
	Ranked        []Shape   `json:"ranked" jsonschema:"the shapes, what reads most first; at most 100"`
	Logs          []LogRead `json:"logs"`
	NotUnderstood int       `json:"notUnderstood" jsonschema:"lines of all logs that are neither a call nor anything known"`
}

// Shape is what calls have in common that differ in their literals only.
type Shape struct {
	Table          string         `json:"table,omitempty"`
	Operation      string         `json:"operation"`
	Shape          string         `json:"shape,omitempty" jsonschema:"the filter with a hole for each literal; empty for a query without a filter"`
	Class          string         `json:"class" jsonschema:"of the plan, as the tool explain has it; refused; or the operation, of what is not a read"`
	WholePartition bool           `json:"wholePartition,omitempty"`
	Calls          int            `json:"calls"`
	Share          float64        `json:"share" jsonschema:"of all calls, 0 to 1"`
	PerDay         float64        `json:"perDay,omitempty" jsonschema:"calls a day, for a pattern of lab_measure; absent if the time is unknown"`
	P50            float64        `json:"p50Ms,omitempty"`
	P95            float64        `json:"p95Ms,omitempty"`
	Status         map[string]int `json:"status,omitempty" jsonschema:"calls by HTTP status"`
	Retries        int            `json:"retries,omitempty"`
	Examined       *int64         `json:"examined,omitempty" jsonschema:"entities, where the log says so"`
	Returned       *int64         `json:"returned,omitempty"`
	Example        string         `json:"example,omitempty" jsonschema:"the filter of one call, for the tool explain"`
}

// LogRead is what became of a log.
type LogRead struct {
	Path          string   `json:"path"`
	Kind          string   `json:"kind"`
	Lines         int      `json:"lines"`
	Calls         int      `json:"calls"`
	NotUnderstood int      `json:"notUnderstood,omitempty"`
	Reasons       []string `json:"reasons,omitempty" jsonschema:"of the first lines that were not understood"`
}

const (
	maxLogs   = 100 // that one call may name
	maxShapes = 100 // of an answer
	told      = 10  // shapes in the text for people
)

func (t *tools) workload(ctx context.Context, in WorkloadInput) (string, WorkloadOutput, error) {
	out := WorkloadOutput{Ranked: []Shape{}, Logs: []LogRead{}}
	if len(in.Paths) == 0 || len(in.Paths) > maxLogs {
		return "", out, fmt.Errorf("give from 1 to %d logs", maxLogs)
	}
	summary := workload.Summary{Table: in.Table}
	if in.Table != "" {
		if err := engine.CheckTableName(in.Table); err != nil {
			return "", out, err
		}
	}
	var err error
	if summary.Since, err = day(in.Since); err != nil {
		return "", out, err
	}
	leave, err := t.enter(ctx)
	if err != nil {
		return "", out, err
	}
	defer leave()
	for _, path := range in.Paths {
		read, err := t.readLog(ctx, path, &summary)
		if err != nil {
			return "", out, err
		}
		out.Logs = append(out.Logs, read)
		out.NotUnderstood += read.NotUnderstood
	}
	shapes := summary.Shapes()
	out.Calls, out.Shapes = summary.Calls(), len(shapes)
	if first, last := summary.Span(); !first.IsZero() {
		out.First, out.Last = first.UTC().Format(time.RFC3339), last.UTC().Format(time.RFC3339)
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%d calls of %d shapes, what reads most first:", out.Calls, out.Shapes)
	if missed := summary.Missed(); missed != "" {
		fmt.Fprintf(&text, " %s", missed)
	}
	for i := range shapes[:min(len(shapes), maxShapes)] {
		s := shapeOf(&shapes[i])
		out.Ranked = append(out.Ranked, s)
		if i < told {
			fmt.Fprintf(&text, "\n%s, %s of %.70q, %d calls: %.300q", s.Class, s.Operation, s.Table, s.Calls, s.Shape)
		}
	}
	return text.String(), out, nil
}

// day reads a day or an instant; the zero time for none.
func day(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		if at, err := time.Parse(layout, text); err == nil {
			return at, nil
		}
	}
	return time.Time{}, fmt.Errorf("%.40q is not a time: take 2026-11-20 or 2026-11-20T09:30:00Z", text)
}

func (t *tools) readLog(ctx context.Context, path string, summary *workload.Summary) (LogRead, error) {
	f, err := t.config.Files.open(path)
	if err != nil {
		return LogRead{}, err
	}
	defer f.Close()
	report, err := workload.Read(reader{ctx, f}, summary.Add)
	if err != nil {
		if errors.Is(err, context.Canceled) {
			return LogRead{}, err
		}
		if !errors.Is(err, workload.ErrCut) || report.Calls == 0 {
			return LogRead{}, fmt.Errorf("%.100q: %w", path, err)
		}
	}
	read := LogRead{Path: path, Kind: string(report.Kind), Lines: report.Lines, Calls: report.Calls, NotUnderstood: report.NotUnderstood}
	for _, e := range report.Examples {
		read.Reasons = append(read.Reasons, fmt.Sprintf("line %d: %s", e.Line, e.Reason))
	}
	if err != nil {
		read.Reasons = append(read.Reasons, err.Error())
	}
	return read, nil
}

func shapeOf(s *workload.Shape) Shape {
	o := Shape{
		Table: s.Table, Operation: string(s.Operation), Shape: s.Text, Class: s.Class, WholePartition: s.WholePartition, Calls: s.Calls, Share: s.Share,
		PerDay: s.PerHour * 24, Retries: s.Retries, Example: s.Example,
	}
	if s.Timed > 0 {
		o.P50, o.P95 = float64(s.P50.Microseconds())/1000, float64(s.P95.Microseconds())/1000
	}
	if s.Measured > 0 {
		o.Examined, o.Returned = &s.Examined, &s.Returned
	}
	for code, n := range s.Status {
		if o.Status == nil {
			o.Status = make(map[string]int)
		}
		o.Status[strconv.Itoa(code)] = n
	}
	return o
}

// reader ends with its context: a log may be long.
type reader struct {
	ctx context.Context
	io.Reader
}

// Read implements io.Reader.
func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}
