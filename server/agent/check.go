package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rangefinder/filterlang"
	"rangefinder/filterlang/explain"
	"rangefinder/server/budget"
)

// CheckInput is what the tool check takes.
type CheckInput struct {
	Filters []string `json:"filters,omitempty" jsonschema:"the filters to judge, or path"`
	Path    string   `json:"path,omitempty" jsonschema:"a file of filters: one a line, # begins a comment; or a workspace file with its saved queries"`
	Deny    []string `json:"deny,omitempty" jsonschema:"classes that are too expensive, with all that read more: full-scan (the default), partition-range, whole-partition, row-range; for cosmos no-index-help (its default), all-partitions, one-partition; Movies=full-scan for one table"`
	Profile Profile  `json:"profile,omitempty" jsonschema:"the engine that answers: storage (the default), cosmos or emulator"`
}

// CheckOutput is what it answers.
type CheckOutput struct {
	Checked  int       `json:"checked" jsonschema:"how many filters there are"`
	Bad      int       `json:"bad" jsonschema:"how many of them are denied or refused"`
	Deny     string    `json:"deny" jsonschema:"the rule that held"`
	Verdicts []Verdict `json:"verdicts" jsonschema:"the filters that are denied or refused; at most 200"`
}

// Verdict is what becomes of a filter.
type Verdict struct {
	Number  int            `json:"number" jsonschema:"the line of the file, or the number in the list, from 1"`
	Name    string         `json:"name,omitempty" jsonschema:"of a saved query"`
	Table   string         `json:"table,omitempty" jsonschema:"of a saved query"`
	Filter  string         `json:"filter"`
	Verdict budget.Verdict `json:"verdict" jsonschema:"denied or refused"`
	Reason  string         `json:"reason" jsonschema:"the class of the plan, or why it is refused"`
}

// maxVerdicts bounds an answer.
const maxVerdicts = 200

func (t *tools) check(_ context.Context, in CheckInput) (string, CheckOutput, error) {
	out := CheckOutput{Verdicts: []Verdict{}}
	profile, err := in.Profile.read()
	if err != nil {
		return "", out, err
	}
	rules := in.Deny
	if len(rules) == 0 {
		rules = []string{budget.DefaultRule(profile)}
	}
	allowed, err := budget.Parse(rules...)
	if err == nil {
		err = allowed.CheckFor(profile)
	}
	if err != nil {
		return "", out, fmt.Errorf("deny: %w", err)
	}
	filters, err := t.filters(in)
	if err != nil {
		return "", out, err
	}
	out.Checked, out.Deny = len(filters), fmt.Sprint(allowed)
	var text strings.Builder
	for _, f := range filters {
		verdict := allowed.Judge(f, profile)
		if verdict == budget.Allowed {
			continue
		}
		if out.Bad++; len(out.Verdicts) == maxVerdicts {
			continue
		}
		out.Verdicts = append(out.Verdicts, Verdict{f.Line, f.Name, f.Table, f.Text, verdict, reasonOf(f.Text, profile)})
		fmt.Fprintf(&text, "%d: %s\n", f.Line, verdict)
		explain.TextFor(profile, &text, f.Text, explain.Plain)
		text.WriteString("\n")
	}
	fmt.Fprintf(&text, "%d of %d filters read too much or are refused (deny %s).\n", out.Bad, out.Checked, out.Deny)
	return text.String(), out, nil
}

// filters returns what is to be judged.
func (t *tools) filters(in CheckInput) ([]budget.Filter, error) {
	if (in.Path == "") == (in.Filters == nil) {
		return nil, errors.New("give either filters or path")
	}
	if in.Path == "" {
		var out []budget.Filter
		for i, text := range in.Filters {
			out = append(out, budget.Filter{Line: i + 1, Text: text})
		}
		return out, nil
	}
	f, err := t.config.Files.open(in.Path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return budget.ReadFilters(f)
}

func reasonOf(filter string, profile filterlang.Profile) string {
	e, err := filterlang.Parse(filter)
	if err != nil {
		return err.Error()
	}
	return profile.Plan(e).Class.Name()
}
