package tabs

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
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/operations"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// tab is a host of a fake browser with its page.
type tab struct {
	*wire.Client
	*fakeTab
	page    *countingPort
	moved   chan struct{}
	storage chan wire.StorageInfo
	changed chan wire.Changed
	stop    context.CancelFunc
	over    chan struct{}
}

// countingPort counts the requests that a host has taken from its page.
type countingPort struct {
	port.Port
	requests atomic.Int64
}

func (p *countingPort) Listen(take func([]byte)) (remove func()) {
	return p.Port.Listen(func(b []byte) {
		take(b)
		if f, _ := wire.DecodeFrame(b); f.Kind == wire.FrameRequest {
			p.requests.Add(1)
		}
	})
}

// openTab opens a tab; change may set the configuration.
func openTab(t *testing.T, b *fakeBrowser, change func(*HostConfig)) *tab {
	t.Helper()
	f := b.tab()
	ctx, stop := context.WithCancel(context.Background())
	cfg := HostConfig{Config: worker.Config{Handlers: operations.Handlers()}, Tabs: f, Folder: func(context.Context) (engine.Folder, error) { return fakeFolder{f}, nil }}
	if change != nil {
		change(&cfg)
	}
	near, far := port.Pipe()
	page := &countingPort{Port: far}
	x := &tab{
		Client: wire.NewClient(near), page: page, fakeTab: f, stop: stop, over: make(chan struct{}),
		moved: make(chan struct{}, 16), storage: make(chan wire.StorageInfo, 16), changed: make(chan wire.Changed, 64),
	}
	x.OnMoved(func() { x.moved <- struct{}{} })
	x.OnStorage(func(s wire.StorageInfo) { x.storage <- s })
	x.OnChange(func(c wire.Changed) { x.changed <- c })
	go func() {
		defer close(x.over)
		Host(ctx, page, cfg)
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
	if _, err := wire.Call(t.Context(), x, wire.Apply, insertOf(table, pk, rk), nil); err != nil {
		t.Fatal(err)
	}
}

func insertOf(table, pk, rk string) wire.ApplyRequest {
	return wire.ApplyRequest{Table: table, Kind: "insert", PartitionKey: pk, RowKey: rk, Properties: []wire.TextProperty{{Name: "N", Type: edm.Int32, Text: "1"}}}
}

func (x *tab) count(t *testing.T, table string) int {
	t.Helper()
	r, err := wire.Call(t.Context(), x, wire.Tables, wire.SourceRequest{}, nil)
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

// Ensure that tabs work on the same tables and hear of each other's changes.
func TestHost_Share_TwoTabs(t *testing.T) {
	b := newFakeBrowser()
	first := openTab(t, b, nil)
	if err := wire.Do(t.Context(), first, wire.CreateTable, wire.TableRequest{Table: "Trips"}); err != nil {
		t.Fatal(err)
	}
	second := openTab(t, b, nil)
	if n := second.count(t, "Trips"); n != 0 {
		t.Fatalf("the second tab sees %d entities", n)
	}
	if s := workertest.Next(t, "storage of the first", first.storage); !s.Durable || s.Shared || s.Reason != "" {
		t.Errorf("storage of the holder: %+v", s)
	}
	if s := workertest.Next(t, "storage of the second", second.storage); !s.Durable || !s.Shared || s.Reason != "" {
		t.Errorf("storage of the other: %+v", s)
	}
	second.insert(t, "Trips", "a", "1")
	for workertest.Next(t, "change in the first tab", first.changed).Table != "Trips" {
	}
	first.insert(t, "Trips", "a", "2")
	for workertest.Next(t, "change in the second tab", second.changed).Table != "Trips" {
	}
	if n := second.count(t, "Trips"); n != 2 {
		t.Fatalf("the second tab sees %d entities", n)
	}
	workertest.None(t, "moved", second.moved)
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
		_, err := wire.Call(ctx, x, wire.Run, wire.QueryRequest{Table: "Trips"}, nil)
		stopped <- err
	}()
	created := make(chan error)
	go func() { created <- wire.Do(t.Context(), x, wire.CreateTable, wire.TableRequest{Table: "Trips"}) }()
	for x.page.requests.Load() < 2 {
		time.Sleep(time.Millisecond)
	}
	stop()
	workertest.WantCode(t, workertest.Next(t, "the answer to a stop", stopped), wire.Canceled)
	close(gate)
	if err := workertest.Next(t, "the answer to a write", created); err != nil {
		t.Fatal(err)
	}
	workertest.None(t, "moved", x.moved)
}

// Ensure that who waits for the tables is told how far they are read.
func TestHost_Opening_Progress(t *testing.T) {
	b := newFakeBrowser()
	first := openTab(t, b, nil)
	if err := wire.Do(t.Context(), first, wire.CreateTable, wire.TableRequest{Table: "Trips"}); err != nil {
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
		c.Now = func() time.Time { return time.Unix(0, looks.Add(1)*int64(tellEvery)) }
		folder := c.Folder
		c.Folder = func(ctx context.Context) (engine.Folder, error) {
			<-gate
			return folder(ctx)
		}
	})
	var told []wire.Progress
	done := make(chan error)
	go func() {
		_, err := wire.Call(t.Context(), second, wire.Tables, wire.SourceRequest{}, func(p wire.Progress) { told = append(told, p) })
		done <- err
	}()
	for second.page.requests.Load() < 1 {
		time.Sleep(time.Millisecond)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop() // is answered at once, and what was asked before it is there by then
	if _, err := wire.Call(stopped, second, wire.Run, wire.QueryRequest{Table: "Trips"}, nil); err == nil {
		t.Fatal("it ran")
	}
	close(gate)
	if err := workertest.Next(t, "the list of tables", done); err != nil {
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
	if err := wire.Do(t.Context(), first, wire.CreateTable, wire.TableRequest{Table: "Trips"}); err != nil {
		t.Fatal(err)
	}
	if s := workertest.Next(t, "storage", first.storage); s.Durable || s.Reason != string(why) {
		t.Errorf("storage: %+v", s)
	}
	second := openTab(t, b, nil)
	if n := second.count(t, "Trips"); n != -1 {
		t.Errorf("the second tab sees what is in the first one's memory")
	}
	if s := workertest.Next(t, "storage", second.storage); !s.Durable {
		t.Errorf("storage: %+v", s)
	}
	second.kill()
	if n := first.count(t, "Trips"); n != 0 {
		t.Errorf("the first tab lost its table")
	}
	workertest.None(t, "moved", first.moved)
}

// Ensure that without tabs to speak of only one of them is durable.
func TestHost_NoTabs_FirstIsDurable(t *testing.T) {
	b := newFakeBrowser()
	single := func(c *HostConfig) { c.Tabs = nil }
	first, second := openTab(t, b, single), openTab(t, b, single)
	durable := 0
	for _, x := range []*tab{first, second} {
		if s := workertest.Next(t, "storage", x.storage); s.Durable {
			durable++
		} else if s.Reason == "" {
			t.Error("no reason")
		}
		if err := wire.Do(t.Context(), x, wire.CreateTable, wire.TableRequest{Table: "Trips"}); err != nil {
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
	go wire.Call(context.Background(), second, wire.LoadSample, wire.SampleRequest{Name: "Flights"}, nil)
	workertest.Within(t, "the request", fetching)
	second.kill()
	workertest.Within(t, "its end", stopped)
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
	workertest.Next(t, "moved", third.moved)
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
	if err := wire.Do(t.Context(), first, wire.CreateTable, wire.TableRequest{Table: "Trips"}); err != nil {
		t.Fatal(err)
	}
	second := openTab(t, b, nil)
	second.insert(t, "Trips", "a", "1")
	tabs := []*tab{first, second}
	for _, x := range tabs {
		if s := workertest.Next(t, "storage", x.storage); s.Failed != "" {
			t.Errorf("storage: %+v", s)
		}
	}
	b.setFull(true)
	_, err := wire.Call(t.Context(), second, wire.Apply, insertOf("Trips", "a", "2"), nil)
	workertest.WantCode(t, err, string(engine.StorageFull))
	_, err = wire.Call(t.Context(), first, wire.LoadSample, wire.SampleRequest{Name: "Blogs"}, nil)
	if err == nil {
		t.Error("a sample was loaded")
	}
	for _, x := range tabs {
		if s := workertest.Next(t, "storage when it is full", x.storage); !s.Full || len(s.Largest) != 1 || s.Largest[0].Name != "Trips" {
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
		if s := workertest.Next(t, "storage when there is room again", x.storage); s.Failed != "" {
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
	if err := wire.Do(t.Context(), x, wire.CreateTable, wire.TableRequest{Table: "Trips"}); err != nil {
		t.Fatal(err)
	}
	text := strings.Repeat("x", 30_000)
	const written = 60
	for range written {
		if _, err := wire.Call(t.Context(), x, wire.Apply, wire.ApplyRequest{Table: "Trips", Kind: "insert-or-replace", PartitionKey: "a", RowKey: "1",
			Properties: []wire.TextProperty{{Name: "S", Type: edm.String, Text: text}}}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		s, err := wire.Call(t.Context(), x, wire.Storage, wire.Done{}, nil)
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
	e, err := wire.Call(t.Context(), y, wire.Entity, wire.KeyRequest{Table: "Trips", PartitionKey: "a", RowKey: "1"}, nil)
	if err != nil || e.Properties[0].Text != text {
		t.Errorf("after the rewrite: %v", err)
	}
}

// Ensure that a tab whose storage lacks the log of a workspace says so, changes nothing there, works in memory, and begins anew only
// when it is told to.
func TestHost_LogMissing(t *testing.T) {
	b := newFakeBrowser()
	first := openTab(t, b, nil)
	if err := wire.Do(t.Context(), first, wire.CreateTable, wire.TableRequest{Table: "Trips"}); err != nil {
		t.Fatal(err)
	}
	if err := wire.Do(t.Context(), first, wire.BeginAnew, wire.Done{}); err == nil {
		t.Error("begun anew where nothing is missing")
	}
	first.kill()
	<-first.over
	b.mu.Lock()
	b.files["a.log"] = &tabFile{data: []byte("RFINDER\n")}
	b.mu.Unlock()

	second := openTab(t, b, nil)
	s, err := wire.Call(t.Context(), second, wire.Storage, wire.Done{}, nil)
	if err != nil || s.Durable || !s.Missing || !strings.Contains(s.Reason, "a.log has 8 bytes") {
		t.Fatalf("storage: %+v, %v", s, err)
	}
	if n := second.count(t, "Trips"); n != -1 {
		t.Errorf("Trips has %d entities", n)
	}
	if err := wire.Do(t.Context(), second, wire.CreateTable, wire.TableRequest{Table: "InMemory"}); err != nil {
		t.Error(err)
	}
	b.mu.Lock()
	left := string(b.files["a.log"].data)
	b.mu.Unlock()
	if left != "RFINDER\n" {
		t.Errorf("the file was changed before anybody said so: %q", left)
	}
	if err := wire.Do(t.Context(), second, wire.BeginAnew, wire.Done{}); err != nil {
		t.Fatal(err)
	}
	third := openTab(t, b, nil) // as the page is after it was loaded anew
	if s, err := wire.Call(t.Context(), third, wire.Storage, wire.Done{}, nil); err != nil || !s.Durable || s.Missing || len(s.Damage) > 0 {
		t.Errorf("storage after it: %+v, %v", s, err)
	}
}
