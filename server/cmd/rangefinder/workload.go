package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"rangefinder/engine"
	"rangefinder/engine/workload"
	"rangefinder/filterlang/explain"
)

const workloadAbout = `Reads what an application asked a Table service from logs, and prints its shapes: queries that differ in literals only are one, and point reads by URL, writes and transactions are shapes too. First comes what makes the service read most. FILE is an export of StorageTableLogs (CSV or JSON), JSON lines of a diagnostic setting, a log of Storage Analytics, a HAR file, Azurite's debug log, or what rangefinder serve --log writes; its content says which. "-" is the standard input, and each may be packed by gzip.

The literals of an example are shown. Addresses of callers, signatures and keys in URLs are not.`

// workloadOptions are the flags of workload.
type workloadOptions struct {
	summary workload.Summary
	json    bool
	caps    string // file to write caps to
}

// workloadFlags declares the flags for help.
func workloadFlags() *flag.FlagSet { return new(workloadOptions).declare() }

func (o *workloadOptions) declare() *flag.FlagSet {
	flags := newFlags("workload")
	flags.BoolVar(&o.json, "json", false, "print one JSON object for each shape, one on each line, and at the end one with notUnderstood")
	flags.StringVar(&o.caps, "caps", "", "write to `FILE` what the queries cost now, one a line: rangefinder check --caps FILE then fails when one costs more")
	flags.Func("since", "leave out calls before `TIME`: 2026-11-20, 2026-11-20T09:30:00Z, or how long ago, as 90m, 24h or 7d", func(text string) (err error) {
		o.summary.Since, err = parseSince(text, time.Now())
		return err
	})
	flags.Func("table", "count calls of table `NAME` only", func(name string) error {
		if o.summary.Table = name; engine.CheckTableName(name) != nil {
			return fmt.Errorf("%.70q cannot be a table", name)
		}
		return nil
	})
	return flags
}

// readWorkload is the subcommand workload. Exit status: 0 all files were read, 1 one was not, 2 wrong usage, 3 --since and --table leave
// nothing.
func readWorkload(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var o workloadOptions
	flags := o.declare()
	paths, status, done := parseAround(flags, args, anyNumber, stderr)
	if done {
		return status
	}
	var logs []readLog
	for _, path := range paths {
		report, err := readLogFile(path, stdin, &o.summary)
		if err != nil {
			fmt.Fprintf(stderr, "rangefinder: %s: %v\n", path, err)
			status = 1
			if report.Lines == 0 {
				continue
			}
		}
		logs = append(logs, readLog{path, report})
	}
	if len(logs) == 0 {
		return 1
	}
	out := bufio.NewWriter(stdout)
	var err error
	if o.json {
		err = printShapesJSON(out, &o.summary, logs)
	} else {
		printShapes(out, &o.summary, logs)
	}
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	if err == nil && o.caps != "" && o.summary.Missed() == "" {
		var written int
		if written, err = writeCaps(o.caps, o.summary.Shapes()); err == nil {
			fmt.Fprintf(stderr, "rangefinder: wrote %s to %s\n", counted(written, "cap"), o.caps)
		}
	}
	if err != nil {
		fmt.Fprintln(stderr, "rangefinder:", err)
		return 1
	}
	if missed := o.summary.Missed(); missed != "" {
		fmt.Fprintln(stderr, "rangefinder:", missed)
		status = max(status, 3*btoi(status == 0))
	}
	return status
}

// readLog is a file and what became of its lines.
type readLog struct {
	path   string
	report workload.Report
}

func readLogFile(path string, stdin io.Reader, summary *workload.Summary) (workload.Report, error) {
	if path == "-" {
		return workload.Read(stdin, summary.Add)
	}
	f, err := os.Open(path)
	if err != nil {
		if e, ok := err.(*os.PathError); ok {
			err = e.Err
		}
		return workload.Report{}, err
	}
	defer f.Close()
	return workload.Read(f, summary.Add)
}

// parseSince reads a day, an instant, or how long ago it was.
func parseSince(text string, now time.Time) (time.Time, error) {
	for _, layout := range [...]string{time.RFC3339Nano, "2006-01-02T15:04", "2006-01-02"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, nil
		}
	}
	if days, found := strings.CutSuffix(text, "d"); found {
		if n, err := strconv.ParseUint(days, 10, 16); err == nil {
			return now.Add(-24 * time.Hour * time.Duration(n)), nil
		}
	}
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return now.Add(-d), nil
	}
	return time.Time{}, fmt.Errorf("%.40q is not a time: take 2026-11-20, 2026-11-20T09:30:00Z, 90m, 24h or 7d", text)
}

// shapeObject is what --json prints of a shape. What the logs do not say is null.
type shapeObject struct {
	Table          string          `json:"table"`
	Operation      string          `json:"operation"`
	Shape          string          `json:"shape"`
	Class          string          `json:"class"` // as explain --json has it; "refused"; the operation's name for what is no read
	WholePartition bool            `json:"wholePartition"`
	Calls          int             `json:"calls"`
	Share          float64         `json:"share"`
	CallsPerHour   *float64        `json:"callsPerHour"`
	P50            *float64        `json:"p50Ms"`
	P95            *float64        `json:"p95Ms"`
	Bytes          int64           `json:"bytes"` // of all answers
	BytesIn        int64           `json:"bytesIn"`
	Status         map[string]int  `json:"status"`
	Retries        int             `json:"retries"`
	Continued      int             `json:"continued"`
	WithSelect     int             `json:"withSelect"`
	WithTop        int             `json:"withTop"`
	Examined       *int64          `json:"examined"`
	Returned       *int64          `json:"returned"`
	Example        *string         `json:"example"`
	Findings       json.RawMessage `json:"findings"` // as explain --json has them, of Example
}

// endObject is the last line of --json.
type endObject struct {
	NotUnderstood int          `json:"notUnderstood"`
	Calls         int          `json:"calls"`
	Shapes        int          `json:"shapes"`
	First         *time.Time   `json:"first"`
	Last          *time.Time   `json:"last"`
	Files         []fileObject `json:"files"`
}

type fileObject struct {
	File          string          `json:"file"`
	Kind          workload.Kind   `json:"kind"`
	Lines         int             `json:"lines"`
	Calls         int             `json:"calls"`
	Ignored       int             `json:"ignored"`
	NotUnderstood int             `json:"notUnderstood"`
	Examples      []exampleObject `json:"examples"` // the first that were not understood
}

type exampleObject struct {
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

func printShapesJSON(out io.Writer, summary *workload.Summary, logs []readLog) error {
	shapes := summary.Shapes()
	for i := range shapes {
		if err := printSafeJSON(out, shapeObjectOf(&shapes[i])); err != nil {
			return err
		}
	}
	end := endObject{Calls: summary.Calls(), Shapes: len(shapes), Files: []fileObject{}}
	if first, last := summary.Span(); !first.IsZero() {
		end.First, end.Last = &first, &last
	}
	for _, log := range logs {
		r := log.report
		f := fileObject{log.path, r.Kind, r.Lines, r.Calls, r.Ignored, r.NotUnderstood, []exampleObject{}}
		for _, e := range r.Examples {
			f.Examples = append(f.Examples, exampleObject(e))
		}
		end.NotUnderstood += r.NotUnderstood
		end.Files = append(end.Files, f)
	}
	return printSafeJSON(out, end)
}

// printSafeJSON prints v on one line. What a terminal would obey is escaped: literals of strangers are in it.
func printSafeJSON(out io.Writer, v any) error {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return err
	}
	var line []byte
	for _, r := range b.String() {
		if r < 0x7f || unicode.IsPrint(r) {
			line = utf8.AppendRune(line, r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			line = fmt.Appendf(line, "\\u%04x", unit)
		}
	}
	_, err := out.Write(line)
	return err
}

func shapeObjectOf(s *workload.Shape) shapeObject {
	o := shapeObject{
		Table: s.Table, Operation: string(s.Operation), Shape: s.Text, Class: s.Class, WholePartition: s.WholePartition,
		Calls: s.Calls, Share: s.Share, Bytes: s.BytesOut, BytesIn: s.BytesIn, Status: map[string]int{}, Retries: s.Retries,
		Continued: s.Continued, WithSelect: s.Selects, WithTop: s.Tops, Findings: json.RawMessage("[]"),
	}
	if s.PerHour > 0 {
		o.CallsPerHour = &s.PerHour
	}
	if s.Timed > 0 {
		p50, p95 := float64(s.P50.Microseconds())/1000, float64(s.P95.Microseconds())/1000
		o.P50, o.P95 = &p50, &p95
	}
	for code, n := range s.Status {
		o.Status[strconv.Itoa(code)] = n
	}
	if s.Measured > 0 {
		o.Examined, o.Returned = &s.Examined, &s.Returned
	}
	if s.Example != "" {
		o.Example = &s.Example
	}
	if s.Plan != nil {
		var explanation struct {
			Findings json.RawMessage `json:"findings"`
		}
		object, _ := explain.JSON(s.Example)
		if json.Unmarshal(object, &explanation) == nil && explanation.Findings != nil {
			o.Findings = explanation.Findings
		}
	}
	return o
}
