package engine_test

import (
	"context"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
)

// Ensure that the document of a table goes with it, comes back with it, and is no other table's, also after opening again.
func TestDB_TableDocument(t *testing.T) {
	ctx := context.Background()
	disk := &enginetest.Disk{}
	db, _ := openDisk(t, disk)
	check := func(when, table, want string) {
		t.Helper()
		if got, _ := db.TableDocument(table); got != want {
			t.Errorf("%s: the document of %s is %q, want %q", when, table, got, want)
		}
		must(t, db.Close())
		db, _ = openDisk(t, disk)
		if got, _ := db.TableDocument(table); got != want {
			t.Errorf("%s, opened again: the document of %s is %q, want %q", when, table, got, want)
		}
	}
	if err := db.SetTableDocument(ctx, "Movies", "mine"); !isCode(err, engine.TableNotFound) {
		t.Errorf("a table that is not there: %v", err)
	}
	must(t, db.CreateTable(ctx, "Movies"))
	must(t, db.SetTableDocument(ctx, "movies", "mine"))
	check("set", "MOVIES", "mine")
	image := db.Image()
	must(t, db.CloneTable(ctx, "Movies", "Films"))
	check("cloned", "Films", "")
	must(t, db.DeleteTable(ctx, "Movies"))
	check("deleted", "Movies", "")
	must(t, db.RestoreTable(ctx, image, "Movies"))
	check("restored", "Movies", "mine")
	must(t, db.DeleteTable(ctx, "Movies"))
	must(t, db.SetDocument(ctx, "@movies", "left by an earlier version"))
	must(t, db.CreateTable(ctx, "Movies"))
	check("created again", "Movies", "")
	must(t, db.DeleteTable(ctx, "Movies"))
	must(t, db.SetDocument(ctx, "@movies", "left by an earlier version"))
	must(t, db.CreateTracked(ctx, "Movies", "note"))
	check("created again, tracked", "Movies", "")
}
