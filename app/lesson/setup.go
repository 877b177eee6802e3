package lesson

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Samples gives the entities of a built-in sample to emit, whose properties are its own only until it returns.
//
// A name that is none is ErrNoSample.
type Samples func(ctx context.Context, name string, emit func(table, partitionKey, rowKey string, properties []engine.Property) error) error

// ErrNoSample is the error of Samples for a name that no sample has.
var ErrNoSample = errors.New("there is no such sample")

// lessonTime is when everything in a lesson happens: the same file gives the same account, ETags and all.
var lessonTime = time.Date(2010, time.November, 6, 12, 0, 0, 0, time.UTC)

// Options are those of a database that a lesson's account is in: its clock stands still, so that Timestamps count up by
// themselves, and its tables have the lesson's range partitions.
func (l *Lesson) Options() engine.Options {
	options := clockOptions()
	if len(l.Ranges) > 0 {
		options.RangePartitions = func(string) []string { return l.Ranges }
	}
	return options
}

func clockOptions() engine.Options {
	return engine.Options{Now: func() time.Time { return lessonTime }}
}

// Account returns the lesson's data as it is in the beginning. samples may be nil for a lesson that uses none. Errors: those of
// samples, of ctx, and a Problems for entities that the service refuses.
func (l *Lesson) Account(ctx context.Context, samples Samples) (*engine.Image, error) {
	db := engine.Open(l.Options())
	if err := l.Load(ctx, db, samples); err != nil {
		return nil, err
	}
	return db.Image(), nil
}

// Load writes the lesson's data into a database. Its tables must not be there yet.
func (l *Lesson) Load(ctx context.Context, db *engine.DB, samples Samples) error {
	for _, name := range l.Samples {
		if err := loadSample(ctx, db, name, samples); err != nil {
			if errors.Is(err, ErrNoSample) {
				return Problems{{l.sampleLine, fmt.Sprintf("There is no sample %q.", Clip(name)), "Name one of the page's, such as Movies, as the list at its left has them."}}
			}
			if refused, ok := errors.AsType[*engine.Error](err); ok {
				return Problems{{l.sampleLine, fmt.Sprintf("The sample %s cannot be loaded: %s", name, refused.Detail), "Name each sample once, and none whose tables another has."}}
			}
			return fmt.Errorf("sample %s: %w", name, err)
		}
	}
	for i := range l.Tables {
		if err := l.Tables[i].load(ctx, db); err != nil {
			return err
		}
	}
	return nil
}

func loadSample(ctx context.Context, db *engine.DB, name string, samples Samples) error {
	if samples == nil {
		return errors.New("there are no samples here")
	}
	loaders := map[string]*engine.Loader{}
	err := samples(ctx, name, func(table, partitionKey, rowKey string, properties []engine.Property) error {
		loader := loaders[table]
		if loader == nil {
			err := db.CreateTable(ctx, table)
			if err == nil {
				loader, err = db.Load(ctx, table)
			}
			if err != nil {
				return err
			}
			loaders[table] = loader
		}
		return loader.Add(partitionKey, rowKey, properties)
	})
	for _, loader := range loaders {
		if err == nil {
			_, err = loader.Commit()
		}
		loader.Abort()
	}
	return err
}

func (t *Table) load(ctx context.Context, db *engine.DB) error {
	if err := db.CreateTable(ctx, t.Name); err != nil {
		return Problems{{t.Line, fmt.Sprintf("The table %s cannot be made: %s", t.Name, reason(err)), ""}}
	}
	loader, err := db.Load(ctx, t.Name)
	if err != nil {
		return err
	}
	defer loader.Abort()
	for _, e := range t.Entities {
		if err := loader.Add(e.PartitionKey, e.RowKey, e.Properties); err != nil {
			return Problems{{t.Line, fmt.Sprintf("%s does not take (%q, %q): %s", t.Name, e.PartitionKey, e.RowKey, reason(err)), "Give every entity keys of its own."}}
		}
	}
	chance := t.Seed
	for i := range t.Count {
		if i%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		e, line, err := t.generate(i, &chance)
		if err == nil {
			err = loader.Add(e.PartitionKey, e.RowKey, e.Properties)
		}
		if err != nil {
			return Problems{{line, fmt.Sprintf("Entity %d of %s: %s", i+1, t.Name, reason(err)), "Change the rules."}}
		}
	}
	_, err = loader.Commit()
	return err
}

// generate makes entity i. When there is an error, line is that of its rule.
func (t *Table) generate(i int, chance *uint64) (e engine.BulkEntity, line int, err error) {
	get := func(name string) edm.Value {
		for _, p := range e.Properties {
			if p.Name == name {
				return p.Value
			}
		}
		return edm.Value{}
	}
	for _, r := range t.Rules {
		turn := int64(i / r.Each)
		var v edm.Value
		switch r.Kind {
		case Text:
			text, err := r.Template.Key(get)
			if err != nil {
				return e, r.Line, err
			}
			switch r.Property {
			case "PartitionKey":
				e.PartitionKey = text
				continue
			case "RowKey":
				e.RowKey = text
				continue
			}
			if v, err = edm.ParseText(r.Type, text); err != nil {
				return e, r.Line, err
			}
		case Cycle:
			v = r.Values[turn%int64(len(r.Values))]
		case Pick:
			v = r.Values[next(chance)%uint64(len(r.Values))]
		case Random:
			v, err = edm.ParseText(r.Type, strconv.FormatInt(r.From+int64(next(chance)%uint64(r.To-r.From+1)), 10))
		case Count:
			v, err = edm.ParseText(r.Type, strconv.FormatInt(r.From+turn*r.Every, 10))
		case Time:
			ticks := edm.Ticks(r.From + turn*r.Every)
			if ticks < edm.MinTicks || ticks > edm.MaxTicks {
				err = errors.New("the time is outside of the years 1601 to 9999")
			}
			v = edm.NewDateTime(ticks)
		}
		if err != nil {
			return e, r.Line, err
		}
		e.Properties = append(e.Properties, engine.Property{Name: r.Property, Value: v})
	}
	return e, t.Line, nil
}

// next is SplitMix64: small, and the same everywhere.
func next(state *uint64) uint64 {
	*state += 0x9e3779b97f4a7c15
	z := *state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
