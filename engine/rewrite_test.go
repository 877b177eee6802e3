package engine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
)

// Ensure that the file that was the log is cut off in steps, between which somebody else may write, and at once when nobody waits for
// them: a large file that is emptied stops a browser for a tenth of a second.
func TestRewrite_CutsOff(t *testing.T) {
	ctx := context.Background()
	ended := errors.New("ended")
	for _, stops := range []bool{false, true} {
		truncated, most := 0, 0
		disk := &enginetest.Disk{Fault: func(op enginetest.DiskOp, _ string) enginetest.Fault {
			if op == enginetest.DiskTruncate {
				truncated++
			}
			return enginetest.NoFault
		}}
		db, _, err := engine.OpenFolder(ctx, disk, engine.InSlices(diskOptions(), 100))
		must(t, err)
		must(t, db.CreateTable(ctx, "Table"))
		put := func(name string, i int) {
			_, err := db.Apply(ctx, "Table", engine.Op{Kind: engine.InsertOrReplace, PartitionKey: "p", RowKey: fmt.Sprint(name, i%10)})
			must(t, err)
		}
		for i := range 1000 {
			put("before", i)
		}
		steps := 0
		truncated = 0
		err = db.Rewrite(ctx, func() error {
			if most = max(most, truncated); truncated > 0 && disk.Used() > 0 {
				steps++
			}
			truncated = 0
			put("meanwhile", steps)
			if stops && steps == 5 {
				return ended
			}
			return nil
		})
		must(t, err)
		if most != 1 || !stops && steps < 10 || stops && steps != 5 {
			t.Errorf("stops %v: %d steps, of at most %d truncations", stops, steps, most)
		}
		before := contents(t, db)
		if n := strings.Count(before, "meanwhile"); n < 5 {
			t.Errorf("stops %v: %d of what was written meanwhile are there", stops, n)
		}
		if used := disk.Used(); used > 20_000 {
			t.Errorf("stops %v: %d bytes stay", stops, used)
		}
		must(t, db.Close())
		db, _, err = engine.OpenFolder(ctx, disk, engine.InSlices(diskOptions(), 100))
		must(t, err)
		if after := contents(t, db); after != before {
			t.Errorf("stops %v: %s became %s", stops, before, after)
		}
	}
}
