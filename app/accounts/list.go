package accounts

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/wire"
)

type (
	// SourcesWanted asks the server again.
	SourcesWanted struct{}
	// SourceUnfolded lists the tables of a source that is not on screen, or folds them again.
	SourceUnfolded struct{ Source string }
	// LiveListPressed lists the tables of the account on screen again. Made is the one that was just made there, "" for none.
	LiveListPressed struct{ Made string }
)

// ListAccounts asks the server. Answer: AccountsListed.
type ListAccounts struct {
	Changes int  // of Model when it was asked
	Patient bool // nothing on screen waits for them
}

// AccountsListed answers ListAccounts. Has is false where no server is behind the page that has any.
type AccountsListed struct {
	List    []port.Account
	Has     bool
	Err     error
	Changes int // of ListAccounts
}

// ListSource asks for the tables of an account. Answer: SourceListed.
type ListSource struct{ Source string }

// SourceListed answers ListSource.
type SourceListed struct {
	Source string
	Reply  *wire.TablesReply
	Err    error
}

// accountsListed takes the server's list. A view that waited for it goes on; one of an account that is not there is left. A list that was
// asked for before an account changed may lack the change, so it is asked for again.
func (m *Model) accountsListed(v *page.View, msg AccountsListed) (*Model, []page.Cmd) {
	if msg.Err == nil && msg.Changes != m.changes {
		return m, []page.Cmd{ListAccounts{Changes: m.changes}}
	}
	n := *m
	n.Asked, n.Problem = false, ""
	if msg.Err != nil {
		n.Has, n.Problem = true, "The server could not be asked for its accounts: "+strings.TrimSuffix(msg.Err.Error(), ".")+"."
		if errors.Is(msg.Err, port.ErrSilent) {
			n.Problem = "The server that this page came from does not answer. " + page.WhatToDo(&wire.Failure{Code: wire.ServerSilent})
		}
		switch {
		case v.Dialog != nil:
		case m.Live == nil:
			return &n, nil
		default: // the bar of the account has it
			return &n, []page.Cmd{page.Announce{Text: n.Problem}}
		}
		return &n, []page.Cmd{page.Notify{Notice: page.Notice{Bad: true, Text: n.Problem}}}
	}
	n.Has, n.Known, n.List = msg.Has, true, msg.List
	var cmds []page.Cmd
	if !m.Known && msg.Has {
		cmds = append(cmds, SetRetry{PolicyNamed(m.Retry).Policy})
	}
	if n.Live == nil {
		return &n, cmds
	}
	if n.Account(v.Query.Source) == nil {
		return &n, append(cmds, n.unknown(v)...)
	}
	next, more := n.listUnlessListed()
	return next, append(cmds, more...)
}

// ListTables asks for the tables of the account on screen. What is on its way was asked before a table was made or deleted, and is left.
func (m *Model) ListTables() (*Model, []page.Cmd) {
	if m.Live == nil {
		return m, nil
	}
	n, l := *m, *m.Live
	l.Listing, l.Failed = true, nil
	n.Live = &l
	return &n, []page.Cmd{ListSource{l.Source}}
}

// Made asks for the tables of an account again, because one was made in it. A list that nobody sees waits until somebody does.
func (m *Model) Made(source string) (*Model, []page.Cmd) {
	old := m.Lists[source]
	switch {
	case m.Live != nil && m.Live.Source == source:
		return m.ListTables()
	case old == nil:
		return m, nil
	}
	n, l := *m, *old
	l.Listing, l.Listed = old.Listing || m.Unfolded(source), false
	n.Lists = listedAs(m.Lists, &l)
	if !l.Listing {
		return &n, nil
	}
	return &n, []page.Cmd{ListSource{source}}
}

func (m *Model) listUnlessListed() (*Model, []page.Cmd) {
	if m.Live.Listed || m.Live.Listing {
		return m, nil
	}
	return m.ListTables()
}

// unfolded lists the tables of a source below its name, or takes the list away.
func (m *Model) unfolded(source string) (*Model, []page.Cmd) {
	n := *m
	if m.Unfolded(source) {
		n.Open = except(m.Open, source)
		return &n, nil
	}
	n.Open = append(slices.Clone(m.Open), source)
	if l := m.Lists[source]; source != "" && (l == nil || !l.Listing && !l.Listed) {
		n.Lists = listedAs(m.Lists, &page.AccountTables{Source: source, Listing: true})
		return &n, []page.Cmd{ListSource{source}}
	}
	return &n, nil
}

func except(names []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name })
}

// sourceListed takes in the tables of an account.
func (m *Model) sourceListed(msg SourceListed) (*Model, []page.Cmd) {
	n := *m
	l := page.AccountTables{Source: msg.Source}
	shown := m.Live != nil && m.Live.Source == msg.Source
	if shown {
		l = m.Live.AccountTables
	} else if old := m.Lists[msg.Source]; old != nil {
		l = *old
	}
	l.Listing, l.Listed, l.Failed = false, true, wire.FailureOf(msg.Err)
	if msg.Err == nil {
		l.Tables = msg.Reply.Tables
	}
	known := l
	known.Listed = msg.Err == nil // else it is tried again
	n.Lists = listedAs(m.Lists, &known)
	if !shown {
		return &n, []page.Cmd{page.Announce{Text: msg.Source + ": " + ListText(&l)}}
	}
	live := *m.Live
	live.AccountTables = l
	n.Live = &live
	return &n, []page.Cmd{page.Announce{Text: ListText(&l)}}
}

// listedAs returns the lists with one in the place of the one before.
func listedAs(lists map[string]*page.AccountTables, l *page.AccountTables) map[string]*page.AccountTables {
	n := map[string]*page.AccountTables{}
	maps.Copy(n, lists)
	n[l.Source] = l
	return n
}

func (cmd ListSource) Slot() page.Slot { return page.Slot("tables of " + cmd.Source) }

func (cmd ListSource) Run(ctx context.Context, out page.Outside) page.Msg {
	reply, err := wire.Call(ctx, out.Client, wire.Tables, wire.SourceRequest{Source: cmd.Source}, nil)
	out.TellNewest(SourceListed{cmd.Source, reply, err})
	return nil
}
