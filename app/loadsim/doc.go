// Package loadsim is a model of the Table service under load: range partitions on servers, load balancing, refusals, and
// clients that wait for answers. It is a model, never a measurement; Assumptions says what it takes for granted and
// CALIBRATION.md beside this file what of the published numbers it reproduces, how far off, and which of them it was fitted to.
// In reading order:
//
//	span.go       how a time is written and read
//	config.go     Config: the service, the clients, what they ask and with which keys; its bounds and Error
//	model.go      the costs of operations and the limits, all numbers in one place
//	run.go        Run: New, Step, and the way of a request
//	keys.go       PartitionKeys as places in key order, and how they look
//	balance.go    range partitions, servers and the load balancer
//	record.go     columns of time, with the heat map's rows in them
//	frame.go      Frame: what a screen needs of a run, bit by bit; Totals
//	rows.go       the rows of the heat map and their keys
//	compare.go    two runs side by side
//	published.go  the measured numbers and what the model makes of them
//	assume.go     Assumptions
//	wheel.go random.go histogram.go
//	              the queue of events, numbers by chance, percentiles
//
// # The way of a request
//
// A thread of a client computes a request on its VM, where threads take turns; that saturates the VM. The request then is on
// its way, which takes a lognormal time. At the service it waits for the work that its range partition, the server and the
// account have before them; all of them work on one thing after another. When that wait would be longer than the service
// allows, the request is refused with 503 instead; refused requests are billed, and the client pauses as its retry policy
// says. The answer is on its way as long again, and the thread goes on with the next request.
//
// A range partition holds the keys from its first PartitionKey to the next one's. A load balancer looks at the servers every
// ten seconds. What has been hot for five to ten minutes is split in the middle of its load, when that is between two keys,
// and moved, during which the range is not there for ten to twenty seconds. Keys that are not written yet are never split.
//
// # Use
//
// Step simulates a slice and Since tells what is new, so that a worker can draw while it simulates, and stop:
//
//	r, err := loadsim.New(loadsim.Default())
//	for !r.Done() {
//		err = r.Step(r.Now()+time.Second, yield)
//		send(r.Since(columns, events))
//	}
//
// Runs are deterministic: the same Config gives the same Frames.
package loadsim

//go:generate go test -run TestCalibration -update .
