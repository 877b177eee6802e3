package filterlang

import "rangefinder/filterlang/edm"

// Kind names what a Finding found.
type Kind string

// The kinds of finding. Those marked "data" need a Census.
const (
	Contradiction      Kind = "contradiction"        // bounds that exclude each other: matches nothing
	AlwaysTrue         Kind = "always-true"          // removes nothing, whatever the data
	AlwaysFalse        Kind = "always-false"         // a clause that can never hold, e.g. PartitionKey eq 5
	DeadClause         Kind = "dead-clause"          // implied by another clause
	OrOnKey            Kind = "or-on-key"            // the service does not optimise or: parallel queries would
	NeOnKey            Kind = "ne-on-key"            // ne on a key reads everything
	NotOnKey           Kind = "not-on-key"           // not over a key is not pushed down
	RowKeyAlone        Kind = "rowkey-alone"         // RowKey bounds without a single PartitionKey
	PrefixRange        Kind = "prefix"               // a range that is a prefix search, recognised
	TimestampFilter    Kind = "timestamp-filter"     // Timestamp is never indexed
	LiteralType        Kind = "literal-type"         // data: no stored value has a type this literal is compared with
	UnknownProperty    Kind = "unknown-property"     // data: no entity has the property
	TooManyComparisons Kind = "too-many-comparisons" // more than 15 documented comparisons
	NotPrecedence      Kind = "not-precedence"       // "not A eq 1": accepted as not (A eq 1), strict OData differs
	MixedTypes         Kind = "mixed-types"          // data: some stored values have another type and are skipped
	KeyOutOfForm       Kind = "key-out-of-form"      // the literal holds characters no key can hold
	BooleanConstant    Kind = "boolean-constant"     // true or false as an operand: removes nothing, adds nothing, or decides the filter
	FansOut            Kind = "fans-out"             // Cosmos: no single PartitionKey, so every physical partition is asked
	NotIndexed         Kind = "not-indexed"          // Cosmos: a part for which the index narrows nothing
	NoOrder            Kind = "no-order"             // Cosmos: a range of keys that is listed in no promised order
	EqualKey           Kind = "equal-key"            // data: a property that holds a key in every entity
	NotKeepsAbsent     Kind = "not-keeps-absent"     // not over a property also returns entities that lack it
	NarrowsNothing     Kind = "narrows-nothing"      // data: a range of keys that leaves out nearly nothing of what is there
	Wildcard           Kind = "wildcard"             // a text that is compared ends in * or %, which stand for nothing
)

// Severity orders findings.
type Severity uint8

// From harmless to wrong.
const (
	Info Severity = iota
	Advice
	Warning
)

// Finding is something worth saying about a filter, as data.
type Finding struct {
	Kind     Kind
	Severity Severity
	Span     Span   // the part of the filter it is about
	Message  string // what is the matter and why, one or two sentences
	Rewrites []Rewrite
	Key      string `json:",omitempty"` // of an EqualKey: the key that the property holds
}

// Rewrite is another way to ask for the same entities (or, where Same is false, for what was probably meant).
type Rewrite struct {
	Title   string   // a verb phrase for a button
	Filters []string // one: replaces the filter; several: queries to run in parallel, results merged by key order
	Same    bool     // returns exactly the same entities on any data
	Now     bool     // returns the same entities of the table as it is
}

// Census is what findings may know about the data: the properties of a table. The engine fills it.
type Census struct {
	Entities   int
	Properties []PropertyCensus // in the order the table first saw them; custom properties only

	// Holders are the partitions that have an entity with the RowKey of Sought, in key order; nil when nobody looked, or there are too many.
	Holders []string `json:"-"`
	Sought  string   `json:"-"`

	// Read is how many entities the plan reads of the Within that are there: in the table, or for a range of rows in the partition. Within is
	// 0 where nobody counted.
	Read   int `json:"-"`
	Within int `json:"-"`

	// Keys are which of PartitionKey and RowKey hold a word that stands alone in the filter, by the word; it has no entry where nobody looked.
	Keys map[string][]string `json:"-"`
}

// Names returns the names of the properties; none of a nil census.
func (c *Census) Names() []string {
	if c == nil {
		return nil
	}
	names := make([]string, len(c.Properties))
	for i, p := range c.Properties {
		names[i] = p.Name
	}
	return names
}

// PropertyCensus is what a table knows of one property name.
type PropertyCensus struct {
	Name     string
	Count    int // entities that have it
	Types    []TypeCount
	Distinct int  // distinct values; estimated unless Exact
	Longest  int  // longest String or Binary: UTF-16 code units or bytes; that of some time ago, and not less, unless Exact
	Exact    bool `json:",omitempty"`

	// Equals is PartitionKey or RowKey when every entity of the table holds that key in the property, "" when not or when nobody looked.
	Equals string `json:",omitempty"`
}

// TypeCount says how many entities hold a property with that type, most frequent first.
type TypeCount struct {
	Type  edm.Type
	Count int
}
