package e2e

import (
	"fmt"
	"strings"
	"testing"

	"rangefinder/app/wire"
	"rangefinder/engine"
)

// Ensure that a reload keeps tables, edits and deletes, and what the browser counts is told.
func TestDurable_Reload_Keeps(t *testing.T) {
	t.Parallel()
	site, profile := serveDesk(t, ""), newProfile(t)
	d := site.open(t, profile)
	must[wire.LoadReply](d, "sample", wire.SampleRequest{Name: "Movies"})
	d.createTrips()
	must[wire.Done](d, "create-table", wire.TableRequest{Table: "Gone"})
	for i := range 3 {
		d.insert(trips, "a", fmt.Sprint(i))
	}
	edited := must[wire.ApplyReply](d, "apply", wire.ApplyRequest{Table: trips, Kind: "merge", PartitionKey: "a", RowKey: "1", IfMatch: "*",
		Properties: []wire.TextProperty{{Name: "B", Type: 1, Text: "edited"}}})
	must[wire.ApplyReply](d, "apply", wire.ApplyRequest{Table: trips, Kind: "delete", PartitionKey: "a", RowKey: "2", IfMatch: "*"})
	must[wire.Done](d, "delete-table", wire.TableRequest{Table: "Gone"})
	must[wire.DocumentReply](d, "document", wire.DocumentRequest{Name: "queries", Text: "mine", Set: true})
	movies := d.count("Movies")

	if err := d.Reload(); err != nil {
		t.Fatal(err)
	}
	d.wait("globalThis.ready")
	if got := d.count("Movies"); got != movies || movies == 0 {
		t.Errorf("%d movies, want %d", got, movies)
	}
	if got := d.count(trips); got != 2 {
		t.Errorf("%d trips, want 2", got)
	}
	if got := d.count("Gone"); got != -1 {
		t.Error("a deleted table is back")
	}
	e := must[wire.EntityReply](d, "entity", wire.KeyRequest{Table: trips, PartitionKey: "a", RowKey: "1"})
	if e.ETag != edited.Entity.ETag || e.Properties[1].Text != "edited" {
		t.Errorf("the edited entity is %+v, want %+v", e, edited.Entity)
	}
	if got := must[wire.DocumentReply](d, "document", wire.DocumentRequest{Name: "queries"}); got.Text != "mine" {
		t.Errorf("the document is %q", got.Text)
	}
	s := must[wire.StorageInfo](d, "storage", wire.Done{})
	if !s.Durable || s.Shared || s.Reason != "" || s.Failed != "" || len(s.Damage) > 0 || s.Log == 0 || s.Used < s.Log || s.Quota <= s.Used {
		t.Errorf("storage: %+v", s)
	}
}

// Ensure that two copies of the page on one origin have nothing to do with each other.
func TestDurable_Prefix_Apart(t *testing.T) {
	t.Parallel()
	site, profile := serveDesk(t, ""), newProfile(t)
	d := site.open(t, profile)
	d.createTrips()
	var folders, locks string
	d.do(`(async () => {
		const names = [];
		for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
		return names.join(" ");
	})()`, &folders)
	if folders != "rangefinder%2F" {
		t.Errorf("the folder is %q", folders)
	}
	d.do(`navigator.locks.query().then(({ held }) => held.map((l) => l.name).join(", "))`, &locks)
	if !strings.Contains(locks, "rangefinder%2F holder") {
		t.Errorf("the locks are %q", locks)
	}
}

// Ensure that a browser that gives no files works in memory, and says so.
func TestDurable_Refused_InMemory(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, script, says string }{
		{"none", "delete StorageManager.prototype.getDirectory", "private"},
		{"forbidden", `StorageManager.prototype.getDirectory = async () => { throw new DOMException("no", "SecurityError") }`, "private"},
		{"broken", `StorageManager.prototype.getDirectory = async () => { throw new DOMException("The disk is on fire.", "UnknownError") }`, "The disk is on fire."},
		{"no locks", `delete WorkerNavigator.prototype.locks`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			site, profile := serveDesk(t, test.script), newProfile(t)
			first := site.open(t, profile)
			first.createTrips()
			first.insert(trips, "a", "1")
			if s := first.storage(); s.Durable != (test.says == "") || !strings.Contains(s.Reason, test.says) {
				t.Errorf("the first tab: %+v", s)
			}
			second := site.open(t, profile)
			if got := second.count(trips); got != -1 {
				t.Errorf("the second tab sees %d entities", got)
			}
			if s := second.storage(); s.Durable || s.Reason == "" || s.Shared {
				t.Errorf("the second tab: %+v", s)
			}
			if got := first.count(trips); got != 1 {
				t.Errorf("%d entities, want 1", got)
			}
		})
	}
}

// Ensure that a full quota refuses writes by name, leaves everything as it was, lets everything be deleted, and hinders nothing once
// there is room.
func TestDurable_Quota_Exhausted(t *testing.T) {
	t.Parallel()
	site := serveDesk(t, "")
	d := site.open(t, browser.Disk()) // a private profile counts nothing
	d.createTrips()
	d.insert(trips, "a", "first")
	if err := d.LimitStorage(site.URL, 2_000_000); err != nil {
		t.Fatal(err)
	}
	var said struct {
		Done    int
		Failure wire.Failure
	}
	d.do(`(async () => {
		for (let i = 0; i < 100; i++) {
			const { failure } = await insert("Trips", "a", "big" + i, "x".repeat(15000));
			if (failure) return { Done: i, Failure: failure };
		}
		return { Done: 100, Failure: {} };
	})()`, &said)
	if said.Failure.Code != string(engine.StorageFull) {
		t.Fatalf("after %d writes of 30 kB: %s %s", said.Done, said.Failure.Error(), said.Failure.Detail)
	}
	t.Logf("after %d writes: %s", said.Done, said.Failure.Detail)
	check := func(when string, want int) {
		t.Helper()
		if got := d.count(trips); got != want {
			t.Errorf("%s: %d entities, want %d", when, got, want)
		}
	}
	check("after the refusal", said.Done+1)
	if _, failure := asked[wire.LoadReply](d, "sample", wire.SampleRequest{Name: "Movies"}); failure == nil || failure.Code != string(engine.StorageFull) {
		t.Errorf("a sample that does not fit: %v", failure)
	}
	if got := d.count("Movies"); got != -1 {
		t.Errorf("a sample that did not fit has left %d entities", got)
	}
	if s := d.storage(); !s.Full || len(s.Largest) == 0 || s.Largest[0].Name != trips {
		t.Errorf("storage: %+v", s)
	}
	for i := range 3 {
		must[wire.ApplyReply](d, "apply", wire.ApplyRequest{Table: trips, Kind: "delete", PartitionKey: "a", RowKey: fmt.Sprint("big", i), IfMatch: "*"})
	}
	check("after deletes on a full disk", said.Done-2)
	if err := d.LimitStorage(site.URL, 0); err != nil {
		t.Fatal(err)
	}
	d.insert(trips, "a", "last")
	check("with room again", said.Done-1)
	if err := d.Reload(); err != nil {
		t.Fatal(err)
	}
	d.wait("globalThis.ready")
	check("after a reload", said.Done-1)
}
