package state

import "sync"

// latest writes documents one after another, and of each only the newest text: goroutines of their own would write what is typed
// quickly in any order, and an older text could be what stays. The zero latest is ready.
type latest struct {
	mu   sync.Mutex
	next map[string]string // texts that wait, by document
	busy bool
}

// keep has a text written, after what is being written now. It does not wait.
func (k *latest) keep(name, text string, write func(name, text string)) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.next == nil {
		k.next = map[string]string{}
	}
	k.next[name] = text
	if !k.busy {
		k.busy = true
		go k.run(write)
	}
}

func (k *latest) run(write func(name, text string)) {
	for {
		k.mu.Lock()
		name, text, some := "", "", false
		for name, text = range k.next {
			some = true
			break
		}
		delete(k.next, name)
		k.busy = some
		k.mu.Unlock()
		if !some {
			return
		}
		write(name, text)
	}
}
