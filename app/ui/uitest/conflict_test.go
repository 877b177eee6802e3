package uitest

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"rangefinder/app/port"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
)

// behind is a page's server that has the account shop behind a lock.
type behind struct {
	url  string
	open atomic.Bool
}

func (s *behind) account() port.Account {
	return port.Account{Name: "shop", Path: "api/accounts/shop", Live: true, Endpoint: s.url, Auth: "SharedKey", Label: "production", Writes: s.open.Load()}
}

func (s *behind) Accounts(context.Context, bool) ([]port.Account, bool, error) {
	return []port.Account{s.account()}, true, nil
}

func (s *behind) Connect(context.Context, port.Connection) (port.Account, error) {
	return port.Account{}, errors.ErrUnsupported
}

func (s *behind) Forget(context.Context, string) error { return errors.ErrUnsupported }

func (s *behind) AllowWrites(_ context.Context, _ string, writes bool) (port.Account, error) {
	s.open.Store(writes)
	return s.account(), nil
}

// openOrdersForWriting runs a filter on the table Orders of an account that was locked, which has seven entities.
func openOrdersForWriting(t *testing.T, filter string) (*Page, *workertest.Remote) {
	t.Helper()
	shop := &workertest.Remote{DB: engine.Open(engine.Options{})}
	service := httptest.NewServer(tablerest.NewHandler(shop.DB, tablerest.Options{}))
	t.Cleanup(service.Close)
	shop.URL = service.URL
	if err := shop.DB.CreateTable(t.Context(), "Orders"); err != nil {
		t.Fatal(err)
	}
	for i := range 7 {
		shop.Put(t, "Orders", fmt.Sprint("p", i/4), fmt.Sprint("r", i), total(i))
	}
	w := NewWorkspace()
	w.Remotes, w.Accounts = map[string]*workertest.Remote{"shop": shop}, &behind{url: shop.URL}
	page := w.Open(t, "")
	page.WaitRows()
	pressName := func(selector, name string) {
		t.Helper()
		page.click(page.usable(selector, func(e *element) bool {
			names, _ := page.within(e.node, ".name")
			return len(names) > 0 && strings.Contains(page.text(names[0].node), name)
		}))
	}
	pressName("#sources button.item", "shop")
	page.Wait("the table Orders", func() bool { return slices.Contains(page.Texts("#side .item .name"), "Orders") })
	page.Click("#lock")
	page.Press("#dialog button", "Open shop for writing")
	page.Gone("#dialog button")
	pressName("#side .item", "Orders")
	page.See(".crumb h1", "Orders")
	page.Type(filter)
	page.Run()
	return page, shop
}

func total(n int) engine.Property {
	return engine.Property{Name: "Total", Value: edm.NewInt32(int32(n))}
}

// theirs is the change that somebody else makes.
func theirs(t *testing.T, shop *workertest.Remote) {
	t.Helper()
	shop.Put(t, "Orders", "p0", "r0", total(7), engine.Property{Name: "Note", Value: edm.NewString("theirs")})
}

// stored are the properties of an entity of the account.
func stored(t *testing.T, shop *workertest.Remote, pk, rk string) string {
	t.Helper()
	e, err := shop.DB.Get(t.Context(), "Orders", pk, rk)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, p := range e.Properties() {
		list = append(list, p.Name+"="+p.Value.Display())
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// writes are the requests of the account that would change something, which are forgotten.
func writes(shop *workertest.Remote) (list []string) {
	shop.Mu.Lock()
	defer shop.Mu.Unlock()
	for _, r := range shop.Requests {
		if r.Method != "GET" {
			list = append(list, r.Method+" "+strings.TrimPrefix(r.URL, shop.URL))
		}
	}
	shop.Requests = nil
	return list
}

// Ensure that on a live account an edit that meets another's is shown as base, theirs and mine, settled property by property
// and sent again, while the other groups are committed; and that only the groups' own requests are sent.
func TestConflict_CommitOnAccount(t *testing.T) {
	t.Parallel()
	page, shop := openOrdersForWriting(t, "PartitionKey ge 'p0'")
	page.Click("#scan-all")
	page.WaitRows()
	openLine(t, page, 0, "r0")
	page.Fill("#prop-text-1", "100")
	page.Click("#save")
	page.See("#pending", "1 change in 1 partition")
	openLine(t, page, 5, "r5")
	page.Fill("#prop-text-1", "105")
	page.Click("#save")
	page.See("#pending", "2 changes in 2 partitions → 2 requests")
	theirs(t, shop)
	if sent := writes(shop); len(sent) > 0 {
		t.Errorf("before the commit %q is sent", sent)
	}

	page.Click("#pending-commit")
	page.See(".notice", "Committed 1 change in 1 request", "Somebody changed p0 / r0 since it was read.")
	if page.Has("#commit-report") || !page.Disabled("#commit") {
		t.Error("the conflict is told twice, or sent again before it is settled")
	}
	page.See("#dialog", "Somebody changed it since it was read. Nothing was written.", "Base", "Theirs", "Mine", "choose", "This replaces Total, which somebody changed")
	if got := stored(t, shop, "p1", "r5"); got != "Total=105" {
		t.Errorf("the group without a conflict was not written: %s", got)
	}
	if sent := writes(shop); len(sent) != 2 {
		t.Errorf("for two groups %q is sent", sent)
	}
	if !page.Disabled("#settle") {
		t.Error("a conflict is settled before it is chosen")
	}
	page.Press("#review button", "Mine for Total")
	page.Click("#settle")
	page.Click("#commit")
	page.Gone("#pending")
	page.Gone("#review")
	if got := stored(t, shop, "p0", "r0"); got != "Note=theirs Total=100" {
		t.Errorf("stored: %s", got)
	}
}

// Ensure that Commit this in the inspector, on an account where somebody changed the entity meanwhile, shows base, theirs and mine
// as the review does; that Escape keeps mine pending; that Overwrite is the last outcome; and that mine on theirs keeps what
// somebody added. The same where somebody deleted it.
func TestConflict_CommitNow(t *testing.T) {
	t.Parallel()
	page, shop := openOrdersForWriting(t, "PartitionKey eq 'p0' and RowKey eq 'r0'")
	page.WaitRows()
	openLine(t, page, 0, "r0")
	page.Fill("#prop-text-1", "100")
	theirs(t, shop)
	page.Click("#save-now")
	page.See("#dialog", "Somebody changed it since it was read. Nothing was written.", "Base", "Theirs", "Mine", "1 property was changed on both sides: choose.",
		"This replaces Total, which somebody changed; removes Note, which somebody added.")
	if !page.Disabled("#settle") {
		t.Error("a conflict is settled before it is chosen")
	}
	var outcomes []string
	for _, e := range page.all("#review [id^=take-]") {
		id, _ := e.attr("id")
		outcomes = append(outcomes, id)
	}
	if got := strings.Join(outcomes, " "); got != "take-theirs take-both take-mine" {
		t.Errorf("the outcomes are %s", got)
	}
	page.Key("Escape")
	page.Gone("#review")
	if got := page.Value("#prop-text-1"); got != "100" {
		t.Errorf("the form holds %q", got)
	}
	page.See("#pending", "1 change in 1 partition")
	page.See("#pending-note", "Somebody changed it since it was read.")
	if got := stored(t, shop, "p0", "r0"); got != "Note=theirs Total=7" {
		t.Errorf("it was written: %s", got)
	}

	page.Press("#pending-note button", "Review…")
	page.Wait("the outcomes", func() bool {
		if !page.Has("#take-both") && page.Has("#review .diffs .item") {
			page.Click("#review .diffs .item")
		}
		return page.Has("#take-both")
	})
	page.Click("#take-both")
	page.See("#review", "Total: 7 → 100")
	page.Click("#commit")
	page.Gone("#pending")
	page.Gone("#review")
	if got := stored(t, shop, "p0", "r0"); got != "Note=theirs Total=100" {
		t.Errorf("stored: %s", got)
	}

	page.Wait("the entity as it is stored", func() bool { return page.Value("#prop-text-1") == "100" && !page.Disabled("#save-now") })
	page.Fill("#prop-text-1", "101")
	if _, err := shop.DB.Apply(t.Context(), "Orders", engine.Op{Kind: engine.Delete, PartitionKey: "p0", RowKey: "r0", IfMatch: "*"}); err != nil {
		t.Fatal(err)
	}
	page.Click("#save-now")
	page.See("#dialog", "Somebody deleted it since it was read. Nothing was written.", "Leave it deleted", "Keep mine: insert it again")
	page.Click("#take-mine")
	page.Click("#commit")
	page.Gone("#pending")
	page.Gone("#review")
	if got := stored(t, shop, "p0", "r0"); !strings.Contains(got, "Total=101") {
		t.Errorf("stored: %s", got)
	}
}
