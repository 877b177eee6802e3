package sample

import (
	"context"
	"strings"

	"rangefinder/app/sample/seeded"
	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// logComponents are the roles that write Logs, in key order.
var logComponents = []struct {
	name      string
	instances int
	messages  []string // "~" stands for a number
}{
	{"BillingRole", 3, []string{"invoice ~ written", "invoice ~ refused: card 'expired'", "rate table reloaded", "~% of invoices paid"}},
	{"IndexingRole", 5, []string{"document ~ indexed", "merged ~ segments", "slow merge: ~ ms", "queue holds ~ messages"}},
	{"PortalRole", 12, []string{"GET ~ ms", "sign-in of member ~", "session ~ expired", "cache hit rate ~%"}},
	{"ReportingRole", 6, []string{"report ~ rendered", "report ~ timed out", "export of ~ entities", "chart cache cleared"}},
	{"ThumbnailRole", 4, []string{"image ~ scaled", "image ~ unreadable", "blob ~ deleted", "worker ~ idle"}},
}

const (
	logEntities = 100_000
	logBuckets  = 4
)

// loadLogs writes Logs: "component;instance;bucket" as the partition spreads the writes of a busy instance over four, and
// still lets a prefix of it ask for a component or an instance.
func loadLogs(ctx context.Context, emit Emit) error {
	e := emitter{ctx: ctx, emit: emit}
	r := seeded.Named("Logs")
	instances := 0
	for _, c := range logComponents {
		instances += c.instances
	}
	var (
		properties = make([]engine.Property, 0, 8)
		left       = logEntities
		partitions = instances * logBuckets
		start      = year2010 + 340*day
		row        []byte
		rows       seeded.Texts
	)
	for _, c := range logComponents {
		for instance := range c.instances {
			for bucket := range logBuckets {
				pk := c.name + ";Instance" + seeded.Digits(instance, 4) + ";" + seeded.Digits(bucket, 2)
				n := left / partitions
				left, partitions = left-n, partitions-1
				at := start
				step := uint64(2 * 7 * day / edm.Ticks(n))
				for range n {
					at += 1 + edm.Ticks(r.Next()%step)
					properties = logProperties(properties[:0], r, c.messages, at)
					row = seeded.AppendDigits(row[:0], int64(at), 19)
					row = append(append(row, ';'), seeded.HexDigits[r.Below(16)], seeded.HexDigits[r.Below(16)], seeded.HexDigits[r.Below(16)], seeded.HexDigits[r.Below(16)])
					if err := e.add("Logs", pk, rows.Of(row), properties); err != nil {
						return err
					}
				}
			}
		}
	}
	return ctx.Err()
}

var logLevels = strings.Fields("Verbose Verbose Information Information Information Information Information Information Warning Error")

func logProperties(dst []engine.Property, r *seeded.Random, messages []string, at edm.Ticks) []engine.Property {
	message := strings.Replace(seeded.Pick(r, messages), "~", digits10(r.Below(10_000)), 1)
	level := seeded.Pick(r, logLevels)
	dst = append(dst, str("Level", level), str("Message", message), date("Logged", at), i32("ThreadId", r.Between(1, 64)))
	if r.Chance(70) {
		dst = append(dst, dbl("ElapsedMs", round2(r.Float()*r.Float()*800)))
	}
	if r.Chance(30) {
		dst = append(dst, guid("RequestId", r.GUID()))
	}
	if level == "Error" {
		dst = append(dst, boolean("Retried", r.Chance(40)), blob("Stack", r, r.Between(8, 24)))
	}
	return dst
}
