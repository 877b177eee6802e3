package browsers

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// webkit is a WebKitGTK that opens windows on a screen in memory.
type webkit struct {
	driver  string // the program that starts the browser
	mini    string // the browser
	running []*webkitRun
	name    string
}

// webkitRun is a browser of its own with its driver: WebKit has one profile for each.
type webkitRun struct {
	process *exec.Cmd
	dir     string
	session webdriver
}

// findWebKit returns what starts WebKit, or says what is missing.
func findWebKit() (driver, mini string, err error) {
	driver, err = exec.LookPath("WebKitWebDriver")
	found, _ := filepath.Glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
	if err != nil || len(found) == 0 {
		return "", "", errors.New("WebKit is not installed: on Debian and Ubuntu `apt-get install webkit2gtk-driver xvfb`; `make webkit` does it as root")
	}
	if _, err := exec.LookPath("xvfb-run"); err != nil && os.Getenv("DISPLAY") == "" {
		return "", "", errors.New("WebKit needs a screen: `apt-get install xvfb`")
	}
	return driver, found[len(found)-1], nil
}

func launchWebKit() (Browser, error) {
	driver, mini, err := findWebKit()
	return &webkit{driver: driver, mini: mini}, err
}

// start starts a browser with an empty profile.
func (w *webkit) start() (*webkitRun, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	port := listener.Addr().(*net.TCPAddr).Port
	listener.Close() // the driver takes it
	r := &webkitRun{session: webdriver{fmt.Sprintf("http://127.0.0.1:%d", port)}}
	if r.dir, err = os.MkdirTemp("", "rangefinder-webkit"); err != nil {
		return nil, err
	}
	command := []string{w.driver, fmt.Sprintf("--port=%d", port)}
	if os.Getenv("DISPLAY") == "" {
		command = append([]string{"xvfb-run", "-a", "-s", "-screen 0 1440x1000x24"}, command...)
	}
	r.process = exec.Command(command[0], command[1:]...)
	r.process.Env = append(os.Environ(), "HOME="+r.dir, "XDG_DATA_HOME="+r.dir, "XDG_CACHE_HOME="+r.dir, "XDG_CONFIG_HOME="+r.dir, "WEBKIT_DISABLE_COMPOSITING_MODE=1", "LIBGL_ALWAYS_SOFTWARE=1")
	r.process.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // ended as one, the screen with it
	if err := r.process.Start(); err != nil {
		os.RemoveAll(r.dir)
		return nil, err
	}
	name, err := r.session.begin(map[string]any{"webkitgtk:browserOptions": map[string]any{"binary": w.mini, "args": []string{"--automation", "--geometry=1440x1000"}}})
	if err != nil {
		r.close()
		return nil, err
	}
	w.name = strings.TrimSpace(name)
	w.running = append(w.running, r)
	return r, nil
}

func (r *webkitRun) close() {
	_ = r.session.call(http.MethodDelete, "", nil, nil) // what is left is killed
	_ = syscall.Kill(-r.process.Process.Pid, syscall.SIGTERM)
	done := time.AfterFunc(5*time.Second, func() { _ = syscall.Kill(-r.process.Process.Pid, syscall.SIGKILL) })
	_ = r.process.Wait()
	done.Stop()
	os.RemoveAll(r.dir)
}

// Name implements [Browser].
func (w *webkit) Name() string { return "WebKitGTK " + w.name }

// Close implements [Browser].
func (w *webkit) Close() {
	for _, r := range w.running {
		r.close()
	}
}

// Open implements [Browser].
func (w *webkit) Open(address string) (*Tab, error) {
	r, err := w.start()
	if err != nil {
		return nil, err
	}
	var window string
	if err := r.session.call(http.MethodGet, "/window", nil, &window); err != nil {
		return nil, err
	}
	return w.open(r, window, address)
}

// Beside implements [Browser].
func (w *webkit) Beside(tab *Tab, address string) (*Tab, error) {
	r := tab.remote.(*webkitTab).run
	var made struct{ Handle string }
	if err := r.session.call(http.MethodPost, "/window/new", map[string]any{"type": "tab"}, &made); err != nil {
		return nil, err
	}
	return w.open(r, made.Handle, address)
}

func (w *webkit) open(r *webkitRun, window, address string) (*Tab, error) {
	tab := &webkitTab{r, window}
	err := tab.call(http.MethodPost, "/url", map[string]any{"url": address}, nil)
	return &Tab{tab}, err
}

// webkitTab is a window of a browser.
type webkitTab struct {
	run    *webkitRun
	window string
}

// call sends a command to the window.
func (t *webkitTab) call(method, path string, params, out any) error {
	if err := t.run.session.call(http.MethodPost, "/window", map[string]any{"handle": t.window}, nil); err != nil {
		return err
	}
	return t.run.session.call(method, path, params, out)
}

func (t *webkitTab) evaluate(expression string) (string, error) {
	var out struct{ Text, Wrong string }
	script := `const done = arguments[arguments.length - 1]; (async () => { try { done({text: await (` + expression + `)}) } catch (e) { done({wrong: String(e)}) } })()`
	err := t.call(http.MethodPost, "/execute/async", map[string]any{"script": script, "args": []any{}}, &out)
	if err == nil && out.Wrong != "" {
		err = errors.New(out.Wrong)
	}
	return out.Text, err
}

func (t *webkitTab) reload() error {
	return t.call(http.MethodPost, "/refresh", map[string]any{}, nil)
}

func (t *webkitTab) perform(keys []keyAction) error {
	return t.call(http.MethodPost, "/actions", map[string]any{"actions": []any{map[string]any{"type": "key", "id": "keyboard", "actions": keys}}}, nil)
}

func (t *webkitTab) problems() []string { return nil }

func (t *webkitTab) close() { _ = t.call(http.MethodDelete, "/window", nil, nil) }
