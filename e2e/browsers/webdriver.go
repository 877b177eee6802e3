package browsers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// webdriver is a session of the older WebDriver: a command is a request, and concerns the window that is in front.
type webdriver struct{ address string }

var client = http.Client{Timeout: 2 * Timeout}

// call sends a command, with a body unless params is nil, and stores its value in out, unless that is nil.
func (w *webdriver) call(method, path string, params, out any) error {
	var body bytes.Buffer
	if params != nil {
		if err := json.NewEncoder(&body).Encode(params); err != nil {
			return err
		}
	}
	request, err := http.NewRequest(method, w.address+path, &body)
	if err != nil {
		return err
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var answer struct{ Value json.RawMessage }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		return fmt.Errorf("%s %s: status %d: %w", method, path, response.StatusCode, err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %.500s", method, path, answer.Value)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(answer.Value, out)
}

// begin begins a session when the driver at the address is ready, and returns the browser's name.
func (w *webdriver) begin(capabilities map[string]any) (name string, err error) {
	for deadline := time.Now().Add(Timeout); ; time.Sleep(50 * time.Millisecond) {
		var status struct{ Ready bool }
		if err := w.call(http.MethodGet, "/status", nil, &status); err == nil && status.Ready {
			break
		}
		if time.Now().After(deadline) {
			return "", errors.New("the driver of the browser is never ready")
		}
	}
	var session struct {
		SessionID    string
		Capabilities struct{ BrowserName, BrowserVersion string }
	}
	err = w.call(http.MethodPost, "/session", map[string]any{"capabilities": map[string]any{"alwaysMatch": capabilities}}, &session)
	w.address += "/session/" + session.SessionID
	if err == nil {
		err = w.call(http.MethodPost, "/timeouts", map[string]any{"script": Timeout.Milliseconds(), "pageLoad": Timeout.Milliseconds()}, nil)
	}
	return session.Capabilities.BrowserName + " " + session.Capabilities.BrowserVersion, err
}
