package sample

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// FileError says that a sample's data file is not what it should be.
type FileError struct {
	Sample string
	Reason string
}

func (e *FileError) Error() string {
	return "the data file of the sample " + e.Sample + " cannot be read: " + e.Reason
}

// maxFile bounds what is read of a data file, decompressed.
const maxFile = 32 << 20

// record is an entity read from a file.
type record struct {
	partitionKey, rowKey string
	properties           []engine.Property
}

// loadFile reads a CSV file with the given header, turns each line into a record, and emits them in key order. line counts
// from 1.
func loadFile(ctx context.Context, table string, data io.Reader, header []string, convert func(line int, cells []string) (record, error), emit Emit) error {
	refuse := func(format string, args ...any) error {
		return &FileError{Sample: table, Reason: fmt.Sprintf(format, args...)}
	}
	if data == nil {
		return refuse("there is none.")
	}
	buffered := bufio.NewReader(data)
	var plain io.Reader = buffered
	if magic, _ := buffered.Peek(2); string(magic) == "\x1f\x8b" {
		z, err := gzip.NewReader(buffered)
		if err != nil {
			return refuse("%v.", err)
		}
		plain = z
	}
	limited := &io.LimitedReader{R: plain, N: maxFile}
	reader := csv.NewReader(limited)
	reader.ReuseRecord = true
	first, err := reader.Read()
	if err != nil {
		return refuse("%v.", err)
	}
	if !slices.Equal(first, header) {
		return refuse("its first line names other columns than %s.", strings.Join(header, ", "))
	}
	var records []record
	for line := 1; ; line++ {
		cells, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return refuse("%v.", err)
		}
		for _, c := range cells {
			if !utf8.ValidString(c) {
				return refuse("line %d is not UTF-8.", line)
			}
		}
		r, err := convert(line, cells)
		if err != nil {
			return refuse("line %d: %v.", line, err)
		}
		records = append(records, r)
		if line%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if limited.N == 0 {
		return refuse("it is longer than %d MB.", maxFile>>20)
	}
	sort.Slice(records, func(a, b int) bool {
		if c := edm.CompareString(records[a].partitionKey, records[b].partitionKey); c != 0 {
			return c < 0
		}
		return edm.CompareString(records[a].rowKey, records[b].rowKey) < 0
	})
	e := emitter{ctx: ctx, emit: emit}
	for _, r := range records {
		if err := e.add(table, r.partitionKey, r.rowKey, r.properties); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// inferred appends a property for each cell that is not empty; its type is that of the cell alone, so that a column in which
// the source mixes kinds of values has mixed types. An empty name leaves its column out.
func inferred(names, cells []string) []engine.Property {
	properties := make([]engine.Property, 0, len(names))
	for i, name := range names {
		if name != "" && cells[i] != "" {
			properties = append(properties, engine.Property{Name: name, Value: infer(strings.Clone(cells[i]))})
		}
	}
	return properties
}

// infer reads a cell as the narrowest type that its text has: a date, an Int32, an Int64, a Double with a decimal point, or
// else a String. Numbers with leading zeros are names of something and stay text.
func infer(cell string) edm.Value {
	if t, ok := inferDate(cell); ok {
		return edm.NewDateTime(t)
	}
	digits := strings.TrimPrefix(cell, "-")
	whole, fraction, decimal := strings.Cut(digits, ".")
	if !isDigits(whole) || len(whole) > 1 && whole[0] == '0' || decimal && !isDigits(fraction) {
		return edm.NewString(cell)
	}
	if decimal {
		if f, err := strconv.ParseFloat(cell, 64); err == nil {
			return edm.NewDouble(f)
		}
		return edm.NewString(cell)
	}
	n, err := strconv.ParseInt(cell, 10, 64)
	switch {
	case err != nil:
		return edm.NewString(cell)
	case n == int64(int32(n)):
		return edm.NewInt32(int32(n))
	}
	return edm.NewInt64(n)
}

func isDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func inferDate(cell string) (edm.Ticks, bool) {
	if len(cell) < 10 || cell[4] != '-' && cell[4] != '/' {
		return 0, false
	}
	for _, layout := range []string{"2006-01-02", "2006-01-02T15:04:05.999Z", "2006/01/02 15:04"} {
		if t, err := time.Parse(layout, cell); err == nil {
			if ticks := edm.TicksOf(t); ticks >= edm.MinTicks && ticks <= edm.MaxTicks {
				return ticks, true
			}
		}
	}
	return 0, false
}
