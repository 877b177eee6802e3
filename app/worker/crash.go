package worker

import (
	"fmt"
	"path"
	"runtime"
	"strings"

	"rangefinder/app/wire"
	"rangefinder/engine"
)

// crashing ends in a panic, as a mistake in a handler would: it is how the sheet that tells of one is tested. Only the page's own
// program can send it.
var crashing = wire.Write[wire.Done, wire.Done]("panic")

func (j *Job) panic(wire.Done) (wire.Done, error) { panic("a test") }

// crashed is the failure of a request whose handler panicked. Its report names functions and lines; what the panic said is in
// it only when the runtime said it, because anything else may hold data.
func crashed(r any, stack []byte) *wire.Failure {
	what := fmt.Sprintf("panic of type %T", r)
	if err, ok := r.(runtime.Error); ok {
		what = "panic: " + err.Error()
	}
	report := what + "\n" + frames(string(stack))
	return &wire.Failure{Code: string(engine.ProgramError), Message: "Rangefinder could not do this because of a mistake in its own program. What is saved is safe.", Crash: report}
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
