package browsers

import (
	"encoding/json"
	"fmt"
	"time"
)

// Timeout bounds each step on a page. It is only reached when something is broken.
const Timeout = 30 * time.Second

// Browser is a running browser.
type Browser interface {
	Name() string // with its version, for the log
	// Open opens an address in a profile of its own.
	Open(address string) (*Tab, error)
	// Beside opens an address in the profile of a tab.
	Beside(tab *Tab, address string) (*Tab, error)
	// Close ends it and everything open in it.
	Close()
}

// remote is what a protocol does to a tab.
type remote interface {
	// evaluate evaluates an expression that yields a string or a promise of one.
	evaluate(expression string) (string, error)
	reload() error
	// perform presses keys: [{"type": "keyDown", "value": "a"}, ...].
	perform(keys []keyAction) error
	close()
	// problems returns what the browser has complained about; it is empty where the protocol does not tell.
	problems() []string
}

// keyAction is a step of pressing keys, as both protocols spell it.
type keyAction struct {
	Type  string `json:"type"`
	Value string `json:"value"`
}

// Keys that are no text, as WebDriver writes them.
const (
	Backspace = "\ue003"
	Enter     = "\ue007"
	Alt       = "\ue00a"
	Control   = "\ue009"
	Down      = "\ue015"
)

// Tab is an open page.
type Tab struct{ remote remote }

// Eval evaluates a JavaScript expression, waits for it when it is a promise, and stores its value, which must fit JSON, in result;
// a nil result drops it.
func (t *Tab) Eval(expression string, result any) error {
	text, err := t.remote.evaluate(`(async () => JSON.stringify(await (` + expression + `)) ?? "null")()`)
	if err != nil {
		return fmt.Errorf("%.200s: %w", expression, err)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal([]byte(text), result)
}

// Wait returns once the JavaScript expression is true. An expression that fails is not true yet: the document may be about to go.
func (t *Tab) Wait(expression string) error {
	deadline := time.Now().Add(Timeout)
	for {
		var ok bool
		err := t.Eval(`Boolean(`+expression+`)`, &ok)
		if ok {
			return nil
		}
		if time.Now().After(deadline) {
			var seen string
			_ = t.Eval(`document.body.innerText.replace(/\s+/g, " ").slice(0, 3000)`, &seen) // what is on screen helps, no more
			return fmt.Errorf("%s did not become true within %v (%v); problems: %q; on screen: %s", expression, Timeout, err, t.Problems(), seen)
		}
		time.Sleep(30 * time.Millisecond)
	}
}

// Reload loads the page anew and waits until its document is there.
func (t *Tab) Reload() error { return t.remote.reload() }

// Press presses a key while others are held.
func (t *Tab) Press(key string, held ...string) error {
	var actions []keyAction
	for _, k := range held {
		actions = append(actions, keyAction{"keyDown", k})
	}
	actions = append(actions, keyAction{"keyDown", key}, keyAction{"keyUp", key})
	for _, k := range held {
		actions = append(actions, keyAction{"keyUp", k})
	}
	return t.remote.perform(actions)
}

// Type presses the key of each character.
func (t *Tab) Type(text string) error {
	var actions []keyAction
	for _, r := range text {
		actions = append(actions, keyAction{"keyDown", string(r)}, keyAction{"keyUp", string(r)})
	}
	return t.remote.perform(actions)
}

// Problems returns what the browser has complained about: errors in the console, exceptions and failed requests. WebKit's protocol
// tells none.
func (t *Tab) Problems() []string { return t.remote.problems() }

// Close closes the tab.
func (t *Tab) Close() { t.remote.close() }
