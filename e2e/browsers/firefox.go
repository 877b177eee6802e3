package browsers

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// firefox is a running Firefox.
type firefox struct {
	name    string
	process *exec.Cmd
	dir     string // its profile
	bidi    *bidi

	mu   sync.Mutex
	tabs map[string]*firefoxTab // by the id of their context
}

// findFirefox returns the path of Firefox, "" when there is none.
func findFirefox() string {
	for _, name := range []string{"firefox-esr", "firefox"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// preferences of the profile. What is asked of a foreign host goes to a proxy that is not there. Firefox itself turns off most of what
// it does by itself when it is driven.
const preferences = `
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", 9);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", 9);
user_pref("ui.prefersReducedMotion", 1);
`

// listening begins the line in which Firefox says where it can be reached.
const listening = "WebDriver BiDi listening on "

// launchFirefox starts a headless Firefox with a profile of its own.
func launchFirefox(program string) (Browser, error) {
	dir, err := os.MkdirTemp("", "rangefinder-firefox")
	if err != nil {
		return nil, err
	}
	f := &firefox{dir: dir, tabs: make(map[string]*firefoxTab)}
	if err := os.WriteFile(filepath.Join(dir, "user.js"), []byte(preferences), 0o600); err != nil {
		f.Close()
		return nil, err
	}
	f.process = exec.Command(program, "--headless", "--no-remote", "--profile", dir, "--remote-debugging-port=0", "about:blank")
	f.process.Env = append(os.Environ(), "HOME="+dir, "MOZ_CRASHREPORTER_DISABLE=1")
	output, err := f.process.StderrPipe()
	if err != nil {
		f.Close()
		return nil, err
	}
	if err := f.process.Start(); err != nil {
		f.process = nil
		f.Close()
		return nil, err
	}
	address := make(chan string, 1)
	go func() {
		for lines := bufio.NewScanner(output); lines.Scan(); { // to the end: a full pipe would stop it
			if _, found, ok := strings.Cut(lines.Text(), listening); ok {
				address <- found
			}
		}
		close(address)
	}()
	select {
	case found, ok := <-address:
		if !ok {
			f.Close()
			return nil, fmt.Errorf("%s ended without saying where it can be reached", program)
		}
		f.bidi, err = dial(found+"/session", f.event)
	case <-time.After(2 * Timeout):
		err = fmt.Errorf("%s did not start within %v", program, 2*Timeout)
	}
	if err == nil {
		err = f.begin()
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func (f *firefox) begin() error {
	var session struct {
		Capabilities struct{ BrowserName, BrowserVersion string }
	}
	// A page that asks whether it may be left is answered yes.
	capabilities := map[string]any{"alwaysMatch": map[string]any{"unhandledPromptBehavior": map[string]any{"beforeUnload": "accept", "default": "ignore"}}}
	if err := f.bidi.call("session.new", map[string]any{"capabilities": capabilities}, &session); err != nil {
		return err
	}
	f.name = session.Capabilities.BrowserName + " " + session.Capabilities.BrowserVersion
	return f.bidi.call("session.subscribe", map[string]any{"events": []string{"log.entryAdded", "network.responseCompleted", "network.fetchError"}}, nil)
}

// Name implements [Browser].
func (f *firefox) Name() string { return f.name }

// Close implements [Browser].
func (f *firefox) Close() {
	if f.bidi != nil {
		_ = f.bidi.call("browser.close", map[string]any{}, nil) // it is killed otherwise
		f.bidi.close()
	}
	if f.process != nil {
		ended := make(chan struct{})
		go func() { _ = f.process.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(5 * time.Second):
			_ = f.process.Process.Kill()
			<-ended
		}
	}
	os.RemoveAll(f.dir)
}

// Open implements [Browser]. A profile is what Firefox calls a container.
func (f *firefox) Open(address string) (*Tab, error) {
	var made struct{ UserContext string }
	if err := f.bidi.call("browser.createUserContext", map[string]any{}, &made); err != nil {
		return nil, err
	}
	return f.open(made.UserContext, address)
}

// Beside implements [Browser].
func (f *firefox) Beside(tab *Tab, address string) (*Tab, error) {
	return f.open(tab.remote.(*firefoxTab).profile, address)
}

func (f *firefox) open(profile, address string) (*Tab, error) {
	var made struct{ Context string }
	if err := f.bidi.call("browsingContext.create", map[string]any{"type": "tab", "userContext": profile}, &made); err != nil {
		return nil, err
	}
	tab := &firefoxTab{firefox: f, profile: profile, context: made.Context}
	f.mu.Lock()
	f.tabs[made.Context] = tab
	f.mu.Unlock()
	err := f.bidi.call("browsingContext.setViewport", tab.with("viewport", map[string]any{"width": 1440, "height": 900}), nil)
	if err == nil {
		err = f.bidi.call("browsingContext.navigate", map[string]any{"context": tab.context, "url": address, "wait": "complete"}, nil)
	}
	if err != nil {
		tab.close()
		return nil, fmt.Errorf("opening %s: %w", address, err)
	}
	return &Tab{tab}, nil
}

// event notes what a tab does wrong.
func (f *firefox) event(method string, params json.RawMessage) {
	var e struct {
		Context   string // of what is about the network
		Level     string
		Text      string
		ErrorText string
		Source    struct{ Context string }
		Request   struct{ URL string }
		Response  struct{ Status int }
	}
	if json.Unmarshal(params, &e) != nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	tab := f.tabs[e.Context+e.Source.Context]
	if tab == nil {
		return
	}
	switch {
	case method == "log.entryAdded" && e.Level == "error":
		tab.wrong = append(tab.wrong, e.Text)
	case method == "network.fetchError" && e.ErrorText != "NS_BINDING_ABORTED": // which is what a page that is left does
		tab.wrong = append(tab.wrong, fmt.Sprintf("request failed: %s %s", e.ErrorText, e.Request.URL))
	case method == "network.responseCompleted" && e.Response.Status >= 400:
		tab.wrong = append(tab.wrong, fmt.Sprintf("status %d: %s", e.Response.Status, e.Request.URL))
	}
}

// problemsOf returns what a tab did wrong so far.
func (f *firefox) problemsOf(tab *firefoxTab) []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(tab.wrong)
}
