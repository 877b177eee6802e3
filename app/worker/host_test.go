package worker

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rangefinder/app/port"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// tab is a host of a fake browser with its page.
type tab struct {
	*Client
	*fakeTab
	moved   chan struct{}
	storage chan StorageInfo
	changed chan Changed
	stop    context.CancelFunc
	over    chan struct{}
}

// openTab opens a tab; change may set the configuration.
func openTab(t *testing.T, b *fakeBrowser, change func(*HostConfig)) *tab {
	t.Helper()
	f := b.tab()
	ctx, stop := context.WithCancel(context.Background())
	cfg := HostConfig{Tabs: f, Folder: func(context.Context) (engine.Folder, error) { return fakeFolder{f}, nil }}
	if change != nil {
		change(&cfg)
	}
	near, far := Pipe()
	x := &tab{
		Client: NewClient(near), fakeTab: f, stop: stop, over: make(chan struct{}),
		moved: make(chan struct{}, 16), storage: make(chan StorageInfo, 16), changed: make(chan Changed, 64),
	}
	x.OnMoved(func() { x.moved <- struct{}{} })
	x.OnStorage(func(s StorageInfo) { x.storage <- s })
	x.OnChange(func(c Changed) { x.changed <- c })
	go func() {
		defer close(x.over)
		Host(ctx, far, cfg)
	}()
	if cfg.Tabs != nil {
		<-f.queued // so that tabs take over in the order of their opening
	}
	t.Cleanup(func() {
		x.kill()
		<-x.over
		x.Client.Close()
	})
	return x
}

// kill ends the tab as a crash does: from this moment nothing of it reaches anybody.
func (x *tab) kill() {
	x.fakeTab.kill()
	x.stop()
}

func (x *tab) insert(t *testing.T, table, pk, rk string) {
	t.Helper()
	if _, err := x.Apply(t.Context(), insertOf(table, pk, rk)); err != nil {
		t.Fatal(err)
	}
}

func insertOf(table, pk, rk string) ApplyRequest {
	return ApplyRequest{Table: table, Kind: "insert", PartitionKey: pk, RowKey: rk, Properties: []TextProperty{{Name: "N", Type: edm.Int32, Text: "1"}}}
}

func (x *tab) count(t *testing.T, table string) int {
	t.Helper()
	r, err := x.Tables(t.Context(), SourceRequest{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, info := range r.Tables {
		if info.Name == table {
			return info.Entities
		}
	}
	return -1
}

// next waits for an event.
func next[T any](t *testing.T, what string, events <-chan T) T {
	t.Helper()
	select {
	case v := <-events:
		return v
	case <-time.After(time.Minute):
		t.Fatalf("%s never came", what)
		panic("unreachable")
	}
}

func none[T any](t *testing.T, what string, events <-chan T) {
	t.Helper()
	select {
	case v := <-events:
		t.Fatalf("%s: %v", what, v)
	default:
	}
}

// Ensure that tabs work on the same tables and hear of each other's changes.
func TestHost_Share_TwoTabs(t *testing.T) {
	b := newFakeBrowser()
	first := openTab(t, b, nil)
	if err := first.CreateTable(t.Context(), TableRequest{Table: "Trips"}); err != nil {
		t.Fatal(err)
	}
	second := openTab(t, b, nil)
	if n := second.count(t, "Trips"); n != 0 {
		t.Fatalf("the second tab sees %d entities", n)
	}
	if s := next(t, "storage of the first", first.storage); !s.Durable || s.Shared || s.Reason != "" {
		t.Errorf("storage of the holder: %+v", s)
	}
	if s := next(t, "storage of the second", second.storage); !s.Durable || !s.Shared || s.Reason != "" {
		t.Errorf("storage of the other: %+v", s)
	}
	second.insert(t, "Trips", "a", "1")
	for next(t, "change in the first tab", first.changed).Table != "Trips" {
	}
	first.insert(t, "Trips", "a", "2")
	for next(t, "change in the second tab", second.changed).Table != "Trips" {
	}
	if n := second.count(t, "Trips"); n != 2 {
		t.Fatalf("the second tab sees %d entities", n)
	}
	none(t, "moved", second.moved)
}

// Ensure that what is asked while nobody holds the tables waits, writes too, and can be stopped.
func TestHost_Opening_Waits(t *testing.T) {
	b := newFakeBrowser()
	gate := make(chan struct{})
	x := openTab(t, b, func(c *HostConfig) {
		folder := c.Folder
		c.Folder = func(ctx context.Context) (engine.Folder, error) {
			<-gate
			return folder(ctx)
		}
	})
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan error)
	go func() {
		_, err := x.Run(ctx, QueryRequest{Table: "Trips"}, nil)
		stopped <- err
	}()
	created := make(chan error)
	go func() { created <- x.CreateTable(t.Context(), TableRequest{Table: "Trips"}) }()
	for asked := int64(0); asked < 2; {
		time.Sleep(time.Millisecond)
		x.Client.mu.Lock()
		asked = x.Client.next
		x.Client.mu.Unlock()
	}
	stop()
	wantCode(t, next(t, "the answer to a stop", stopped), Canceled)
	close(gate)
	if err := next(t, "the answer to a write", created); err != nil {
		t.Fatal(err)
	}
	none(t, "moved", x.moved)
}

// Ensure that who waits for the tables is told how far they are read.
func TestHost_Opening_Progress(t *testing.T) {
	b := newFakeBrowser()
	first := openTab(t, b, nil)
	if err := first.CreateTable(t.Context(), TableRequest{Table: "Trips"}); err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		first.insert(t, "Trips", "p", strconv.Itoa(i))
	}
	first.kill()
	<-first.over
	gate := make(chan struct{})
	second := openTab(t, b, func(c *HostConfig) {
		var looks atomic.Int64
		c.Now = func() time.Time { return time.Unix(0, looks.Add(1)*int64(progressEvery)) }
		folder := c.Folder
		c.Folder = func(ctx context.Context) (engine.Folder, error) {
			<-gate
			return folder(ctx)
		}
	})
	var told []Progress
	done := make(chan error)
	go func() {
		_, err := second.Tables(t.Context(), SourceRequest{}, func(p Progress) { told = append(told, p) })
		done <- err
	}()
	for asked := int64(0); asked < 1; time.Sleep(time.Millisecond) {
		second.Client.mu.Lock()
		asked = second.Client.next
		second.Client.mu.Unlock()
	}
	stopped, stop := context.WithCancel(t.Context())
	stop() // is answered at once, and what was asked before it is there by then
	if _, err := second.Run(stopped, QueryRequest{Table: "Trips"}, nil); err == nil {
		t.Fatal("it ran")
	}
	close(gate)
	if err := next(t, "the list of tables", done); err != nil {
		t.Fatal(err)
	}
	if len(told) == 0 {
		t.Fatal("nothing is told")
	}
	for _, p := range told {
		if p.Size <= 0 || p.Received <= 0 || p.Received > p.Size {
			t.Errorf("told is %+v", p)
		}
	}
}

// Ensure that a tab works in memory, and says why, where the tables cannot be opened; that the next one may try; and that
// the two are apart.
func TestHost_Folder_Refused(t *testing.T) {
	b := newFakeBrowser()
	const why = port.Refusal("This window is private.")
	first := openTab(t, b, func(c *HostConfig) {
		c.Folder = func(context.Context) (engine.Folder, error) { return nil, fmt.Errorf("%w (SecurityError)", why) }
	})
	if err := first.CreateTable(t.Context(), TableRequest{Table: "Trips"}); err != nil {
		t.Fatal(err)
	}
	if s := next(t, "storage", first.storage); s.Durable || s.Reason != string(why) {
		t.Errorf("storage: %+v", s)
	}
	second := openTab(t, b, nil)
	if n := second.count(t, "Trips"); n != -1 {
		t.Errorf("the second tab sees what is in the first one's memory")
	}
	if s := next(t, "storage", second.storage); !s.Durable {
		t.Errorf("storage: %+v", s)
	}
	second.kill()
	if n := first.count(t, "Trips"); n != 0 {
		t.Errorf("the first tab lost its table")
	}
	none(t, "moved", first.moved)
}

// Ensure that without tabs to speak of only one of them is durable.
func TestHost_NoTabs_FirstIsDurable(t *testing.T) {
	b := newFakeBrowser()
	single := func(c *HostConfig) { c.Tabs = nil }
	first, second := openTab(t, b, single), openTab(t, b, single)
	durable := 0
	for _, x := range []*tab{first, second} {
		if s := next(t, "storage", x.storage); s.Durable {
			durable++
		} else if s.Reason == "" {
			t.Error("no reason")
		}
		if err := x.CreateTable(t.Context(), TableRequest{Table: "Trips"}); err != nil {
			t.Error(err)
		}
	}
	if durable != 1 {
		t.Errorf("%d tabs are durable", durable)
	}
}

// Ensure that what a page had under way is stopped when its tab is gone.
func TestHost_Client_Gone(t *testing.T) {
	b := newFakeBrowser()
	fetching, stopped := make(chan struct{}), make(chan struct{})
	first := openTab(t, b, func(c *HostConfig) {
		c.Fetch = func(ctx context.Context, _ string, _ func(int64, int64)) ([]byte, error) {
			close(fetching)
			<-ctx.Done()
			close(stopped)
			return nil, ctx.Err()
		}
	})
	if n := first.count(t, "Flights"); n != -1 {
		t.Fatal("there are flights")
	}
	second := openTab(t, b, nil)
	go second.LoadSample(context.Background(), "Flights", nil)
	within(t, "the request", fetching)
	second.kill()
	within(t, "its end", stopped)
	for {
		b.mu.Lock()
		open := len(b.lines[lineOf(first.ID(), second.ID())])
		b.mu.Unlock()
		if open == 0 {
			break
		}
		time.Sleep(time.Millisecond)
	}
}

// Ensure that the files of a page reach whoever serves it, before the requests that name them, and after a takeover again.
func TestHost_Files_Follow(t *testing.T) {
	b := newFakeBrowser()
	first := openTab(t, b, nil)
	if n := first.count(t, "Trips"); n != -1 {
		t.Fatal("there are trips")
	}
	second, third := openTab(t, b, nil), openTab(t, b, nil)
	third.hand("before")
	for _, x := range []*tab{second, third} {
		if n := x.count(t, "Trips"); n != -1 {
			t.Fatal("there are trips")
		}
	}
	third.hand("after")
	if n := third.count(t, "Trips"); n != -1 {
		t.Fatal("there are trips")
	}
	if got := slices.Compact(first.received()); !slices.Equal(got, []string{"before", "after"}) {
		t.Errorf("the holder has %q", got)
	}
	first.kill()
	next(t, "moved", third.moved)
	if n := third.count(t, "Trips"); n != -1 {
		t.Fatal("there are trips")
	}
	if got := second.received(); !slices.Equal(got, []string{"before", "after"}) {
		t.Errorf("the next holder has %q", got)
	}
}

// Ensure that a write that cannot be kept is refused and seen by nobody, that all pages hear when none can be kept, and when
// they can again.
func TestHost_Storage_Full(t *testing.T) {
	b := newFakeBrowser()
	first := openTab(t, b, nil)
	if err := first.CreateTable(t.Context(), TableRequest{Table: "Trips"}); err != nil {
		t.Fatal(err)
	}
	second := openTab(t, b, nil)
	second.insert(t, "Trips", "a", "1")
	tabs := []*tab{first, second}
	for _, x := range tabs {
		if s := next(t, "storage", x.storage); s.Failed != "" {
			t.Errorf("storage: %+v", s)
		}
	}
	b.setFull(true)
	_, err := second.Apply(t.Context(), insertOf("Trips", "a", "2"))
	wantCode(t, err, string(engine.StorageFull))
	_, err = first.LoadSample(t.Context(), "Blogs", nil)
	if err == nil {
		t.Error("a sample was loaded")
	}
	for _, x := range tabs {
		if s := next(t, "storage when it is full", x.storage); s.Failed == "" {
			t.Errorf("storage: %+v", s)
		}
		if n := x.count(t, "Trips"); n != 1 {
			t.Errorf("%d entities, want 1", n)
		}
		if n := x.count(t, "AuthorBlogs"); n != -1 {
			t.Errorf("a table of the sample is there with %d entities", n)
		}
	}
	b.setFull(false)
	first.insert(t, "Trips", "a", "3")
	for _, x := range tabs {
		if s := next(t, "storage when there is room again", x.storage); s.Failed != "" {
			t.Errorf("storage: %+v", s)
		}
		if n := x.count(t, "Trips"); n != 2 {
			t.Errorf("%d entities, want 2", n)
		}
	}
}

// Ensure that a log that is mostly out of date is written anew by itself, and that nothing is lost by that.
func TestHost_Rewrite_WhenDue(t *testing.T) {
	b := newFakeBrowser()
	x := openTab(t, b, nil)
	if err := x.CreateTable(t.Context(), TableRequest{Table: "Trips"}); err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("x", 30_000)
	const written = 60
	for range written {
		if _, err := x.Apply(t.Context(), ApplyRequest{Table: "Trips", Kind: "insert-or-replace", PartitionKey: "a", RowKey: "1",
			Properties: []TextProperty{{Name: "S", Type: edm.String, Text: text}}}); err != nil {
			t.Fatal(err)
		}
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		s, err := x.Storage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if s.Log < written*int64(len(text))/2 { // what came after the rewrite is too little for another one
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the log still has %d bytes", s.Log)
		}
	}
	y := openTab(t, b, nil)
	x.kill()
	e, err := y.Entity(t.Context(), KeyRequest{Table: "Trips", PartitionKey: "a", RowKey: "1"})
	if err != nil || e.Properties[0].Text != text {
		t.Errorf("after the rewrite: %v", err)
	}
}
