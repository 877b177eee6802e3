package study

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"rangefinder/app/keydesign"
	"rangefinder/app/keydesign/population"
	"rangefinder/app/loadsim"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/engine"
	"rangefinder/engine/stable"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// simulation is the run that a page simulates. Only one request at a time steps it.
type simulation struct {
	mu     sync.Mutex
	number int
	run    *loadsim.Run
	keys   *wire.KeysFrom
	step   time.Duration // of a column
}

// simulateFor is how long a request simulates before it answers with what there is. The page draws all its numbers for an answer,
// which takes it 20 ms and more: numbers that change faster cannot be read anyway.
const simulateFor = 100 * time.Millisecond

// errPaused stops a step whose time is over; the run goes on from there.
var errPaused = errors.New("the time is over")

// simulate answers the next part of a simulated run.
func simulate(j *worker.Job, req wire.SimulateRequest) (*wire.SimulateReply, error) {
	s, err := simulationOf(j, req)
	if err != nil {
		return nil, err
	}
	s.mu.Lock() // one that was cancelled may still be leaving
	defer s.mu.Unlock()
	end := j.Now().Add(simulateFor)
	caught := time.Duration(req.Columns) * s.step // what was lost is made up for, however long that takes
	// A column that no run reaches means the end of the run. As a time, its number would not fit.
	until := time.Duration(min(req.Until, math.MaxInt64/int(s.step))) * s.step
	err = s.run.Step(until, func() error {
		if err := j.Pause(int(s.run.Now()/s.step), req.Until, 0); err != nil {
			return err
		}
		if s.run.Now() > caught && j.Now().After(end) {
			return errPaused
		}
		return nil
	})
	if err != nil && err != errPaused {
		return nil, err
	}
	r := &wire.SimulateReply{Frame: s.run.Since(req.Columns, req.Events), Micros: j.Micros()}
	r.Pack()
	if r.RangeCount = len(r.Ranges); r.RangeCount > wire.MaxRangeRows {
		r.Ranges = busiest(r.Ranges)
	}
	if req.Columns == 0 {
		r.Rows, r.Keys = s.run.RowKeys(), s.keys
	}
	return r, nil
}

// busiest returns the range partitions with the most requests, in their order.
func busiest(rows []loadsim.RangeRow) []loadsim.RangeRow {
	counts := make([]int64, len(rows))
	for i, r := range rows {
		counts[i] = r.Served + r.Refused
	}
	slices.Sort(counts)
	least := counts[len(counts)-wire.MaxRangeRows]
	kept := rows[:0]
	for _, r := range rows {
		if r.Served+r.Refused >= least && len(kept) < wire.MaxRangeRows {
			kept = append(kept, r)
		}
	}
	return kept
}

// simulationOf returns the run of a request, a new one when it is not the last one's.
func simulationOf(j *worker.Job, req wire.SimulateRequest) (*simulation, error) {
	last := worker.Own[atomic.Pointer[simulation]](j)
	s := last.Load()
	if s != nil && s.number == req.Run {
		return s, nil
	}
	s = &simulation{number: req.Run}
	cfg := req.Config
	var err error
	if cfg.Keys.Kind == loadsim.Given {
		var keys []string
		if keys, s.keys, err = keysOf(j, req); err != nil {
			return nil, err
		}
		cfg.Keys.Count, cfg.Given = len(keys), func(n int) string { return keys[n] }
	}
	if s.run, err = loadsim.New(cfg); err != nil {
		if e, ok := errors.AsType[*loadsim.Error](err); ok {
			return nil, wire.Invalid(e.Field, e.Message)
		}
		return nil, err
	}
	s.step = s.run.Since(0, 0).Step
	last.Store(s)
	return s, nil
}

// keysFrom returns the PartitionKeys that entities have under a template, in the order of writing.
func keysOf(j *worker.Job, req wire.SimulateRequest) ([]string, *wire.KeysFrom, error) {
	if req.Source != "" {
		return nil, nil, worker.Uncounted()
	}
	template, err := keydesign.Parse(req.Template)
	if err != nil {
		return nil, nil, wire.Invalid("Template", err.Error())
	}
	type written struct {
		at  edm.Ticks
		key string
	}
	from := &wire.KeysFrom{}
	var list []written
	take := func(value func(property string) edm.Value) error {
		key, err := template.Key(value)
		if err == nil {
			err = engine.CheckKey(filterlang.PartitionKey, key)
		}
		if err != nil {
			if from.Failed++; from.Reason == "" {
				from.Reason = err.Error()
			}
			return nil
		}
		w := written{key: key}
		if req.Order == "" {
			w.at = edm.Ticks(scatter(uint64(len(list)+from.Failed) + req.Config.Seed<<20))
		} else if v := value(req.Order); v.Type() == edm.DateTime {
			w.at = v.Ticks()
		} else {
			w.at = math.MaxInt64
			from.Undated++
		}
		list = append(list, w)
		return nil
	}
	what := "the entities that are described"
	if req.Population != nil {
		err = peopled(j, req.Population, from, take)
	} else {
		what = req.Table
		err = stored(j, req.Table, from, take)
	}
	if err != nil {
		return nil, nil, err
	}
	if len(list) == 0 {
		if from.Entities == 0 {
			return nil, nil, wire.Invalid("Template", "The table "+req.Table+" is empty, so there are no keys to take from it. Add entities, or choose another way to make keys.")
		}
		return nil, nil, wire.Invalid("Template", "None of "+what+" has a key under this template. "+from.Reason)
	}
	if req.Order != "" && from.Undated == len(list) {
		return nil, nil, wire.Invalid("Order", "No entity has a DateTime property “"+req.Order+"”, so there is no order to write them in. Name another, or leave the field empty.")
	}
	stable.Sort(list, func(a, b written) int { return cmp.Compare(a.at, b.at) })
	keys, distinct := make([]string, len(list)), map[string]bool{}
	for i, w := range list {
		keys[i], distinct[w.key] = w.key, true
	}
	from.Distinct = len(distinct)
	return keys, from, nil
}

// stored gives entities of a table to take, evenly from all of it when they are many.
func stored(j *worker.Job, table string, from *wire.KeysFrom, take func(func(string) edm.Value) error) error {
	snapshot, err := j.DB().Snapshot(table)
	if err != nil {
		return err
	}
	from.Entities, from.Taken = snapshot.Len(), min(snapshot.Len(), wire.MaxKeys)
	for i := range from.Taken {
		e := snapshot.At(int(int64(i) * int64(from.Entities) / int64(from.Taken)))
		if err := take(func(property string) edm.Value { return valueOf(e, property) }); err != nil {
			return err
		}
		if i%256 == 0 {
			if err := j.Pause(i, from.Taken, 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// peopled gives entities of a population to take, evenly from all of it when they are many.
func peopled(j *worker.Job, spec *population.Spec, from *wire.KeysFrom, take func(func(string) edm.Value) error) error {
	from.Entities, from.Taken = spec.Entities, min(spec.Entities, wire.MaxKeys)
	n, taken := 0, 0
	err := population.Generate(j.Ctx, *spec, func(partitionKey, rowKey string, properties []engine.Property) error {
		at := n
		if n++; n%worker.PauseEvery == 0 {
			if err := j.Pause(n, spec.Entities, 0); err != nil {
				return err
			}
		}
		if at != int(int64(taken)*int64(from.Entities)/int64(from.Taken)) {
			return nil
		}
		taken++
		return take(func(property string) edm.Value {
			switch property {
			case filterlang.PartitionKey:
				return edm.NewString(partitionKey)
			case filterlang.RowKey:
				return edm.NewString(rowKey)
			}
			for i := range properties {
				if properties[i].Name == property {
					return properties[i].Value
				}
			}
			return edm.Value{}
		})
	})
	if e, ok := errors.AsType[*population.Error](err); ok {
		return wire.Invalid("Population", e.Message)
	}
	return err
}

// valueOf returns a property of an entity, the keys included; the zero Value for one that is absent.
func valueOf(e engine.Entity, property string) edm.Value {
	v, _ := e.Value(property)
	return v
}

// scatter returns a number from 0 up that looks as if it came by chance.
func scatter(n uint64) int64 {
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return int64((n ^ n>>31) >> 2)
}
