package lab

import (
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Report is what a comparison found. All counts are of entities and exact for the entities there are.
type Report struct {
	Entities   int // in the table, or generated
	Partitions int // of the table as it is
	Bytes      int64
	Designs    []DesignReport  // in the order of the Spec
	Patterns   []PatternReport // in the order of the Spec
	Memory     int64           // bytes that the shadow tables take, about
	Micros     int64           // the measuring took
	Measured   int             // cells that were measured now; the others were known
	Samples    []Sample        // some entities, for keys as a template is typed
	Properties []Property      // that a template or a pattern can name
}

// Sample is an entity of the table, without values that are too long for a key.
type Sample struct {
	Was        Key
	Timestamp  edm.Ticks
	Properties []SampleProperty
}

// SampleProperty is a value as edm.Value.Display writes it.
type SampleProperty struct {
	Name string
	Type edm.Type
	Text string
}

// Refused says what is wrong with a text of a Spec, so that it can be marked there.
type Refused struct {
	// Field is partition or row; index:1:row for the index 1; filter, order, together, arrival for a pattern.
	Field   string
	Message string
	Span    filterlang.Span // in bytes of that text
}

// Key is the key of an entity.
type Key struct{ Partition, Row string }

// DesignReport is what the keys of a design come to.
type DesignReport struct {
	Name    string
	Refused []Refused // then nothing else is known of it but Unknown
	Known   bool      // it was measured

	Unknown []string // properties that the templates name and no entity has

	Examples   []Example
	Entities   int // that the design's table holds
	InTable    int // those, and the copies and lists beside them: what Partitions, Largest and Median count
	Partitions int
	Largest    PartitionSize
	Median     int      // entities in the partition in the middle
	Bytes      int64    // of all tables: the entities, and what Indexes says of copies and lists
	Added      []string // properties that the design stores with each entity beside its own: its former keys, and what tells it from copies
	Stored     int      // entities with copies and lists
	Storage    float64  // bytes stored for each byte that the table takes as it is

	// Duplicates are the entities left out because another has their key; Keyless those that get none. A design with either
	// cannot hold the data.
	Duplicates int
	Pairs      []Pair // the first MaxShown
	Keyless    int
	Reasons    []Keyless // the first MaxShown

	Indexes []IndexReport

	// Total is for all patterns of a day; Impossible when a pattern, or the data, does not fit the design.
	Total      Cost
	Impossible bool
	Rank       int // 1 is best; 0 when impossible or unknown
}

// MaxShown is the most duplicate or keyless entities that are listed.
const MaxShown = 20

// Example is an entity's key under a design.
type Example struct {
	Was    Key // in the table
	Key    Key
	Copies []Key // by index
}

// PartitionSize is a partition and what is in it.
type PartitionSize struct {
	Key      string
	Entities int
	Bytes    int64
}

// Pair is two entities that get the same key.
type Pair struct {
	Key           Key
	First, Second Key // in the table; the first is kept
}

// Keyless is an entity that gets no key.
type Keyless struct {
	Was Key
	Why string
}

// IndexReport is what an index comes to.
type IndexReport struct {
	Entities   int // copies or lists
	Partitions int
	Bytes      int64
	Duplicates int // copies that have no place because another has their key
	Pairs      []Pair
	Keyless    int
	Reasons    []Keyless
	TooLong    int // lists that no entity can hold
	Longest    int // keys in the longest list
}

// PatternReport is a pattern under all designs.
type PatternReport struct {
	Name    string
	Refused []Refused // then it has no cells
	Hints   []Hint    `json:",omitempty"`
	Cells   []Cell    // by design
}

// Verdict is how a cell compares with the same pattern under the first design.
type Verdict int8

// The verdicts.
const (
	Worse      Verdict = -1
	Same       Verdict = 0
	Better     Verdict = 1
	Impossible Verdict = -2 // the design cannot do it
)

// Cell is a pattern under a design.
type Cell struct {
	Known   bool // false: the design or the pattern was refused, nothing was measured
	Verdict Verdict
	Why     string  // a sentence for Impossible, and for what is particular
	Cost    Cost    // of one call
	Units   float64 `json:"-"` // request units of one call, in a report of ByUnits

	// Of a read: the ways it can be asked, the cheapest first. There is at least one, by the design's own keys.
	Ways     []Way
	Unpadded *Unpadded `json:",omitempty"` // why a range of it does not use the keys

	Write *Write // of a write
}

// Cost is what calls cost. Points, the sum that designs are ranked by, is requests and what the service reads or writes for
// them: one for each request, and one for each 1,000 entities examined or 100 entities written - a page, and a transaction.
type Cost struct {
	Requests float64
	Examined float64
	Returned float64
	Written  float64
	Points   float64
}

// Way is one way to read a pattern.
type Way struct {
	Index      int              // -1: by the keys of the entities themselves
	Filter     string           // as it is asked under the design
	Uses       []Use            // what each condition of the pattern's filter does
	Added      []Added          // what Filter asks for that the entities of the table do not have
	Class      filterlang.Class // of what is asked first
	Examined   int              // lookups included
	Returned   int              // that the service sends
	Wanted     int              // that the pattern wants of them
	RoundTrips int              // lookups included
	Lookups    int              // point queries that follow
	Partitions int              // distinct PartitionKeys examined
	Bytes      int64            // sent by the service
	Ordered    bool             // the keys give the order that is wanted, on these entities
	Sorted     bool             // the application has to sort, so all that match are read
	Doubt      string           // why it cannot be used, "" when it can
	Cost       Cost
}

// Use is a condition of a pattern's filter.
type Use struct {
	Text           string
	Partition, Row bool // it narrows that key
}

// Added is a property that a design adds to the entities.
type Added struct{ Name, Why string }

// Write is what a write pattern comes to.
type Write struct {
	// On average of a call. A request is a transaction of one partition, and to a list also the reading of it before.
	Requests float64
	Written  float64 // entities, copies and lists included
	Extra    float64 // of them, those that indexes and a move of the key add

	// Transaction: all that is written by a call and belongs together lies in one partition. Calls are what the entities of the
	// table come to; Split counts those that would have to be written in parts, Example is one of them.
	Transaction bool
	Calls       int
	Split       int
	Example     string

	// In a second with Rate writes: how many partitions take them, and how many the hottest one, on average and at the worst.
	Partitions  float64
	Hottest     float64
	HottestPeak float64
	HottestKey  string
	HottestIn   int // the index whose partition it is, -1 when it is one of the entities
	// AtEnd is the share of the writes that go to the first or the last key of the table, so that one server takes them however
	// many partitions there are; 0 when entities come in no order.
	AtEnd float64
	// Moves: the update changes a property that is part of a key, so it is a delete and an insert.
	Moves bool
}

// BreakEven is where the order of two designs turns when one pattern is called more or less often.
type BreakEven struct {
	Pattern int
	Design  int     // that would be the cheaper one
	Than    int     // the best one as things are
	PerDay  float64 // calls a day
	Above   bool    // Design is cheaper above PerDay, else below
}
