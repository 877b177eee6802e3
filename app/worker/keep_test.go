package worker

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/engine/enginetest"
)

// openDisk serves the workspace of a disk, with files.
func openDisk(t *testing.T, disk *enginetest.Disk, change func(*Config)) (*desk, *workertest.Files, *engine.Recovery) {
	t.Helper()
	db, recovery, err := engine.OpenFolder(t.Context(), disk, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	d, files := openFiles(t, func(c *Config) {
		c.DB = db
		if change != nil {
			change(c)
		}
	})
	return d, files, recovery
}

func TestCheckpoint_RestoreAndUndo(t *testing.T) {
	for _, durable := range []bool{false, true} {
		t.Run(fmt.Sprint("durable ", durable), func(t *testing.T) {
			d, _ := openFiles(t, nil)
			if durable {
				d, _, _ = openDisk(t, &enginetest.Disk{}, nil)
			}
			d.fill(t, "Numbers", 3, 100)
			first := workertest.Dump(t, d.db)
			saved, err := wire.Call(t.Context(), d, wire.SaveCheckpoint, wire.CheckpointRequest{Name: "before"}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if saved.Name != "before" || saved.Tables != 1 || saved.Entities != 300 || saved.ID == "" || !strings.HasSuffix(saved.Time, "Z") {
				t.Errorf("saved %+v", saved)
			}
			_, err = wire.Call(t.Context(), d, wire.SaveCheckpoint, wire.CheckpointRequest{Name: ""}, nil)
			workertest.WantCode(t, err, string(engine.InvalidInput))
			d.fill(t, "More", 1, 10)
			if err := wire.Do(t.Context(), d, wire.DeleteTable, wire.TableRequest{Table: "Numbers"}); err != nil {
				t.Fatal(err)
			}
			second := workertest.Dump(t, d.db)
			run, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "More"}, nil)
			if err != nil {
				t.Fatal(err)
			}
			back, err := wire.Call(t.Context(), d, wire.RestoreCheckpoint, wire.CheckpointRequest{ID: saved.ID}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := workertest.Dump(t, d.db); got != first {
				t.Errorf("restored\n%swant\n%s", got, first)
			}
			_, err = wire.Call(t.Context(), d, wire.Window, wire.WindowRequest{Result: run.Result, First: 0, Count: 5}, nil)
			workertest.WantCode(t, err, wire.ResultGone)
			if err := wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest{Undo: back.Undo}); err != nil {
				t.Fatal(err)
			}
			if got := workertest.Dump(t, d.db); got != second {
				t.Errorf("undone\n%swant\n%s", got, second)
			}
			workertest.WantCode(t, wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest{Undo: back.Undo}), wire.UndoGone)
			workertest.WantCode(t, wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest{Undo: "none"}), wire.UndoGone)

			dropped, err := wire.Call(t.Context(), d, wire.DropCheckpoint, wire.CheckpointRequest{ID: saved.ID}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if list, err := wire.Call(t.Context(), d, wire.Checkpoints, wire.Done{}, nil); err != nil || len(list.Checkpoints) != 0 {
				t.Errorf("after the drop: %+v, %v", list, err)
			}
			_, err = wire.Call(t.Context(), d, wire.DropCheckpoint, wire.CheckpointRequest{ID: saved.ID}, nil)
			workertest.WantCode(t, err, string(engine.ResourceNotFound))
			_, err = wire.Call(t.Context(), d, wire.RestoreCheckpoint, wire.CheckpointRequest{ID: saved.ID}, nil)
			workertest.WantCode(t, err, string(engine.ResourceNotFound))
			if err := wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest{Undo: dropped.Undo}); err != nil {
				t.Fatal(err)
			}
			if list, err := wire.Call(t.Context(), d, wire.Checkpoints, wire.Done{}, nil); err != nil || !reflect.DeepEqual(list.Checkpoints, []wire.CheckpointInfo{*saved}) {
				t.Errorf("after the undo: %+v, %v, want %+v", list, err, saved)
			}
		})
	}
}

func TestDropTable_Undo(t *testing.T) {
	d, _ := openFiles(t, nil)
	d.fill(t, "Numbers", 3, 100)
	before := workertest.Dump(t, d.db)
	run, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "Numbers"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	gone, err := wire.Call(t.Context(), d, wire.DropTable, wire.TableRequest{Table: "numbers"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = wire.Call(t.Context(), d, wire.Window, wire.WindowRequest{Result: run.Result, First: 0, Count: 5}, nil)
	workertest.WantCode(t, err, wire.ResultGone)
	_, err = wire.Call(t.Context(), d, wire.DropTable, wire.TableRequest{Table: "Numbers"}, nil)
	workertest.WantCode(t, err, string(engine.ResourceNotFound))
	// While another table has the name it cannot come back; then it can.
	if err := wire.Do(t.Context(), d, wire.CreateTable, wire.TableRequest{Table: "NUMBERS"}); err != nil {
		t.Fatal(err)
	}
	workertest.WantCode(t, wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest{Undo: gone.Undo}), string(engine.TableAlreadyExists))
	if err := wire.Do(t.Context(), d, wire.DeleteTable, wire.TableRequest{Table: "Numbers"}); err != nil {
		t.Fatal(err)
	}
	if err := wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest{Undo: gone.Undo}); err != nil {
		t.Fatal(err)
	}
	if after := workertest.Dump(t, d.db); after != before {
		t.Errorf("came back as\n%swant\n%s", after, before)
	}
	workertest.WantCode(t, wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest{Undo: gone.Undo}), wire.UndoGone)
}

func TestCloneTable_Undo(t *testing.T) {
	d, _ := openFiles(t, nil)
	d.fill(t, "Numbers", 3, 100)
	before := workertest.Dump(t, d.db)
	_, err := wire.Call(t.Context(), d, wire.CloneTable, wire.CloneRequest{Table: "Numbers", To: "numbers"}, nil)
	workertest.WantCode(t, err, string(engine.TableAlreadyExists))
	_, err = wire.Call(t.Context(), d, wire.CloneTable, wire.CloneRequest{Table: "Gone", To: "Other"}, nil)
	workertest.WantCode(t, err, string(engine.TableNotFound))
	made, err := wire.Call(t.Context(), d, wire.CloneTable, wire.CloneRequest{Table: "numbers", To: "Other"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	tables, err := wire.Call(t.Context(), d, wire.Tables, wire.SourceRequest{}, nil)
	if err != nil || len(tables.Tables) != 2 || tables.Tables[1].Name != "Other" || tables.Tables[1].Entities != 300 || tables.Tables[1].Bytes != tables.Tables[0].Bytes {
		t.Fatalf("%+v %v", tables, err)
	}
	if err := wire.Do(t.Context(), d, wire.Undo, wire.UndoRequest{Undo: made.Undo}); err != nil {
		t.Fatal(err)
	}
	if after := workertest.Dump(t, d.db); after != before {
		t.Errorf("left\n%swant\n%s", after, before)
	}
}

func TestDocument(t *testing.T) {
	d, _ := openFiles(t, nil)
	ask := func(req wire.DocumentRequest) string {
		t.Helper()
		r, err := wire.Call(t.Context(), d, wire.Document, req, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Text
	}
	if got := ask(wire.DocumentRequest{Name: "queries"}); got != "" {
		t.Errorf("at first %q", got)
	}
	ask(wire.DocumentRequest{Name: "queries", Text: "[1]", Set: true})
	if got := ask(wire.DocumentRequest{Name: "queries", Text: "not asked to be set"}); got != "[1]" {
		t.Errorf("then %q", got)
	}
	ask(wire.DocumentRequest{Name: "queries", Set: true})
	if got := ask(wire.DocumentRequest{Name: "queries"}); got != "" {
		t.Errorf("deleted %q", got)
	}
	_, err := wire.Call(t.Context(), d, wire.Document, wire.DocumentRequest{Name: "", Text: "x", Set: true}, nil)
	workertest.WantCode(t, err, string(engine.InvalidInput))
}

func TestStorage_Damage(t *testing.T) {
	disk := &enginetest.Disk{}
	d, _, _ := openDisk(t, disk, nil)
	if err := wire.Do(t.Context(), d, wire.CreateTable, wire.TableRequest{Table: "Things"}); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "Things", Kind: "insert", PartitionKey: "p", RowKey: fmt.Sprint(i)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	s, err := wire.Call(t.Context(), d, wire.Storage, wire.Done{}, nil)
	if err != nil || !s.Durable || s.Log == 0 || s.Failed != "" {
		t.Errorf("storage %+v, %v", s, err)
	}
	if err := d.db.Close(); err != nil {
		t.Fatal(err)
	}
	name := "a.log"
	data := append([]byte(nil), disk.Data(name)...)
	if len(data) == 0 {
		name = "b.log"
		data = append(data, disk.Data(name)...)
	}
	data[len(data)/2] ^= 0x55
	disk.SetData(name, data)

	var damage atomic.Value // []DamageInfo; the worker tells its storage on its own accord too
	damage.Store([]wire.DamageInfo(nil))
	d, files, recovery := openDisk(t, disk, func(c *Config) {
		c.Storage = func(context.Context) wire.StorageInfo {
			return wire.StorageInfo{Quota: 7, Damage: damage.Load().([]wire.DamageInfo)}
		}
	})
	if len(recovery.Damage) != 1 {
		t.Fatalf("found %+v", recovery)
	}
	kept := recovery.Damage[0].Kept
	damage.Store([]wire.DamageInfo{{File: kept}, {File: "another"}})
	f, err := wire.Call(t.Context(), d, wire.ExportDamaged, wire.DamageRequest{File: kept}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if files.Text(t, f.URL) != string(data) || f.Bytes != int64(len(data)) {
		t.Errorf("exported %+v, which is not the damaged file", f)
	}
	if err := wire.Do(t.Context(), d, wire.ForgetDamage, wire.DamageRequest{File: kept}); err != nil {
		t.Fatal(err)
	}
	s, err = wire.Call(t.Context(), d, wire.Storage, wire.Done{}, nil)
	if err != nil || s.Quota != 7 || len(s.Damage) != 1 || s.Damage[0].File != "another" {
		t.Errorf("storage %+v, %v", s, err)
	}
	if _, err = wire.Call(t.Context(), d, wire.ExportDamaged, wire.DamageRequest{File: kept}, nil); err == nil {
		t.Error("exported what was forgotten")
	}
}
