package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
)

// The commands that keep copies of tables share their exit status: 0 all is well and equal, 1 failed, 2 wrong usage, 3 there
// are differences, conflicts, or entities that the service refused.
const unequal = 3

const pullUsage = `usage: rangefinder pull TABLE@ACCOUNT PLACE [flags]

Copies a table of an account into PLACE, a workspace file (made when it is missing) or a data directory (a path that
ends in /), or brings the copy there up to date and merges it with what was changed in it. Stopped or cut off, the same
command goes on. The exit status is 3 when both sides changed the same property of an entity.

`

const pushUsage = `usage: rangefinder push TABLE@PLACE ACCOUNT [flags]

Sends what was changed in a copy to the account it came from, each entity on condition that it is there as it was when
it was pulled. The exit status is 3 when something could not be sent: conflicts, entities that the service refuses.

`

const compareUsage = `usage: rangefinder compare TABLE@SIDE TABLE@SIDE [flags]

Prints what is not the same in two tables, each of an account or in a place: - is only in the first, + only in the
second, ~ in both but different. TABLE@PLACE:base is a copy as it was pulled. The exit status is 3 when they differ.

`

// syncCommand is what the three have in common.
type syncCommand struct {
	accountOptions
	json   bool
	quiet  bool
	ctx    context.Context
	stdout io.Writer
	stderr io.Writer
	told   time.Time

	opened   *place // by compare, for its other side
	openedAs string
}

// begin reads the flags and the two arguments. When done is true the command ends with the status.
func (c *syncCommand) begin(name, usage string, args []string, stdout, stderr io.Writer, register func(*flag.FlagSet)) (first, second string, stop func(), status int, done bool) {
	c.stdout, c.stderr = stdout, stderr
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		io.WriteString(stderr, usage)
		flags.PrintDefaults()
	}
	c.accountOptions.register(flags)
	flags.BoolVar(&c.json, "json", false, "print JSON")
	flags.BoolVar(&c.quiet, "quiet", false, "tell no progress")
	register(flags)
	rest, status, done := parseAround(flags, args, 2, stderr)
	if done {
		return "", "", nil, status, true
	}
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		ends = append(ends, syscall.SIGHUP)
	}
	c.ctx, stop = signal.NotifyContext(context.Background(), ends...)
	return rest[0], rest[1], stop, 0, false
}

// usageError says what is wrong with the arguments.
type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

// fail tells an error and returns the exit status.
func (c *syncCommand) fail(err error) int {
	if errors.Is(err, context.Canceled) {
		err = errors.New("stopped; the same command goes on")
	}
	c.say("rangefinder: " + err.Error())
	if _, ok := errors.AsType[*usageError](err); ok {
		return 2
	}
	return 1
}

// printable returns a text that may be a service's own, and hostile, without what a terminal obeys.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}

// options are those of every work.
func (c *syncCommand) options() tablesync.Options {
	return tablesync.Options{Yield: c.ctx.Err, Progress: func(p tablesync.Progress) {
		if now := time.Now(); !c.quiet && now.Sub(c.told) > time.Second {
			c.told = now
			fmt.Fprintf(c.stderr, "%d entities, %d requests\n", p.Entities, p.Requests)
		}
	}}
}

func (c *syncCommand) say(text string) { fmt.Fprintln(c.stderr, printable(text)) }

// print writes a value as JSON.
func (c *syncCommand) print(v any) { _ = json.NewEncoder(c.stdout).Encode(v) } // a pipe that closed is nobody's fault

// cutSide cuts TABLE@REST.
func cutSide(text string) (table, rest string, err error) {
	table, rest, ok := strings.Cut(text, "@")
	if err := engine.CheckTableName(table); !ok || err != nil || rest == "" {
		return "", "", &usageError{fmt.Sprintf("%.60q is not a table and where it is: write Orders@production or Orders@work.rangefinder.ndjson", text)}
	}
	return table, rest, nil
}

func pull(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	var c syncCommand
	var scope tablesync.Scope
	var as string
	var restart bool
	from, path, stop, status, done := c.begin("pull", pullUsage, args, stdout, stderr, func(flags *flag.FlagSet) {
		flags.StringVar(&scope.Filter, "filter", "", "copy only what this $`filter` returns")
		flags.Var((*texts)(&scope.Partitions), "partition", "copy only this `PartitionKey`; may be repeated")
		flags.StringVar(&as, "as", "", "`name` of the table in the place; its own when not given")
		flags.BoolVar(&restart, "restart", false, "read again from the beginning what a pull that was stopped has read")
	})
	if done {
		return status
	}
	defer stop()
	table, name, err := cutSide(from)
	if err != nil {
		return c.fail(err)
	}
	account, err := c.find(name, c.say)
	if err != nil {
		return c.fail(err)
	}
	at, err := openPlace(c.ctx, path, toCreate)
	if err != nil {
		return c.fail(err)
	}
	if as == "" {
		as = table
	}
	opt := c.options()
	opt.Restart = restart
	r, err := tablesync.Pull(c.ctx, at.DB, account, as, tablesync.Origin{Source: account.name, Endpoint: account.endpoint, Remote: table, Scope: scope}, opt)
	_, made := at.Snapshot(as)
	if closed := at.close(made == nil); err == nil {
		err = closed
	}
	if err != nil && r.Pages == 0 {
		return c.fail(err)
	}
	if c.json {
		c.print(r)
	} else {
		fmt.Fprintf(stdout, "%s: %d entities read in %d pages; %d added, %d updated, %d merged, %d deleted, %d changed here and kept, %d new conflicts\n",
			as, r.Read, r.Pages, r.Added, r.Updated, r.Merged, r.Deleted, r.Kept, r.Conflicts)
	}
	if err != nil {
		return c.fail(err)
	}
	return conflicting(r.Copy.Conflicts)
}

var rules = map[string]tablesync.Rule{"ask": tablesync.Ask, "mine": tablesync.TakeMine, "theirs": tablesync.TakeTheirs, "merge-mine": tablesync.MergeMine, "merge-theirs": tablesync.MergeTheirs}

func push(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	var c syncCommand
	var opt tablesync.PushOptions
	conflicts := "ask"
	from, name, stop, status, done := c.begin("push", pushUsage, args, stdout, stderr, func(flags *flag.FlagSet) {
		flags.BoolVar(&opt.DryRun, "dry-run", false, "tell what would be sent, and send nothing")
		flags.BoolVar(&opt.Create, "create", false, "make the table when the account has none of that name")
		flags.StringVar(&conflicts, "conflicts", conflicts, "what becomes of entities that were changed there too: ask (leave them), mine, theirs, merge-mine or merge-theirs")
	})
	if done {
		return status
	}
	defer stop()
	rule, ok := rules[conflicts]
	if !ok {
		fmt.Fprintf(stderr, "rangefinder push: --conflicts is one of %s, not %.30q\n", strings.Join(slices.Sorted(maps.Keys(rules)), ", "), conflicts)
		return 2
	}
	table, path, err := cutSide(from)
	if err != nil {
		return c.fail(err)
	}
	account, err := c.find(name, c.say)
	if err != nil {
		return c.fail(err)
	}
	at, err := openPlace(c.ctx, path, toWrite)
	if err != nil {
		return c.fail(err)
	}
	opt.Options, opt.Endpoint, opt.Rule = c.options(), account.endpoint, rule
	status, err = c.push(at, account, table, opt)
	if closed := at.close(!opt.DryRun); err == nil {
		err = closed
	}
	if err != nil {
		return c.fail(err)
	}
	return status
}

// push resolves what is in conflict already by the rule, if there is one, and sends the rest, or tells what it would send.
func (c *syncCommand) push(at *place, account *remote, table string, opt tablesync.PushOptions) (status int, err error) {
	if opt.DryRun {
		plan, err := tablesync.PlanPush(c.ctx, at.DB, table, 0, opt)
		if err != nil {
			return 1, err
		}
		if c.json {
			c.print(plan)
		} else {
			fmt.Fprintf(c.stdout, "%s: would send %d inserts, %d updates and %d deletes in %d requests (%d bytes); %d in conflict\n",
				table, plan.Inserts, plan.Updates, plan.Deletes, plan.Requests, plan.Bytes, plan.Conflicts)
		}
		return conflicting(plan.Conflicts), nil
	}
	if opt.Rule != tablesync.Ask {
		if _, err := tablesync.Resolve(c.ctx, at.DB, table, nil, opt.Rule, opt.Options); err != nil {
			return 1, err
		}
	}
	r, failed := tablesync.Push(c.ctx, at.DB, account, table, opt)
	if failed != nil && r.Requests == 0 {
		return 1, failed
	}
	known, err := tablesync.CopyOf(at.DB, table)
	if err != nil {
		return 1, err
	}
	if c.json {
		c.print(r)
	} else {
		fmt.Fprintf(c.stdout, "%s: %d written in %d requests, %d refused, %d in conflict, %d still to be sent\n", table, r.Written, r.Requests, len(r.Refused), known.Conflicts, r.Left)
		for _, refusal := range r.Refused {
			fmt.Fprintf(c.stdout, "  refused (%q, %q): %s: %s\n", refusal.PartitionKey, refusal.RowKey, printable(refusal.Code), printable(refusal.Message))
		}
	}
	return conflicting(max(r.Left, known.Conflicts+len(r.Refused))), failed
}

func conflicting(n int) int {
	if n > 0 {
		return unequal
	}
	return 0
}
