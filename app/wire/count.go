package wire

import (
	"time"

	"rangefinder/filterlang"
)

// Count reads a table of an account, or what a filter returns of it, to count the entities and their partitions: the service does not.
// Progress tells how far it is. Cancelling ctx keeps what was counted: the reply has Stopped set, and another count can go on there.
var Count = Read[CountRequest, CountReply]("count").finishing()

// CountRequest asks for the entities of a table of an account behind the server.
type CountRequest struct {
	Source string
	Table  string
	Filter string // "" for all
	Stats  bool   `json:",omitempty"` // whole entities are read, not only their keys, for CountReply.Stats
	On     int    `json:",omitempty"` // Number of the newest count, of the same, to go on with; 0 to begin
}

// MaxLargest is the most partitions that a CountReply lists, and MaxCountedPartitions how many are told apart.
const (
	MaxLargest           = 20
	MaxCountedPartitions = 200_000
)

// CountedPartition is a partition of an account and how many entities of it were counted.
type CountedPartition struct {
	Key      string
	Entities int
}

// CountReply is exact of what was read: entities that were written meanwhile may be in it or not.
type CountReply struct {
	Number     int  // to go on with
	More       bool `json:",omitempty"` // it did not reach the end and can go on
	Entities   int
	Partitions int                // that they are of
	TooMany    bool               `json:",omitempty"` // there are more than MaxCountedPartitions: neither how many nor which are the largest is known
	Largest    []CountedPartition // of them, the first MaxLargest
	Pages      int
	Requests   int     // sent, attempts included
	Charge     float64 `json:",omitempty"` // request units, 0 where the service tells none
	Begun      time.Time
	Ended      time.Time
	Stopped    bool          `json:",omitempty"` // before the end, so that there are more
	Failed     *Failure      `json:",omitempty"` // why it ended before the end, after a page at least
	Stats      *CountedStats `json:",omitempty"` // if they were asked for
}

// CountedStats is what entities of an account come to, as the statistics of a table of this browser tell it; Kinds with the
// Number of the reply tells their kinds.
type CountedStats struct {
	Census   filterlang.Census
	Beyond   int            `json:",omitempty"` // entities whose properties are not in Census, because there are too many different ones
	Bytes    int64          // of the entities, by the formula of section 1.3
	Heaviest *PartitionSize `json:",omitempty"` // the partition with most bytes; nil with TooMany
}
