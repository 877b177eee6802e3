package main

import (
	"bufio"
	"context"
	"fmt"
	"os"

	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/filterlang/edm"
)

// next is the generator that all sides draw their values from (Numerical Recipes' LCG).
func next(x uint32) uint32 { return x*1664525 + 1013904223 }

// fill puts the entities of the figures into a new table, each partition rowsEach of them.
func fill(ctx context.Context, db *engine.DB, table string, partitions int) error {
	if err := db.CreateTable(ctx, table); err != nil {
		return err
	}
	loader, err := db.Load(ctx, table)
	if err != nil {
		return err
	}
	x := uint32(1)
	for p := range partitions {
		for r := range rowsEach {
			x = next(x)
			err := loader.Add(fmt.Sprintf("p%04d", p), fmt.Sprintf("r%04d", r), []engine.Property{
				{Name: "N", Value: edm.NewInt32(int32((x >> 16) % 1000))},
				{Name: "D", Value: edm.NewDouble(float64(x) / 4294967296)},
				{Name: "S", Value: edm.NewString(fmt.Sprintf("abcdefghijkl%08x", x))},
				{Name: "B", Value: edm.NewBoolean(x>>31 == 1)},
			})
			if err != nil {
				return err
			}
		}
	}
	_, err = loader.Commit()
	return err
}

// writeNDJSON writes the entities of the figures as our own export does, without the Timestamps and ETags that an import
// does not read.
func writeNDJSON(ctx context.Context, path string, partitions int) error {
	db := engine.Open(engine.Options{})
	if err := fill(ctx, db, kept, partitions); err != nil {
		return err
	}
	s, err := db.Snapshot(kept)
	if err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	buffer := bufio.NewWriterSize(file, 1<<20)
	w, err := interchange.NewWriter(buffer, interchange.WriterOptions{Format: interchange.NDJSON, Table: kept, Bare: true})
	if err != nil {
		return err
	}
	for i := range s.Len() {
		if err := w.Write(s.At(i)); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	if err := buffer.Flush(); err != nil {
		return err
	}
	return file.Close()
}
