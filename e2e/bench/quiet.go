package main

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// waitQuiet returns once the machine has been nearly idle for half a second, or after 20 s: what else runs belongs to no
// figure. Where there is no /proc/stat it returns at once.
func waitQuiet() {
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); {
		idle, all := cpuTime()
		if all == 0 {
			return
		}
		time.Sleep(500 * time.Millisecond)
		idleThen, allThen := cpuTime()
		if allThen > all && float64(idleThen-idle) >= 0.85*float64(allThen-all) {
			return
		}
	}
}

// cpuTime returns how long the processors were idle and ran in all, in the kernel's ticks.
func cpuTime() (idle, all int64) {
	b, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, 0
	}
	line, _, _ := strings.Cut(string(b), "\n")
	for i, field := range strings.Fields(line) {
		var n int64
		if _, err := fmt.Sscan(field, &n); err != nil {
			continue // "cpu"
		}
		all += n
		if i == 4 || i == 5 { // idle and waiting for a disk
			idle += n
		}
	}
	return idle, all
}

// load is the number of processes that wanted a processor in the last minute, on average.
func load() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	one, _, _ := strings.Cut(string(b), " ")
	return one
}
