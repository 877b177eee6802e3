//go:build js && wasm

package main

import (
	"context"
	"fmt"
	"runtime"
	"syscall/js"
	"time"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// next is the generator that both sides draw their values from (Numerical Recipes' LCG).
func next(x uint32) uint32 { return x*1664525 + 1013904223 }

// key is a letter and four digits or more.
func key(letter byte, n int) string { return fmt.Sprintf("%c%04d", letter, n) }

type loadArg struct {
	Table      string
	Partitions int
	Rows       int
}

// load fills a table and answers how long it took.
func (l *lab) load(b []byte) (any, error) {
	arg, err := argument[loadArg](b)
	if err != nil {
		return nil, err
	}
	ctx := context.Background()
	rows := make([]string, arg.Rows)
	for r := range rows {
		rows[r] = key('r', r)
	}
	begin := time.Now()
	if err := l.db.CreateTable(ctx, arg.Table); err != nil {
		return nil, err
	}
	loader, err := l.db.Load(ctx, arg.Table)
	if err != nil {
		return nil, err
	}
	x := uint32(1)
	text := []byte("abcdefghijkl00000000")
	properties := []engine.Property{{Name: "N"}, {Name: "D"}, {Name: "S"}, {Name: "B"}}
	for p := range arg.Partitions {
		pk := key('p', p)
		for _, rk := range rows {
			x = next(x)
			for i := range 8 {
				text[19-i] = "0123456789abcdef"[x>>(4*i)&15]
			}
			properties[0].Value = edm.NewInt32(int32((x >> 16) % 1000))
			properties[1].Value = edm.NewDouble(float64(x) / 4294967296)
			properties[2].Value = edm.NewString(string(text))
			properties[3].Value = edm.NewBoolean(x>>31 == 1)
			if err := loader.Add(pk, rk, properties); err != nil {
				return nil, err
			}
		}
		runtime.Gosched() // the real worker lets others in every 8 ms: the tuning of the heap is one of them
	}
	if _, err := loader.Commit(); err != nil {
		return nil, err
	}
	took := time.Since(begin)
	l.tables[arg.Table] = shape{arg.Partitions, arg.Rows}
	return map[string]float64{"ms": milliseconds(took)}, nil
}

func (l *lab) drop(b []byte) (any, error) {
	arg, err := argument[loadArg](b)
	if err != nil {
		return nil, err
	}
	return struct{}{}, l.db.DeleteTable(context.Background(), arg.Table)
}

// memory answers what the data needs and what the instance holds. The first is the heap in use after a collection.
func (l *lab) memory([]byte) (any, error) {
	linear := js.Global().Call("linearBytes").Float()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return map[string]float64{"live": float64(m.HeapAlloc), "linear": linear}, nil
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
