//go:build js && wasm

package browser

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"rangefinder/app/port"
	"rangefinder/engine/tablerest"
)

var _ port.Accounts = (*Page)(nil)

// Accounts implements port.Accounts. A page that no Rangefinder server has marked is not asked about.
func (p *Page) Accounts(ctx context.Context, patient bool) ([]port.Account, bool, error) {
	if !document.Call("querySelector", "script[data-accounts]").Truthy() {
		return nil, false, nil
	}
	if patient {
		if !p.AtRest(ctx) {
			return nil, true, ctx.Err()
		}
	}
	return accounts(ctx)
}

// accounts lists what the server of this page or worker has.
func accounts(ctx context.Context) ([]port.Account, bool, error) {
	r, err := ask(ctx, tablerest.Request{Method: "GET", URL: serverBase() + "api/accounts"})
	if err != nil {
		return nil, true, err
	}
	if r.Status == 404 {
		return nil, false, nil
	}
	var list struct{ Accounts []port.Account }
	if err := read(r, &list); err != nil {
		return nil, true, err
	}
	return list.Accounts, true, nil
}

// Connect implements port.Accounts.
func (*Page) Connect(ctx context.Context, c port.Connection) (port.Account, error) {
	return tell(ctx, "POST", "", c)
}

// Forget implements port.Accounts.
func (*Page) Forget(ctx context.Context, name string) error {
	_, err := tell(ctx, "DELETE", name, nil)
	return err
}

// AllowWrites implements port.Accounts.
func (*Page) AllowWrites(ctx context.Context, name string, writes bool) (port.Account, error) {
	return tell(ctx, "PUT", name, map[string]bool{"writes": writes})
}

// tell asks the server to change its connections and returns the account that it answers with.
func tell(ctx context.Context, method, name string, body any) (a port.Account, err error) {
	request := tablerest.Request{Method: method, URL: serverBase() + "api/connections"}
	if name != "" {
		request.URL += "/" + global.Call("encodeURIComponent", name).String()
	}
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return a, err
		}
		request.Body = string(text)
		request.Header = []tablerest.Field{{Name: "Content-Type", Value: "application/json"}}
	}
	r, err := ask(ctx, request)
	if err != nil {
		return a, err
	}
	return a, read(r, &a)
}

// read reads an answer of the server; a refusal becomes an error with its sentence.
func read(r *tablerest.Response, v any) error {
	if r.Status >= 300 {
		var refusal struct{ Code, Message string }
		if json.Unmarshal([]byte(r.Body), &refusal) == nil && refusal.Message != "" {
			if r.Status == 409 { // only a connection whose name is taken is answered so
				return &port.NameTaken{Text: refusal.Message}
			}
			return errors.New(refusal.Message)
		}
		return fmt.Errorf("the server answered with status %d", r.Status)
	}
	if r.Status == 204 {
		return nil
	}
	if err := json.Unmarshal([]byte(r.Body), v); err != nil {
		return errors.New("the answer of the server cannot be read")
	}
	return nil
}
