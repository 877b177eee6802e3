package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"rangefinder/app/sample"
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

// clone makes a copy of a table under a new name. Undone, the copy goes, with what was done to it since.
func (j *Job) clone(req wire.CloneRequest) (*wire.UndoReply, error) {
	for _, name := range []string{req.Table, req.To} {
		if j.BeingMade(name) {
			return nil, engine.Errorf(engine.TableAlreadyExists, "The table %s is being loaded.", name)
		}
	}
	if err := j.DB().CloneTable(j.Ctx, req.Table, req.To); err != nil {
		return nil, err
	}
	return &wire.UndoReply{Undo: j.Undoable(func(j *Job) error {
		_, err := j.DeleteTable(wire.TableRequest{Table: req.To})
		return err
	})}, nil
}

// loadSample fetches a sample's file where it has one and makes its tables.
func (j *Job) loadSample(req wire.SampleRequest) (*wire.LoadReply, error) {
	s, ok := sample.Find(req.Name)
	if !ok {
		return nil, wire.Invalid("Name", fmt.Sprintf("there is no sample %q", wire.Clip(req.Name)))
	}
	names := make([]string, len(s.Tables))
	for i, t := range s.Tables {
		names[i] = t.Name
	}
	return j.Load(names, s.Entities, func(emit sample.Emit) error {
		var data io.Reader
		if s.File != "" {
			b, err := j.Fetch(s.File)
			if err != nil {
				return err
			}
			data = bytes.NewReader(b)
		}
		return s.Load(j.Ctx, data, emit)
	})
}

// generate fills a new table.
func (j *Job) generate(req wire.GenerateRequest) (*wire.LoadReply, error) {
	if err := req.Spec.Validate(); err != nil {
		if e, ok := errors.AsType[*sample.SpecError](err); ok {
			return nil, &wire.Failure{Code: string(engine.InvalidInput), Message: e.Message, Field: specField(e)}
		}
		return nil, err
	}
	return j.Load([]string{req.Spec.Table}, req.Spec.Entities, func(emit sample.Emit) error {
		return sample.Generate(j.Ctx, req.Spec, emit)
	})
}

// specField names the field of a Spec an error is about: "Entities", or "Properties[2].Name".
func specField(e *sample.SpecError) string {
	if e.Property >= 0 {
		return fmt.Sprintf("Properties[%d].%s", e.Property, e.Field)
	}
	return e.Field
}

// Fetch reads a sample's file.
func (j *Job) Fetch(path string) ([]byte, error) {
	if j.cfg.Fetch == nil {
		return nil, &wire.Failure{Code: wire.FetchFailed, Message: "The sample's file cannot be fetched here.", Detail: path}
	}
	b, err := j.cfg.Fetch(j.Ctx, path, func(received, total int64) {
		j.Tell(j.Now(), wire.Progress{Received: received, Size: total})
	})
	if err != nil && j.Ctx.Err() == nil {
		return nil, &wire.Failure{Code: wire.FetchFailed, Message: "The sample's file could not be fetched. Try again when the server can be reached.", Detail: err.Error()}
	}
	return b, err
}

// Load makes tables with what fill emits: all of them or, after an error or a cancel, none. They are filled apart, where
// nobody sees them, though their names are taken. Each becomes part of the workspace in one commit: a crash leaves a table
// whole or not at all.
func (j *Job) Load(names []string, total int, fill func(sample.Emit) error) (*wire.LoadReply, error) {
	l := &load{Job: j, total: total, apart: engine.Open(engine.Options{Now: j.Now}), loaders: map[string]*engine.Loader{}}
	defer func() { j.shared.show(l.hidden...) }()
	for _, name := range names {
		if err := l.make(name); err != nil {
			return nil, err
		}
	}
	if err := fill(l.add); err != nil {
		return nil, err
	}
	entities := 0
	for _, name := range names {
		stats, err := l.loaders[name].Commit()
		if err != nil {
			return nil, err
		}
		entities += stats.Entities
	}
	if err := l.publish(names); err != nil {
		return nil, err
	}
	j.shared.show(l.hidden...)
	l.hidden = nil
	// The commits were told while the tables were hidden.
	j.shared.tables()
	return &wire.LoadReply{Tables: names, Entities: entities, Micros: j.Micros()}, nil
}

// load is a load under way.
type load struct {
	*Job
	total   int
	added   int
	apart   *engine.DB // the tables until they are whole
	hidden  []string
	loaders map[string]*engine.Loader
}

// PauseEvery is the number of entities between two looks at the clock.
const PauseEvery = 256

// make takes the name of a table and begins to load it.
func (l *load) make(name string) error {
	if !l.shared.hide(name) {
		return engine.Errorf(engine.TableAlreadyExists, "A table %s is being loaded already.", name)
	}
	l.hidden = append(l.hidden, name)
	if _, err := l.cfg.DB.Snapshot(name); err == nil {
		return engine.Errorf(engine.TableAlreadyExists, "There is a table %s already; choose another name.", name)
	}
	if err := l.apart.CreateTable(l.Ctx, name); err != nil {
		return err
	}
	loader, err := l.apart.Load(l.Ctx, name)
	l.loaders[name] = loader
	return err
}

// add takes one entity.
func (l *load) add(table, partitionKey, rowKey string, properties []engine.Property) error {
	loader, ok := l.loaders[table]
	if !ok {
		return fmt.Errorf("the sample has no table %q", table)
	}
	if err := loader.Add(partitionKey, rowKey, properties); err != nil {
		return err
	}
	if l.added++; l.added%PauseEvery == 0 {
		return l.Pause(l.added, l.total, l.added)
	}
	return nil
}

// publish puts the tables into the workspace. When one cannot be, those before it go again.
func (l *load) publish(names []string) error {
	image := l.apart.Image()
	for i, name := range names {
		if err := l.cfg.DB.RestoreTable(l.Ctx, image, name); err != nil {
			for _, made := range names[:i] {
				// The only error that matters is one of storage, which the first one is about too.
				_ = l.cfg.DB.DeleteTable(context.Background(), made)
			}
			return err
		}
	}
	return nil
}
