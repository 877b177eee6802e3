// Command pack makes the data files of the samples that are real data, from the npm package vega-datasets:
//
//	npm pack vega-datasets@3.2.1 && tar xzf vega-datasets-3.2.1.tgz
//	go run rangefinder/app/sample/pack package/data web/static/samples
//
// It changes no value: birdstrikes.csv is only compressed; flights and earthquakes are written as CSV, numbers with the digits
// of the source, null as an empty cell. The same input gives the same bytes.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: pack DATA-FOLDER OUTPUT-FOLDER")
		os.Exit(2)
	}
	if err := pack(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func pack(from, to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	for _, f := range []struct {
		source, target string
		convert        func([]byte) ([]byte, error)
	}{
		{"birdstrikes.csv", "birdstrikes.csv.gz", func(b []byte) ([]byte, error) { return b, nil }},
		{"flights-20k.json", "flights.csv.gz", flights},
		{"earthquakes.json", "earthquakes.csv.gz", earthquakes},
	} {
		b, err := os.ReadFile(filepath.Join(from, f.source))
		if err != nil {
			return err
		}
		if b, err = f.convert(b); err != nil {
			return fmt.Errorf("%s: %w", f.source, err)
		}
		var out bytes.Buffer
		w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err = w.Write(b); err != nil {
			return err
		}
		if err = w.Close(); err != nil {
			return err
		}
		target := filepath.Join(to, f.target)
		if err = os.WriteFile(target, out.Bytes(), 0o644); err != nil {
			return err
		}
		fmt.Println(target, out.Len(), "bytes")
	}
	return nil
}

func decode(b []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	return d.Decode(into)
}

func table(header []string, rows [][]string) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if err := w.Write(header); err != nil {
		return nil, err
	}
	if err := w.WriteAll(rows); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func flights(b []byte) ([]byte, error) {
	var source []map[string]any
	if err := decode(b, &source); err != nil {
		return nil, err
	}
	header := []string{"date", "delay", "distance", "origin", "destination"}
	var rows [][]string
	for _, f := range source {
		rows = append(rows, cells(f, header))
	}
	return table(header, rows)
}

func earthquakes(b []byte) ([]byte, error) {
	var source struct {
		Features []struct {
			Properties map[string]any
			Geometry   struct{ Coordinates []json.Number }
		}
	}
	if err := decode(b, &source); err != nil {
		return nil, err
	}
	header := []string{"mag", "place", "felt", "cdi", "mmi", "alert", "status", "tsunami", "sig", "net", "code", "nst", "dmin", "rms", "gap",
		"magType", "type"}
	var rows [][]string
	for _, f := range source.Features {
		ms, err := f.Properties["time"].(json.Number).Int64()
		if err != nil {
			return nil, err
		}
		row := []string{time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")}
		for _, c := range f.Geometry.Coordinates {
			row = append(row, c.String())
		}
		rows = append(rows, append(row, cells(f.Properties, header)...))
	}
	return table(append([]string{"time", "longitude", "latitude", "depth"}, header...), rows)
}

func cells(from map[string]any, names []string) []string {
	row := make([]string, len(names))
	for i, name := range names {
		if v := from[name]; v != nil {
			row[i] = fmt.Sprint(v)
		}
	}
	return row
}
