package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rangefinder/app/keydesign/lab"
	"rangefinder/app/keydesign/population"
	"rangefinder/app/keydesign/suggest"
	"rangefinder/engine"
	"rangefinder/filterlang"
)

// The limits of a call of lab_suggest. With its first design and maxMost others a comparison can still be measured.
const (
	maxQueries = 8
	maxMost    = lab.MaxDesigns - 1
)

// SuggestInput is what the tool lab_suggest takes.
type SuggestInput struct {
	Path       string    `json:"path,omitempty" jsonschema:"the workspace file that has the table, as the page exports one and rangefinder pull writes one; none with a population"`
	Table      string    `json:"table,omitempty" jsonschema:"of the workspace file; may be left out when the comparison names it"`
	Queries    []Query   `json:"queries,omitempty" jsonschema:"what the table is asked, at most 8, each counted as 1,000 calls a day; give a comparison instead to say how often, what is written, or that the entities are generated"`
	Comparison *lab.Spec `json:"comparison,omitempty" jsonschema:"access patterns with their calls a day, and the designs there are now; without it and without queries, the comparison that the workspace has of the table, or what most tables are asked"`
	Seed       uint64    `json:"seed,omitempty" jsonschema:"another seed draws other entities of a large table; the same input gives the same answer"`
	Most       int       `json:"most,omitempty" jsonschema:"the most suggestions, 1 to 7; 6 when left out"`
	Work       int       `json:"work,omitempty" jsonschema:"stop the search after so many entities have got a key, at most 6,000,000, which is what it is when left out"`
}

// Query is a query that a table is asked.
type Query struct {
	Name   string `json:"name"`
	Filter string `json:"filter"`
}

// SuggestOutput is what it answers.
type SuggestOutput struct {
	Suggestions []Suggestion `json:"suggestions" jsonschema:"designs of which none is better in every number, the cheapest for a day first"`
	Now         []Scored     `json:"now" jsonschema:"the designs that were given, measured on the same entities"`
	Enough      []string     `json:"enough" jsonschema:"given designs that cost no more a day than any suggestion: there may be nothing to gain"`
	Comparison  lab.Spec     `json:"comparison" jsonschema:"the patterns that were measured, the first given design, and the suggestions: for lab_measure and lab_make"`
	Tried       int          `json:"tried" jsonschema:"designs that were measured"`
	Entities    int          `json:"entities" jsonschema:"that the suggestions were measured on"`
	Screened    int          `json:"screened" jsonschema:"of them, that all other designs were tried on"`
	Complete    bool         `json:"complete" jsonschema:"false when the work ran out before everything was tried"`
}

// Suggestion is a design that is worth a look.
type Suggestion struct {
	Name    string         `json:"name" jsonschema:"of the design in the comparison"`
	Scores  suggest.Scores `json:"scores" jsonschema:"less is better: points of a day's reads and writes, bytes stored, entities a second in the hottest partition"`
	Reasons []string       `json:"reasons" jsonschema:"what it gains and what it costs"`
}

// Scored is a design that was given.
type Scored struct {
	Name   string         `json:"name"`
	Scores suggest.Scores `json:"scores"`
}

func (t *tools) suggest(ctx context.Context, in SuggestInput) (string, SuggestOutput, error) {
	out := SuggestOutput{Suggestions: []Suggestion{}, Now: []Scored{}, Enough: []string{}}
	if err := in.check(); err != nil {
		return "", out, err
	}
	leave, err := t.enter(ctx)
	if err != nil {
		return "", out, err
	}
	defer leave()
	spec, from, err := t.asked(ctx, in)
	if err != nil {
		return "", out, err
	}
	r, err := suggest.Search(ctx, from, spec.Population != nil, spec, suggest.Options{Seed: in.Seed, Most: in.Most, Work: in.Work}, lab.Watch{Yield: func(int, int) error { return ctx.Err() }})
	if err != nil {
		return "", out, err
	}
	out.Enough = append(out.Enough, r.Enough...)
	out.Tried, out.Entities, out.Screened, out.Complete = r.Tried, r.Entities, r.Screened, r.Complete
	for i, scores := range r.Now {
		out.Now = append(out.Now, Scored{spec.Designs[i].Name, scores})
	}
	out.Comparison = spec.Clone()
	out.Comparison.Designs = out.Comparison.Designs[:min(1, len(spec.Designs))]
	for _, s := range r.Suggestions {
		out.Suggestions = append(out.Suggestions, Suggestion{s.Design.Name, s.Scores, s.Reasons})
		out.Comparison.Designs = append(out.Comparison.Designs, s.Design)
	}
	return foundIn(r), out, nil
}

// check refuses what would be left out without a word, or would take too long.
func (in *SuggestInput) check() error {
	switch {
	case in.Most < 0 || in.Most > maxMost:
		return fmt.Errorf("most is 1 to %d", maxMost)
	case in.Work < 0 || in.Work > suggest.DefaultWork:
		return fmt.Errorf("work is at most %d entities", suggest.DefaultWork)
	case in.Comparison != nil && len(in.Queries) > 0:
		return errors.New("give queries or a comparison, not both")
	case len(in.Queries) > maxQueries:
		return fmt.Errorf("%d queries are more than %d: give a comparison", len(in.Queries), maxQueries)
	}
	for _, q := range in.Queries {
		if _, err := filterlang.Parse(q.Filter); err != nil && q.Filter != "" {
			return fmt.Errorf("the query %.70q is refused: %w", q.Name, err)
		}
	}
	if in.Comparison != nil {
		return in.Comparison.Check()
	}
	return nil
}

// asked returns the comparison that keys are looked for, and its entities.
func (t *tools) asked(ctx context.Context, in SuggestInput) (lab.Spec, *engine.Snapshot, error) {
	spec, table := lab.Spec{}, in.Table
	if in.Comparison != nil {
		spec = *in.Comparison
		if table == "" {
			table = spec.Table
		}
	}
	if (in.Path == "") != (spec.Population != nil) || in.Path != "" && table == "" {
		return spec, nil, errors.New("give a path and a table, or a comparison with a population and no path")
	}
	if spec.Population != nil {
		from, err := population.Table(ctx, *spec.Population)
		return spec, from, err
	}
	db, err := t.database(ctx, in.Path)
	if err != nil {
		return spec, nil, err
	}
	from, err := db.Snapshot(table)
	if err != nil {
		return spec, nil, err
	}
	spec.Table = from.Table()
	if in.Comparison == nil {
		var asked []lab.Asked
		for _, q := range in.Queries {
			asked = append(asked, lab.Asked(q))
		}
		if stored, ok := lab.Stored(db, table); ok && len(asked) == 0 {
			return stored, from, nil
		}
		spec = lab.Suggest(from, asked)
	}
	return spec, from, spec.Check()
}

// foundIn says in a text what was found.
func foundIn(r *suggest.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d designs measured on %d of %d entities", r.Tried, r.Screened, r.Entities)
	if !r.Complete {
		b.WriteString("; not everything was tried")
	}
	b.WriteString(".\n")
	for _, name := range r.Enough {
		fmt.Fprintf(&b, "%q costs no more a day than any suggestion.\n", name)
	}
	for _, s := range r.Suggestions {
		fmt.Fprintf(&b, "\n%s: PartitionKey %q, RowKey %q, %d stored beside\n", s.Design.Name, s.Design.Partition, s.Design.Row, len(s.Design.Indexes))
		for _, reason := range s.Reasons {
			b.WriteString("- " + reason + "\n")
		}
	}
	return b.String()
}
