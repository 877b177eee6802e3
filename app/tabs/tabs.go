package tabs

import (
	"context"
	"encoding/json"

	"rangefinder/app/wire"
	"rangefinder/app/worker"
)

// The names of locks and lines, within the deployment's own.
const (
	hallLine   = "hall"   // every tab
	holderLock = "holder" // held by the tab that holds the tables
)

// tabLock is held by a tab for as long as it lives; the holder waits for it and so learns that the tab is gone.
func tabLock(tab string) string { return "tab " + tab }

// lineOf is the line between a holder and a tab that it serves. A line belongs to one holder, so that no message of the one
// before is taken for the next one's.
func lineOf(holder, tab string) string { return "line " + holder + " " + tab }

// hallMessage is what tabs say to all others.
type hallMessage struct {
	Say         string
	From        string // tab
	To          string `json:",omitempty"` // the holder that a hello is for
	Read, Total int64  `json:",omitempty"` // bytes of the tables, of sayOpening
}

// What is said. A tab that comes asks who; the holder answers opening or open, which it also says by itself when it gets
// there. To open a tab answers hello, once its end of the line is open; the server's ready on the line is the answer to that.
const (
	sayWho     = "who"
	sayOpening = "opening"
	sayOpen    = "open"
	sayHello   = "hello"
)

// meet enters the hall.
func (h *host) meet() {
	tabs := h.cfg.Tabs
	h.tab = make(chan struct{})
	h.begin(func() {
		release, err := tabs.Hold(h.ctx, tabLock(tabs.ID()))
		if err != nil {
			return // elect meets the same error
		}
		close(h.tab)
		<-h.ctx.Done()
		release()
	})
	tabs.OnHanded(func(token string) {
		h.mu.Lock()
		line := h.line
		h.mu.Unlock()
		if line != nil {
			line.Hand(token)
		}
	})
	h.mu.Lock()
	h.hall = tabs.Open(hallLine)
	h.mu.Unlock()
	h.hall.Listen(h.heard)
	h.say(hallMessage{Say: sayWho})
}

// leave leaves the hall and the holder.
func (h *host) leave() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.hall != nil {
		h.hall.Close()
		h.hall = nil
	}
	h.hangUp()
}

// hangUp closes the line to the holder.
func (h *host) hangUp() {
	if h.line != nil {
		h.line.Close()
		h.line = nil
	}
	h.holder = ""
}

func (h *host) say(m hallMessage) {
	h.mu.Lock()
	hall := h.hall
	h.mu.Unlock()
	if hall == nil {
		return
	}
	m.From = h.cfg.Tabs.ID()
	if b, err := json.Marshal(m); err == nil {
		hall.Send(b)
	}
}

// heard takes what another tab said. It never waits. What cannot be read was said by another version of the program.
func (h *host) heard(b []byte) {
	var m hallMessage
	if json.Unmarshal(b, &m) != nil || m.From == "" {
		return
	}
	h.mu.Lock()
	state, holder := h.state, h.holder
	h.mu.Unlock()
	switch {
	case m.Say == sayWho && state == stateOpening:
		h.say(hallMessage{Say: sayOpening})
	case m.Say == sayWho && state == stateHolding:
		h.say(hallMessage{Say: sayOpen})
	case m.Say == sayHello && state == stateHolding && m.To == h.cfg.Tabs.ID():
		h.admit(m.From)
	case m.Say == sayOpening && state == stateWaiting:
		if holder != m.From {
			h.mu.Lock()
			h.hangUp()
			h.mu.Unlock()
			h.relay.lose()
		}
		h.relay.wait(m.Read, m.Total)
	case m.Say == sayOpen && state == stateWaiting && holder != m.From:
		h.follow(m.From)
	}
}

// follow works through a holder from now on.
func (h *host) follow(holder string) {
	tabs := h.cfg.Tabs
	line := tabs.Open(lineOf(holder, tabs.ID()))
	h.mu.Lock()
	if h.state != stateWaiting {
		h.mu.Unlock()
		line.Close()
		return
	}
	h.hangUp()
	h.holder, h.line = holder, line
	h.mu.Unlock()
	h.relay.lose()
	line.Listen(h.receiver(line))
	h.begin(func() {
		select {
		case <-h.tab:
			h.say(hallMessage{Say: sayHello, To: holder})
		case <-h.ctx.Done():
		}
	})
}

// admit serves another tab until it is gone: then its lock is free, and what its page had under way is cancelled.
func (h *host) admit(tab string) {
	h.mu.Lock()
	known := h.clients[tab]
	h.clients[tab] = true
	h.mu.Unlock()
	if known {
		return
	}
	ctx, cancel := context.WithCancel(h.ctx)
	line := h.cfg.Tabs.Open(lineOf(h.cfg.Tabs.ID(), tab))
	cfg := h.config(wire.StorageInfo{Durable: true, Shared: true})
	h.begin(func() {
		worker.Serve(ctx, line, cfg)
		line.Close()
	})
	h.begin(func() {
		defer cancel()
		release, err := h.cfg.Tabs.Hold(ctx, tabLock(tab))
		if err != nil {
			return
		}
		release()
		h.mu.Lock()
		delete(h.clients, tab)
		h.mu.Unlock()
	})
}
