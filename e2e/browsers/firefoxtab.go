package browsers

import "fmt"

// firefoxTab is a tab of Firefox.
type firefoxTab struct {
	firefox *firefox
	profile string // the user context
	context string // the browsing context
	wrong   []string
}

// with returns the parameters of a command to the tab, one of them by name.
func (t *firefoxTab) with(name string, value any) map[string]any {
	return map[string]any{"context": t.context, name: value}
}

func (t *firefoxTab) evaluate(expression string) (string, error) {
	var out struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	err := t.firefox.bidi.call("script.evaluate", map[string]any{"expression": expression, "target": map[string]any{"context": t.context}, "awaitPromise": true}, &out)
	if err == nil && out.Type != "success" {
		err = fmt.Errorf("%s", out.ExceptionDetails.Text)
	}
	return out.Result.Value, err
}

func (t *firefoxTab) reload() error {
	return t.firefox.bidi.call("browsingContext.reload", t.with("wait", "complete"), nil)
}

func (t *firefoxTab) perform(keys []keyAction) error {
	// Only the tab in front has the keyboard.
	if err := t.firefox.bidi.call("browsingContext.activate", map[string]any{"context": t.context}, nil); err != nil {
		return err
	}
	return t.firefox.bidi.call("input.performActions", t.with("actions", []any{map[string]any{"type": "key", "id": "keyboard", "actions": keys}}), nil)
}

func (t *firefoxTab) problems() []string { return t.firefox.problemsOf(t) }

func (t *firefoxTab) close() {
	_ = t.firefox.bidi.call("browsingContext.close", map[string]any{"context": t.context}, nil) // a tab that is gone is closed
}
