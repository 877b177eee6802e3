package shell

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"rangefinder/app/files"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/engine/enginetest"
	"rangefinder/filterlang/edm"
)

// pumped is a screen whose messages happen when the test lets them.
type pumped chan func()

func (pumped) Draw(Model)       {}
func (pumped) Do(page.Cmd)      {}
func (p pumped) Later(f func()) { p <- f }

// until lets messages happen until a condition holds.
func (p pumped) until(t *testing.T, what string, holds func() bool) {
	t.Helper()
	late := time.After(5 * time.Second)
	for !holds() {
		select {
		case f := <-p:
			f()
		case <-late:
			t.Fatalf("still not: %s", what)
		}
	}
}

// Ensure that when the browser gives no more room the page says what takes most, that what it names can be deleted, and that saving
// works again then.
func TestStore_StorageFull(t *testing.T) {
	disk := &enginetest.Disk{}
	db, _, err := engine.OpenFolder(t.Context(), disk, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	page, work := port.Pipe()
	served := make(chan struct{})
	go func() {
		defer close(served)
		worker.Serve(ctx, work, worker.Config{DB: db, Storage: func(context.Context) wire.StorageInfo { return wire.StorageInfo{Durable: true} }})
	}()
	client := wire.NewClient(page)
	defer func() {
		client.Close()
		cancel()
		<-served
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	screen := make(pumped, 1000)
	s := NewStore(client, screen)
	client.OnStorage(func(info wire.StorageInfo) { s.later(files.StorageTold{Info: info}) })

	write := func(table string, row, size int) error {
		_, err := wire.Call(t.Context(), client, wire.Apply, wire.ApplyRequest{Table: table, Kind: "insert-or-replace", PartitionKey: "a", RowKey: fmt.Sprint(row),
			Properties: []wire.TextProperty{{Name: "S", Type: edm.String, Text: strings.Repeat("x", size)}}}, nil)
		return err
	}
	for table, rows := range map[string]int{"Small": 1, "Large": 20} {
		if err := wire.Do(t.Context(), client, wire.CreateTable, wire.TableRequest{Table: table}); err != nil {
			t.Fatal(err)
		}
		for row := range rows {
			if err := write(table, row, 20_000); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := wire.Call(t.Context(), client, wire.SaveCheckpoint, wire.CheckpointRequest{Name: "before"}, nil); err != nil {
		t.Fatal(err)
	}
	disk.Room = disk.Used()
	full := func() bool { return s.Model().Files.Storage != nil && s.Model().Files.Storage.Full }
	for row := 100; ; row++ {
		if err := write("Small", row, 20_000); err != nil {
			if f := wire.FailureOf(err); f.Code != string(engine.StorageFull) || !strings.Contains(f.Detail, "Delete") {
				t.Fatalf("a write on a full disk: %v", err)
			}
			break
		}
	}
	screen.until(t, "the page says that it is full", full)
	text := ""
	if s.Model().Notice != nil {
		text = s.Model().Notice.Text
	}
	large, before := strings.Index(text, "the table Large ("), strings.Index(text, "the snapshot before (")
	if large < 0 || before < 0 || !strings.Contains(text, "Deleting works") || !strings.Contains(text, "KiB)") {
		t.Errorf("the page says %q", text)
	}

	s.carryOut(tables.DropTable{Table: "Large"})
	screen.until(t, "the table is deleted", func() bool { return len(s.Model().Undos) == 1 })
	id := db.Checkpoints()[0].ID
	s.carryOut(files.DropCheckpoint{ID: id, Name: "before"})
	screen.until(t, "the snapshot is deleted", func() bool { return len(s.Model().Undos) == 2 })
	for row := range 10 {
		if err := write("Small", row, 20_000); err != nil {
			t.Fatalf("a write after the deletes: %v %s", err, wire.FailureOf(err).Detail)
		}
	}
	screen.until(t, "the page says that there is room again", func() bool { return !full() })
	if text := s.Model().Notice.Text; !strings.Contains(text, "There is room again: changes are saved.") {
		t.Errorf("the page says %q", text)
	}
}
