package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

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
	left, closeLeft, err := c.side(first, scope)
	if err != nil {
		return c.fail(err)
	}
	defer closeLeft()
	right, closeRight, err := c.side(second, scope)
	if err != nil {
		return c.fail(err)
	}
	defer closeRight()
	within := map[string]bool{}
	for _, pk := range scope.Partitions {
		within[pk] = true
	}
	differences := 0
	s, err := tablesync.Compare(c.ctx, left, right, c.options(), func(d tablesync.Difference) error {
		if len(within) > 0 && !within[d.PartitionKey] {
			return nil
		}
		differences++
		kind := [...]string{"-", "+", "~"}[d.Kind]
		if c.json {
			c.print(map[string]any{"difference": kind, "PartitionKey": d.PartitionKey, "RowKey": d.RowKey, "properties": d.Properties})
			return nil
		}
		_, err := fmt.Fprintf(stdout, "%s (%q, %q) %s\n", kind, d.PartitionKey, d.RowKey, printable(strings.Join(d.Properties, ", ")))
		return err
	})
	if err != nil {
		return c.fail(err)
	}
	fmt.Fprintf(stderr, "%s; %s read\n", count(differences, "difference", "differences"), count(s.Read, "entity", "entities"))
	return conflicting(differences)
}

// side opens what TABLE@SIDE names. What it opened is closed by the function it returns.
func (c *syncCommand) side(text string, scope tablesync.Scope) (tablesync.Side, func(), error) {
	table, where, err := cutSide(text)
	if err != nil {
		return tablesync.Side{}, nil, err
	}
	path, base := strings.CutSuffix(where, ":base")
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		account, err := c.find(where, c.say)
		if err != nil {
			return tablesync.Side{}, nil, fmt.Errorf("there is no file %.60q either: %w", path, err)
		}
		side := tablesync.RemoteSide(account, table, scope)
		if !c.profileOf(account).Ordered() {
			side = side.Unordered()
		}
		return side, func() {}, nil
	}
	at, closing := c.opened, func() {}
	if at == nil || c.openedAs != path {
		if at, err = openPlace(c.ctx, path, toRead); err != nil {
			return tablesync.Side{}, nil, err
		}
		c.opened, c.openedAs = at, path          // nobody else may open a data directory, this command neither
		closing = func() { _ = at.close(false) } // nothing was written
	}
	if base {
		side, err := tablesync.BaseSide(at.DB, table)
		if err != nil {
			closing()
		}
		return side, closing, err
	}
	s, err := at.Snapshot(table)
	if err != nil {
		closing()
		return tablesync.Side{}, nil, err
	}
	return tablesync.LocalSide(s), closing, nil
}
