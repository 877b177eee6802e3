package agent

import (
	"context"
	"encoding/json"
	"strings"

	"rangefinder/filterlang/explain"
)

// ExplainInput is what the tool explain takes.
type ExplainInput struct {
	Filter  string  `json:"filter" jsonschema:"the $filter, not percent-encoded; empty for no filter"`
	Profile Profile `json:"profile,omitempty" jsonschema:"the engine that answers: storage (Azure Table storage, the default), cosmos (Azure Cosmos DB for Table) or emulator"`
}

// Explanation is what it answers: of explain's JSON what holds for every engine.
type Explanation struct {
	Filter         string     `json:"filter"`
	Class          string     `json:"class,omitempty" jsonschema:"what the plan reads, best first: empty, point, row-range, partition-range, full-scan; for cosmos point-read, one-partition, all-partitions, no-index-help"`
	Range          *Range     `json:"range,omitempty" jsonschema:"the keys that the service reads; absent when it reads nothing"`
	WholePartition bool       `json:"wholePartition,omitempty"`
	Ideal          []*Range   `json:"ideal,omitempty" jsonschema:"the ranges that several queries could read instead"`
	IdealClass     string     `json:"idealClass,omitempty"`
	Queries        []string   `json:"queries,omitempty" jsonschema:"for cosmos: queries that ask one partition each instead"`
	Conjuncts      []Conjunct `json:"conjuncts,omitempty" jsonschema:"what each condition does"`
	Residual       string     `json:"residual,omitempty" jsonschema:"what is checked on each entity that is read"`
	Findings       []Finding  `json:"findings,omitempty"`
	Error          *Failure   `json:"error,omitempty" jsonschema:"why the service refuses the filter; then nothing else is known"`
}

// Range is a stretch of keys.
type Range struct {
	Text  string `json:"text"`
	Class string `json:"class"`
}

// Conjunct is a condition and what the plan does with it.
type Conjunct struct {
	Text   string `json:"text"`
	Role   string `json:"role"`
	Reason string `json:"reason"`
}

// Finding is something to know about a filter.
type Finding struct {
	Kind     string    `json:"kind"`
	Severity string    `json:"severity"`
	Message  string    `json:"message"`
	Text     string    `json:"text" jsonschema:"the part of the filter"`
	Rewrites []Rewrite `json:"rewrites,omitempty"`
}

// Rewrite is what could be asked instead.
type Rewrite struct {
	Title   string   `json:"title"`
	Filters []string `json:"filters"`
	Same    bool     `json:"same" jsonschema:"it returns the same entities"`
}

// Failure says why a filter is refused.
type Failure struct {
	Code     string `json:"code"`
	Message  string `json:"message"`
	Detail   string `json:"detail"`
	Position int    `json:"position" jsonschema:"where in the filter, in characters from 0"`
	Fix      *Fix   `json:"fix,omitempty"`
}

// Fix is a mended filter.
type Fix struct {
	Title  string `json:"title"`
	Filter string `json:"filter"`
}

func (t *tools) explain(_ context.Context, in ExplainInput) (string, Explanation, error) {
	profile, err := in.Profile.read()
	if err != nil {
		return "", Explanation{}, err
	}
	var text strings.Builder
	explain.TextFor(profile, &text, in.Filter, explain.Plain)
	object, _ := explain.JSONFor(profile, in.Filter)
	var out Explanation
	err = json.Unmarshal(object, &out)
	return text.String(), out, err
}
