package agent

import (
	"context"
	"fmt"

	"rangefinder/app/keydesign/lab"
	"rangefinder/engine"
	"rangefinder/server/workspacefile"
)

// MeasureInput is what the tool lab_measure takes.
type MeasureInput struct {
	Comparison lab.Spec `json:"comparison" jsonschema:"what is compared: table (of the workspace file) or population (generated entities), patterns with their calls a day, designs; the first design is what the others are compared with"`
	Path       string   `json:"path,omitempty" jsonschema:"the workspace file that has the table; none with a population"`
}

// MeasureOutput is what it answers.
type MeasureOutput struct {
	Entities   int       `json:"entities" jsonschema:"that were measured on"`
	Partitions int       `json:"partitions" jsonschema:"that they are in with the keys they have now"`
	Designs    []Design  `json:"designs" jsonschema:"in the order of the comparison"`
	Patterns   []Pattern `json:"patterns" jsonschema:"in the order of the comparison"`
}

// Design is what the keys of a design come to.
type Design struct {
	Name       string   `json:"name"`
	Rank       int      `json:"rank" jsonschema:"1 is cheapest; 0 when it cannot do everything or is wrong"`
	Points     float64  `json:"points" jsonschema:"what the patterns of a day cost: one for a request, for 1,000 entities examined, and for 100 written"`
	Impossible bool     `json:"impossible,omitempty" jsonschema:"a pattern or the data does not fit"`
	Entities   int      `json:"entities"`
	Partitions int      `json:"partitions"`
	Largest    int      `json:"largest" jsonschema:"entities in the largest partition"`
	Storage    float64  `json:"storage" jsonschema:"bytes stored for each byte that the table takes now"`
	Duplicates int      `json:"duplicates,omitempty" jsonschema:"entities left out because another has their key"`
	Keyless    int      `json:"keyless,omitempty" jsonschema:"entities left out because they get no key"`
	Unknown    []string `json:"unknown,omitempty" jsonschema:"properties of the templates that no entity has"`
	Wrong      []string `json:"wrong,omitempty" jsonschema:"what is wrong with the templates; then nothing was measured"`
}

// Pattern is an access pattern under all designs.
type Pattern struct {
	Name  string   `json:"name"`
	Wrong []string `json:"wrong,omitempty" jsonschema:"what is wrong with it; then nothing was measured"`
	Cells []Cell   `json:"cells" jsonschema:"one for each design, in their order"`
}

// Cell is a pattern under a design; a cell of a wrong design or pattern has no verdict.
type Cell struct {
	Verdict  string  `json:"verdict,omitempty" jsonschema:"beside the first design: better, same, worse or impossible"`
	Why      string  `json:"why,omitempty"`
	Class    string  `json:"class,omitempty" jsonschema:"of a read: the class of the plan"`
	Filter   string  `json:"filter,omitempty" jsonschema:"of a read: the filter as it is asked under the design"`
	Requests float64 `json:"requests" jsonschema:"of one call, as all that follow"`
	Examined float64 `json:"examined"`
	Returned float64 `json:"returned"`
	Written  float64 `json:"written"`
	Points   float64 `json:"points"`
	Hottest  float64 `json:"hottest,omitempty" jsonschema:"of a write with a rate: entities a second that the hottest partition takes"`
}

var verdicts = map[lab.Verdict]string{lab.Worse: "worse", lab.Same: "same", lab.Better: "better", lab.Impossible: "impossible"}

func (t *tools) measure(ctx context.Context, in MeasureInput) (string, MeasureOutput, error) {
	spec := in.Comparison
	out := MeasureOutput{Designs: []Design{}, Patterns: []Pattern{}}
	if err := spec.Check(); err != nil {
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
	report, err := lab.NewBench(from, spec.Population != nil).Measure(ctx, spec, lab.Watch{Yield: func(int, int) error { return ctx.Err() }})
	if err != nil {
		return "", out, err
	}
	lab.Rank(spec, report)
	out.Entities, out.Partitions = report.Entities, report.Partitions
	for i, d := range report.Designs {
		out.Designs = append(out.Designs, Design{
			Name: spec.Designs[i].Name, Rank: d.Rank, Points: d.Total.Points, Impossible: d.Impossible, Entities: d.Entities, Partitions: d.Partitions,
			Largest: d.Largest.Entities, Storage: d.Storage, Duplicates: d.Duplicates, Keyless: d.Keyless, Unknown: d.Unknown, Wrong: wrong(d.Refused),
		})
	}
	for _, p := range report.Patterns {
		pattern := Pattern{Name: p.Name, Wrong: wrong(p.Refused), Cells: []Cell{}}
		for _, c := range p.Cells {
			pattern.Cells = append(pattern.Cells, cellOf(c))
		}
		out.Patterns = append(out.Patterns, pattern)
	}
	return lab.Markdown(spec, report, ""), out, nil
}

func cellOf(c lab.Cell) Cell {
	if !c.Known {
		return Cell{}
	}
	out := Cell{Verdict: verdicts[c.Verdict], Why: c.Why, Requests: c.Cost.Requests, Examined: c.Cost.Examined, Returned: c.Cost.Returned, Written: c.Cost.Written, Points: c.Cost.Points}
	if len(c.Ways) > 0 {
		out.Class, out.Filter = c.Ways[0].Class.Name(), c.Ways[0].Filter
	}
	if c.Write != nil {
		out.Hottest = c.Write.Hottest
	}
	return out
}

func wrong(list []lab.Refused) (out []string) {
	for _, r := range list {
		out = append(out, r.Field+": "+r.Message)
	}
	return out
}

// enter waits until no other call has entities in memory.
func (t *tools) enter(ctx context.Context) (leave func(), err error) {
	select {
	case <-t.bench:
		return func() { t.bench <- struct{}{} }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// table reads a workspace file and returns a table of it.
func (t *tools) table(ctx context.Context, path, table string) (*engine.Snapshot, error) {
	db, err := t.database(ctx, path)
	if err != nil {
		return nil, err
	}
	return db.Snapshot(table)
}

// database reads a workspace file.
func (t *tools) database(ctx context.Context, path string) (*engine.DB, error) {
	f, err := t.config.Files.open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	db, err := workspacefile.Read(ctx, f)
	if err != nil {
		return nil, fmt.Errorf("%.100q: %w", path, err)
	}
	return db, nil
}
