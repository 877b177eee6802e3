package files

import (
	"io"
	"strings"

	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine/interchange"
)

// adopt makes a table from the NDJSON of a link, whole or not at all.
func adopt(j *worker.Job, req wire.AdoptRequest) (*wire.LoadReply, error) {
	return j.Load([]string{req.Table}, 0, func(emit sample.Emit) error {
		reader := interchange.NewReader(strings.NewReader(req.Text), int64(len(req.Text)), interchange.ReaderOptions{
			Layout: interchange.Layout{Format: interchange.NDJSON},
			Table:  req.Table,
		})
		var e interchange.Entity
		for {
			if err := reader.Next(&e); err == io.EOF {
				return nil
			} else if err != nil {
				return worker.Unreadable(err)
			}
			if err := emit(req.Table, e.PartitionKey, e.RowKey, e.Properties); err != nil {
				return err
			}
		}
	})
}
