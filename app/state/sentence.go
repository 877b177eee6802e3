package state

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"rangefinder/app/worker"
	"rangefinder/filterlang"
)

// Number writes n with separators: 10,681.
func Number(n int) string {
	s := strconv.Itoa(n)
	neg := strings.HasPrefix(s, "-")
	s = strings.TrimPrefix(s, "-")
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	if neg {
		return "-" + s
	}
	return s
}

// Count writes a number with its noun: "1 entity", "612 entities".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + many
}

// Bytes writes a size: "412 B", "1.5 KiB", "214 MiB".
func Bytes(n int64) string {
	switch {
	case n < 1<<10:
		return strconv.FormatInt(n, 10) + " B"
	case n < 1<<20:
		return trimZero(float64(n)/(1<<10)) + " KiB"
	case n < 1<<30:
		return trimZero(float64(n)/(1<<20)) + " MiB"
	}
	return trimZero(float64(n)/(1<<30)) + " GiB"
}

func trimZero(f float64) string {
	if f >= 100 {
		return strconv.FormatFloat(f, 'f', 0, 64)
	}
	return strings.TrimSuffix(strconv.FormatFloat(f, 'f', 1, 64), ".0")
}

// Micros writes a duration given in microseconds: "0.21 ms", "34 ms", "1.2 s".
func Micros(us int64) string {
	d := time.Duration(us) * time.Microsecond
	switch {
	case us <= 0: // browsers round their clocks, Chromium to a tenth of a millisecond, Firefox to a whole one
		return "under 1 ms"
	case d < 10*time.Millisecond:
		return strconv.FormatFloat(float64(us)/1000, 'f', 2, 64) + " ms"
	case d < time.Second:
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	}
	return strconv.FormatFloat(d.Seconds(), 'f', 1, 64) + " s"
}

// Mark is the shape of a plan class; with the word and the colour it is the same on every screen.
func Mark(c filterlang.Class) string {
	return map[filterlang.Class]string{filterlang.Point: "•", filterlang.RowRange: "▬", filterlang.PartitionRange: "▤", filterlang.FullScan: "▓", filterlang.Empty: "∅"}[c]
}

// Lead is what a plan does, in a few words, before its numbers.
func Lead(p *filterlang.Plan) string {
	switch p.Class {
	case filterlang.Empty:
		return "the key conditions exclude each other: nothing can match"
	case filterlang.Point:
		return "one entity by its full key"
	case filterlang.RowRange:
		if p.WholePartition {
			return "one whole partition"
		}
		return "part of one partition"
	case filterlang.PartitionRange:
		return "a range of partitions"
	}
	if p.Filter == nil {
		return "no filter: the whole table"
	}
	return "PartitionKey is not bounded: the whole table"
}

// Sentence is the plan strip in words, for the live region and for copying.
func Sentence(p *Plan) string {
	if p.Err != nil {
		return "The filter is refused: " + refusal(p.Err)
	}
	if p.Plan == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(sentenceCase(p.Plan.Class.String()) + ": " + Lead(p.Plan))
	if e := p.Explain; e != nil && !e.Live {
		fmt.Fprintf(&b, ", examines %s of %s", Number(e.Cost.Examined), Count(e.Entities, "entity", "entities"))
	}
	if mt := p.Match; mt != nil {
		fmt.Fprintf(&b, ", returns %s, %s", Number(mt.Returned), Count(mt.RoundTrips, "round trip", "round trips"))
	}
	return b.String() + "."
}

// Saving says what a rewrite changes: "10,681 → 612 entities examined"; "" when it was not counted.
func Saving(before, after worker.Cost) string {
	if after.Queries == 0 || after.Examined == worker.Unknown || before.Examined == worker.Unknown {
		return ""
	}
	text := Number(before.Examined) + " → " + about(after) + Count(after.Examined, "entity", "entities") + " examined"
	if after.Queries > 1 {
		text += " in " + Number(after.Queries) + " parallel queries"
	}
	return text
}

// Spending says what one way of asking costs: "examines 612 entities in 1 partition".
func Spending(c worker.Cost) string {
	if c.Examined == worker.Unknown {
		return "how many entities it reads is not known before reading"
	}
	text := "examines " + about(c) + Count(c.Examined, "entity", "entities") + " in " + Count(c.Partitions, "partition", "partitions")
	if c.Queries > 1 {
		text += ", " + Count(c.Queries, "query", "parallel queries")
	}
	return text
}

// about marks a number that was estimated from a sample, which is never shown as a count.
func about(c worker.Cost) string {
	if c.Estimated {
		return "about "
	}
	return ""
}

// TimeLeft is how long a file that is read will take to its end, "about 12 s left"; "" as long as it cannot be told.
func TimeLeft(p worker.Progress) string {
	if p.Size <= 0 || p.Received <= 0 || p.Micros < 500_000 {
		return ""
	}
	seconds := p.Micros * (p.Size - p.Received) / p.Received / 1_000_000
	if seconds >= 90 {
		return "about " + Number(int(seconds+30)/60) + " min left"
	}
	return "about " + Number(int(seconds)+1) + " s left"
}

// Rate is how fast something goes, " · 1,200,000/s"; "" as long as it cannot be told.
func Rate(p worker.Progress) string {
	if p.Micros <= 0 || p.Done <= 0 {
		return ""
	}
	return " · " + Number(int(int64(p.Done)*1_000_000/p.Micros)) + "/s"
}
