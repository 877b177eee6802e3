package worker

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/engine/interchange"
)

// openDisk serves the workspace of a disk, with files.
func openDisk(t *testing.T, disk *enginetest.Disk, change func(*Config)) (*desk, *fakeFiles, *engine.Recovery) {
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
			first := dump(t, d.db)
			saved, err := d.SaveCheckpoint(t.Context(), CheckpointRequest{Name: "before"}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if saved.Name != "before" || saved.Tables != 1 || saved.Entities != 300 || saved.ID == "" || !strings.HasSuffix(saved.Time, "Z") {
				t.Errorf("saved %+v", saved)
			}
			_, err = d.SaveCheckpoint(t.Context(), CheckpointRequest{Name: ""}, nil)
			wantCode(t, err, string(engine.InvalidInput))
			d.fill(t, "More", 1, 10)
			if err := d.DeleteTable(t.Context(), TableRequest{Table: "Numbers"}); err != nil {
				t.Fatal(err)
			}
			second := dump(t, d.db)
			run, err := d.Run(t.Context(), QueryRequest{Table: "More"}, nil)
			if err != nil {
				t.Fatal(err)
			}
			back, err := d.RestoreCheckpoint(t.Context(), CheckpointRequest{ID: saved.ID}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := dump(t, d.db); got != first {
				t.Errorf("restored\n%swant\n%s", got, first)
			}
			_, err = d.Window(t.Context(), WindowRequest{Result: run.Result, First: 0, Count: 5})
			wantCode(t, err, ResultGone)
			if err := d.Undo(t.Context(), UndoRequest{back.Undo}); err != nil {
				t.Fatal(err)
			}
			if got := dump(t, d.db); got != second {
				t.Errorf("undone\n%swant\n%s", got, second)
			}
			wantCode(t, d.Undo(t.Context(), UndoRequest{back.Undo}), UndoGone)
			wantCode(t, d.Undo(t.Context(), UndoRequest{"none"}), UndoGone)

			dropped, err := d.DropCheckpoint(t.Context(), CheckpointRequest{ID: saved.ID})
			if err != nil {
				t.Fatal(err)
			}
			if list, err := d.Checkpoints(t.Context()); err != nil || len(list.Checkpoints) != 0 {
				t.Errorf("after the drop: %+v, %v", list, err)
			}
			_, err = d.DropCheckpoint(t.Context(), CheckpointRequest{ID: saved.ID})
			wantCode(t, err, string(engine.ResourceNotFound))
			_, err = d.RestoreCheckpoint(t.Context(), CheckpointRequest{ID: saved.ID}, nil)
			wantCode(t, err, string(engine.ResourceNotFound))
			if err := d.Undo(t.Context(), UndoRequest{dropped.Undo}); err != nil {
				t.Fatal(err)
			}
			if list, err := d.Checkpoints(t.Context()); err != nil || !reflect.DeepEqual(list.Checkpoints, []CheckpointInfo{*saved}) {
				t.Errorf("after the undo: %+v, %v, want %+v", list, err, saved)
			}
		})
	}
}

func TestDropTable_Undo(t *testing.T) {
	d, _ := openFiles(t, nil)
	d.fill(t, "Numbers", 3, 100)
	before := dump(t, d.db)
	run, err := d.Run(t.Context(), QueryRequest{Table: "Numbers"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	gone, err := d.DropTable(t.Context(), TableRequest{Table: "numbers"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.Window(t.Context(), WindowRequest{Result: run.Result, First: 0, Count: 5})
	wantCode(t, err, ResultGone)
	_, err = d.DropTable(t.Context(), TableRequest{Table: "Numbers"})
	wantCode(t, err, string(engine.ResourceNotFound))
	// While another table has the name it cannot come back; then it can.
	if err := d.CreateTable(t.Context(), TableRequest{Table: "NUMBERS"}); err != nil {
		t.Fatal(err)
	}
	wantCode(t, d.Undo(t.Context(), UndoRequest{gone.Undo}), string(engine.TableAlreadyExists))
	if err := d.DeleteTable(t.Context(), TableRequest{Table: "Numbers"}); err != nil {
		t.Fatal(err)
	}
	if err := d.Undo(t.Context(), UndoRequest{gone.Undo}); err != nil {
		t.Fatal(err)
	}
	if after := dump(t, d.db); after != before {
		t.Errorf("came back as\n%swant\n%s", after, before)
	}
	wantCode(t, d.Undo(t.Context(), UndoRequest{gone.Undo}), UndoGone)
}

func TestCloneTable_Undo(t *testing.T) {
	d, _ := openFiles(t, nil)
	d.fill(t, "Numbers", 3, 100)
	before := dump(t, d.db)
	_, err := d.CloneTable(t.Context(), CloneRequest{"Numbers", "numbers"})
	wantCode(t, err, string(engine.TableAlreadyExists))
	_, err = d.CloneTable(t.Context(), CloneRequest{"Gone", "Other"})
	wantCode(t, err, string(engine.TableNotFound))
	made, err := d.CloneTable(t.Context(), CloneRequest{"numbers", "Other"})
	if err != nil {
		t.Fatal(err)
	}
	tables, err := d.Tables(t.Context(), SourceRequest{}, nil)
	if err != nil || len(tables.Tables) != 2 || tables.Tables[1].Name != "Other" || tables.Tables[1].Entities != 300 || tables.Tables[1].Bytes != tables.Tables[0].Bytes {
		t.Fatalf("%+v %v", tables, err)
	}
	if err := d.Undo(t.Context(), UndoRequest{made.Undo}); err != nil {
		t.Fatal(err)
	}
	if after := dump(t, d.db); after != before {
		t.Errorf("left\n%swant\n%s", after, before)
	}
}

func TestDocument(t *testing.T) {
	d, _ := openFiles(t, nil)
	ask := func(req DocumentRequest) string {
		t.Helper()
		r, err := d.Document(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		return r.Text
	}
	if got := ask(DocumentRequest{Name: "queries"}); got != "" {
		t.Errorf("at first %q", got)
	}
	ask(DocumentRequest{Name: "queries", Text: "[1]", Set: true})
	if got := ask(DocumentRequest{Name: "queries", Text: "not asked to be set"}); got != "[1]" {
		t.Errorf("then %q", got)
	}
	ask(DocumentRequest{Name: "queries", Set: true})
	if got := ask(DocumentRequest{Name: "queries"}); got != "" {
		t.Errorf("deleted %q", got)
	}
	_, err := d.Document(t.Context(), DocumentRequest{Name: "", Text: "x", Set: true})
	wantCode(t, err, string(engine.InvalidInput))
}

func TestStorage_Damage(t *testing.T) {
	disk := &enginetest.Disk{}
	d, _, _ := openDisk(t, disk, nil)
	if err := d.CreateTable(t.Context(), TableRequest{Table: "Things"}); err != nil {
		t.Fatal(err)
	}
	for i := range 20 {
		if _, err := d.Apply(t.Context(), ApplyRequest{Table: "Things", Kind: "insert", PartitionKey: "p", RowKey: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
	}
	s, err := d.Storage(t.Context())
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
	damage.Store([]DamageInfo(nil))
	d, files, recovery := openDisk(t, disk, func(c *Config) {
		c.Storage = func(context.Context) StorageInfo {
			return StorageInfo{Quota: 7, Damage: damage.Load().([]DamageInfo)}
		}
	})
	if len(recovery.Damage) != 1 {
		t.Fatalf("found %+v", recovery)
	}
	kept := recovery.Damage[0].Kept
	damage.Store([]DamageInfo{{File: kept}, {File: "another"}})
	f, err := d.ExportDamaged(t.Context(), DamageRequest{kept})
	if err != nil {
		t.Fatal(err)
	}
	if files.text(t, f.URL) != string(data) || f.Bytes != int64(len(data)) {
		t.Errorf("exported %+v, which is not the damaged file", f)
	}
	if err := d.ForgetDamage(t.Context(), DamageRequest{kept}); err != nil {
		t.Fatal(err)
	}
	s, err = d.Storage(t.Context())
	if err != nil || s.Quota != 7 || len(s.Damage) != 1 || s.Damage[0].File != "another" {
		t.Errorf("storage %+v, %v", s, err)
	}
	if _, err = d.ExportDamaged(t.Context(), DamageRequest{kept}); err == nil {
		t.Error("exported what was forgotten")
	}
}

// TestImport_DiskFull ends an import where nothing more can be written: what was acknowledged is there, and once there is
// room it goes on.
func TestImport_DiskFull(t *testing.T) {
	disk := &enginetest.Disk{}
	d, files, _ := openDisk(t, disk, nil)
	disk.Room = 200_000
	token := files.give("people.csv", people(20_000, 0))
	r := mustImport(t, d, peopleRequest(token))
	if !r.Stopped || r.Added == 0 || r.Added >= 20_000 || r.Problem == "" {
		t.Fatalf("imported %+v", r)
	}
	if n := d.names(t); !reflect.DeepEqual(n, []string{fmt.Sprint("People ", r.Added)}) {
		t.Errorf("tables %v after %+v", n, r)
	}
	disk.Room = 0
	req := peopleRequest(token)
	req.Resume = r
	if r = mustImport(t, d, req); r.Added != 20_000 || r.Problem != "" || r.Stopped {
		t.Errorf("then %+v", r)
	}
}

// TestPreview_AsImported shows exactly the rows that an import writes, and refuses those it refuses.
func TestPreview_AsImported(t *testing.T) {
	d, files := openFiles(t, nil)
	text := "Key,N,When\na,1,2024-05-06\nb/c,2,2024-05-07\nd,many,2024-05-08\n,4,\n"
	layout := interchange.Layout{Format: interchange.PlainCSV, Header: true}
	mapping := &interchange.Mapping{PartitionKey: "all", RowKey: "{Key}", Columns: []interchange.ColumnMap{{Source: "Key", Skip: true}, {Source: "N", Property: "Number", Type: 3}}}
	token := files.give("keys.csv", text)
	p, err := d.Preview(t.Context(), PreviewRequest{Token: token, Layout: layout, Mapping: mapping, Count: 50})
	if err != nil {
		t.Fatal(err)
	}
	r := mustImport(t, d, ImportRequest{Token: token, Layout: layout, Mapping: mapping, Table: "Keys", OnExisting: "refuse"})
	if len(p.Rows) != 4 || r.Rows != 4 || !reflect.DeepEqual(p.Columns, []string{"Number", "When"}) {
		t.Fatalf("preview %+v, import %+v", p, r)
	}
	refused := map[int]string{}
	for _, row := range r.First {
		refused[row.Line] = row.Reason
	}
	s, err := d.db.Snapshot("Keys")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range p.Rows {
		if (row.Refused != "") != (refused[row.Line] != "") || !strings.Contains(row.Refused, refused[row.Line]) {
			t.Errorf("line %d: preview refuses %q, import %q", row.Line, row.Refused, refused[row.Line])
		}
		e, ok := s.Get(row.PartitionKey, row.RowKey)
		if ok != (row.Refused == "") {
			t.Errorf("line %d: %+v, imported %v", row.Line, row, ok)
		}
		if !ok {
			continue
		}
		for i, name := range p.Columns {
			if c := cellOf(e, name); c != row.Cells[i] {
				t.Errorf("line %d: %s is shown as %+v and was imported as %+v", row.Line, name, row.Cells[i], c)
			}
		}
	}
	if len(refused) != 2 {
		t.Errorf("refused %v", refused)
	}
	if names := d.names(t); len(names) != 1 {
		t.Errorf("tables %v", names)
	}
	_, err = d.Preview(t.Context(), PreviewRequest{Token: "none", Count: 5})
	wantCode(t, err, FileGone)
	_, err = d.Preview(t.Context(), PreviewRequest{Token: files.give("x", "PK\x03\x04 a zip file"), Count: 5})
	wantCode(t, err, FileUnreadable)
	_, err = d.Inspect(t.Context(), InspectRequest{Token: files.give("x", "PK\x03\x04 a zip file")})
	wantCode(t, err, FileUnreadable)
	cutShort, err := d.Preview(t.Context(), PreviewRequest{Token: files.give("x.json", `{"value":[{"PartitionKey":"p","RowKey":"1"},{"Par`), Count: 5})
	if err != nil || len(cutShort.Rows) != 1 || cutShort.Problem == "" {
		t.Errorf("a file cut short: %+v, %v", cutShort, err)
	}
}
