package browsers

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"
)

// bidi is a connection to a browser that speaks WebDriver BiDi.
type bidi struct {
	conn  net.Conn
	event func(method string, params json.RawMessage)

	mu      sync.Mutex
	last    int
	waiting map[int]chan answer
	failed  error // why there are no more answers
}

// answer is a message of the browser: what a command yields, or an event.
type answer struct {
	ID      int             `json:"id"`
	Type    string          `json:"type"` // success, error or event
	Result  json.RawMessage `json:"result"`
	Error   string          `json:"error"`
	Message string          `json:"message"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// dial connects to a browser. event is called for each event, one after the other.
func dial(address string, event func(method string, params json.RawMessage)) (*bidi, error) {
	ctx, cancel := context.WithTimeout(context.Background(), Timeout)
	defer cancel()
	conn, _, _, err := ws.Dial(ctx, address)
	if err != nil {
		return nil, err
	}
	b := &bidi{conn: conn, event: event, waiting: make(map[int]chan answer)}
	go b.listen()
	return b, nil
}

func (b *bidi) listen() {
	for {
		data, err := wsutil.ReadServerText(b.conn)
		var a answer
		if err == nil {
			err = json.Unmarshal(data, &a)
		}
		if err != nil {
			b.fail(err)
			return
		}
		if a.Type == "event" {
			b.event(a.Method, a.Params)
			continue
		}
		b.mu.Lock()
		done := b.waiting[a.ID]
		delete(b.waiting, a.ID)
		b.mu.Unlock()
		if done != nil {
			done <- a
		}
	}
}

// fail ends all that wait.
func (b *bidi) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failed = err
	for id, done := range b.waiting {
		done <- answer{Type: "error", Error: "the connection to the browser ended", Message: err.Error()}
		delete(b.waiting, id)
	}
}

// call sends a command, waits for its result and stores it in out, unless that is nil.
func (b *bidi) call(method string, params, out any) error {
	done := make(chan answer, 1)
	b.mu.Lock()
	if b.failed != nil {
		b.mu.Unlock()
		return b.failed
	}
	b.last++
	id := b.last
	b.waiting[id] = done
	message, err := json.Marshal(map[string]any{"id": id, "method": method, "params": params})
	if err == nil {
		err = wsutil.WriteClientText(b.conn, message)
	}
	b.mu.Unlock()
	if err != nil {
		return err
	}
	select {
	case a := <-done:
		if a.Type == "error" {
			return fmt.Errorf("%s: %s: %s", method, a.Error, a.Message)
		}
		if out == nil {
			return nil
		}
		return json.Unmarshal(a.Result, out)
	case <-time.After(Timeout):
		return fmt.Errorf("%s: no answer within %v", method, Timeout)
	}
}

func (b *bidi) close() { b.conn.Close() }
