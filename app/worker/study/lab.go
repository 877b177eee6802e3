package study

import (
	"encoding/json"
	"errors"
	"sync"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/keydesign/population"
	"rangefinder/app/keydesign/suggest"
	"rangefinder/app/sample"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
)

// labBench is what the worker keeps for comparisons of key designs. One at a time uses it, also while that one lets messages in.
type labBench struct {
	once  sync.Once
	free  chan struct{} // holds one when nobody uses the bench
	bench *lab.Bench
	table string
}

// takeBench waits for the bench. The zero labBench is free.
func takeBench(j *worker.Job) (*labBench, error) {
	b := worker.Own[labBench](j)
	b.once.Do(func() {
		b.free = make(chan struct{}, 1)
		b.free <- struct{}{}
	})
	select {
	case <-b.free:
		return b, nil
	case <-j.Ctx.Done():
		return nil, j.Ctx.Err()
	}
}

func (b *labBench) leave() { b.free <- struct{}{} }

// benchFor makes the bench one for the entities of a table as they are now, or for generated ones.
func benchFor(j *worker.Job, b *labBench, table string, generated *population.Spec) error {
	if generated != nil {
		return generatedFor(j, b, generated)
	}
	s, err := j.DB().Snapshot(table)
	if err != nil {
		return err
	}
	if b.bench == nil || b.table != s.Table() || b.bench.Seq() != s.Seq() {
		b.bench, b.table = lab.NewBench(s, false), s.Table()
	}
	return nil
}

// generatedFor makes the bench one for generated entities.
func generatedFor(j *worker.Job, b *labBench, spec *population.Spec) error {
	text, err := json.Marshal(spec)
	if err != nil {
		return err
	}
	name := "generated " + string(text) // no table is called so
	if b.bench != nil && b.table == name {
		return nil
	}
	b.bench, b.table = nil, "" // the memory of the one before is of use now
	const table = "Generated"
	db := engine.Open(engine.Options{Now: j.Now})
	if err := db.CreateTable(j.Ctx, table); err != nil {
		return err
	}
	load, err := db.Load(j.Ctx, table)
	if err != nil {
		return err
	}
	n := 0
	err = population.Generate(j.Ctx, *spec, func(partitionKey, rowKey string, properties []engine.Property) error {
		if n++; n%worker.PauseEvery == 0 {
			if err := j.Pause(n, spec.Entities, 0); err != nil {
				return err
			}
		}
		return load.Add(partitionKey, rowKey, properties)
	})
	if err != nil {
		return err
	}
	if _, err := load.Commit(); err != nil {
		return err
	}
	s, err := db.Snapshot(table)
	if err != nil {
		return err
	}
	b.bench, b.table = lab.NewBench(s, true), name
	return nil
}

func watch(j *worker.Job) lab.Watch {
	return lab.Watch{Yield: func(done, total int) error { return j.Pause(done, total, 0) }}
}

// lab measures a comparison.
func measure(j *worker.Job, req wire.LabRequest) (*lab.Report, error) {
	if req.Source != "" {
		return nil, worker.Uncounted()
	}
	spec, err := lab.Parse(req.Spec)
	if err != nil {
		return nil, wire.Invalid("Spec", err.Error())
	}
	b, err := takeBench(j)
	if err != nil {
		return nil, err
	}
	defer b.leave()
	if err := benchFor(j, b, req.Table, spec.Population); err != nil {
		return nil, err
	}
	return b.bench.Measure(j.Ctx, spec, watch(j))
}

// labSuggest answers a comparison to begin with.
func labSuggest(j *worker.Job, req wire.LabSuggestRequest) (*wire.LabSuggestReply, error) {
	s, err := j.DB().Snapshot(req.Table)
	if err != nil {
		return nil, err
	}
	return &wire.LabSuggestReply{Spec: lab.Suggest(s, req.Asked).String()}, nil
}

// labLeave drops the bench.
func labLeave(j *worker.Job, _ wire.Done) (wire.Done, error) {
	b, err := takeBench(j)
	if err != nil {
		return wire.Done{}, err
	}
	b.bench, b.table = nil, ""
	b.leave()
	return wire.Done{}, nil
}

// designFor makes the bench one for a design of a comparison. It is taken, unless there is an error.
func designFor(j *worker.Job, table, text string, design int) (*labBench, lab.Design, error) {
	spec, err := lab.Parse(text)
	if err != nil {
		return nil, lab.Design{}, wire.Invalid("Spec", err.Error())
	}
	if design < 0 || design >= len(spec.Designs) {
		return nil, lab.Design{}, wire.Invalid("Design", "the comparison has no such design")
	}
	b, err := takeBench(j)
	if err != nil {
		return nil, lab.Design{}, err
	}
	if err := benchFor(j, b, table, spec.Population); err != nil {
		b.leave()
		return nil, lab.Design{}, err
	}
	return b, spec.Designs[design], nil
}

// tablesOf returns the tables of a design in which every entity has its place.
func tablesOf(j *worker.Job, b *labBench, design lab.Design) ([]lab.Kept, error) {
	tables, report, err := b.bench.Tables(j.Ctx, design, watch(j))
	if err != nil {
		return nil, err
	}
	left := report.Duplicates + report.Keyless
	for _, x := range report.Indexes {
		left += x.Duplicates + x.Keyless + x.TooLong
	}
	if left > 0 {
		return nil, wire.Invalid("Design", "some entities have no place in this design or its indexes: mend the templates first")
	}
	return tables, nil
}

// labKeep makes tables of a design.
func labKeep(j *worker.Job, req wire.LabKeepRequest) (*wire.LabKeepReply, error) {
	if err := engine.CheckTableName(req.Name); err != nil {
		return nil, err
	}
	b, design, err := designFor(j, req.Table, req.Spec, req.Design)
	if err != nil {
		return nil, err
	}
	defer b.leave()
	tables, err := tablesOf(j, b, design)
	if err != nil {
		return nil, err
	}
	names, total := []string{}, 0
	for _, t := range tables {
		name := req.Name + t.Suffix
		if err := engine.CheckTableName(name); err != nil {
			return nil, err
		}
		names = append(names, name)
		total += t.Table.Len()
	}
	reply, err := j.Load(names, total, func(emit sample.Emit) error {
		const window = 512
		for i, t := range tables {
			for rank := 0; rank < t.Table.Len(); rank += window {
				for _, e := range t.Table.Window(rank, window) {
					if err := emit(names[i], e.PartitionKey(), e.RowKey(), e.Properties()); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return &wire.LabKeepReply{Tables: names, Entities: reply.Entities, Undo: j.Undoable(func(j *worker.Job) error {
		for _, name := range names {
			_, err := j.DeleteTable(wire.TableRequest{Table: name})
			if gone, ok := errors.AsType[*engine.Error](err); err != nil && (!ok || gone.Code != engine.ResourceNotFound) {
				return err
			}
		}
		return nil
	})}, nil
}

// labSearch looks for keys for the patterns of a comparison. The bench is free meanwhile: who types on has the numbers of it.
func labSearch(j *worker.Job, req wire.LabSearchRequest) (*suggest.Result, error) {
	spec, err := lab.Parse(req.Spec)
	if err != nil {
		return nil, wire.Invalid("Spec", err.Error())
	}
	b, err := takeBench(j)
	if err != nil {
		return nil, err
	}
	err = benchFor(j, b, req.Table, spec.Population)
	var from *engine.Snapshot
	if err == nil {
		from = b.bench.From()
	}
	b.leave()
	if err != nil {
		return nil, err
	}
	result, err := suggest.Search(j.Ctx, from, spec.Population != nil, spec, suggest.Options{}, watch(j))
	if err == suggest.ErrNoPatterns || err == suggest.ErrNoEntities {
		return nil, wire.Invalid("Spec", err.Error())
	}
	return result, err
}
