package uitest

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"rangefinder/app/wire"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// copyTo opens the dialog of a copy from a menu.
func (p *Page) copyTo(menu string, words ...string) {
	p.t.Helper()
	p.Click("#" + menu)
	p.Press(".fold.open button", "Copy to…")
	p.See("#dialog", words...)
}

// warFilms runs a query in a page beside a shop, and returns how many entities it found, as the page writes it.
func warFilms(t *testing.T) (*shop, *Page, string) {
	t.Helper()
	shop := openShop(t)
	page := shop.visit(t, "")
	page.WaitRows()
	page.Type("PartitionKey eq 'War' and Rating ge 4")
	page.Run()
	page.See(".result-line", "entities returned")
	found, _, _ := strings.Cut(page.Text(".result-line"), " ")
	return shop, page, found
}

// Ensure that the result of a query comes into an account: the plan says what will be written before anything is, a locked account is
// not written to, the report lists what was written, and the same copy once more finds all of it there.
func TestCopyTo_ResultIntoAccount(t *testing.T) {
	t.Parallel()
	shop, page, facts := warFilms(t)
	page.copyTo("result-more", "The "+facts+" entities of the result", "All of Movies of this browser")
	if !page.Checked("#copyto-what-result") {
		t.Error("the result is not chosen")
	}
	page.Choose("#copyto-source", "shop")
	page.See("#copyto-source", "production", "locked")
	page.Fill("#copyto-table", "1Bad")
	page.See("#dialog-err", "begin")
	page.Fill("#copyto-table", "Wars")
	shop.heard()
	page.Press("#copyto-go", "Plan the copy")
	page.See("#copyto-plan", facts+" entities to write in 1 transaction", "new; it will be created", "2 requests in about ", "6 at a time", "production", "cannot be taken back", "Writing to shop is locked.")
	for _, asked := range shop.heard() {
		if !strings.HasPrefix(asked, http.MethodGet+" ") {
			t.Errorf("the plan sent %s", asked)
		}
	}
	if !page.Disabled("#copyto-go") {
		t.Error("a locked account can be written to")
	}
	page.Press("#copyto-unlock", "Open the lock…")
	page.See("#dialog h2", "Open shop for writing")
	page.Press("#unlock", "Open shop for writing")
	page.See("#dialog h2", "Copy Movies to…")
	page.keyboardIn("copyto-name")
	page.See("#dialog", "shop is marked production. Type the name of the table, “Wars”, to go on")
	page.Fill("#copyto-name", "War")
	if !page.Disabled("#copyto-go") {
		t.Error("a production account is written to without the table's name")
	}
	page.Fill("#copyto-name", "Wars")
	page.Press("#copyto-go", "Write "+facts+" entities")
	page.See("#copyto-done", "Wrote "+facts+" entities to Wars of shop in 2 requests", "read back in", ": all as they were written.", "Written: "+facts+" entities")
	page.keyboardIn("copyto-done")
	page.Press("#copyto-done button", "Copy the report")
	if text := page.Copied(); !strings.Contains(text, "Written\tWar\t") || !strings.Contains(text, "Rule for entities that are there and different: stop") {
		t.Errorf("the report is %q", text)
	}
	page.Press("#copyto-again", "Plan again")
	page.See("#copyto-plan", "There is nothing to write: all entities are there already.", facts+" equal")

	e := must(shop.client().Query(t.Context(), "Wars", engine.Query{Top: 1}))(t).Entities[0]
	must(shop.client().Apply(t.Context(), "Wars", engine.Op{Kind: engine.InsertOrMerge, PartitionKey: e.PartitionKey(), RowKey: e.RowKey(), Properties: []engine.Property{{Name: "Rating", Value: edm.NewInt32(0)}}}))(t)
	page.Press("#copyto-again", "Plan again")
	page.See("#copyto-plan", "1 entity is there already and different, so nothing is written.", e.RowKey())
	if !page.Disabled("#copyto-go") {
		t.Error("it can be written although the rule is to stop")
	}
	page.Choose("#copyto-existing", "2")
	page.Press("#copyto-go", "Plan the copy")
	page.See("#copyto-plan", "1 entity to write in 1 single write", "1 different, replaced")
	page.Fill("#copyto-name", "Wars")
	page.Press("#copyto-go", "Write 1 entity")
	page.See("#copyto-done", "Wrote 1 entity")
	page.Press("#copyto-show", "Show the table")
	page.See(".crumb h1", "Wars")
}

// Ensure that a table of an account comes into this browser, and that this can be undone.
func TestCopyTo_AccountIntoBrowser(t *testing.T) {
	t.Parallel()
	shop := openShop(t)
	shop.films(t, 3, 100)
	page := shop.visit(t, "#v=1&a=shop&t=Films")
	page.See(".crumb h1", "Films")
	page.copyTo("table-more", "this browser", "shop · production")
	if page.Has("#copyto-what-result") {
		t.Error("there is no result to choose")
	}
	page.Choose("#copyto-check", "all")
	page.Press("#copyto-go", "Plan the copy")
	page.See("#copyto-plan", "300 entities to write in 3 transactions", "can be undone")
	page.Press("#copyto-go", "Write 300 entities")
	page.See("#copyto-done", "Wrote 300 entities to Films of this browser", "300 of 300 read back in 3 requests: all as they were written.")
	page.Press("#copyto-done button", "Undo the copy")
	page.Press("#copyto-go", "Close")
	page.Source("This browser")
	page.Wait("the table is gone", func() bool { return !page.hasTable("Films") })
}

// Ensure that a copy that was stopped goes on with what is left.
func TestCopyTo_StopAndGoOn(t *testing.T) {
	t.Parallel()
	shop := openShop(t)
	page := shop.visit(t, "")
	page.WaitRows()
	page.copyTo("table-more", "shop · production")
	page.Choose("#copyto-source", "shop")
	page.Press("#copyto-go", "Plan the copy")
	page.Press("#copyto-unlock", "Open the lock…")
	page.Press("#unlock", "Open shop for writing")
	free, sent := make(chan struct{}), 0
	release := sync.OnceFunc(func() { close(free) })
	t.Cleanup(release) // before the service is closed, which waits for its requests
	shop.set(func() {
		shop.held = func(r *http.Request) <-chan struct{} {
			if sent++; sent > 20 {
				return free
			}
			slow := make(chan struct{})
			time.AfterFunc(wire.ProgressEvery, func() { close(slow) }) // so that it is told how far it is
			return slow
		}
	})
	page.Fill("#copyto-name", "Movies")
	page.Press("#copyto-go", "Write 10,681 entities")
	page.See(".working", "Copying Movies to shop", "of 10,681", "requests")
	page.Wait("requests are held", func() (held bool) {
		shop.set(func() { held = sent > 20 })
		return held
	})
	page.Press("#copyto-go", "Stop")
	page.See("#copyto-done", "still to write. Stopped; what was written stays.")
	page.keyboardIn("copyto-done")
	shop.set(func() { shop.held = nil })
	release()
	page.usable("#copyto-go", func(e *element) bool { return strings.HasPrefix(page.text(e.node), "Go on: ") })
	page.Click("#copyto-go")
	page.See("#copyto-done", "100 of 10,681 read back in 100 requests: all as they were written.")
	if text := page.Text("#copyto-done"); strings.Contains(text, "still to write") {
		t.Errorf("the report says %q", text)
	}
}

// Ensure that a copy goes on when its dialog is closed, and tells when it ends.
func TestCopyTo_DialogClosed(t *testing.T) {
	t.Parallel()
	shop := openShop(t)
	page := shop.visit(t, "")
	page.WaitRows()
	page.copyTo("table-more", "Copy Movies to…")
	page.Choose("#copyto-source", "devstoreaccount1")
	page.Press("#copyto-go", "Plan the copy")
	page.See("#copyto-plan", "10,681 entities to write")
	page.Press("#copyto-go", "Write 10,681 entities")
	page.Dismiss()
	page.See(".notice", "Wrote 10,681 entities to Movies of devstoreaccount1", "Report…")
	page.Press(".notice button", "Report…")
	page.See("#copyto-done", "100 of 10,681 read back")
	page.Press("#copyto-verify", "Read all of it back")
	page.See("#copyto-done", "10,681 of 10,681 read back in 16 requests: all as they were written.")
}

// Ensure that a file and pasted rows go into the account on screen, through the plan of a copy; that a locked account says so before
// anything is taken; and that nothing of it comes into this browser.
func TestCopyTo_FileIntoAccount(t *testing.T) {
	t.Parallel()
	shop := openShop(t)
	shop.films(t, 1, 2)
	page := shop.visit(t, "#v=1&a=shop&t=Films")
	page.See(".crumb h1", "Films")
	page.See("#sources", "shop")
	page.Drop("more.csv", films)
	page.See(".notice", "shop is read-only until its lock is opened. Nothing was imported.")
	page.Press(".notice button", "Open the lock…")
	page.Press("#unlock", "Open shop for writing")
	page.See(".sourcebar", "Writable")
	drop(t, page, "more.csv", films, 4)
	page.See("#import-into", "The rows go into the table more of shop, for everybody.")
	page.Choose(`select[aria-label="Type of Year"]`, "2") // Int32, which one row is not
	page.Fill("#import-rk", "{Title}")
	page.Wait("the row key", func() bool { return page.Text(".preview tbody td:nth-child(2)") == "Alien" })
	shop.heard()
	page.Press("#import-start", "Plan the import into shop")
	page.See("#dialog h2", "Import more.csv into shop")
	page.See("#copyto-plan", "3 entities of the file more.csv to more", "4 rows, 1 of them are not entities and are left out", "1 row is left out", "soon")
	for _, asked := range shop.heard() {
		if !strings.HasPrefix(asked, http.MethodGet+" ") {
			t.Errorf("the plan sent %s", asked)
		}
	}
	page.Fill("#copyto-name", "more")
	page.Press("#copyto-go", "Write 3 entities")
	page.See("#copyto-done", "Wrote 3 entities to more of shop")
	page.Press("#copyto-go", "Close")

	page.Paste("PartitionKey\tRowKey\tNote\np0\t00000\tpasted\np0\t99999\tpasted too", "")
	page.See("#import-into", "The rows go into the table Films of shop")
	page.Choose("#import-policy", "merge")
	page.Press("#import-start", "Plan the import into shop")
	page.See("#copyto-plan", "1 new, 1 over what is there", "1 different, merged")
	page.Fill("#copyto-name", "Films")
	page.Press("#copyto-go", "Write 2 entities")
	page.See("#copyto-done", "Wrote 2 entities to Films of shop", "all as they were written")
	if got := shop.note(t, "p0", "00000"); got != "pasted 0" {
		t.Errorf("the service has %q", got)
	}
	page.Press("#copyto-go", "Close")
	page.Source("This browser")
	page.Wait("its tables", func() bool { return !page.hasTable("more") && !page.hasTable("Films") })
}

// Ensure that a copy says what it waits for until an account has answered, and that a table which it makes in an account is listed at once.
func TestCopyTo_TableMadeInAccount(t *testing.T) {
	t.Parallel()
	shop := openShop(t)
	shop.films(t, 1, 20)
	page := shop.visit(t, "#v=1&a=shop&t=Films")
	page.See(".crumb h1", "Films")
	page.Press(".sourcebar button", "Read-only · unlock…")
	page.Press("#unlock", "Open shop for writing")
	page.Gone("#unlock")
	page.copyTo("table-more", "shop · production")
	page.Choose("#copyto-source", "shop")
	page.Fill("#copyto-table", "Again")
	hold := func() (release func()) {
		free := make(chan struct{})
		release = sync.OnceFunc(func() { shop.set(func() { shop.held = nil }); close(free) })
		t.Cleanup(release) // before the service is closed, which waits for its requests
		shop.set(func() { shop.held = func(*http.Request) <-chan struct{} { return free } })
		return release
	}
	release := hold()
	page.Press("#copyto-go", "Plan the copy")
	page.See(".working", "Waiting for the first answer of shop")
	release()
	page.See("#copyto-plan", "20 entities to write in 1 transaction", "new; it will be created")
	release = hold()
	page.Fill("#copyto-name", "Again")
	page.Press("#copyto-go", "Write 20 entities")
	page.See(".working", "Waiting for the first answer of shop")
	release()
	page.See("#copyto-done", "Wrote 20 entities to Again of shop")
	page.Wait("the table is listed", func() bool { return page.hasTable("Again") })
}
