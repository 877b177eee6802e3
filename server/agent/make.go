package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/keydesign/population"
	"rangefinder/engine"
	"rangefinder/server/workspacefile"
)

// MakeInput is what the tool lab_make takes.
type MakeInput struct {
	Comparison lab.Spec `json:"comparison" jsonschema:"as lab_measure takes it; only its table or population and its designs matter"`
	Path       string   `json:"path,omitempty" jsonschema:"the workspace file that has the table; none with a population"`
	Design     string   `json:"design" jsonschema:"the name of the design"`
	To         string   `json:"to" jsonschema:"the workspace file that gets the tables; a new one is made"`
	Name       string   `json:"name" jsonschema:"of the new table; those of indexes get it with something behind"`
}

// MakeOutput is what it answers.
type MakeOutput struct {
	Tables []MadeTable `json:"tables"`
}

// MadeTable is a table that was written.
type MadeTable struct {
	Name     string `json:"name"`
	Entities int    `json:"entities"`
}

// makeTables writes the tables of a design into a workspace file: all of them, or none when an entity has no place in the design.
func (t *tools) makeTables(ctx context.Context, in MakeInput) (string, MakeOutput, error) {
	out := MakeOutput{Tables: []MadeTable{}}
	to, err := t.config.Files.writable(in.To)
	if err != nil {
		return "", out, err
	}
	spec := in.Comparison
	if err := spec.Check(); err != nil {
		return "", out, err
	}
	design, err := designOf(spec, in.Design)
	if err != nil {
		return "", out, err
	}
	leave, err := t.enter(ctx)
	if err != nil {
		return "", out, err
	}
	defer leave()
	from, err := t.entities(ctx, spec, in.Path)
	if err != nil {
		return "", out, err
	}
	tables, report, err := lab.NewBench(from, spec.Population != nil).Tables(ctx, design, lab.Watch{Yield: func(int, int) error { return ctx.Err() }})
	if err != nil {
		return "", out, err
	}
	left := report.Duplicates + report.Keyless
	for _, x := range report.Indexes {
		left += x.Duplicates + x.Keyless + x.TooLong
	}
	if left > 0 {
		return "", out, fmt.Errorf("%d entities have no place in this design or its indexes: mend the templates first; lab_measure says why", left)
	}
	db, file, err := workspacefile.Open(ctx, to)
	if err != nil {
		return "", out, err
	}
	if err := file.Writable(); err != nil {
		return "", out, err
	}
	var names []string
	for _, kept := range tables {
		name := in.Name + kept.Suffix
		if err := load(ctx, db, name, kept.Table); err != nil {
			return "", out, err
		}
		out.Tables = append(out.Tables, MadeTable{name, kept.Table.Len()})
		names = append(names, fmt.Sprintf("%s with %d entities", name, kept.Table.Len()))
	}
	if err := file.Save(ctx, db); err != nil {
		return "", MakeOutput{Tables: []MadeTable{}}, err
	}
	return fmt.Sprintf("%q has %s.", in.To, strings.Join(names, ", ")), out, nil
}

func designOf(spec lab.Spec, name string) (lab.Design, error) {
	var names []string
	for _, d := range spec.Designs {
		if d.Name == name {
			return d, nil
		}
		names = append(names, fmt.Sprintf("%.70q", d.Name))
	}
	return lab.Design{}, fmt.Errorf("the comparison has no design %.70q; it has %s", name, strings.Join(names, ", "))
}

// load makes a table of the entities of another. Error: it is there already, or its name cannot be one.
func load(ctx context.Context, db *engine.DB, name string, from *engine.Snapshot) error {
	if err := db.CreateTable(ctx, name); err != nil {
		return err
	}
	to, err := db.Load(ctx, name)
	if err != nil {
		return err
	}
	const window = 512
	for rank := 0; rank < from.Len(); rank += window {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		for _, e := range from.Window(rank, window) {
			if err := to.Add(e.PartitionKey(), e.RowKey(), e.Properties()); err != nil {
				return err
			}
		}
	}
	_, err = to.Commit()
	return err
}

// entities returns what a comparison is about: the table of the file, or generated entities.
func (t *tools) entities(ctx context.Context, spec lab.Spec, path string) (*engine.Snapshot, error) {
	if (spec.Population == nil) == (path == "") || len(spec.Designs) == 0 {
		return nil, errors.New("give a path with the table of the comparison, or a comparison with a population, and at least one design")
	}
	if spec.Population != nil {
		return population.Table(ctx, *spec.Population)
	}
	return t.table(ctx, path, spec.Table)
}
