//go:build js && wasm

package main

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"syscall/js"
	"time"

	"rangefinder/app/browser"
	"rangefinder/app/port"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
)

// accountTools are the page's tools for accounts; each logs what came of it.
func accountTools(page *browser.Page, say func(format string, args ...any)) map[string]func(args []js.Value) any {
	begin := func(do func(ctx context.Context)) any { go do(context.Background()); return nil }
	return map[string]func(args []js.Value) any{
		"accounts": func([]js.Value) any {
			return begin(func(ctx context.Context) {
				list, ok, err := page.Accounts(ctx, false)
				say("accounts %v %v %v", list, ok, err)
			})
		},
		"connect": func(a []js.Value) any {
			return begin(func(ctx context.Context) {
				account, err := page.Connect(ctx, port.Connection{Name: "mine", String: a[0].String()})
				say("connected %q %v", account.Name, err)
			})
		},
		"unlock": func([]js.Value) any {
			return begin(func(ctx context.Context) {
				account, err := page.AllowWrites(ctx, "mine", true)
				say("unlocked %v %v", account.Writes, err)
			})
		},
		"forgetAccount": func(a []js.Value) any {
			return begin(func(ctx context.Context) { say("forgotten %v", page.Forget(ctx, a[0].String())) })
		},
	}
}

// telling is a Doer that tells the server beside each request where it is to arrive.
type telling struct {
	tablerest.Doer
	address string
}

func (d telling) Do(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	r.Header = append(r.Header, tablerest.Field{Name: "X-Expected", Value: strings.TrimPrefix(r.URL, d.address)})
	return d.Doer.Do(ctx, r)
}

// awkward are keys that an address must not lose a character of.
var awkward = []string{
	"plain", "", " a b ", ".", "..", "a..b", "%2e%2e", "%2F", "%5C", "%", "%25", "o'clock", "''", `say "x"`, "a+b&c=d;e", "^|`{}<>[]~", "\u00e9\u6f22\U0001f600",
	"\u202etxt", "!*()$,:@", "e\u0301",
}

// useAccount writes, reads and deletes entities of an account of the page's server and says what is wrong.
func useAccount(source string) string {
	ctx := context.Background()
	c, err := browser.Remote(ctx, source)
	if err != nil {
		return err.Error()
	}
	c.Doer = telling{c.Doer, c.URL}
	_ = c.CreateTable(ctx, "Awkward")
	for k, pk := range awkward {
		// What becomes of a key does not depend on the other one, which package tablerest checks for all pairs; each pair takes five requests.
		for i, rk := range []string{"plain", pk, awkward[(k+1)%len(awkward)]} {
			if i > 0 && rk == "plain" {
				continue
			}
			properties := []engine.Property{{Name: "P", Value: edm.NewString(pk + "\n" + rk)}, {Name: "N", Value: edm.NewInt64(int64(i))}}
			do := func(kind engine.OpKind, match string) error {
				op := engine.Op{Kind: kind, PartitionKey: pk, RowKey: rk, IfMatch: match}
				if kind != engine.Delete {
					op.Properties = properties
				}
				_, err := c.Apply(ctx, "Awkward", op)
				return err
			}
			if err := errors.Join(do(engine.Insert, ""), do(engine.Replace, "*"), do(engine.InsertOrMerge, "")); err != nil {
				return fmt.Sprintf("writing (%q, %q): %v", pk, rk, err)
			}
			e, err := c.Get(ctx, "Awkward", pk, rk)
			if err != nil || !reflect.DeepEqual(e.Properties(), properties) {
				return fmt.Sprintf("reading (%q, %q): %v", pk, rk, err)
			}
			if err := do(engine.Delete, e.ETag()); err != nil {
				return fmt.Sprintf("deleting (%q, %q): %v", pk, rk, err)
			}
			if rk == "plain" {
				results, err := c.Batch(ctx, "Awkward", []engine.Op{{Kind: engine.InsertOrMerge, PartitionKey: pk, RowKey: "b"}, {Kind: engine.InsertOrReplace, PartitionKey: pk, RowKey: "c" + pk}})
				if err != nil || len(results) != 2 {
					return fmt.Sprintf("writing %q together: %v", pk, err)
				}
			}
		}
		filter := "PartitionKey eq '" + strings.ReplaceAll(pk, "'", "''") + "' and RowKey ne 'a/b\\c#d?e'"
		page, err := c.Query(ctx, "Awkward", engine.Query{Filter: filter})
		if err != nil || len(page.Entities) != 2 || page.Stats.Examined != 2 {
			return fmt.Sprintf("%s: %v", filter, err)
		}
	}
	late, stop := context.WithTimeout(ctx, 100*time.Millisecond)
	defer stop()
	slow, _ := browser.Remote(ctx, "slow")
	if _, err := slow.Tables(late, "", 0); !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Sprintf("a request that was given up: %v", err)
	}
	return "all right"
}
