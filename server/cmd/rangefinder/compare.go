package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"rangefinder/engine"
	"rangefinder/engine/tablesync"
)

// compareOptions are what the flags of compare say.
type compareOptions struct {
	syncCommand
	scope tablesync.Scope
}

func (o *compareOptions) declare() *flag.FlagSet {
	flags := o.flagsOf("compare")
	flags.Var((*texts)(&o.scope.Partitions), "partition", "compare only this `PartitionKey`; may be repeated")
	return flags
}

func compare(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	var o compareOptions
	first, second, stop, status, done := o.begin(o.declare(), args, stdout, stderr)
	c, scope := &o.syncCommand, o.scope
	if done {
		return status
	}
	defer stop()
	left, err := c.side(first)
	if err != nil {
		return c.fail(err)
	}
	defer left.close()
	right, err := c.side(second)
	if err != nil {
		return c.fail(err)
	}
	defer right.close()
	if scope.Partitions == nil {
		scope = c.narrowed(left, right)
	}
	within := map[string]bool{}
	for _, pk := range o.scope.Partitions {
		within[pk] = true
	}
	differences := 0
	s, err := tablesync.Compare(c.ctx, left.in(scope, c), right.in(scope, c), c.options(), func(d tablesync.Difference) error {
		if len(within) > 0 && !within[d.PartitionKey] {
			return nil
		}
		differences++
		kind := [...]string{"-", "+", "~"}[d.Kind]
		if c.json {
			c.print(map[string]any{"difference": kind, "PartitionKey": d.PartitionKey, "RowKey": d.RowKey, "properties": d.Properties})
			return nil
		}
		line := fmt.Sprintf("%s (%q, %q) %s", kind, d.PartitionKey, d.RowKey, printable(strings.Join(d.Properties, ", ")))
		_, err := fmt.Fprintln(stdout, strings.TrimRight(line, " "))
		return err
	})
	if err != nil {
		return c.fail(err)
	}
	fmt.Fprintf(stderr, "%s; %s read\n", count(differences, "difference", "differences"), count(s.Read, "entity", "entities"))
	return conflicting(differences)
}

// compared is one side of a comparison.
type compared struct {
	table   string
	account *remote // nil: a place
	local   tablesync.Side
	copy    tablesync.Copy // of the side in a place, when it is a copy
	close   func()
}

// in returns the side, of an account the part of it.
func (s *compared) in(scope tablesync.Scope, c *syncCommand) tablesync.Side {
	if s.account == nil {
		return s.local
	}
	side := tablesync.RemoteSide(s.account, s.table, scope)
	if !c.profileOf(s.account).Ordered() {
		side = side.Unordered()
	}
	return side
}

// narrowed returns the part of an account's table that a copy of it on the other side holds: what it was not to hold is no difference.
// It says so, and that a copy is not whole yet.
func (c *syncCommand) narrowed(left, right *compared) tablesync.Scope {
	from, to := left, right
	if from.account == nil {
		from, to = right, left
	}
	held := to.copy
	if from.account == nil || to.account != nil || held.Remote == "" {
		return tablesync.Scope{}
	}
	if held.Endpoint != from.account.endpoint || !strings.EqualFold(held.Remote, from.table) {
		return tablesync.Scope{}
	}
	if held.Partial {
		c.say(fmt.Sprintf("%s is not pulled to its end: what is still missing counts as a difference", held.Table))
	}
	switch scope := held.Scope; {
	case scope.Filter != "":
		c.say(fmt.Sprintf("%s is a copy of a part of %s and is compared with that part: %s", held.Table, held.Remote, scope.Filter))
	case scope.Partitions != nil:
		c.say(fmt.Sprintf("%s is a copy of %s of %s and is compared with that", held.Table, count(len(scope.Partitions), "partition", "partitions"), held.Remote))
	}
	return held.Scope
}

// side opens what TABLE@SIDE names.
func (c *syncCommand) side(text string) (*compared, error) {
	table, where, err := cutSide(text)
	if err != nil {
		return nil, err
	}
	path, base := strings.CutSuffix(where, ":base")
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) || !base && c.names(path, c.say) {
		account, err := c.find(path, c.say)
		switch {
		case err != nil:
			return nil, err
		case base:
			return nil, &usageError{fmt.Sprintf("%.60s is an account; :base is a copy as it was pulled, so it stands after a workspace file or a data directory", path)}
		}
		return &compared{table: table, account: account, close: func() {}}, nil
	}
	s := &compared{table: table, close: func() {}}
	at := c.opened
	if at == nil || c.openedAs != path {
		if at, err = openPlace(c.ctx, path, toRead); err != nil {
			return nil, err
		}
		c.opened, c.openedAs = at, path          // nobody else may open a data directory, this command neither
		s.close = func() { _ = at.close(false) } // nothing was written
	}
	if err := at.has(path, table); err != nil {
		s.close()
		return nil, err
	}
	s.copy, _ = tablesync.CopyOf(at.DB, table) // no copy is one of nothing
	if base {
		s.local, err = tablesync.BaseSide(at.DB, table)
	} else {
		var snapshot *engine.Snapshot
		if snapshot, err = at.Snapshot(table); err == nil {
			s.local = tablesync.LocalSide(snapshot)
		}
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}
