//go:build js && wasm

// Command wasm is our half of the benchmarks' steps: the engine and the worker's protocol in one WASM module. It defines
// step(name, argument JSON), a promise of answer JSON.
package main

import (
	"encoding/json"
	"fmt"
	"syscall/js"

	"rangefinder/engine"
)

// lab is what the steps share.
type lab struct {
	db     *engine.DB
	tables map[string]shape
}

// shape is how a table was filled.
type shape struct{ Partitions, Rows int }

// steps by name; each reads its argument and answers something JSON can hold.
var steps = map[string]func(*lab, []byte) (any, error){
	"open":       func(*lab, []byte) (any, error) { return struct{}{}, nil },
	"load":       (*lab).load,
	"drop":       (*lab).drop,
	"scan":       (*lab).scan,
	"run":        (*lab).run,
	"point":      (*lab).point,
	"point-text": (*lab).pointText,
	"range":      (*lab).pages,
	"memory":     (*lab).memory,
	"explain":    (*lab).explain,
}

func main() {
	engine.LimitHeap(8<<20, 100) // as the real worker does
	l := &lab{db: engine.Open(engine.Options{}), tables: map[string]shape{}}
	js.Global().Set("step", js.FuncOf(func(_ js.Value, args []js.Value) any {
		name, arg := args[0].String(), args[1].String()
		return js.Global().Get("Promise").New(js.FuncOf(func(_ js.Value, promise []js.Value) any {
			// A step takes long and may wait; a callback must do neither.
			go func() { promise[0].Invoke(l.answer(name, []byte(arg))) }()
			return nil
		}))
	}))
	js.Global().Call("stepsReady")
	select {}
}

// answer does a step and writes its answer, or {"error": …}.
func (l *lab) answer(name string, arg []byte) string {
	do, ok := steps[name]
	if !ok {
		return failed(fmt.Errorf("no step %q", name))
	}
	v, err := do(l, arg)
	if err != nil {
		return failed(err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return failed(err)
	}
	return string(b)
}

func failed(err error) string {
	b, _ := json.Marshal(map[string]string{"error": err.Error()})
	return string(b)
}

// argument reads a step's argument.
func argument[T any](b []byte) (v T, err error) {
	err = json.Unmarshal(b, &v)
	return v, err
}
