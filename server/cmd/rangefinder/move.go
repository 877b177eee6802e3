package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"rangefinder/engine/cosmos"
	"rangefinder/server/budget"
)

const moveAbout = `Lists what changes for a table and its queries when they move from Azure Table storage to Azure Cosmos DB for Table: what that service refuses, names, order, and what decides the cost of each query, each with its entities. PLACE is a workspace file or a data directory, into which pull copies a table of an account. The queries are those saved in PLACE for the table and, with --queries, those of a file of filters. Nothing is sent anywhere.

What queries cost there is told by class: nobody knows request units before they are charged.

The exit status is 3 when something has to be changed before the move.`

// moveOptions are the flags of move.
type moveOptions struct {
	syncCommand
	queries string
}

func (o *moveOptions) declare() *flag.FlagSet {
	flags := newFlags("move")
	flags.StringVar(&o.queries, "queries", "", "`file` of filters, one on each line, that the application asks of the table")
	flags.BoolVar(&o.json, "json", false, "print one JSON object for each change, one on each line")
	return flags
}

// move is the subcommand move.
func move(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	var o moveOptions
	flags := o.declare()
	o.stdout, o.stderr = stdout, stderr
	rest, status, done := parseAround(flags, args, 1, stderr)
	if done {
		return status
	}
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	o.ctx = ctx
	table, path, err := cutSide(rest[0])
	if err != nil {
		return o.fail(err)
	}
	at, err := openPlace(ctx, path, toRead)
	if err != nil {
		return o.fail(err)
	}
	defer func() { _ = at.close(false) }() // nothing was written
	s, err := at.Snapshot(table)
	if err != nil {
		return o.fail(err)
	}
	queries, err := o.asked(at, s.Table())
	if err != nil {
		return o.fail(err)
	}
	changes, err := cosmos.Move(ctx, s, queries, func(int, int) error { return ctx.Err() })
	if err != nil {
		return o.fail(err)
	}
	return o.report(s.Table(), s.Len(), len(queries), changes)
}

// asked returns the queries of the table.
func (o *moveOptions) asked(at *place, table string) ([]cosmos.Query, error) {
	var out []cosmos.Query
	if text, _ := at.Document("queries"); text != "" {
		var saved []struct {
			Name, Table, Filter, Top string
		}
		if err := json.Unmarshal([]byte(text), &saved); err != nil {
			return nil, fmt.Errorf("the saved queries cannot be read: %w", err)
		}
		for _, q := range saved {
			if strings.EqualFold(q.Table, table) {
				top := 0
				_, _ = fmt.Sscan(q.Top, &top) // what is no number is not sent
				out = append(out, cosmos.Query{Name: q.Name, Table: q.Table, Filter: q.Filter, Top: top})
			}
		}
	}
	if o.queries == "" {
		return out, nil
	}
	f, err := os.Open(o.queries)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	filters, err := budget.ReadFilters(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.queries, err)
	}
	for _, f := range filters {
		if f.Table == "" || strings.EqualFold(f.Table, table) {
			out = append(out, cosmos.Query{Name: f.Name, Table: f.Table, Filter: f.Text})
		}
	}
	return out, nil
}

// report prints the changes and returns the exit status.
func (o *moveOptions) report(table string, entities, queries int, changes []cosmos.Change) int {
	out := bufio.NewWriter(o.stdout)
	refused := 0
	for _, c := range changes {
		refused += btoi(c.Refused)
		if o.json {
			_ = json.NewEncoder(out).Encode(moved(c)) // what fails is told by Flush
			continue
		}
		subject := string(c.Subject)
		if c.Refused {
			subject += ", refused"
		}
		fmt.Fprintf(out, "%s: %s\n", subject, printable(c.Text))
		if q := c.Query; q != nil {
			filter := q.Filter
			if filter == "" {
				filter = "(no filter)"
			}
			name := ""
			if q.Name != "" {
				name = fmt.Sprintf(" (%q)", q.Name)
			}
			fmt.Fprintf(out, "  query %s%s\n", printable(filter), name)
		}
		if p := c.Classes; p != nil {
			fmt.Fprintf(out, "  %s -> %s\n", p.Before.Name(), p.After.Name())
		}
		if c.Entities > 0 {
			keys := make([]string, len(c.First))
			for i, k := range c.First {
				keys[i] = fmt.Sprintf("(%.80q, %.80q)", k.PartitionKey, k.RowKey)
			}
			more := ""
			if c.Entities > len(keys) {
				more = ", ..."
			}
			fmt.Fprintf(out, "  %s: %s%s\n", count(c.Entities, "entity", "entities"), strings.Join(keys, ", "), more)
		}
	}
	if err := out.Flush(); err != nil {
		return o.fail(err)
	}
	fmt.Fprintf(o.stderr, "%s: %s and %s looked at; %s to be changed before the move\n", table, count(entities, "entity", "entities"), count(queries, "query", "queries"), count(refused, "thing has", "things have"))
	return conflicting(refused)
}

// moved is a change as --json prints it.
func moved(c cosmos.Change) any {
	type query struct {
		Name   string `json:"name,omitempty"`
		Table  string `json:"table,omitempty"`
		Filter string `json:"filter"`
		Top    int    `json:"top,omitempty"`
	}
	var q *query
	if c.Query != nil {
		q = (*query)(c.Query)
	}
	var before, after string
	if p := c.Classes; p != nil {
		before, after = p.Before.Name(), p.After.Name()
	}
	return struct {
		Subject  cosmos.Subject `json:"subject"`
		Text     string         `json:"text"`
		Refused  bool           `json:"refused"`
		Query    *query         `json:"query,omitempty"`
		Before   string         `json:"before,omitempty"`
		After    string         `json:"after,omitempty"`
		Entities int            `json:"entities"`
		First    []cosmos.Key   `json:"first"`
	}{c.Subject, c.Text, c.Refused, q, before, after, c.Entities, c.First}
}
