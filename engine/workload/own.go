package workload

import (
	"bytes"
	"strings"
)

// ownLine is a line of rangefinder serve --log.
type ownLine struct {
	time, method, path, filter, operation, client, plan []byte
	top, status, ms, bytes, bytesIn, examined, returned []byte
}

func (o *ownLine) set(key, value []byte) {
	switch string(key) {
	case "time":
		o.time = value
	case "method":
		o.method = value
	case "path":
		o.path = value
	case "filter":
		o.filter = value
	case "operation":
		o.operation = value
	case "clientRequest":
		o.client = value
	case "plan":
		o.plan = value
	case "top":
		o.top = value
	case "status":
		o.status = value
	case "ms":
		o.ms = value
	case "bytes":
		o.bytes = value
	case "bytesIn":
		o.bytesIn = value
	case "examined":
		o.examined = value
	case "returned":
		o.returned = value
	}
}

// is reports whether the line is of --log: neither Azure Monitor nor a diagnostic setting has these members together.
func (o *ownLine) is() bool { return o.ms != nil && o.method != nil && o.path != nil }

// ownFilter is how much of a filter --log keeps, in bytes.
const ownFilter = 2 << 10

func (s *source) ownLine(o *ownLine, line int) {
	var t target
	if !t.parsePath(strings.TrimLeft(textOf(o.path), "/")) {
		s.bad(line, "the path names no table")
		return
	}
	s.call = Call{Line: line, Operation: operationOf(textOf(o.operation)), clientRequest: textOf(o.client)}
	c := &s.call
	if c.Operation == Unknown {
		c.Operation = operationBy(textOf(o.method), &t, true)
	}
	var ok bool
	if c.Time, ok = parseTime(textOf(o.time)); !ok {
		s.bad(line, "the time is missing or cannot be read")
		return
	}
	status, ok := numberOf(o.status)
	if c.Status = int(status); !ok || status > 999 {
		s.bad(line, "the status code is missing or not a number")
		return
	}
	ms, ok := numberOf(o.ms)
	if !ok {
		s.bad(line, "the duration is not a number")
		return
	}
	if c.Operation == Unknown {
		s.bad(line, "the operation is missing or not one of the Table service")
		return
	}
	c.Duration, c.Timed = milliseconds(ms), true
	c.BytesIn, c.BytesOut = count(o.bytesIn), count(o.bytes)
	t.filter, t.top = textOf(o.filter), int(count(o.top))
	c.aim(&t)
	c.Cut = len(o.filter) > ownFilter && len(t.filter) >= ownFilter-2 // a character cut in two became another
	if c.Operation == Query || c.Operation == PointRead {             // without a plan nothing was read
		c.Measured, c.Class = true, textOf(o.plan)
		c.Examined, c.Returned = count(o.examined), count(o.returned)
	}
	s.give()
}

func count(value []byte) int64 {
	n, _ := numberOf(bytes.TrimSpace(value))
	return int64(n)
}
