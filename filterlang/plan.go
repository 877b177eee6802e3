package filterlang

// Class says how much of a table a plan has to read, from best to worst.
type Class uint8

// Empty, for a filter whose key bounds exclude each other, the four classes of Storage and the four of Cosmos. Only classes of
// one Profile can be compared.
const (
	Empty Class = iota
	Point
	RowRange
	PartitionRange
	FullScan

	PointRead
	OnePartition
	AllPartitions
	NoIndexHelp
)

// String returns the class in words: "row range".
func (c Class) String() string {
	return [...]string{"empty", "point", "row range", "partition range", "full scan",
		"point read", "one partition, by index", "all partitions, by index", "no index help"}[c]
}

// Name returns the class as an identifier: "row-range".
func (c Class) Name() string {
	return [...]string{"empty", "point", "row-range", "partition-range", "full-scan",
		"point-read", "one-partition", "all-partitions", "no-index-help"}[c]
}

// Wide reports whether a plan of the class asks more than one partition.
func (c Class) Wide() bool {
	return c == PartitionRange || c == FullScan || c == AllPartitions || c == NoIndexHelp
}

// ByIndex reports whether the class is one of Cosmos, of which nobody knows how many entities are looked at.
func (c Class) ByIndex() bool { return c >= PointRead }

// BoundKind says if a Bound exists and includes its value.
type BoundKind uint8

// The zero Bound is unbounded.
const (
	Unbounded BoundKind = iota
	Inclusive
	Exclusive
)

// Bound is one end of an Interval of key strings.
type Bound struct {
	Kind  BoundKind
	Value string
}

// Interval is a set of consecutive key strings in UTF-16 ordinal order. The zero Interval is every string.
type Interval struct{ Low, High Bound }

// KeyRange is the set of keys whose PartitionKey is in Partition and whose RowKey is in Row. When Partition is a single
// value or Row is unbounded it is one contiguous stretch of the table; otherwise it takes one seek for each PartitionKey
// (a skip scan), which the service never does.
type KeyRange struct{ Partition, Row Interval }

// Role says what a plan does with one conjunct.
type Role uint8

// The roles of a conjunct.
const (
	Checked       Role = iota // evaluated on each entity that is read
	SetsRange                 // narrows the keys that are read
	Redundant                 // a key bound that another conjunct already implies: it removes nothing
	Contradictory             // takes part in bounds that exclude each other

	Routes    // Cosmos: names the one partition that is asked
	Indexed   // Cosmos: served by the index of values
	Unindexed // Cosmos: the index narrows nothing for it
)

// String returns the role in words for a person: "checked on each entity".
func (r Role) String() string {
	return [...]string{"checked on each entity", "sets the range", "removes nothing", "contradiction",
		"names the partition", "served by the index", "no help of the index"}[r]
}

// Conjunct is one operand of the filter's top-level "and" (the whole filter when there is none).
type Conjunct struct {
	Expr   Expr
	Role   Role
	Reason string // one plain sentence: why it has that role
}

// Plan is what the service does for a filter, and beside it what parallel queries could do. It is computed from the filter
// and the profile alone. Invariant: reading Range and keeping the entities that the whole filter accepts gives exactly what applying the
// filter to every entity gives; the same holds for the union of Ideal. That is true of every Profile; what is said of the
// service's reading is for Storage, and Profile says what Cosmos does.
type Plan struct {
	Profile        Profile // the engine that is asked
	Filter         Expr    // nil: no filter
	Class          Class
	Range          KeyRange // what the service reads: always one contiguous stretch; meaningless when Class is Empty
	Conjuncts      []Conjunct
	Residual       Expr // what still has to be checked on each entity read, or nil
	WholePartition bool // a row range with no usable RowKey bound

	Ideal         []KeyRange // ordered, disjoint; nil when nothing can match
	IdealClass    Class      // worst class of the queries that read Ideal
	IdealGaveUp   bool       // the disjunctive form was too large: Ideal is Range
	MultiRange    bool       // Ideal reads less than Range could
	FilterIsFalse bool       // no entity can ever match, whatever the data: Ideal is empty
}
