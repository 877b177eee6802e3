package main

import "fmt"

// measureHeap divides the growth of the worker's Go heap in use, as the status bar tells it, by the generated entities. The
// sample of the first visit is in the worker before and after.
func measureHeap(p *playground) ([]row, error) {
	v, err := p.table()
	if err != nil {
		return nil, err
	}
	var heap []float64
	if err := v.Eval(`bench.heap`, &heap); err != nil {
		return nil, err
	}
	if len(heap) < 2 {
		return nil, fmt.Errorf("the worker told its heap %d times", len(heap))
	}
	before, after := heap[0], heap[len(heap)-1]
	// The list before the generation is the last that is small.
	for _, h := range heap {
		if h < after/2 {
			before = h
		}
	}
	each := (after - before) / generated
	return []row{{
		what:   "on the page: worker's heap for an entity of the generated table",
		target: "150 bytes",
		ours:   fmt.Sprintf("%.0f bytes (%.0f to %.0f MB)", each, before/1e6, after/1e6),
		met:    each <= 150,
	}}, nil
}
