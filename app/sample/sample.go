package sample

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"rangefinder/engine"
)

// Sample is a data set that can be loaded with one click. It is plain data.
type Sample struct {
	Name        string // identifies the sample: "Movies"
	Title       string // for a list
	Description string // what it holds and what its key design teaches, two or three sentences
	Source      string // where the data comes from
	Licence     string
	Tables      []TableInfo
	Entities    int     // in all tables
	Queries     []Query // three to six filters that teach something, from cheap to dear
	File        string  // path of the data file relative to the page, "" when the data is generated
	FileBytes   int     // its size
}

// TableInfo is a table of a sample.
type TableInfo struct {
	Name     string
	Entities int
	Keys     string // the key design in words: "category / title"
}

// Query is an example filter.
type Query struct {
	Table  string // a name in Tables
	Title  string // what it asks, in words
	Filter string // $filter text
	Class  string // name of the class that the service's plan has: filterlang.Class.Name
}

// Emit takes one entity of a load. properties may be reused by the caller after Emit returns.
type Emit func(table, partitionKey, rowKey string, properties []engine.Property) error

// Find returns the sample with a name.
func Find(name string) (Sample, bool) {
	for _, s := range Samples() {
		if s.Name == name {
			return s, true
		}
	}
	return Sample{}, false
}

// Load gives every entity of the sample to emit, in a fixed order, and stops at the first error: one of emit, the end of ctx,
// or a *FileError when data is not the file that the sample needs. data is read only when File is set; it may be compressed
// with gzip or already decompressed.
func (s Sample) Load(ctx context.Context, data io.Reader, emit Emit) error {
	switch s.Name {
	case "Movies":
		return loadMovies(ctx, emit)
	case "Blogs":
		return loadBlogs(ctx, emit)
	case "Logs":
		return loadLogs(ctx, emit)
	case "SocialNetwork":
		return loadSocial(ctx, emit)
	case "Jobs":
		return loadJobs(ctx, emit)
	case "Rentals":
		return loadRentals(ctx, emit)
	case "Birdstrikes":
		return loadBirdstrikes(ctx, data, emit)
	case "Earthquakes":
		return loadEarthquakes(ctx, data, emit)
	case "Flights":
		return loadFlights(ctx, data, emit)
	}
	return fmt.Errorf("there is no sample %q", s.Name)
}

// ByName returns what gives the entities of samples by their names, the same ones to all who ask: read returns the file of a sample
// that has one, none is the error for a name that no sample has.
func ByName(read func(file string) ([]byte, error), none error) func(ctx context.Context, name string, emit func(table, partitionKey, rowKey string, properties []engine.Property) error) error {
	return func(ctx context.Context, name string, emit func(table, partitionKey, rowKey string, properties []engine.Property) error) error {
		s, ok := Find(name)
		if !ok {
			return none
		}
		var data io.Reader
		if s.File != "" {
			b, err := read(s.File)
			if err != nil {
				return err
			}
			data = bytes.NewReader(b)
		}
		return s.Load(ctx, data, emit)
	}
}

// emitter checks ctx every so often on the way to an Emit.
type emitter struct {
	ctx  context.Context
	emit Emit
	n    int
}

func (e *emitter) add(table, partitionKey, rowKey string, properties []engine.Property) error {
	if e.n++; e.n%1024 == 0 {
		if err := e.ctx.Err(); err != nil {
			return err
		}
	}
	return e.emit(table, partitionKey, rowKey, properties)
}

// Named returns the sample of that name, nil when there is none.
func Named(list []Sample, name string) *Sample {
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// Holding returns the sample that has a table of that name, in any capitals; nil when there is none.
func Holding(list []Sample, table string) *Sample {
	for i := range list {
		if list[i].TableNamed(table) != "" {
			return &list[i]
		}
	}
	return nil
}

// TableNamed is how the sample writes the name of one of its tables, "" when it has none of that name.
func (s *Sample) TableNamed(name string) string {
	for _, t := range s.Tables {
		if strings.EqualFold(t.Name, name) {
			return t.Name
		}
	}
	return ""
}

// Examples are the filters of a table that teach something.
func Examples(list []Sample, table string) []Query {
	s := Holding(list, table)
	if s == nil {
		return nil
	}
	var examples []Query
	for _, q := range s.Queries {
		if q.Table == table || q.Table == "" {
			examples = append(examples, q)
		}
	}
	return examples
}
