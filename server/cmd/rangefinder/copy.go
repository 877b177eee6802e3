package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"rangefinder/engine"
	"rangefinder/engine/interchange"
	"rangefinder/engine/tablecopy"
	"rangefinder/filterlang"
)

const copyAbout = `Copies a table, or what a query returns of it, into a table of an account or of a place. SRC is TABLE@ACCOUNT, TABLE@PLACE or a file of any format that the page imports. DST is TABLE@ACCOUNT, TABLE@PLACE, or one without TABLE@ for the source's name; a PLACE is a workspace file (made when it is missing) or a data directory (a path that ends in /).

Before the first write it prints what it will do: how many requests and bytes, what is there already, what the target does not take. Then it asks, unless --yes is given; without a terminal to ask on, --yes is needed. Stopped or cut off, the same command goes on: what is equal there already is not sent again. An entity that somebody writes meanwhile is left as it is, and named.

The exit status is 3 when something is not as it should be: entities are there and different and --existing says to stop, were changed meanwhile, are not taken by the target, or are missing when they are read back.`

// copyOptions are what the flags of copy say.
type copyOptions struct {
	syncCommand
	query       engine.Query
	selected    string
	existing    string
	verify      string
	yes, dryRun bool
	price       float64 // of 10,000 requests; 0 when nobody gave one
	fileKeys

	phase   tablecopy.Phase // that progress was told of last
	started time.Time       // it
	begun   int             // entities that were done then
}

func (o *copyOptions) declare() *flag.FlagSet {
	flags := o.flagsOf("copy")
	flags.StringVar(&o.query.Filter, "filter", "", "copy only what this $`filter` returns")
	flags.StringVar(&o.selected, "select", "", "copy only these `properties`, separated by commas, beside the keys")
	o.declareRules(flags)
	flags.StringVar(&o.partition, "partition-key", "", "`template` of the PartitionKey for the rows of a file that has none, such as {Country}")
	flags.StringVar(&o.row, "row-key", "", "`template` of the RowKey, such as {Id} or {#:6}")
	return flags
}

// declareRules declares the flags of whatever has a plan.
func (o *copyOptions) declareRules(flags *flag.FlagSet) {
	flags.StringVar(&o.existing, "existing", "stop", "`rule` for entities that are there and different: stop (write nothing), skip (leave them), replace, or merge (put the source's properties into them)")
	flags.StringVar(&o.verify, "verify", "sample", "read back a `part` of what was written: none, sample (100 entities) or all")
	flags.BoolVar(&o.yes, "yes", false, "do not ask before the first write")
	flags.Float64Var(&o.price, "price", 0, "`price` of 10,000 requests to an account of Azure Table storage, in any currency: the plan tells what the writes cost")
	flags.BoolVar(&o.dryRun, "dry-run", false, "print the plan and write nothing")
}

var existingRules = map[string]tablecopy.Existing{"stop": tablecopy.Stop, "skip": tablecopy.Skip, "replace": tablecopy.Replace, "merge": tablecopy.Merge}

// samples is how many entities --verify sample reads, and how many a report names at most.
const (
	samples  = 100
	maxNamed = 20
)

// copyTable is the subcommand copy.
func copyTable(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var o copyOptions
	from, to, stop, status, done := o.begin(o.declare(), args, stdout, stderr)
	if done {
		return status
	}
	defer stop()
	status, err := o.copy(from, to, stdin)
	if err != nil {
		return o.fail(err)
	}
	return status
}

// check refuses flags that no copy can carry out.
func (o *copyOptions) check() error {
	if _, ok := existingRules[o.existing]; !ok {
		return &usageError{fmt.Sprintf("--existing is stop, skip, replace or merge, not %.30q", o.existing)}
	}
	if o.verify != "none" && o.verify != "sample" && o.verify != "all" {
		return &usageError{fmt.Sprintf("--verify is none, sample or all, not %.30q", o.verify)}
	}
	if !(o.price >= 0) {
		return &usageError{fmt.Sprintf("--price is what 10,000 requests cost, not %v", o.price)}
	}
	if o.selected != "" {
		for name := range strings.SplitSeq(o.selected, ",") {
			o.query.Select = append(o.query.Select, strings.TrimSpace(name))
		}
	}
	for field, template := range map[string]string{filterlang.PartitionKey: o.partition, filterlang.RowKey: o.row} {
		if err := interchange.CheckTemplate(template, field); err != nil {
			return &usageError{err.Error()}
		}
	}
	if _, err := engine.CheckQuery(o.query); err != nil {
		return filterError("--filter", o.query.Filter, err)
	}
	return nil
}

func (o *copyOptions) copy(from, to string, stdin io.Reader) (status int, err error) {
	if err := o.check(); err != nil {
		return 0, err
	}
	dst, err := o.target(to)
	if err != nil {
		return 0, err
	}
	source, err := o.source(from, dst)
	if err != nil {
		return 0, err
	}
	if err := dst.open(o, source.Table()); err != nil {
		return 0, err
	}
	o.tellUnknown(source)
	changed := false
	defer func() {
		if closed := dst.close(changed); err == nil && closed != nil {
			err = closed
		}
	}()
	opt := o.work()
	opt.Existing = existingRules[o.existing]
	c, err := tablecopy.Prepare(o.ctx, source, dst.Target, opt)
	if err != nil {
		return 0, err
	}
	status, changed, err = o.carry(tablecopy.All{c}, dst, stdin, func(p *tablecopy.Plan) { o.tellPlan(p, dst) })
	return status, err
}

// tellUnknown warns of properties that --select names and no entity has: a slip there copies the keys alone.
func (o *copyOptions) tellUnknown(source *engine.Snapshot) {
	has := map[string]bool{"PartitionKey": true, "RowKey": true, "Timestamp": true}
	for _, p := range source.Census().Properties {
		has[p.Name] = true
	}
	for _, name := range o.query.Select {
		if !has[name] {
			o.say(fmt.Sprintf("--select: no entity has the property %.70q", name))
		}
	}
}

// carry tells the plan of copies, asks, and carries them out. changed reports whether something was written.
func (o *copyOptions) carry(all tablecopy.All, dst *destination, stdin io.Reader, tell func(*tablecopy.Plan)) (status int, changed bool, err error) {
	plan := all.Plan()
	if !o.json || !o.yes && !o.dryRun {
		tell(&plan)
	}
	switch {
	case o.dryRun:
		if o.json {
			o.print(map[string]any{"plan": plan})
		}
		return conflicting(plan.Stopping + len(plan.Refused)), false, nil
	case plan.Stopping > 0:
		if o.json && o.yes {
			o.print(map[string]any{"plan": plan})
		}
		o.say("nothing was written: --existing skip, replace or merge says what becomes of entities that are there and different")
		return unequal, false, nil
	case plan.Requests() > 0 && !o.yes:
		if err := o.ask(stdin, &plan, dst); err != nil {
			return 0, false, err
		}
	}
	report, err := all.Run(o.ctx, o.work())
	changed = report.Written > 0 || report.AlreadyThere > 0 || plan.Creates > 0
	var checked *tablecopy.Verification
	if err == nil && o.verify != "none" {
		n := samples
		if o.verify == "all" {
			n = -1
		}
		checked, err = all.Verify(o.ctx, n, rand.Uint64(), o.work())
	}
	return o.report(&plan, report, checked, dst), changed, err
}

// work returns the options of the steps.
func (o *copyOptions) work() tablecopy.Options {
	return tablecopy.Options{AtOnce: o.atOnce, Yield: o.ctx.Err, Progress: o.progress}
}

// progress tells how far a step is, at which rate, and how long it will take.
func (o *copyOptions) progress(p tablecopy.Progress) {
	now := time.Now()
	if p.Phase != o.phase || o.started.IsZero() {
		o.phase, o.started, o.begun, o.told = p.Phase, now, p.Done, now
	}
	if o.quiet || now.Sub(o.told) < time.Second {
		return
	}
	o.told = now
	what := [...]string{"read", "found there", "written", "read back"}[p.Phase]
	text := fmt.Sprintf("%s %s", grouped(p.Done), what)
	if p.Total > 0 {
		text = fmt.Sprintf("%s of %s %s", grouped(p.Done), grouped(p.Total), what)
	}
	rate := float64(p.Done-o.begun) / now.Sub(o.started).Seconds()
	if rate > 0 {
		text += fmt.Sprintf(", %s a second", grouped(int(rate)))
		if p.Total > p.Done && p.Phase != tablecopy.Looking {
			text += fmt.Sprintf(", %s left", roughly(time.Duration(float64(p.Total-p.Done)/rate*float64(time.Second))))
		}
	}
	o.say(text)
}

// terminal is what a person answers on.
type terminal interface{ Terminal() bool }

// isTerminal reports whether somebody can answer on an input.
func isTerminal(stdin io.Reader) bool {
	switch in := stdin.(type) {
	case terminal:
		return in.Terminal()
	case *os.File:
		info, err := in.Stat()
		null, gone := os.Stat(os.DevNull)
		return err == nil && info.Mode()&os.ModeCharDevice != 0 && (gone != nil || !os.SameFile(info, null))
	}
	return false
}

// errNotWanted is the answer of who does not want a copy.
var errNotWanted = errors.New("nothing was written")

// ask asks whether to write. Its error is that nobody can be asked, or that the answer is no.
func (o *copyOptions) ask(stdin io.Reader, p *tablecopy.Plan, dst *destination) error {
	if !isTerminal(stdin) {
		return &usageError{"nothing was written, because nobody can be asked here: give --yes to write without being asked, or --dry-run for the plan alone"}
	}
	fmt.Fprintf(o.stderr, "Write %s to %s? [y/N] ", count(p.Writes(), "entity", "entities"), dst.name)
	answer := make(chan string, 1)
	go func() { // a read of a terminal cannot be stopped
		line, _ := bufio.NewReader(stdin).ReadString('\n')
		answer <- line
	}()
	select {
	case <-o.ctx.Done():
		fmt.Fprintln(o.stderr)
		return errNotWanted
	case line := <-answer:
		if line = strings.ToLower(strings.TrimSpace(line)); line != "y" && line != "yes" {
			return errNotWanted
		}
	}
	return nil
}

// gathered returns a table, or what the query returns of it, as a snapshot.
func (o *copyOptions) gathered(ctx context.Context, from engine.Service, table string) (*engine.Snapshot, error) {
	if db, ok := from.(*engine.DB); ok && o.query.Filter == "" && o.query.Select == nil {
		return db.Snapshot(table)
	}
	s, _, err := tablecopy.Gather(ctx, from, table, o.query, o.work())
	return s, err
}
