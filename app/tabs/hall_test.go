package tabs

import (
	"testing"

	"rangefinder/app/worker/workertest"
)

// Ensure that tabs of this version understand what tabs of the first one say to all others, and say it with the same bytes.
func TestHall_Golden(t *testing.T) {
	said := []hallMessage{{Say: sayWho, From: "t1"}, {Say: sayOpening, From: "t2", Read: 10, Total: 4096}, {Say: sayOpen, From: "t2"}, {Say: sayHello, From: "t1", To: "t2"}}
	workertest.CheckLines(t, "hall.ndjson", said)
}
