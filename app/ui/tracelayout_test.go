//go:build !js

package ui

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"rangefinder/app/accounts"
	"rangefinder/app/files"
	"rangefinder/app/grid"
	"rangefinder/app/page"
	"rangefinder/app/port"
	"rangefinder/app/queryline"
	"rangefinder/app/requests"
	"rangefinder/app/shell"
	"rangefinder/app/wire"
	"rangefinder/app/worker"
	"rangefinder/app/worker/operations"
	"rangefinder/engine"
	"rangefinder/engine/tablerest"
	"rangefinder/filterlang/edm"
)

// This file is what the trace knows of packages: how a page is put together, and which types its messages are. When code moves,
// this file follows, and nothing else of the trace does.

// renamed gives types that were renamed their names of before, as messages.txt, scenes.txt and the recorded traces have them.
var renamed = map[string]string{
	"builder.Toggled": "BuilderToggled", "workload.ChangeOpened": "WorkloadChangeOpened",
	"designlab.Model": "Lab", "designlab.ReadSpec": "ReadLab", "designlab.KeepSpec": "KeepLab", "designlab.SuggestSpec": "SuggestLab", "designlab.Measure": "AskLab", "designlab.Leave": "LeaveLab",
	"designlab.SpecRead": "LabRead", "designlab.SpecKept": "LabKept", "designlab.Measuring": "LabMeasuring", "designlab.Measured": "LabMeasured", "designlab.FieldTyped": "LabTyped", "designlab.Did": "LabDid",
	"designlab.Stopped": "LabStopped", "designlab.Again": "LabAgain",
	"simulator.Model": "Sim", "simulator.Run": "SimRun", "simulator.Setup": "SimSetup", "simulator.Ask": "AskSim", "simulator.Stepped": "SimStepped",
	"simulator.FieldTyped": "SimTyped", "simulator.PresetChosen": "SimPresetChosen", "simulator.PlayPressed": "SimPlayPressed", "simulator.StepPressed": "SimStepPressed",
	"simulator.AgainPressed": "SimAgainPressed", "simulator.Played": "SimPlayed", "simulator.Scrubbed": "SimScrubbed", "simulator.SpeedChosen": "SimSpeedChosen",
	"simulator.Pointed": "SimPointed", "simulator.Left": "SimLeft", "simulator.KeepPressed": "SimKeepPressed", "simulator.KeptDropped": "SimKeptDropped",
	"simulator.TableToggled": "SimTableToggled", "simulator.FormToggled": "SimFormToggled", "simulator.HowPressed": "SimHowPressed",
	"partitions.Model": "Partitions", "partitions.Listed": "PartitionsListed", "partitions.Ordered": "PartitionsOrdered", "partitions.Paged": "PartitionsPaged",
	"partitions.Sought": "PartitionSought", "partitions.LineChosen": "PartitionLine", "partitions.Chosen": "PartitionChosen", "partitions.Saved": "PartitionsSaved",
	"partitions.Ask":   "AskPartitions",
	"requests.Pressed": "RequestsPressed", "requests.Closed": "RequestsClosed", "requests.TabChosen": "RequestsTabChosen", "requests.Paused": "RequestsPaused",
	"requests.ClearPressed": "RequestsClearPressed", "requests.FindingsPicked": "RequestFindingsPicked", "requests.Opened": "RequestOpened",
	"requests.Told": "RequestsTold", "requests.Connected": "FeedConnected", "requests.Forgotten": "RequestsForgotten",
	"requests.Hear": "ListenRequests", "requests.Forget": "ForgetRequests",
	"querytabs.Added": "TabAdded", "querytabs.Beside": "TabBeside", "querytabs.Chosen": "TabChosen", "querytabs.Stepped": "TabStepped", "querytabs.Closed": "TabClosed",
	"querytabs.Reopened": "TabReopened", "querytabs.Moved": "TabMoved", "querytabs.NamePressed": "TabNamePressed", "querytabs.Named": "TabNamed", "querytabs.Found": "TabsFound",
	"palette.Pressed": "PalettePressed", "palette.Searched": "PaletteTyped", "palette.Moved": "PaletteMoved", "palette.Chosen": "PaletteChosen",
	"settings.Pressed": "SettingsPressed", "settings.UndoPressed": "SettingsUndone", "settings.ResetAll": "SettingsReset", "settings.Told": "SettingsTold", "settings.Refused": "SettingsRefused",
	"intro.Taken": "IntroTaken", "intro.Shown": "IntroShown",
	"notices.Expired": "NoticeExpired", "notices.Closed": "NoticeClosed", "notices.Undone": "NoticeUndone", "notices.Cleared": "NoticesRead",
	"guide.Sought": "GuideSought", "guide.Fetched": "GuideRead", "guide.Fetch": "ReadGuide",
	"copies.List": "ListCopies", "copies.Listed": "CopiesListed", "copies.Opened": "CopyOpened", "copies.Shown": "CopyShown",
	"copies.ConfirmAsked": "CopyConfirmAsked", "copies.Confirmed": "CopyConfirmed",
}

// messageTypes are the types of the messages that a walk can send, by name.
func messageTypes() map[string]reflect.Type {
	types := map[string]reflect.Type{}
	for _, msg := range append(slices.Clone(sent), unsent...) {
		types[bare(reflect.TypeOf(msg))] = reflect.TypeOf(msg)
	}
	return types
}

// unsent are messages of the scenes that no view sends: the editor, the grid and the browser do.
var unsent = []page.Msg{
	queryline.FilterTidied{}, queryline.SelectionWanted{}, grid.LineSelected{}, accounts.AccountsListed{},
}

// traced is a page whose messages, commands and drawings are heard.
type traced struct {
	root   *Root
	client *wire.Client
	gate   *gate
	later  []func() // answers that wait for their turn
	drawn  string
	hear   func(msg any, cmds []any)
	draw   func()
	copied func(text string) // to the clipboard
	mu     sync.Mutex
}

// newTraced puts a page together: its store, a real worker behind a gate, files and an account. ended takes it apart.
func newTraced(ctx context.Context) *traced {
	near, work := port.Pipe()
	accounts := map[string]*engine.DB{"shop": engine.Open(engine.Options{}), "prod": engine.Open(engine.Options{})}
	for _, name := range slices.Sorted(maps.Keys(accounts)) {
		fillAccount(ctx, accounts[name])
	}
	go worker.Serve(ctx, work, worker.Config{
		DB: engine.Open(engine.Options{}), Fetch: fetchStatic, Files: newTracedFiles(), Handlers: operations.Handlers(),
		Storage: func(context.Context) wire.StorageInfo {
			return wire.StorageInfo{Durable: true, Used: 1 << 20, Quota: 1 << 30}
		},
		Remote: func(_ context.Context, source string) (tablerest.Client, error) {
			db, ok := accounts[source]
			if !ok {
				return tablerest.Client{}, &wire.Failure{Code: "AccountNotFound", Message: "There is no account " + source + "."}
			}
			return tablerest.Client{Doer: inProcess{tablerest.NewHandler(db, tablerest.Options{})}, URL: "https://" + source + ".example"}, nil
		},
	})
	p := &traced{gate: newGate(near)}
	p.client = wire.NewClient(p.gate)
	p.root = &Root{platform: &Platform{Client: p.client, Page: tracedPage{traced: p}}}
	p.root.store = shell.NewStore(p.client, p)
	p.root.sim = p.root.simPlayer()
	p.root.host = p.root.newHost()
	p.root.store.Watch(func(msg page.Msg, cmds []page.Cmd) {
		list := make([]any, len(cmds))
		for i := range cmds {
			list[i] = cmds[i]
		}
		p.hear(msg, list)
	})
	send := func(msg page.Msg) { p.Later(func() { p.root.store.Send(msg) }) }
	p.client.OnChange(func(c wire.Changed) { send(page.TableChanged{Table: c.Table}) })
	p.client.OnCrash(func(report string) { send(shell.EngineCrashed{Report: report}) })
	p.client.OnFault(func(err error) { send(shell.WorkerLost{Reason: err.Error()}) })
	p.client.OnMoved(func() { send(page.Moved{}) })
	p.client.OnStorage(func(info wire.StorageInfo) { send(files.StorageTold{Info: info}) })
	p.client.OnExchange(func(x []wire.Exchanged) { send(requests.ExchangesTold{Exchanged: x}) })
	return p
}

// Draw, Do and Later implement the store's screen.
func (p *traced) Draw(m shell.Model) {
	p.root.model = m
	p.drawn = steadily(app.HTMLString(p.root.Render()))
	p.draw()
}

func (p *traced) Do(page.Cmd) {}

func (p *traced) Later(f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.later = append(p.later, f)
}

// mount gives the page a place in a browser's program.
func (p *traced) mount(ctx app.Context) { p.root.ctx = ctx }

// send sends a message.
func (p *traced) send(msg any) { p.root.store.Send(msg.(page.Msg)) }

// tree is what is on screen.
func (p *traced) tree() app.UI { return p.root.Render() }

// turn returns the next of what waits for its turn, nil when nothing does.
func (p *traced) turn() func() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.later) == 0 {
		return nil
	}
	f := p.later[0]
	p.later = p.later[1:]
	return f
}

// gaveUp is why the page shows that it has to be reloaded, "" while it does not.
func (p *traced) gaveUp() string { return p.root.model.Fatal }

func (p *traced) close() { p.client.Close() }

// tracedPage does what handlers ask of a page.
type tracedPage struct {
	nowhere
	*traced
}

// CopyLater and CopyRich ask for a text on a goroutine of its own, as a browser's promise does, and have it written down.
func (p tracedPage) CopyLater(text func() (string, error), done func(error)) {
	go func() {
		t, err := text()
		p.Later(func() { p.copied(t); done(err) })
	}()
}

func (p tracedPage) CopyRich(text func() (string, string, error), done func(error)) {
	go func() {
		t, html, err := text()
		p.Later(func() { p.copied(t + html); done(err) })
	}()
}

func (tracedPage) TextFile(name, text string) port.FileRef {
	return port.FileRef{Token: name, Name: name, Size: int64(len(text))}
}

// fetchStatic fetches from the files of the page.
func fetchStatic(_ context.Context, url string, _ func(received, total int64)) ([]byte, error) {
	return os.ReadFile(filepath.Join("..", "..", "web", "static", filepath.FromSlash(strings.TrimPrefix(url, "web/"))))
}

// fillAccount makes the tables that an account has.
func fillAccount(ctx context.Context, db *engine.DB) {
	for _, table := range []string{"Orders", "Films"} {
		if err := db.CreateTable(ctx, table); err != nil {
			panic(err)
		}
		for i := range 60 {
			_, err := db.Apply(ctx, table, engine.Op{Kind: engine.InsertOrReplace, PartitionKey: fmt.Sprintf("p%d", i%3), RowKey: fmt.Sprintf("r%02d", i), Properties: []engine.Property{
				{Name: "Total", Value: edm.NewDouble(float64(i) / 2)}, {Name: "Rating", Value: edm.NewInt32(int32(i % 5))}, {Name: "Name", Value: edm.NewString(fmt.Sprint("name ", i))}}})
			if err != nil {
				panic(err)
			}
		}
	}
}

// inProcess sends requests to a handler without a network.
type inProcess struct{ handler http.Handler }

func (d inProcess) Do(ctx context.Context, r tablerest.Request) (*tablerest.Response, error) {
	req := httptest.NewRequestWithContext(ctx, r.Method, r.URL, strings.NewReader(r.Body))
	for _, f := range r.Header {
		req.Header.Set(f.Name, f.Value)
	}
	rec := httptest.NewRecorder()
	d.handler.ServeHTTP(rec, req)
	answer := rec.Result()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	resp := &tablerest.Response{Status: answer.StatusCode, Body: string(body)}
	for _, name := range slices.Sorted(maps.Keys(answer.Header)) {
		for _, v := range answer.Header[name] {
			resp.Header = append(resp.Header, tablerest.Field{Name: name, Value: v})
		}
	}
	return resp, nil
}

// tracedFiles are the files of testdata/trace/files, and those that the worker makes.
type tracedFiles struct {
	mu   sync.Mutex
	made int
}

func newTracedFiles() *tracedFiles { return &tracedFiles{} }

// Open opens a file of testdata/trace/files by its name.
func (f *tracedFiles) Open(token string) (port.SourceFile, error) {
	text, err := os.ReadFile(filepath.Join("testdata", "trace", "files", filepath.Base(token)))
	if err != nil {
		return nil, fmt.Errorf("there is no file %q", token)
	}
	return tracedFile{strings.NewReader(string(text)), filepath.Base(token)}, nil
}

func (f *tracedFiles) Create(string) (port.Sink, error) { return &tracedSink{files: f}, nil }
func (f *tracedFiles) Release(string)                   {}

type tracedFile struct {
	*strings.Reader
	name string
}

func (f tracedFile) Name() string { return f.name }
func (f tracedFile) Close() error { return nil }

type tracedSink struct {
	files *tracedFiles
	text  strings.Builder
}

func (s *tracedSink) Write(p []byte) (int, error) { return s.text.Write(p) }
func (s *tracedSink) Abort()                      {}

// URL names the file by its number and what is in it: a trace tells an export that differs.
func (s *tracedSink) URL() (string, error) {
	s.files.mu.Lock()
	defer s.files.mu.Unlock()
	s.files.made++
	return fmt.Sprintf("blob:%d-%d-%x", s.files.made, s.text.Len(), sum(s.text.String())), nil
}

// The zone that times are shown in.
func init() { time.Local = time.UTC }
