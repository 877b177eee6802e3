package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os/signal"
	"slices"
	"strings"
	"time"
	"unicode"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
	"rangefinder/filterlang"
)

// The commands that keep copies of tables share their exit status: 0 all is well and equal, 1 failed, 2 wrong usage, 3 there
// are differences, conflicts, or entities that the service refused.
const unequal = 3

// syncCommand is what the three have in common.
type syncCommand struct {
	accountOptions
	json   bool
	quiet  bool
	ctx    context.Context
	stdout io.Writer
	stderr io.Writer
	told   time.Time

	elsewhere string // advice for a copy of another table or account

	profile  filterlang.Profile
	profiled bool // it was given

	opened   *place // by compare, for its other side
	openedAs string
}

// flagsOf declares the flags of all three.
func (c *syncCommand) flagsOf(name string) *flag.FlagSet {
	flags := newFlags(name)
	c.accountOptions.register(flags)
	flags.Func("profile", profileUsage+"; known by the name of the account's host when it is not given", func(text string) error {
		c.profiled = true
		return profileFlag(&c.profile)(text)
	})
	flags.BoolVar(&c.json, "json", false, "print JSON")
	flags.BoolVar(&c.quiet, "quiet", false, "tell no progress")
	return flags
}

// begin reads the flags and the two arguments. When done is true the command ends with the status.
func (c *syncCommand) begin(flags *flag.FlagSet, args []string, stdout, stderr io.Writer) (first, second string, stop func(), status int, done bool) {
	c.stdout, c.stderr = stdout, stderr
	rest, status, done := parseAround(flags, args, 2, stderr)
	if done {
		return "", "", nil, status, true
	}
	c.ctx, stop = signal.NotifyContext(context.Background(), endings()...)
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
	text := err.Error()
	if e, ok := errors.AsType[*engine.Error](err); ok && e.Code == tablesync.OtherOrigin {
		text += " " + c.elsewhere
	}
	c.say("rangefinder: " + text)
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
	return tablesync.Options{AtOnce: c.atOnce, Yield: c.ctx.Err, Progress: func(p tablesync.Progress) {
		if now := time.Now(); !c.quiet && now.Sub(c.told) > time.Second {
			c.told = now
			fmt.Fprintf(c.stderr, "%s, %s\n", count(p.Entities, "entity", "entities"), count(p.Requests, "request", "requests"))
		}
	}}
}

func (c *syncCommand) say(text string) { fmt.Fprintln(c.stderr, printable(text)) }

// profileOf returns the engine that answers for an account.
func (c *syncCommand) profileOf(account *remote) filterlang.Profile {
	if c.profiled {
		return c.profile
	}
	return engine.ProfileOf(account.endpoint)
}

// print writes a value as JSON.
func (c *syncCommand) print(v any) { _ = json.NewEncoder(c.stdout).Encode(v) } // a pipe that closed is nobody's fault

// cutSide cuts TABLE@REST.
func cutSide(text string) (table, rest string, err error) {
	table, rest, ok := strings.Cut(text, "@")
	if !ok || rest == "" {
		return "", "", &usageError{fmt.Sprintf("%.60q is not a table and where it is: write Orders@production or Orders@work.rangefinder.ndjson", text)}
	}
	return table, rest, checkTable(table)
}

// checkTable refuses what cannot be the name of a table.
func checkTable(name string) error {
	if err := engine.CheckTableName(name); err != nil {
		return &usageError{fmt.Sprintf("%.70q cannot be the name of a table: %v", name, err)}
	}
	return nil
}

// pullOptions are what the flags of pull say.
type pullOptions struct {
	syncCommand
	scope     tablesync.Scope
	as        string
	restart   bool
	conflicts string
}

func (o *pullOptions) declare() *flag.FlagSet {
	flags := o.flagsOf("pull")
	flags.StringVar(&o.scope.Filter, "filter", "", "copy only what this $`filter` returns")
	flags.Var((*texts)(&o.scope.Partitions), "partition", "copy only this `PartitionKey`; may be repeated")
	flags.StringVar(&o.as, "as", "", "`name` of the table in the place; its own when not given")
	flags.BoolVar(&o.restart, "restart", false, "read again from the beginning what a pull that was stopped has read")
	flags.StringVar(&o.conflicts, "conflicts", "ask", conflictsUsage)
	return flags
}

func pull(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	var o pullOptions
	from, path, stop, status, done := o.begin(o.declare(), args, stdout, stderr)
	c, scope, as, restart := &o.syncCommand, o.scope, o.as, o.restart
	c.elsewhere = "--as names it."
	if done {
		return status
	}
	defer stop()
	rule, err := ruleOf(o.conflicts)
	if err != nil {
		return c.fail(err)
	}
	table, name, err := cutSide(from)
	if err != nil {
		return c.fail(err)
	}
	if as == "" {
		as = table
	}
	if err := checkPull(as, scope); err != nil {
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
	opt := c.options()
	opt.Restart, opt.Profile = restart, c.profileOf(account)
	r, err := tablesync.Pull(c.ctx, at.DB, account, as, tablesync.Origin{Source: account.name, Endpoint: account.endpoint, Remote: table, Scope: scope}, opt)
	resolved := 0
	if err == nil && rule != tablesync.Ask && r.Copy.Conflicts > 0 {
		resolved, err = tablesync.Resolve(c.ctx, at.DB, as, nil, rule, opt)
		if known, failed := tablesync.CopyOf(at.DB, as); failed == nil {
			r.Copy = known
		}
	}
	_, made := at.Snapshot(as)
	if closed := at.close(made == nil); err == nil {
		err = closed
	}
	if err != nil && r.Pages == 0 {
		return c.fail(err)
	}
	if c.json {
		c.print(pulled{r, resolved})
	} else {
		fmt.Fprintf(stdout, "%s: %s read in %s; %s added, %s updated, %s deleted, %s changed here and kept, %s, %s resolved\n",
			as, count(r.Read, "entity", "entities"), count(r.Pages, "page", "pages"), grouped(r.Added), grouped(r.Updated), grouped(r.Deleted), grouped(r.Kept),
			count(r.Conflicts, "new conflict", "new conflicts"), grouped(resolved))
	}
	if err != nil {
		return c.fail(err)
	}
	return conflicting(r.Copy.Conflicts)
}

// pulled is the report of a pull as JSON.
type pulled struct {
	tablesync.PullReport
	Resolved int // conflicts, by --conflicts
}

// checkPull refuses arguments that no pull can carry out.
func checkPull(as string, scope tablesync.Scope) error {
	if err := checkTable(as); err != nil {
		return err
	}
	if scope.Filter != "" && scope.Partitions != nil {
		return &usageError{"--filter and --partition do not go together: a copy holds what a filter selects or a list of partitions"}
	}
	if _, err := engine.CheckQuery(engine.Query{Filter: scope.Filter}); err != nil {
		return filterError("--filter", scope.Filter, err)
	}
	return nil
}

const conflictsUsage = "`rule` for entities that both sides changed: ask (leave them), mine or theirs (the whole entity), merge-mine or merge-theirs (by property; mine or theirs where both changed it)"

// ruleOf returns the rule that --conflicts names.
func ruleOf(name string) (tablesync.Rule, error) {
	rule, ok := rules[name]
	if !ok {
		return 0, &usageError{fmt.Sprintf("--conflicts is one of %s, not %.30q", strings.Join(slices.Sorted(maps.Keys(rules)), ", "), name)}
	}
	return rule, nil
}

var rules = map[string]tablesync.Rule{"ask": tablesync.Ask, "mine": tablesync.TakeMine, "theirs": tablesync.TakeTheirs, "merge-mine": tablesync.MergeMine, "merge-theirs": tablesync.MergeTheirs}

// pushOptions are what the flags of push say.
type pushOptions struct {
	syncCommand
	options   tablesync.PushOptions
	conflicts string
}

func (o *pushOptions) declare() *flag.FlagSet {
	flags := o.flagsOf("push")
	flags.BoolVar(&o.options.DryRun, "dry-run", false, "ask the service, tell what a push would do, and write nothing")
	flags.BoolVar(&o.options.Create, "create", false, "make the table when the account has none of that name")
	flags.StringVar(&o.conflicts, "conflicts", "ask", conflictsUsage)
	return flags
}

func push(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	var o pushOptions
	from, name, stop, status, done := o.begin(o.declare(), args, stdout, stderr)
	c, opt := &o.syncCommand, o.options
	c.elsewhere = "`rangefinder copy` sends a table anywhere; it compares first."
	if done {
		return status
	}
	defer stop()
	rule, err := ruleOf(o.conflicts)
	if err != nil {
		return c.fail(err)
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
	opt.Options, opt.Endpoint, opt.Rule, opt.All = c.options(), account.endpoint, rule, true
	opt.Profile = c.profileOf(account)
	if err = at.has(path, table); err == nil && !opt.DryRun {
		err = account.writable()
	}
	if err == nil {
		status, err = c.push(at, account, table, opt)
	}
	if closed := at.close(!opt.DryRun); err == nil {
		err = closed
	}
	if err != nil {
		return c.fail(err)
	}
	return status
}

// push sends what is pending, or tells what it would send.
func (c *syncCommand) push(at *place, account *remote, table string, opt tablesync.PushOptions) (status int, err error) {
	r, failed := tablesync.Push(c.ctx, at.DB, account, table, opt)
	if failed != nil && r.Requests == 0 {
		return 1, failed
	}
	if c.json {
		c.print(r)
		return conflicting(r.Left), failed
	}
	did, refused, end := grouped(r.Written)+" written", grouped(len(r.Refused))+" refused, ", ""
	if opt.DryRun {
		did, refused = "a push would write "+grouped(r.Written), "" // only the service knows what it refuses
		end = fmt.Sprintf("; the dry run made %s to read and wrote nothing, and cannot tell what the service refuses", count(r.Asked, "request", "requests"))
	}
	fmt.Fprintf(c.stdout, "%s: %s in %s, %s already there, %s resolved, %s%s in conflict, %s still to be sent%s\n",
		table, did, count(r.Requests, "request", "requests"), grouped(r.AlreadyThere), grouped(r.Resolved), refused, grouped(r.InConflict), grouped(r.Left), end)
	for _, refusal := range r.Refused {
		fmt.Fprintf(c.stdout, "  refused (%q, %q): %s: %s\n", refusal.PartitionKey, refusal.RowKey, printable(refusal.Code), printable(refusal.Message))
	}
	return conflicting(r.Left), failed
}

// count writes a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return grouped(n) + " " + many
}

func conflicting(n int) int {
	if n > 0 {
		return unequal
	}
	return 0
}
