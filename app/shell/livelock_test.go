package shell

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"rangefinder/app/accounts"
	"rangefinder/app/edit"
	"rangefinder/app/inspector"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/result"
	"rangefinder/app/tables"
	"rangefinder/app/wire"
	"rangefinder/filterlang/edm"
)

func TestLive_ReadOnly_RefusesWrites(t *testing.T) {
	e := wire.EntityReply{PartitionKey: "a", RowKey: "b", ETag: "W/1", Properties: []wire.TextProperty{{Name: "N", Type: edm.Int32, Text: "1"}}}
	m, _ := after(onProd(t, pointFilter), edit.EntityRead{Source: "prod", Table: "Orders", Entity: &e}, inspector.PropertyTyped{ID: 1, Text: "2"})
	if m.Inspector.Source != "prod" {
		t.Fatal("no entity in the inspector")
	}
	for _, msg := range []page.Msg{inspector.SavePressed{}, inspector.SaveNowPressed{}, inspector.DeletePressed{}, page.NewEntityPressed{}, page.NewTablePressed{}, page.DeleteTablePressed{Table: "Orders"}} {
		got, cmds := after(m, msg)
		if _, wrote := find[edit.Apply](cmds); wrote || got.Dialog != nil || got.Notice == nil || !strings.Contains(got.Notice.Text, "read-only") || got.Inspector != m.Inspector {
			t.Errorf("%T: %+v, %+v", msg, got.Notice, cmds)
		}
	}
	m = unlocked(m)
	m, cmds := after(m, inspector.SaveNowPressed{})
	apply, ok := find[edit.Apply](cmds)
	if !ok || apply.Req.Source != "prod" || apply.Req.IfMatch != "W/1" {
		t.Fatalf("%+v", cmds)
	}
	m, _ = after(m, result.RunEnded{}, page.RunPressed{}, result.RunEnded{Reply: &wire.RunReply{Result: 2}})
	m, cmds = after(m, edit.Saved{Request: apply.Req, Before: &e, Entity: e})
	if _, ran := find[result.Run](cmds); ran || !m.Grid.Result.Stale || undoes(m.Notice).Source != "prod" || m.Touched {
		t.Errorf("after a save: ran %v, %+v", ran, m.Notice)
	}
	if _, cmds = after(m, page.DeleteTablePressed{Table: "Orders"}, tables.TableDropNamed{Text: "orders"}, tables.TableDropConfirmed{}); len(cmds) > 0 {
		t.Errorf("deleted without its name: %+v", cmds)
	}
	_, cmds = after(m, page.DeleteTablePressed{Table: "Orders"}, tables.TableDropNamed{Text: "Orders"}, tables.TableDropConfirmed{})
	if drop, _ := find[tables.DropTable](cmds); drop != (tables.DropTable{Source: "prod", Table: "Orders"}) {
		t.Errorf("%+v", cmds)
	}
	_, cmds = after(m, page.NewTablePressed{}, tables.TableNamed{Name: "Movies"}) // which this browser has
	if made, _ := find[tables.MakeTable](cmds); made != (tables.MakeTable{Source: "prod", Table: "Movies"}) {
		t.Errorf("%+v", cmds)
	}
}

// Ensure that the tables of an account are asked for again when one is made or deleted while they are being listed: what is on its way
// was asked before.
func TestLive_ListedMeanwhile(t *testing.T) {
	m, cmds := after(unlocked(onProd(t, "")), accounts.LiveListPressed{})
	if _, asks := find[accounts.ListSource](cmds); !asks || !m.Live().Listing {
		t.Fatalf("%+v", cmds)
	}
	_, cmds = after(m, tables.TableDropped{Source: "prod", Table: "Orders"})
	list, asks := find[accounts.ListSource](cmds)
	if !asks || list.Slot() != (accounts.ListSource{Source: "prod"}).Slot() || list.Slot() == (accounts.ListSource{Source: "other"}).Slot() {
		t.Errorf("it waits for a list of before: %+v", cmds)
	}
}

// Ensure that the open table of an account can be deleted while the account's tables are listed anew, as after it was made.
func TestLive_DeleteBeforeTheList(t *testing.T) {
	m := unlocked(onProd(t, ""))
	m, _ = after(m, accounts.SourceListed{Source: "prod", Reply: &wire.TablesReply{}}, page.DeleteTablePressed{Table: "Orders"})
	if d := m.Dialog; d == nil || d.Table != "Orders" || d.Source != "prod" || d.Count != wire.Unknown {
		t.Errorf("%+v", d)
	}
	m, _ = after(m, page.DialogClosed{}, page.DeleteTablePressed{Table: "Films"})
	if m.Dialog != nil {
		t.Errorf("a table that is neither open nor listed: %+v", m.Dialog)
	}
}

// Ensure that an account of the server's own has no lock to press: the server would not know it.
func TestLive_NoLockOfOwn(t *testing.T) {
	own := prod
	own.Live, own.Writes = false, true
	m, _ := after(onProd(t, ""), accounts.AccountsListed{List: []port.Account{own}, Has: true})
	if _, cmds := after(m, accounts.LockPressed{}); len(cmds) > 0 {
		t.Errorf("the lock asks for %+v", cmds)
	}
	for _, c := range Commands(&m) {
		if c.ID == "lock" && c.Not == "" {
			t.Error("the palette offers the lock")
		}
	}
}

func TestLive_Lock(t *testing.T) {
	m, cmds := after(onProd(t, ""), accounts.LockPressed{})
	if m.Dialog == nil || m.Dialog.Kind != accounts.UnlockAccount || m.Dialog.Source != "prod" {
		t.Fatalf("%+v", cmds)
	}
	m, cmds = after(m, accounts.UnlockConfirmed{})
	if allow, _ := find[accounts.AllowWrites](cmds); allow != (accounts.AllowWrites{Name: "prod", Writes: true}) || !m.Dialog.Busy {
		t.Fatalf("%+v", cmds)
	}
	if got, _ := after(m, accounts.WritesAllowed{Name: "prod", Err: errors.New("no")}); got.Dialog.Err != "no" || got.Dialog.Busy || got.ReadOnly() == "" {
		t.Errorf("%+v", got.Dialog)
	}
	if m = unlocked(m); m.Dialog != nil || m.ReadOnly() != "" {
		t.Fatal("still locked")
	}
	if _, cmds = after(m, accounts.LockPressed{}); !reflect.DeepEqual(cmds, []page.Cmd{accounts.AllowWrites{Name: "prod", Writes: false}}) {
		t.Errorf("%+v", cmds)
	}
	kept := prod
	kept.Locked = true
	m, cmds = after(m, accounts.WritesAllowed{Name: "prod", Account: kept}, accounts.LockPressed{})
	if len(cmds) != 0 || m.Dialog != nil || !strings.Contains(m.ReadOnly(), "server keeps") {
		t.Errorf("%+v, %s", cmds, m.ReadOnly())
	}
}

// holds reports whether a value holds a text anywhere.
func holds(v reflect.Value, text string, depth int) bool {
	switch v.Kind() {
	case reflect.String:
		return strings.Contains(v.String(), text)
	case reflect.Pointer, reflect.Interface:
		return !v.IsNil() && depth < 12 && holds(v.Elem(), text, depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			if holds(v.Field(i), text, depth+1) {
				return true
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if holds(v.Index(i), text, depth+1) {
				return true
			}
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			if holds(v.MapIndex(k), text, depth+1) {
				return true
			}
		}
	}
	return false
}

// Ensure that a connection string goes to the server in one command and is then in nothing that the page knows, keeps or says.
func TestLive_Connect_KeepsNoSecret(t *testing.T) {
	const secret = "c2VjcmV0"
	m, cmds := after(ready(t), accounts.AccountsListed{Has: true}, accounts.ConnectPressed{}, accounts.ConnectChosen{Shown: true})
	m, cmds = after(m, accounts.ConnectSent{Connection: port.Connection{Name: " new ", String: " AccountKey=" + secret, Label: "test"}})
	sent, ok := find[accounts.ConnectAccount](cmds)
	if !ok || sent.Connection.String != "AccountKey="+secret || sent.Connection.Name != "new" || !m.Dialog.Busy || page.Held[accounts.Form](m.View().Dialog).Shown {
		t.Fatalf("%+v", m.Dialog)
	}
	emptied := func(when string, want bool, cmds []page.Cmd) {
		t.Helper()
		if reset, got := find[page.ResetFields](cmds); got != want || want && !reflect.DeepEqual(reset.Values, map[string]string{"connect-string": ""}) {
			t.Errorf("%s the field is emptied: %v, want %v", when, reset, want)
		}
	}
	emptied("sent,", false, cmds)
	for _, cmd := range cmds {
		if _, ok := cmd.(accounts.ConnectAccount); !ok && holds(reflect.ValueOf(cmd), secret, 0) {
			t.Errorf("%T holds the secret", cmd)
		}
	}
	if holds(reflect.ValueOf(m), secret, 0) {
		t.Error("the model holds the secret")
	}
	if _, again := after(m, accounts.ConnectSent{Connection: port.Connection{String: secret}}); len(again) != 0 {
		t.Error("sent twice")
	}
	refused, cmds := after(m, accounts.Connected{Err: errors.New("it has no key")})
	emptied("refused,", false, cmds)
	if refused.Dialog.Err != "it has no key" || refused.Dialog.ErrField != "connect-string" || refused.Dialog.Busy {
		t.Errorf("%+v", refused.Dialog)
	}
	taken, cmds := after(m, accounts.Connected{Err: &port.NameTaken{Text: "Another account is named new."}})
	emptied("refused for its name,", false, cmds)
	if taken.Dialog.Err != "Another account is named new." || taken.Dialog.ErrField != "connect-name" || taken.Dialog.Busy {
		t.Errorf("%+v", taken.Dialog)
	}
	if nameless, _ := after(m, accounts.Connected{}); nameless.Dialog.Err == "" || nameless.Query.Source != m.Query.Source || len(nameless.Sources.List) != len(m.Sources.List) {
		t.Errorf("an account without a name is shown: %+v", nameless.Dialog)
	}
	m, cmds = after(m, accounts.Connected{Account: port.Account{Name: "new", Live: true, Typed: true}})
	emptied("connected,", true, cmds)
	if list, _ := find[accounts.ListSource](cmds); list.Source != "new" || m.Dialog != nil || m.Query.Source != "new" || m.ReadOnly() == "" {
		t.Errorf("%+v", cmds)
	}
	m, cmds = after(m, accounts.ForgetPressed{Name: "new"})
	if _, sent := find[accounts.ForgetAccount](cmds); sent || m.Dialog == nil {
		t.Fatalf("forgotten without a question: %+v", cmds)
	}
	m, cmds = after(m, accounts.ForgetConfirmed{})
	if forget, _ := find[accounts.ForgetAccount](cmds); forget.Name != "new" {
		t.Fatalf("confirmed: %+v", cmds)
	}
	if m, cmds = after(m, accounts.AccountForgotten{Name: "new"}); m.Dialog != nil || m.Query.Source != "" || m.Query.Table != "Movies" || len(m.Sources.List) != 0 {
		t.Errorf("%+v", m.Query)
	}
}

func TestLive_Connect_Refuses(t *testing.T) {
	m, _ := after(ready(t), accounts.AccountsListed{List: []port.Account{prod}, Has: true}, accounts.ConnectPressed{})
	for field, c := range map[string]port.Connection{
		"connect-string": {Name: "x"}, "connect-name": {Name: "a b", String: "s"}, "connect-label": {Name: "x", String: "s", Label: "a/b"},
	} {
		got, cmds := after(m, accounts.ConnectSent{Connection: c})
		if _, sent := find[accounts.ConnectAccount](cmds); sent || got.Dialog.ErrField != field || got.Dialog.Err == "" {
			t.Errorf("%s: %+v", field, got.Dialog)
		}
	}
	got, cmds := after(m, accounts.ConnectSent{Connection: port.Connection{Name: "prod", String: "s"}})
	if _, emptied := find[page.ResetFields](cmds); got.Dialog.ErrField != "connect-name" || emptied {
		t.Errorf("a name that exists: %+v; the typed string is lost: %v", got.Dialog, emptied)
	}
}
