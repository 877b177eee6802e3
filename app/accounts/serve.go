package accounts

import (
	"context"

	"rangefinder/app/page"
	"rangefinder/app/port"
)

// Serve carries out a request to the server of the page, nil where it has no accounts; false when the command is another.
func Serve(server port.Accounts, cmd page.Cmd, tell func(page.Msg)) bool {
	ctx := context.Background()
	switch cmd := cmd.(type) {
	case ListAccounts:
		go func() {
			if server == nil {
				tell(AccountsListed{Changes: cmd.Changes})
				return
			}
			list, ok, err := server.Accounts(ctx, cmd.Patient)
			tell(AccountsListed{List: list, Has: ok, Err: err, Changes: cmd.Changes})
		}()
	case ConnectAccount:
		go func() {
			a, err := server.Connect(ctx, cmd.Connection)
			tell(Connected{Account: a, Err: err})
		}()
	case ForgetAccount:
		go func() { tell(AccountForgotten{Name: cmd.Name, Err: server.Forget(ctx, cmd.Name)}) }()
	case AllowWrites:
		go func() {
			a, err := server.AllowWrites(ctx, cmd.Name, cmd.Writes)
			tell(WritesAllowed{Name: cmd.Name, Account: a, Err: err})
		}()
	default:
		return false
	}
	return true
}
