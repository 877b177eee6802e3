package worker

import (
	"runtime"

	"rangefinder/app/wire"
	"rangefinder/engine"
)

// tables lists every table with its size.
func (j *Job) tables(req wire.SourceRequest) (*wire.TablesReply, error) {
	if req.Source != "" {
		return j.tablesLive(req)
	}
	r := &wire.TablesReply{Tables: []wire.TableInfo{}}
	for after := ""; ; {
		page, err := j.DB().Tables(j.Ctx, after, 0)
		if err != nil {
			return nil, err
		}
		for _, name := range page.Names {
			if j.shared.isMade(name) {
				continue
			}
			s, err := j.DB().Snapshot(name)
			if err != nil {
				continue // deleted since it was listed
			}
			r.Tables = append(r.Tables, wire.TableInfo{Name: name, Entities: s.Len(), Partitions: s.Partitions(), Bytes: s.Bytes()})
		}
		if page.Next == "" {
			break
		}
		after = page.Next
	}
	r.Heap = heapInUse()
	return r, nil
}

func heapInUse() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapInuse)
}

// createTable makes an empty table.
func (j *Job) createTable(req wire.TableRequest) (wire.Done, error) {
	if req.Source != "" {
		return j.createLive(req)
	}
	if j.shared.isMade(req.Table) {
		return wire.Done{}, engine.Errorf(engine.TableAlreadyExists, "A table %s is being loaded.", req.Table)
	}
	return wire.Done{}, j.DB().CreateTable(j.Ctx, req.Table)
}

// DeleteTable removes a table and the results that were read from it.
func (j *Job) DeleteTable(req wire.TableRequest) (wire.Done, error) {
	if req.Source != "" {
		return j.deleteLive(req)
	}
	s, err := j.DB().Snapshot(req.Table)
	if err := j.DB().DeleteTable(j.Ctx, req.Table); err != nil {
		return wire.Done{}, err
	}
	if err == nil {
		j.shared.drop("", s.Table())
	}
	return wire.Done{}, nil
}
