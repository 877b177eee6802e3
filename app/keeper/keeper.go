// Package keeper writes the documents that the page keeps beside the tables, and knows which are not written yet.
package keeper

import (
	"encoding/json"
	"errors"
	"slices"
	"sync"

	"rangefinder/app/wire"
)

// Keeper writes documents one after another, and of each only the newest text: goroutines of their own would write what is typed
// quickly in any order, and an older text could be what stays. The zero Keeper is ready.
type Keeper struct {
	mu    sync.Mutex
	texts map[string]string // newest texts that are not written, by document: those that wait, the one being written, those the worker was lost with
	queue []string          // documents that wait
	busy  bool
}

// Keep has a text written, after what is being written now, and done told what became of it. It does not wait.
func (k *Keeper) Keep(name, text string, write func(name, text string) error, done func(name string, err error)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.texts == nil {
		k.texts = map[string]string{}
	}
	k.texts[name] = text
	if !slices.Contains(k.queue, name) {
		k.queue = append(k.queue, name)
	}
	if !k.busy {
		k.busy = true
		go k.run(write, done)
	}
}

func (k *Keeper) run(write func(name, text string) error, done func(name string, err error)) {
	for {
		k.mu.Lock()
		if k.busy = len(k.queue) > 0; !k.busy {
			k.mu.Unlock()
			return
		}
		name := k.queue[0]
		k.queue = k.queue[1:]
		text := k.texts[name]
		k.mu.Unlock()
		err := write(name, text)
		k.mu.Lock()
		if !lost(err) && !slices.Contains(k.queue, name) {
			delete(k.texts, name)
		}
		k.mu.Unlock()
		done(name, err)
	}
}

// lost tells that the worker is gone, and what it was to write is for the worker of the next start. What it refused stays refused.
func lost(err error) bool {
	var f *wire.Failure
	return errors.As(err, &f) && f.Code == wire.WorkerLost
}

// Text is that of a document which is not written yet.
func (k *Keeper) Text(name string) (string, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	text, ok := k.texts[name]
	return text, ok
}

// Encode is what is not written, "" for nothing.
func (k *Keeper) Encode() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.texts) == 0 {
		return ""
	}
	b, err := json.Marshal(k.texts)
	if err != nil {
		return "" // never: texts by name
	}
	return string(b)
}
