package study

import (
	"bufio"
	"io"
	"strconv"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine/interchange"
)

// exportPartitions writes the whole list of a table's partitions in an order, each with what it holds.
func exportPartitions(j *worker.Job, req wire.ExportRequest) (*wire.FileReply, error) {
	if req.Format != interchange.PlainCSV {
		return nil, wire.Invalid("Format", "a list of partitions is written as plain CSV")
	}
	if req.Order != wire.ByEntities && req.Order != wire.ByBytes && req.Order != wire.ByKey {
		return nil, wire.Invalid("Order", "partitions are listed by entities, bytes or key")
	}
	s, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	n := s.Partitions()
	d, err := directoryOf(j, s, req.Order, n > wire.MaxWindow)
	if err != nil {
		return nil, err
	}
	ranks := d.ranks
	if ranks == nil {
		ranks = d.top
	}
	info := req.Format.Info()
	return j.MakeFile(s.Table()+"Partitions"+info.Extension, info.MIME, func(w io.Writer) (int, error) {
		file := bufio.NewWriter(w)
		file.WriteString("PartitionKey,Entities,Bytes\r\n")
		var line []byte
		for i := range n {
			at := i
			if req.Order != wire.ByKey {
				at = int(ranks[i])
			}
			p := s.PartitionAt(at)
			key := p.Key
			if !req.Formulas {
				key = interchange.Guard(key)
			}
			line = append(wire.AppendQuoted(line[:0], key, ','), ',')
			line = append(strconv.AppendInt(line, int64(p.Count), 10), ',')
			line = append(strconv.AppendInt(line, p.Bytes, 10), '\r', '\n')
			if _, err := file.Write(line); err != nil {
				return 0, err
			}
			if i%64 == 63 {
				if err := j.Pause(i, n, 0); err != nil {
					return 0, err
				}
			}
		}
		return 0, file.Flush()
	})
}
