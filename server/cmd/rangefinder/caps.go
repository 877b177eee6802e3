package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"

	"rangefinder/engine"
	"rangefinder/engine/workload"
	"rangefinder/server/budget"
)

// readCaps reads the file of --caps, nil for none.
func readCaps(path string) (*budget.Caps, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	caps, err := budget.ReadCaps(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return caps, nil
}

// writeCaps writes what the queries of a log come to as a file of caps, which takes the place of one that is there only when it is whole.
func writeCaps(path string, shapes []workload.Shape) (written int, err error) {
	var text bytes.Buffer
	caps := budget.CapsOf(shapes)
	err = budget.WriteCaps(&text, caps)
	if err == nil && len(caps) == 0 {
		err = errors.New("the log has no query that could have a cap")
	}
	if err == nil {
		err = os.WriteFile(path, text.Bytes(), 0o666)
	}
	return len(caps), err
}

// measureFilters runs filters of a workspace that have a cap of what they examine or of requests on the workspace's entities. Bytes are
// those of answers, which only a log knows.
func measureFilters(ctx context.Context, path string, filters []budget.Filter, caps *budget.Caps) error {
	var db *engine.DB
	for i := range filters {
		f := &filters[i]
		c, ok := caps.Of(*f)
		if !ok || c.Examined == 0 && c.RoundTrips == 0 || f.Table == "" {
			continue
		}
		if db == nil {
			var err error
			if db, err = readWorkspace(ctx, path); err != nil {
				return err
			}
		}
		s, err := db.Snapshot(f.Table)
		if err != nil || s.Len() == 0 {
			continue // the file has saved queries of tables that it does not have
		}
		r, err := s.Run(ctx, engine.Query{Filter: f.Text}, engine.RunOptions{})
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			continue // it is refused, which is told without running it
		}
		f.Cost = &budget.Cost{Examined: float64(r.Stats.Examined), RoundTrips: float64(r.Stats.RoundTrips), Bytes: -1}
	}
	return nil
}
