package uitest

import (
	"encoding/json"
	"time"

	"rangefinder/app/wire"
)

// note keeps the requests without an answer.
func (l *line) note(message []byte) {
	var f struct {
		ID   int64
		Kind wire.FrameKind
	}
	if json.Unmarshal(message, &f) != nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = time.Now()
	switch f.Kind {
	case wire.FrameRequest:
		l.open[f.ID] = true
	case wire.FrameReply, wire.FrameError:
		delete(l.open, f.ID)
	}
}

func (l *line) Listen(receive func([]byte)) (remove func()) {
	return l.Port.Listen(func(message []byte) {
		l.note(message)
		receive(message)
	})
}

// silence is longer than the worker holds back the news of a change.
const silence = 100 * time.Millisecond

// Quiet waits until the worker owes no answer and has nothing to tell, as it is long before a person presses the next button. Here one
// may be pressed between two answers, and they may come in another order than in a browser, where one thread gives them.
func (p *Page) Quiet() {
	p.t.Helper()
	p.Wait("the worker is silent", func() bool {
		p.line.mu.Lock()
		defer p.line.mu.Unlock()
		return len(p.line.open) == 0 && time.Since(p.line.last) > silence
	})
}
