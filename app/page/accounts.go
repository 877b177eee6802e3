package page

import (
	"strings"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/filterlang"
)

// Accounts are the accounts behind the server of the page, as far as every feature may know them.
type Accounts struct {
	Has     bool   // the server of the page has accounts
	Asked   bool   // the server is being asked for them
	Known   bool   // it answered
	Problem string // why it did not
	List    []port.Account
	Lists   map[string]*AccountTables // by account; replaced when it changes
	// Charging are the accounts whose answers told request units, which only Azure Cosmos DB does. It is replaced when it changes.
	Charging map[string]bool
}

// AccountTables is what is known of the tables of an account.
type AccountTables struct {
	Source  string
	Tables  []wire.TableInfo // names only: the service does not count
	Listing bool
	Listed  bool
	Failed  *wire.Failure // why they could not be listed
}

// Account returns the account of that name, nil when there is none. None is called "": that is this browser.
func (a *Accounts) Account(name string) *port.Account {
	if name == "" {
		return nil
	}
	for i := range a.List {
		if a.List[i].Name == name {
			return &a.List[i]
		}
	}
	return nil
}

// Profile is the engine of an account, by what the server knows of it.
func (a *Accounts) Profile(name string) filterlang.Profile {
	if x := a.Account(name); x != nil && x.Profile == filterlang.Cosmos.String() || a.Charging[name] {
		return filterlang.Cosmos
	}
	return filterlang.Storage
}

// Locked reports whether nothing can be written to an account as things are.
func (a *Accounts) Locked(name string) bool {
	x := a.Account(name)
	return x != nil && !x.Writes
}

// Production reports whether an account is marked as one that people depend on: the name of a table is asked for before much is written.
func (a *Accounts) Production(name string) bool {
	x := a.Account(name)
	return x != nil && x.Production()
}

// Openable reports whether an account is read-only by a lock that the person can open.
func Openable(a *port.Account) bool { return a != nil && !a.Writes && !a.Locked }

// TellReadOnly tells why nothing can be written to what is on screen, with the way to its lock where it has one.
func (v *View) TellReadOnly() []Cmd {
	n := Notice{Bad: true, Text: v.ReadOnly}
	if source := v.Query.Source; Openable(v.Accounts.Account(source)) {
		n.Action, n.Undo = "Open the lock…", UnlockPressed{Source: source}
	}
	return []Cmd{Notify{Notice: n}}
}

// Endpoint is the address of an account, "" for one of the server's own.
func (a *Accounts) Endpoint(name string) string {
	if x := a.Account(name); x != nil {
		return x.Endpoint
	}
	return ""
}

// Missing says why nothing can be asked of a source, "" when it can. What an account's address is has to be known: a copy goes back to
// where it came from, and nowhere else.
func (a *Accounts) Missing(source string) string {
	switch {
	case source == "" || a.Account(source) != nil:
		return ""
	case !a.Known:
		return strings.TrimSpace("The accounts of the server are not known yet. Try again in a moment. " + a.Problem)
	}
	return "The server of this page has no account " + source + " now. Connect it, then try again. Nothing here is lost meanwhile."
}

// Asking reports whether the server is being asked for its accounts for the first time.
func (a *Accounts) Asking() bool { return a != nil && a.Asked && !a.Known }

// Connection is the connection string of an account of the server's own, "" when there is none that may be shown.
func (a *Accounts) Connection() string {
	for _, x := range a.List {
		if x.Connection != "" {
			return x.Connection
		}
	}
	return ""
}
