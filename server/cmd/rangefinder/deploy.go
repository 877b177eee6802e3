package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"rangefinder/app/keydesign/deploy"
	"rangefinder/app/keydesign/lab"
	"rangefinder/engine/tablecopy"
)

const deployAbout = `Makes the tables of a design of the lab: the entities of SRC with the design's keys, and beside them its copies and lists of keys. SRC and DST are as of copy; SRC is TABLE@PLACE, and the design is one of the comparison that the place has of the table, or of --comparison. DST names the table with the entities; copies in other tables have its name and By1, By2 and so on.

Before the first write it prints what it will do, then it asks. Stopped or cut off, the same command goes on.

With --check it reads the tables that an application writes to and tells which copies are missing, stale or orphaned, in memory that does not grow with them. Then it asks whether to mend them: each only while it is as it was read.

The exit status is 3 when copies have drifted and were not mended, and as of copy.`

// deployOptions are what the flags of deploy say.
type deployOptions struct {
	copyOptions
	design     string
	comparison string
	check      bool
}

func (o *deployOptions) declare() *flag.FlagSet {
	flags := o.flagsOf("deploy")
	flags.StringVar(&o.design, "design", "", "`name` of the design; the comparison's first with indexes when it is not given")
	flags.StringVar(&o.comparison, "comparison", "", "read the designs from `FILE`, as the lab's document has them")
	flags.BoolVar(&o.check, "check", false, "tell which copies have drifted, and mend them")
	o.declareRules(flags)
	return flags
}

// deployDesign is the subcommand deploy.
func deployDesign(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var o deployOptions
	from, to, stop, status, done := o.begin(o.declare(), args, stdout, stderr)
	if done {
		return status
	}
	defer stop()
	status, err := o.deploy(from, to, stdin)
	if err != nil {
		return o.fail(err)
	}
	return status
}

func (o *deployOptions) deploy(from, to string, stdin io.Reader) (status int, err error) {
	if err := o.copyOptions.check(); err != nil {
		return 0, err
	}
	dst, err := o.target(to)
	if err != nil {
		return 0, err
	}
	design, err := o.chosen(from)
	if err != nil {
		return 0, err
	}
	source, err := o.source(from, dst)
	if err != nil {
		return 0, err
	}
	if err := dst.open(&o.copyOptions, source.Table()); err != nil {
		return 0, err
	}
	changed := false
	defer func() {
		if closed := dst.close(changed); err == nil && closed != nil {
			err = closed
		}
	}()
	bench := lab.NewBench(source, false)
	layout, err := bench.Layout(design)
	if err != nil {
		return 0, err
	}
	if o.check {
		found, all, err := deploy.Check(o.ctx, layout, dst.Target, o.work())
		if err != nil {
			return 0, err
		}
		o.tellDrift(found, layout, dst)
		if all == nil || found.Drifted() == 0 {
			return 0, nil
		}
		if o.dryRun {
			return unequal, nil
		}
		status, changed, err = o.carry(all, dst, stdin, func(p *tablecopy.Plan) {
			o.say(fmt.Sprintf("to mend: %s in %s, %s", count(p.Writes(), "copy", "copies"), count(p.Requests(), "request", "requests"), bytesText(p.Bytes)))
		})
		return status, err
	}
	tables, report, err := bench.Tables(o.ctx, design, lab.Watch{})
	if err != nil {
		return 0, err
	}
	left := report.Duplicates + report.Keyless
	for _, x := range report.Indexes {
		left += x.Duplicates + x.Keyless + x.TooLong
	}
	if left > 0 {
		return 0, fmt.Errorf("%s no place in this design or its indexes: mend the templates first", count(left, "entity has", "entities have"))
	}
	opt := o.work()
	opt.Existing = existingRules[o.existing]
	all, err := deploy.Prepare(o.ctx, tables, dst.Target, opt)
	if err != nil {
		return 0, err
	}
	status, changed, err = o.carry(all, dst, stdin, func(p *tablecopy.Plan) { o.tellPlan(p, dst) })
	return status, err
}

// chosen returns the design that the flags name.
func (o *deployOptions) chosen(from string) (lab.Design, error) {
	spec, err := o.compared(from)
	if err != nil {
		return lab.Design{}, err
	}
	var names []string
	for _, d := range spec.Designs {
		if o.design == "" && len(d.Indexes) > 0 || o.design != "" && d.Name == o.design {
			return d, nil
		}
		names = append(names, d.Name)
	}
	if o.design == "" {
		return lab.Design{}, &usageError{"no design of the comparison has an index: choose one with --design; there are " + strings.Join(names, ", ")}
	}
	return lab.Design{}, &usageError{fmt.Sprintf("the comparison has no design %.100q; it has %s", o.design, strings.Join(names, ", "))}
}

// compared returns the comparison.
func (o *deployOptions) compared(from string) (spec lab.Spec, err error) {
	if o.comparison != "" {
		text, err := readSmall(o.comparison, lab.MaxText)
		if err == nil {
			spec, err = lab.Parse(strings.TrimSpace(text))
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", o.comparison, err)
		}
		return spec, err
	}
	table, where, err := cutTable(from)
	if err != nil {
		return spec, err
	}
	if _, missing := os.Stat(where); table == "" || missing != nil {
		return spec, &usageError{"the comparison is in the place that SRC names, so SRC is TABLE@PLACE; or give --comparison FILE"}
	}
	at, err := openPlace(o.ctx, where, toRead)
	if err != nil {
		return spec, err
	}
	spec, ok := lab.Stored(at.DB, table)
	if err := at.close(false); err != nil {
		return spec, err
	}
	if !ok {
		err = errors.New(where + " has no comparison of " + table + ": make one in the design lab, or give --comparison FILE")
	}
	return spec, err
}

// tellDrift prints what a check found.
func (o *deployOptions) tellDrift(f *deploy.Found, l *lab.Layout, to *destination) {
	if o.json {
		o.print(map[string]any{"check": f})
		return
	}
	fmt.Fprintf(o.stdout, "%s at %s: %s, %s; %s missing, %s stale, %s orphaned\n", to.Table, to.name, count(f.Entities, "entity", "entities"), count(f.Copies, "copy", "copies"),
		grouped(f.Missing), grouped(f.Stale), grouped(f.Orphaned))
	for _, e := range f.Examples {
		fmt.Fprintf(o.stdout, "  %s (%q, %q) in %s%s", [...]string{"missing", "stale", "orphaned"}[e.Kind], e.Key.Partition, e.Key.Row, to.Table, l.Tables[l.Sets[e.Set].Table])
		if e.Of != (lab.Key{}) {
			fmt.Fprintf(o.stdout, " of (%q, %q)", e.Of.Partition, e.Of.Row)
		}
		fmt.Fprintln(o.stdout)
	}
	for _, part := range []struct {
		n    int
		text string
	}{{f.Colliding, "ask for a copy that another asks for"}, {f.Keyless, "have no key for a copy"}, {f.Foreign, "are of no part of this design"}} {
		if part.n > 0 {
			fmt.Fprintf(o.stdout, "  left alone: %s that %s\n", count(part.n, "entity", "entities"), part.text)
		}
	}
	if f.More {
		fmt.Fprintln(o.stdout, "  more have drifted; check again after these are mended")
	}
}
