package worker

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"rangefinder/app/port"
	"rangefinder/app/wire"
	"rangefinder/app/worker/workertest"
	"rangefinder/engine"
)

// TestRun_Canceled stops a run in the middle: what was found until then can be read, and explains were answered meanwhile.
func TestRun_Canceled(t *testing.T) {
	hold := make(chan struct{})
	var breaths atomic.Int32
	d := open(t, func(c *Config) {
		c.Now = ticking()
		c.Yield = func(ctx context.Context) error {
			if breaths.Add(1) == 1 {
				close(hold)
				<-ctx.Done()
			}
			return ctx.Err()
		}
	})
	d.fill(t, "Numbers", 100, 1000)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	type outcome struct {
		r   *wire.RunReply
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		r, err := wire.Call(ctx, d, wire.Run, wire.QueryRequest{Table: "Numbers", Filter: "N ge 0"}, nil)
		done <- outcome{r, err}
	}()
	workertest.Within(t, "the first breath of the run", hold)
	if _, err := wire.Call(t.Context(), d, wire.Explain, wire.QueryRequest{Table: "Numbers", Filter: "N gt 5"}, nil); err != nil {
		t.Errorf("explain during a run: %v", err)
	}
	cancel()
	got := <-done
	if got.err != nil {
		t.Fatal(got.err)
	}
	if !got.r.Canceled || got.r.Stats.Examined == 0 || got.r.Stats.Examined >= 100_000 {
		t.Errorf("stopped run %+v", got.r)
	}
	w, err := wire.Call(t.Context(), d, wire.Window, wire.WindowRequest{Result: got.r.Result, First: 0, Count: 5}, nil)
	if err != nil || len(w.Rows) != min(5, got.r.Lines) {
		t.Errorf("window of a stopped run: %v, %v", w, err)
	}
}

func TestMatch_Canceled(t *testing.T) {
	hold := make(chan struct{})
	var once sync.Once
	d := open(t, func(c *Config) {
		c.Now = ticking()
		c.Yield = func(ctx context.Context) error {
			once.Do(func() { close(hold) })
			<-ctx.Done()
			return ctx.Err()
		}
	})
	d.fill(t, "Numbers", 100, 1000)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-hold
		cancel()
	}()
	_, err := wire.Call(ctx, d, wire.Match, wire.QueryRequest{Table: "Numbers", Filter: "N ge 0"}, nil)
	workertest.WantCode(t, err, wire.Canceled)
}

func TestProgress_Grows(t *testing.T) {
	d := open(t, func(c *Config) { c.Now = ticking() })
	d.fill(t, "Numbers", 100, 1000)
	var last wire.Progress
	n := 0
	m, err := wire.Call(t.Context(), d, wire.Match, wire.QueryRequest{Table: "Numbers", Filter: "N ge 0"}, func(p wire.Progress) {
		if p.Done < last.Done || p.Total != 100_000 || p.Found > p.Done || p.Micros < last.Micros {
			t.Errorf("progress %+v after %+v", p, last)
		}
		last = p
		n++
	})
	if err != nil {
		t.Fatal(err)
	}
	if m.Returned != 100_000 || n == 0 {
		t.Errorf("%d matches, %d progress messages", m.Returned, n)
	}
}

// Ensure progress that comes soon after other progress is told although only a long wait follows, as for an account that answers slowly.
func TestProgress_BeforeWait(t *testing.T) {
	d := open(t, func(c *Config) {
		c.Handlers = []Handler{Answer(wire.Match, func(j *Job, _ wire.QueryRequest) (*wire.MatchReply, error) {
			begun := j.Now()
			j.Tell(begun.Add(wire.ProgressEvery), wire.Progress{Done: 1})
			j.Tell(begun.Add(wire.ProgressEvery+1), wire.Progress{Done: 2})
			<-j.Ctx.Done()
			return nil, j.Ctx.Err()
		})}
	})
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	_, err := wire.Call(ctx, d, wire.Match, wire.QueryRequest{Table: "Numbers"}, func(p wire.Progress) {
		if p.Done == 2 {
			stop()
		}
	})
	if f := workertest.Failure(t, err); f.Code != "Canceled" {
		t.Error(err)
	}
}

func TestServe_PanicIsAnError(t *testing.T) {
	var armed atomic.Bool
	d := open(t, func(c *Config) {
		c.Now = ticking()
		c.Yield = func(ctx context.Context) error {
			if armed.Load() {
				panic("boom")
			}
			return ctx.Err()
		}
	})
	d.fill(t, "Numbers", 100, 1000)
	armed.Store(true)
	_, err := wire.Call(t.Context(), d, wire.Match, wire.QueryRequest{Table: "Numbers", Filter: "N ge 0"}, nil)
	workertest.WantCode(t, err, string(engine.ProgramError))
	if f := workertest.Failure(t, err); !strings.HasPrefix(f.Crash, "panic of type string\n") || strings.Contains(f.Crash+f.Detail+f.Message, "boom") || !strings.Contains(f.Crash, "serve_test.go:") || strings.Contains(f.Crash, "0x") || strings.Contains(f.Crash, "\t") {
		t.Errorf("the report is %q, %q", f.Detail, f.Crash)
	}
	_, err = wire.Call(t.Context(), d, wire.Generate, wire.GenerateRequest{Spec: smallSpec("Made", 1_000_000)}, nil)
	workertest.WantCode(t, err, string(engine.ProgramError))
	armed.Store(false)
	if got := d.names(t); len(got) != 1 || got[0] != "Numbers 100000" {
		t.Errorf("tables after the panics: %v", got)
	}
}

func TestClient_BeforeServe(t *testing.T) {
	near, far := port.Pipe()
	c := wire.NewClient(near)
	defer c.Close()
	done := make(chan error, 1)
	go func() {
		_, err := wire.Call(t.Context(), c, wire.Tables, wire.SourceRequest{}, nil)
		done <- err
	}()
	go Serve(t.Context(), far, Config{DB: engine.Open(engine.Options{})})
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func TestServe_Parallel(t *testing.T) {
	d := open(t, nil)
	d.fill(t, "Numbers", 20, 50)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				r, err := wire.Call(t.Context(), d, wire.Run, wire.QueryRequest{Table: "Numbers", Filter: "N ge 100"}, nil)
				if err != nil {
					t.Error(err)
					return
				}
				if w, err := wire.Call(t.Context(), d, wire.Window, wire.WindowRequest{Result: r.Result, First: 3, Count: 50}, nil); err == nil {
					if len(w.Rows) != 50 {
						t.Errorf("%d rows", len(w.Rows))
					}
				} else if workertest.Failure(t, err).Code != wire.ResultGone {
					t.Error(err)
				}
				if _, err := wire.Call(t.Context(), d, wire.Apply, wire.ApplyRequest{Table: "Numbers", Kind: "insert-or-merge", PartitionKey: "p000", RowKey: "r0000"}, nil); err != nil {
					t.Error(err)
				}
				if _, err := wire.Call(t.Context(), d, wire.Match, wire.QueryRequest{Table: "Numbers", Filter: "Odd", Buckets: 10}, nil); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

// raw is a page's end without a client.
type raw struct {
	port.Port
	got chan wire.Frame
}

func rawServe(t testing.TB) *raw {
	near, far := port.Pipe()
	r := &raw{near, make(chan wire.Frame, 10_000)}
	near.Listen(func(b []byte) {
		f, err := wire.DecodeFrame(b)
		if err != nil {
			t.Errorf("the worker sent %q: %v", b, err)
		}
		r.got <- f
	})
	ctx, stop := context.WithCancel(context.Background())
	over := make(chan struct{})
	db := engine.Open(engine.Options{})
	if err := db.CreateTable(ctx, "Numbers"); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(over)
		Serve(ctx, far, Config{DB: db})
	}()
	t.Cleanup(func() { stop(); <-over; near.Close() })
	return r
}

// await returns the answer to a request.
func (r *raw) await(id int64) wire.Frame {
	for {
		if f := <-r.got; f.ID == id && (f.Kind == wire.FrameReply || f.Kind == wire.FrameError) {
			return f
		}
	}
}

func TestServe_HostileFrames(t *testing.T) {
	r := rawServe(t)
	for i, message := range []string{
		`{"id":%d,"kind":"request"}`,
		`{"id":%d,"kind":"request","op":"no such thing","body":{}}`,
		`{"id":%d,"kind":"request","op":"run"}`,
		`{"id":%d,"kind":"request","op":"run","body":null}`,
		`{"id":%d,"kind":"request","op":"run","body":[1]}`,
		`{"id":%d,"kind":"request","op":"run","body":{"Table":5}}`,
		`{"id":%d,"kind":"request","op":"run","body":{"Table":"Numbers","Top":-9}}`,
		`{"id":%d,"kind":"request","op":"match","body":{"Table":"Numbers","Buckets":-9}}`,
		`{"id":%d,"kind":"request","op":"map","body":{"Table":"Numbers","Buckets":9223372036854775807}}`,
		`{"id":%d,"kind":"request","op":"window","body":{"Result":0,"First":-1,"Count":99999}}`,
		`{"id":%d,"kind":"request","op":"apply","body":{"Table":"Numbers","Kind":"insert","Properties":[{"Name":"\u0000","Type":255}]}}`,
		`{"id":%d,"kind":"request","op":"generate","body":{"Spec":{"Table":"X","Entities":-1}}}`,
		`{"id":%d,"kind":"poem"}`,
		`{"id":%d,"kind":"reply"}`,
		`{"id":%d,"kind":"request","op":{}}`,
	} {
		id := int64(100 + i)
		r.Send(fmt.Appendf(nil, message, id))
		f := r.await(id)
		if f.Kind != wire.FrameError {
			t.Errorf("%s answered %s %s", message, f.Kind, f.Body)
			continue
		}
		var v wire.Failure
		if err := json.Unmarshal(f.Body, &v); err != nil || v.Code == "" || v.Message == "" {
			t.Errorf("%s answered %s", message, f.Body)
		}
		if v.Code == string(engine.ProgramError) {
			t.Errorf("%s: %s", message, f.Body)
		}
	}
	for _, message := range []string{"", "}", "\xff\xfe", `{"kind":"request","op":"tables"}`, `{"id":-1}`} {
		r.Send([]byte(message))
		for {
			f := <-r.got
			if f.Kind == wire.FrameEvent && f.Op == wire.EventFault {
				break
			}
		}
	}
	r.Send([]byte(`{"id":1,"kind":"request","op":"tables","body":{}}`))
	if f := r.await(1); f.Kind != wire.FrameReply {
		t.Errorf("after all that, tables answered %s", f.Body)
	}
}

func TestServe_SameNumberTwice(t *testing.T) {
	r := rawServe(t)
	r.Send([]byte(`{"id":7,"kind":"cancel"}`)) // of nothing
	b := []byte(`{"id":7,"kind":"request","op":"generate","body":{"Spec":{"Table":"Big","Entities":100000,"Partitions":10}}}`)
	r.Send(b)
	r.Send(b)
	if f := r.await(7); f.Kind != wire.FrameError {
		t.Errorf("answered %s first", f.Kind)
	}
	r.await(7)
}

// FuzzServe sends a frame with a foreign op and body: it is answered, and so is the request after it.
func FuzzServe(f *testing.F) {
	f.Add("run", `{"Table":"Numbers","Filter":"N eq 1"}`)
	f.Add("explain", `{"Table":"Numbers","Filter":"PartitionKey eq 'a' or RowKey ne 'b'"}`)
	f.Add("apply", `{"Table":"Numbers","Kind":"insert","PartitionKey":"a","RowKey":"b","Properties":[{"Name":"X","Type":2,"Text":"1"}]}`)
	f.Add("map", `{"Table":"Numbers","View":{"From":1,"To":2},"Buckets":3}`)
	f.Add("window", `{"Result":1,"First":0,"Count":10}`)
	f.Add("sample", `{"Name":"Movies"}`)
	f.Add("match", `{"Table":"Numbers","Buckets":3,"View":{"From":-1,"To":2}}`)
	r := rawServe(f)
	id := rand.Int64N(1 << 40)
	f.Fuzz(func(t *testing.T, op, body string) {
		if op == wire.Generate.Name {
			return // legal ones may take long
		}
		id += 2
		head, err := json.Marshal(op)
		if err != nil {
			t.Fatal(err)
		}
		r.Send(fmt.Appendf(nil, `{"id":%d,"kind":"request","op":%s,"body":%s}`, id, head, body))
		r.Send(fmt.Appendf(nil, `{"id":%d,"kind":"request","op":"tables","body":{}}`, id+1))
		valid := json.Valid([]byte(body))
		for answered := 0; answered < 2; {
			a := <-r.got
			if a.Kind != wire.FrameReply && a.Kind != wire.FrameError {
				continue
			}
			if a.ID == id+1 || a.ID == id && valid {
				answered++
			}
			if !valid && a.ID == id+1 {
				return
			}
			var v wire.Failure
			if a.Kind == wire.FrameError && json.Unmarshal(a.Body, &v) == nil && v.Code == string(engine.ProgramError) {
				t.Fatalf("%s %s: %s", op, body, a.Body)
			}
		}
	})
}
