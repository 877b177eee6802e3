package worker

import (
	"fmt"
	"path"
	"runtime"
	"strings"

	"rangefinder/engine"
	"rangefinder/engine/interchange"
)

// opPanic ends in a panic, as a mistake in a handler would: it is how the sheet that tells of one is tested. Only the page's own
// program can send it.
const opPanic = "panic"

func (j *job) panic(Done) (Done, error) { panic("a test") }

// crashed is the failure of a request whose handler panicked. Its report names functions and lines; what the panic said is in
// it only when the runtime said it, because anything else may hold data.
func crashed(r any, stack []byte) *Failure {
	what := fmt.Sprintf("panic of type %T", r)
	if err, ok := r.(runtime.Error); ok {
		what = "panic: " + err.Error()
	}
	report := what + "\n" + frames(string(stack))
	return &Failure{Code: string(engine.InternalError), Message: "The engine met an error of its own and could not do this. What is saved is safe.", Crash: report}
}

// frames are the functions and lines of a stack as the runtime prints it, without arguments and folders.
func frames(stack string) string {
	var b strings.Builder
	for _, line := range strings.Split(stack, "\n") {
		if place, ok := strings.CutPrefix(line, "\t"); ok {
			place, _, _ = strings.Cut(place, " +0x")
			b.WriteString("  " + path.Base(place) + "\n")
		} else if i := strings.LastIndexByte(line, '('); i > 0 && !strings.HasPrefix(line, "goroutine ") {
			b.WriteString(line[:i] + "\n")
		}
	}
	return b.String()
}

// RescueID numbers the request of RescueFrame; no client comes so far.
const RescueID = 1 << 52

// RescueFrame asks the worker for everything as a workspace file: a page whose program has stopped sends it as it is. The answer
// is a FileReply.
func RescueFrame() []byte {
	b, _ := encodeFrame(RescueID, kindRequest, opExport, ExportRequest{What: "workspace", Format: interchange.Workspace}) // cannot fail: numbers and text
	return b
}

// OnCrash calls f with a report when a request failed because its handler panicked. f must not wait for the client.
func (c *Client) OnCrash(f func(report string)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.crash = append(c.crash, f)
}
