package files

import (
	"context"
	"slices"
	"testing"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/engine/interchange"
)

// FuzzImport takes arbitrary bytes in as a file of each format: nothing panics, every row is accounted for, the tables are
// whole, what was refused is in the report, and taking the import back leaves what was there.
func FuzzImport(f *testing.F) {
	f.Add(byte(0), []byte(`{"value":[{"PartitionKey":"p","RowKey":"1","A@odata.type":"Edm.Int64","A":"5"}]}`))
	f.Add(byte(2), []byte("{\"PartitionKey\":\"p\",\"RowKey\":\"1\"}\n{\"PartitionKey\":\"p\"}\n{"))
	f.Add(byte(3), []byte("PartitionKey,RowKey,A,A@type\np,1,5,Edm.Int32\np,2,x,Edm.Int32\n\"p"))
	f.Add(byte(4), []byte("{\"rangefinder.workspace\":1}\n{\"rangefinder.table\":\"T00\"}\n{\"PartitionKey\":\"p\",\"RowKey\":\"1\"}\n{\"rangefinder.table\":\"a b\"}\n{\"rangefinder.document\":\"q\",\"text\":\"[1]\"}\n{\"rangefinder.end\":true}\n"))
	f.Add(byte(5), []byte("PartitionKey;RowKey;A\np;1;=5\n"))
	f.Add(byte(6), []byte(`[{"PartitionKey":"p","RowKey":"1","A":1e5}]`))
	f.Add(byte(7), []byte(`{"collections":[{"name":"a$T00","data":[{"PartitionKey":"p","RowKey":"1","properties":{}}]}]}`))
	// Stopped at the name of a table, it goes on after it.
	f.Add(byte('`'), []byte("{\"rangefinder.workspace\":1}\n{\"rangefinder.table\":\"T00\"}\n{\"PartitionKey\":\"p\",\"RowKey\":\"1\"}\n{\"rangefinder.table\":\"a b\"}\n{\"r"))
	policies := []string{"skip", "replace", "merge", "refuse"}
	f.Fuzz(func(t *testing.T, how byte, data []byte) {
		files := workertest.NewFiles()
		db := engine.Open(engine.Options{})
		ctx := context.Background()
		if err := db.CreateTable(ctx, "T00"); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Apply(ctx, "T00", engine.Op{Kind: engine.Insert, PartitionKey: "p", RowKey: "1"}); err != nil {
			t.Fatal(err)
		}
		before := workertest.Dump(t, db)
		near, far := port.Pipe()
		serving, stop := context.WithCancel(ctx)
		over := make(chan struct{})
		go func() {
			defer close(over)
			worker.Serve(serving, far, worker.Config{DB: db, Files: files, Handlers: slices.Concat(worker.Handlers(), Handlers())})
		}()
		d := wire.NewClient(near)
		defer func() {
			stop()
			<-over
			d.Close()
		}()
		formats := []interchange.Format{interchange.NoFormat, interchange.ODataJSON, interchange.NDJSON, interchange.TypedCSV, interchange.Workspace, interchange.PlainCSV, interchange.PlainJSON, interchange.AzuriteDB}
		req := wire.ImportRequest{
			Token:       files.Give("file", string(data)),
			Layout:      interchange.Layout{Format: formats[how%8], Header: how&8 == 0},
			Table:       "T00",
			OnExisting:  policies[how>>4&3],
			StopAtError: how&64 != 0,
		}
		if _, err := wire.Call(ctx, d, wire.Preview, wire.PreviewRequest{Token: req.Token, Layout: req.Layout, Count: 20}, nil); err != nil && workertest.Failure(t, err).Code == string(engine.ProgramError) {
			t.Fatal(err)
		}
		r, err := wire.Call(ctx, d, wire.Import, req, nil)
		if err != nil {
			if workertest.Failure(t, err).Code != wire.FileUnreadable {
				t.Fatal(err)
			}
			return
		}
		undo := ""
		for stops := 0; ; stops++ {
			if r.Undo != "" {
				undo = r.Undo
			}
			if !r.Stopped {
				break
			}
			if stops > len(data) {
				t.Fatalf("stops for ever: %+v", r)
			}
			req.Resume = r
			if r, err = wire.Call(ctx, d, wire.Import, req, nil); err != nil {
				t.Fatal(err)
			}
		}
		// Tables and documents that are refused are in the report and are no rows.
		if sum := r.Added + r.Replaced + r.Merged + r.Skipped + r.Refused; sum < r.Rows {
			t.Fatalf("%d rows, %d accounted for: %+v", r.Rows, sum, r)
		}
		if err := db.Check(); err != nil {
			t.Fatal(err)
		}
		if r.Refused > 0 {
			f, err := wire.Call(ctx, d, wire.ImportReport, wire.ReportRequest{Report: r.Report}, nil)
			if err != nil || f.Entities != r.Refused {
				t.Fatalf("the report has %+v, %v; refused were %d", f, err, r.Refused)
			}
		}
		if undo != "" {
			if err := wire.Do(ctx, d, wire.Undo, wire.UndoRequest{Undo: undo}); err != nil {
				t.Fatal(err)
			}
		}
		if after := workertest.Dump(t, db); after != before {
			t.Fatalf("after the undo\n%swant\n%s", after, before)
		}
	})
}
