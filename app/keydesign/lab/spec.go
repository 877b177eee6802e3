package lab

import (
	"slices"

	"rangefinder/app/keydesign/population"
)

// Spec is a comparison. It is plain data: Check says what is wrong with it.
type Spec struct {
	// Table is the table whose entities get other keys, "" when Population describes them.
	Table      string      `json:"table,omitempty"`
	Population *Population `json:"population,omitempty"`
	Patterns   []Pattern   `json:"patterns,omitempty"`
	Designs    []Design    `json:"designs,omitempty"` // the first is what the others are compared with
}

// Kind is what a pattern does with entities.
type Kind string

// The kinds.
const (
	Read   Kind = "read"
	Insert Kind = "insert"
	Update Kind = "update"
	Delete Kind = "delete"
)

// Assumed is how often a day an access pattern is called until somebody says.
const Assumed = 1000

// Pattern is something that an application does with the table.
type Pattern struct {
	Name   string  `json:"name"`
	Kind   Kind    `json:"kind"`
	PerDay float64 `json:"perDay"` // calls a day, Assumed until somebody says; of a write, entity group transactions or single operations as the application sees them

	// Of a read. Filter is a $filter on the entities of the table as it is. Select names the properties that are wanted, none
	// for all. With Top only so many entities are wanted, the first by Order when it is given: a property, "-CreatedOn" for the
	// greatest first. A design whose keys do not give that order has to read all that match.
	Filter string   `json:"filter,omitempty"`
	Select []string `json:"select,omitempty"`
	Top    int      `json:"top,omitempty"` // 0 for all, at most MaxTop
	Order  string   `json:"order,omitempty"`
	// Draft marks a read that was added and never had a filter, see Blank.
	Draft bool `json:"draft,omitempty"`

	// Of a write. Rate is the most entities a second. Batch entities are written by one call, 1 to 100; those that have the same
	// value in Together belong together and are to be written in one transaction, "" when any may be. Arrival is the property in
	// whose order the entities come, such as the time of an event; "" when each is as likely as another. Changed names the
	// properties that an update writes: one that is part of a key makes it a move.
	Rate     float64  `json:"rate,omitempty"`
	Batch    int      `json:"batch,omitempty"` // 0 is 1
	Together string   `json:"together,omitempty"`
	Arrival  string   `json:"arrival,omitempty"`
	Changed  []string `json:"changed,omitempty"`
}

// Blank reports whether a read is still to get its filter, so that it is not measured. A read without a filter that is no draft is a
// full scan.
func (p *Pattern) Blank() bool {
	return p.Draft && p.Kind == Read && p.Filter == "" && p.Top == 0
}

// Design is a way to choose keys: templates for both, see keydesign, and what is stored beside the entities.
type Design struct {
	Name      string  `json:"name"`
	Partition string  `json:"partition"`
	Row       string  `json:"row"`
	Indexes   []Index `json:"indexes,omitempty"`
}

// AsItIs is the name of the design that has the table's present keys.
const AsItIs = "as it is"

// Present reports whether the design is the table as it is: its present keys, and nothing beside the entities. It is what others are
// compared with, so it is not edited.
func (d *Design) Present() bool {
	return d.Name == AsItIs && d.Partition == "{PartitionKey}" && d.Row == "{RowKey}" && len(d.Indexes) == 0
}

// IndexKind is what an index stores, and where.
type IndexKind string

// The kinds of index.
const (
	// SamePartition has a copy of each entity in its partition under another RowKey: written in one transaction with it.
	SamePartition IndexKind = "same-partition"
	// OtherPartition has a copy in the same table under another PartitionKey: eventually in step.
	OtherPartition IndexKind = "other-partition"
	// KeyList has entities that hold nothing but the keys of others: one read for the list, and one for each key on it.
	KeyList IndexKind = "key-list"
	// OtherTable has a copy in a table of its own, with fewer properties if Properties names some.
	OtherTable IndexKind = "other-table"
)

// Index is what is stored beside the entities so that a pattern can be read by other keys.
type Index struct {
	Name      string    `json:"name,omitempty"`
	Kind      IndexKind `json:"kind"`
	Partition string    `json:"partition,omitempty"` // template; not used by SamePartition, whose copies have the design's
	Row       string    `json:"row"`
	// Properties are those that a copy has, none for all. A copy always has its keys and those of the entity it is of.
	Properties []string `json:"properties,omitempty"`
}

// Population describes entities that do not exist yet, by how many there are and what values they have.
type (
	Population         = population.Spec
	PopulationProperty = population.Property
)

// The limits of a Spec. They are there so that a link or a file can do no harm.
const (
	MaxText     = 64 << 10 // bytes of a Spec as text
	MaxDesigns  = 8
	MaxPatterns = 50
	MaxIndexes  = 6 // of a design
	MaxName     = 100
	MaxFilter   = 8 << 10 // bytes
	MaxNames    = 32      // of properties in a list
	MaxTop      = 100_000
)

// The limits of a partition, in entities a second.
const (
	PartitionLimit     = 2000 // today's
	PartitionLimit2010 = 500  // of the target of 2010
)

// Named reports whether a design has that name.
func (s *Spec) Named(name string) bool {
	return slices.ContainsFunc(s.Designs, func(d Design) bool { return d.Name == name })
}

// Clone returns a comparison that shares no list with s.
func (s Spec) Clone() Spec {
	s.Designs, s.Patterns = slices.Clone(s.Designs), slices.Clone(s.Patterns)
	for i := range s.Designs {
		s.Designs[i].Indexes = slices.Clone(s.Designs[i].Indexes)
	}
	if s.Population != nil {
		g := *s.Population
		g.Properties = slices.Clone(g.Properties)
		s.Population = &g
	}
	return s
}
