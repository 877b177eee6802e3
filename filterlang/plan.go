package filterlang

// Class says how much of a table a plan has to read, from best to worst.
type Class uint8

// The four classes of section 5.1 and Empty, for a filter whose key bounds exclude each other.
const (
	Empty Class = iota
	Point
	RowRange
	PartitionRange
	FullScan
)

// String returns the class in words: "row range".
func (c Class) String() string {
	return [...]string{"empty", "point", "row range", "partition range", "full scan"}[c]
}

// Name returns the class as an identifier: "row-range".
func (c Class) Name() string {
	return [...]string{"empty", "point", "row-range", "partition-range", "full-scan"}[c]
}

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
)

// String returns the role in words for a person: "checked on each entity".
func (r Role) String() string {
	return [...]string{"checked on each entity", "sets the range", "removes nothing", "contradiction"}[r]
}

// Conjunct is one operand of the filter's top-level "and" (the whole filter when there is none).
type Conjunct struct {
	Expr   Expr
	Role   Role
	Reason string // one plain sentence: why it has that role
}

// Plan is what the service does for a filter, and beside it what parallel queries could do. It is computed from the filter
// alone. Invariant: reading Range and keeping the entities that the whole filter accepts gives exactly what applying the
// filter to every entity gives; the same holds for the union of Ideal.
type Plan struct {
	Filter         Expr // nil: no filter
	Class          Class
	Range          KeyRange // what the service reads: always one contiguous stretch; meaningless when Class is Empty
	Conjuncts      []Conjunct
	Residual       Expr // what still has to be checked on each entity read, or nil
	WholePartition bool // a row range with no usable RowKey bound

	Ideal         []KeyRange // ordered, disjoint; nil when nothing can match
	IdealClass    Class      // worst class of Ideal
	IdealGaveUp   bool       // the disjunctive form was too large: Ideal is Range
	MultiRange    bool       // Ideal reads less than Range could
	FilterIsFalse bool       // no entity can ever match, whatever the data: Ideal is empty
}
