package port

import (
	"context"
	"errors"
	"strings"
)

// ErrSilent is a request to the page's own server that had no answer: nobody knows anything of the account behind it.
var ErrSilent = errors.New("the server that this page came from does not answer")

// NameTaken is a connection that the server refuses because another account has its name, given from another browser perhaps.
type NameTaken struct{ Text string }

func (e *NameTaken) Error() string { return e.Text }

// Accounts are the accounts of tables behind the server of the page: its own, and those of live services that it signs for. A
// server without them, a static host for one, has none. The methods block: never call them from a callback. Errors are
// sentences for the person.
//
// A key or a connection string goes to the server and nowhere else: it is in no setting, message, log or address, and nothing
// that the server answers has it.
type Accounts interface {
	// Accounts lists them, a patient caller's once the page has come to rest: nothing on screen waits for them. ok is false when the
	// server of the page has no such thing.
	Accounts(ctx context.Context, patient bool) (list []Account, ok bool, err error)
	// Connect has the server keep a connection string in its memory until it stops, and try it once. Errors: *NameTaken.
	Connect(ctx context.Context, c Connection) (Account, error)
	// Forget has the server drop an account that Connect made.
	Forget(ctx context.Context, name string) error
	// AllowWrites opens or closes the lock of an account, for as long as the server runs.
	AllowWrites(ctx context.Context, name string, writes bool) (Account, error)
}

// Account is an account as the server tells of it; nothing in it is secret.
type Account struct {
	Name     string `json:"name"`              // names it as a source: letters, digits, '-' and '_'
	Path     string `json:"path"`              // relative to the page's address: where its tables are read and written
	Live     bool   `json:"live"`              // on a service behind the proxy; else it is the server's own Table endpoint
	Endpoint string `json:"endpoint"`          // address of the service, "" for the server's own
	Auth     string `json:"auth"`              // "SharedKey", "SharedKeyLite", "SAS", "Entra ID" or "" for the server's own
	Durable  bool   `json:"durable"`           // of the server's own: kept on disk
	Writes   bool   `json:"writes"`            // the lock is open
	Locked   bool   `json:"locked"`            // the lock cannot be opened from here
	Typed    bool   `json:"typed"`             // made by Connect: Forget drops it
	Label    string `json:"label"`             // of the environment, "" for none: "production", "test"
	Emulator bool   `json:"emulator"`          // at the address of an emulator on this machine
	Profile  string `json:"profile,omitempty"` // "cosmos" of Azure Cosmos DB for Table, "" of what plans as Azure Table storage does

	// Connection is what an application needs to reach an account of the server's own with the key that everybody knows, "" of any other.
	Connection string `json:"connection,omitempty"`
}

// Production reports whether the account is marked as one that people depend on.
func (a *Account) Production() bool { return strings.HasPrefix(strings.ToLower(a.Label), "prod") }

// Connection is what Connect sends.
type Connection struct {
	Name   string `json:"name"` // "" for the account's own
	String string `json:"connectionString"`
	Entra  bool   `json:"entra"` // no key: the server signs in with the credentials of its machine to the TableEndpoint given
	Label  string `json:"label"`
}
