package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

// tick is the unit of the kernel's processor times.
const tick = 10 * time.Millisecond

// workerTimes returns the processor time that each worker of the page's browser has used, which other programs on the
// machine do not lengthen as they do the time on the clock. There is none where there is no /proc.
func (k *keeper) workerTimes() map[string]time.Duration {
	times := map[string]time.Duration{}
	browser := chromedp.FromContext(k.ctx).Browser.Process()
	if browser == nil {
		return times
	}
	threads, _ := filepath.Glob("/proc/[0-9]*/task/*/comm") // the pattern is well-formed
	for _, path := range threads {
		name, err := os.ReadFile(path)
		if err != nil || !strings.HasPrefix(string(name), "DedicatedWorker") {
			continue // many are gone by now
		}
		folder := filepath.Dir(path)
		if !below(strings.Split(folder, "/")[2], browser.Pid) {
			continue
		}
		if f := stat(folder); len(f) > 13 {
			user, _ := strconv.Atoi(f[11])
			system, _ := strconv.Atoi(f[12])
			times[folder] = time.Duration(user+system) * tick
		}
	}
	return times
}

// busySince returns the seconds of processor time that workers have used since a look at them.
func (k *keeper) busySince(before map[string]time.Duration) float64 {
	var sum time.Duration
	for worker, t := range k.workerTimes() {
		sum += t - before[worker]
	}
	return sum.Seconds()
}

// below reports whether a process was started by another, directly or not.
func below(process string, ancestor int) bool {
	for range 10 {
		if process == fmt.Sprint(ancestor) {
			return true
		}
		f := stat("/proc/" + process)
		if len(f) < 2 {
			return false
		}
		process = f[1]
	}
	return false
}

// stat returns the fields of a process or thread behind its name: the first is its state, the second its parent.
func stat(folder string) []string {
	b, err := os.ReadFile(folder + "/stat")
	if err != nil {
		return nil
	}
	return strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
}
