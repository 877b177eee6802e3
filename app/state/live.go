package state

import (
	"cmp"
	"strings"
	"time"

	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/query"
	"rangefinder/app/wire"
	"rangefinder/app/words"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang"
)

// Sources are the places whose tables can be on screen: this browser, and the accounts behind the server of the page.
type Sources struct {
	page.Accounts
	Retry string // which of Policies holds
	Home  Route  // of this browser, to return to
	// Open are the sources whose tables are listed below their names though another is on screen, "" for this browser. It is replaced
	// when it changes.
	Open []string
}

// Live is the account on screen. Nothing is asked of it but what the person asks, and the names of its tables.
type Live struct {
	page.AccountTables
	Ask bool // a query that scans waits for a yes
}

// A Policy is a way of trying requests again.
type Policy struct {
	Name, Text string
	Policy     tablerest.Policy
}

// Policies are those that can be chosen, with the numbers of the client libraries. The first holds until another is chosen.
var Policies = []Policy{
	{"exponential", "Exponential: 3, 30, 90 s", tablerest.Policy{Kind: tablerest.Exponential, Retries: 3}},
	{"linear", "Linear: 3 × 3 s", tablerest.Policy{Kind: tablerest.Linear, Retries: 3, Wait: 3 * time.Second}},
	{"none", "None", tablerest.Policy{}},
}

// PolicyNamed returns the policy of that name, the first for any other.
func PolicyNamed(name string) Policy {
	for _, p := range Policies {
		if p.Name == name {
			return p
		}
	}
	return Policies[0]
}

// RetrySetting is the setting that keeps the policy's name.
const RetrySetting = "retry"

// What the server, the worker and the clock told of accounts.
type (
	// AccountsListed answers ListAccounts. Has is false where no server is behind the page that has any.
	AccountsListed struct {
		List []port.Account
		Has  bool
		Err  error
	}
	// Connected answers ConnectAccount.
	Connected struct {
		Account port.Account
		Err     error
	}
	// AccountForgotten answers ForgetAccount.
	AccountForgotten struct {
		Name string
		Err  error
	}
	// WritesAllowed answers AllowWrites.
	WritesAllowed struct {
		Name    string
		Account port.Account
		Err     error
	}
	// SourceListed answers ListSource.
	SourceListed struct {
		Source string
		Reply  *wire.TablesReply
		Err    error
	}
	// WaitTicked answers Tick.
	WaitTicked struct{ ID int }
)

// What the person did with accounts.
type (
	SourceChosen    = page.SourceChosen
	SourceUnfolded  struct{ Source string } // or folded again: the tables of one that is not on screen
	SourcesWanted   struct{}                // ask the server again
	ConnectPressed  struct{}
	ConnectChosen   struct{ Entra, Shown bool }
	ConnectSent     struct{ Connection port.Connection }
	ForgetPressed   struct{ Name string }
	LockPressed     struct{}
	UnlockConfirmed struct{}
	RetryChosen     struct{ Name string }
	ScanChosen      struct{ All bool } // else one page
	ScanCanceled    struct{}
	LiveListPressed struct{} // list the tables again
)

// Requests to the worker about accounts.
type (
	// ListSource asks for the tables of an account. Answer: SourceListed.
	ListSource struct{ Source string }
	// More reads on. Answer: RunProgressed, RunEnded.
	More struct{ Req wire.MoreRequest }
	// SetRetry sets how requests are tried again.
	SetRetry struct{ Policy tablerest.Policy }
	// Tick sends WaitTicked after a second.
	Tick struct{ ID int }
)

// Effects on the page, and requests to its server, about accounts.
type (
	// ListAccounts asks the server. Answer: AccountsListed.
	ListAccounts struct{}
	// ConnectAccount hands a connection to the server; nothing else ever holds what is in it. Answer: Connected.
	ConnectAccount struct{ Connection port.Connection }
	// ForgetAccount has the server drop an account. Answer: AccountForgotten.
	ForgetAccount struct{ Name string }
	// AllowWrites opens or closes a lock. Answer: WritesAllowed.
	AllowWrites struct {
		Name   string
		Writes bool
	}
)

// Account returns the account on screen, nil for this browser and for one that the server does not know.
func (m *Model) Account() *port.Account { return m.Sources.Account(m.Query.Source) }

// ReadOnly says why the source on screen cannot be written to, "" when it can.
func (m *Model) ReadOnly() string {
	a := m.Account()
	switch {
	case m.Query.Source == "":
		return ""
	case a == nil:
		return "The server of this page has no account " + m.Query.Source + "."
	case a.Locked:
		return "The server keeps " + a.Name + " read-only."
	case !a.Writes:
		return a.Name + " is read-only until its lock is opened."
	}
	return ""
}

// tablesOn returns the tables of the source on screen.
func tablesOn(m Model) []wire.TableInfo {
	if m.Live != nil {
		return m.Live.Tables
	}
	return m.Tables.List
}

// Tone is the colour of a source, the same for the same account at every visit: a name for a style. What the person calls the
// environment counts more than where it is.
func Tone(a *port.Account) string {
	for i, text := range []string{a.Label, a.Name} {
		text = strings.ToLower(text)
		switch {
		case i == 1 && (!a.Live || a.Emulator):
			return "own"
		case strings.Contains(text, "prod") || strings.Contains(text, "live"):
			return "production"
		case strings.Contains(text, "test") || strings.Contains(text, "stag") || strings.Contains(text, "dev") || strings.Contains(text, "qa"):
			return "test"
		}
	}
	sum := uint(0)
	for _, c := range []byte(cmp.Or(a.Label, a.Name)) {
		sum = sum*31 + uint(c)
	}
	return []string{"blue", "violet", "teal"}[sum%3]
}

// SourceKind is what an account is, in words, and SourceMark its shape beside them.
func SourceKind(a *port.Account) string {
	switch {
	case !a.Live:
		return "own endpoint"
	case a.Emulator:
		return "emulator"
	}
	return "live account"
}

// SourceMark is the shape that goes with SourceKind.
func SourceMark(a *port.Account) string {
	switch {
	case !a.Live:
		return "▣"
	case a.Emulator:
		return "◇"
	}
	return "◆"
}

// Worst says what a query that scans may cost at most, with nothing guessed.
func Worst(m *Model) string {
	if p := m.Plan.Plan; p != nil && p.Profile == filterlang.Cosmos {
		return worstByIndex(m, p)
	}
	what := "the whole table"
	if p := m.Plan.Plan; p != nil && p.Class == filterlang.PartitionRange {
		what = "every partition in its range"
	}
	size := 1000
	if top, _ := query.TopNumber(m.Query.Top); top > 0 {
		size = top
	}
	return "Reads " + what + ", page by page, at most " + words.Count(size, "entity", "entities") + " a page, and each page is billed. How many there are is not known before reading."
}

// Quantity writes a number that may not be known.
func Quantity(n int) string {
	if n == wire.Unknown {
		return "–"
	}
	return words.Number(n)
}
