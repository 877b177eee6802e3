package budget

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"rangefinder/engine/workload"
	"rangefinder/filterlang"
)

// Filter is a filter of a file.
type Filter struct {
	Line  int    // of the file, from 1
	Name  string // of a saved query or a pattern of the design lab, otherwise ""
	Table string // where it is known, otherwise ""
	Text  string
	Shape string // of a log; "" for that of Text
	Cost  *Cost  // where it was measured

	Untyped []string // of source code: holes, as they stand in Text, of which the code does not say what they hold

	Pattern bool // of the design lab: it is what somebody tries, and not asked by an application unless it has a cap
}

// queriesDocument is the document of a workspace that holds the saved queries, and savedQuery one of them.
const queriesDocument = "queries"

type savedQuery struct {
	Name   string `json:"name"`
	Table  string `json:"table"`
	Filter string `json:"filter"`
}

// The bounds of a file of filters.
const (
	maxLine    = 4 << 20 // bytes; a document of a workspace has at most 1 MiB, which JSON may double
	maxFilters = 100_000
)

// ReadFilters reads a file of filters: one a line, lines that are empty or begin with # aside; or a workspace file or its
// document of saved queries. Errors say what is wrong with which line.
func ReadFilters(r io.Reader) ([]Filter, error) {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 64<<10), maxLine)
	var out []Filter
	workspace := false
	for line := 1; in.Scan(); line++ {
		text := in.Bytes()
		if line == 1 {
			text = bytes.TrimPrefix(text, []byte("\ufeff"))
			switch {
			case bytes.HasPrefix(text, []byte(`{"rangefinder.workspace":`)):
				workspace = true
				continue
			case bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")):
				return readDocument(in, text)
			}
		}
		var err error
		if workspace {
			out, err = addDocument(out, line, text)
		} else if filter := strings.TrimSpace(string(text)); filter != "" && filter[0] != '#' {
			out = append(out, Filter{Line: line, Text: filter})
		}
		if err == nil && len(out) > maxFilters {
			err = fmt.Errorf("there are more than %d filters", maxFilters)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
	}
	if errors.Is(in.Err(), bufio.ErrTooLong) {
		return nil, fmt.Errorf("a line has more than %d bytes", maxLine)
	}
	return out, in.Err()
}

// addDocument adds the saved queries of a line of a workspace file.
func addDocument(out []Filter, line int, text []byte) ([]Filter, error) {
	if !bytes.HasPrefix(text, []byte(`{"rangefinder.document":`)) {
		return out, nil
	}
	var document struct {
		Name string `json:"rangefinder.document"`
		Text string `json:"text"`
	}
	if err := json.Unmarshal(text, &document); err != nil {
		return nil, err
	}
	if table, ok := strings.CutPrefix(document.Name, "~"); ok {
		return addPatterns(out, line, table, document.Text), nil
	}
	if document.Name != queriesDocument {
		return out, nil
	}
	return addQueries(out, line, []byte(document.Text))
}

// addPatterns adds what the patterns of a comparison of the design lab read. A comparison that cannot be read has none, as on the page.
func addPatterns(out []Filter, line int, table, text string) []Filter {
	var comparison struct {
		Patterns []struct {
			Name, Kind, Filter string
			Draft              bool
		} `json:"patterns"`
	}
	if json.Unmarshal([]byte(text), &comparison) != nil {
		return out
	}
	for _, p := range comparison.Patterns {
		if p.Kind == "read" && !(p.Draft && p.Filter == "") {
			out = append(out, Filter{Line: line, Name: p.Name, Table: table, Text: filterlang.WithoutComments(p.Filter), Pattern: true})
		}
	}
	return out
}

// ReadLog reads the queries of a log, one for each shape, with the line where it stands first. The report says what was read. With an
// error it returns what came before.
func ReadLog(r io.Reader) ([]Filter, workload.Report, error) {
	var summary workload.Summary
	report, err := workload.Read(r, summary.Add)
	var out []Filter
	for _, s := range summary.Shapes() {
		if s.Operation != workload.Query {
			continue
		}
		cost := CostOf(&s)
		f := Filter{Line: max(s.Line, 1), Table: s.Table, Text: s.Example, Shape: s.Text, Cost: &cost}
		if s.Plan == nil && s.Text != "" { // there is no example, and what stands for one is no filter
			f.Text = s.Text
		}
		out = append(out, f)
	}
	return out, report, err
}

func addQueries(out []Filter, line int, text []byte) ([]Filter, error) {
	var queries []savedQuery
	if err := json.Unmarshal(text, &queries); err != nil {
		return nil, fmt.Errorf("the saved queries cannot be read: %w", err)
	}
	for _, q := range queries {
		out = append(out, Filter{Line: line, Name: q.Name, Table: q.Table, Text: filterlang.WithoutComments(q.Filter)})
	}
	return out, nil
}

// readDocument reads the document alone, which may have several lines.
func readDocument(in *bufio.Scanner, first []byte) ([]Filter, error) {
	text := bytes.Clone(first)
	for in.Scan() {
		if text = append(append(text, '\n'), in.Bytes()...); len(text) > maxLine {
			return nil, fmt.Errorf("the document has more than %d bytes", maxLine)
		}
	}
	if in.Err() != nil {
		return nil, in.Err()
	}
	return addQueries(nil, 1, text)
}
