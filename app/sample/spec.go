package sample

import (
	"errors"
	"fmt"
	"math"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// KeyPattern is how a generated table writes its RowKeys.
type KeyPattern string

// The key patterns.
const (
	Sequence    KeyPattern = "sequence"     // R00000000, R00000001, …: the default
	NewestFirst KeyPattern = "newest-first" // 19 digits of MaxTicks less the time: the last entity written comes first
	RandomKeys  KeyPattern = "random"       // Guids
)

// Patterns lists the key patterns.
var Patterns = []KeyPattern{Sequence, NewestFirst, RandomKeys}

// Spec describes a table to generate.
type Spec struct {
	Table      string
	Entities   int            // 1 to MaxEntities
	Partitions int            // 1 to Entities; every partition has an entity
	Skew       float64        // 0: partitions of one size; 1: sizes as 1, 1/2, 1/3, … (Zipf); at most MaxSkew
	Properties []PropertySpec // at most 252
	KeyPattern KeyPattern     // "" is Sequence
	Seed       uint64         // another seed gives other data
}

// PropertySpec describes a property of a generated table.
type PropertySpec struct {
	Name     string
	Type     edm.Type
	Fill     float64 // share of the entities that have it, 0 to 1
	Distinct int     // number of distinct values; 0: as many as there can be. A Boolean has two whatever this says
	Length   int     // String: UTF-16 code units; Binary: bytes; other types ignore it
}

// The bounds of a Spec.
const (
	MaxEntities = 1_000_000
	MaxSkew     = 3.0
	MaxBytes    = 512 << 20 // of a generated table in memory, so that the tab lives on
)

// SpecError says what is wrong with a Spec, so that a form can show it at the field.
type SpecError struct {
	Field    string // of Spec, or of PropertySpec when Property is not negative
	Property int    // index in Properties, or -1
	Message  string // one sentence a user can act on
}

func (e *SpecError) Error() string { return e.Message }

// DefaultSpec is the table that the measurements of this project use: 1,000 partitions of 1,000 entities with an Int32, a
// Double, a String of 20 characters and a Boolean.
func DefaultSpec() Spec {
	return Spec{
		Table:      "Generated",
		Entities:   1_000_000,
		Partitions: 1_000,
		Properties: []PropertySpec{
			{Name: "Number", Type: edm.Int32, Fill: 1},
			{Name: "Ratio", Type: edm.Double, Fill: 1},
			{Name: "Text", Type: edm.String, Fill: 1, Length: 20},
			{Name: "Flag", Type: edm.Boolean, Fill: 1},
		},
		KeyPattern: Sequence,
		Seed:       1,
	}
}

// Validate reports the first thing that is wrong with s as a *SpecError, or nil.
func (s Spec) Validate() error {
	if e := s.problem(); e != nil {
		return e
	}
	return nil
}

func (s Spec) problem() *SpecError {
	wrong := func(field, format string, args ...any) *SpecError {
		return &SpecError{Field: field, Property: -1, Message: fmt.Sprintf(format, args...)}
	}
	if err := engine.CheckTableName(s.Table); err != nil {
		return wrong("Table", "%s", message(err))
	}
	if s.Entities < 1 || s.Entities > MaxEntities {
		return wrong("Entities", "Generate 1 to 1,000,000 entities, not %d.", s.Entities)
	}
	if s.Partitions < 1 || s.Partitions > s.Entities {
		return wrong("Partitions", "Use 1 to %d partitions, not %d: each has at least one entity.", s.Entities, s.Partitions)
	}
	if !(s.Skew >= 0 && s.Skew <= MaxSkew) {
		return wrong("Skew", "The skew is 0 (partitions of one size) to %g, not %g.", MaxSkew, s.Skew)
	}
	switch s.KeyPattern {
	case "", Sequence, NewestFirst, RandomKeys:
	default:
		return wrong("KeyPattern", "There is no key pattern %q; choose sequence, newest-first or random.", s.KeyPattern)
	}
	if len(s.Properties) > engine.MaxProperties {
		return wrong("Properties", "An entity has at most %d custom properties, not %d.", engine.MaxProperties, len(s.Properties))
	}
	bytes := 70.0 // head, keys and tree of one entity
	names := make(map[string]bool, len(s.Properties))
	for i, p := range s.Properties {
		if e := p.problem(); e != nil {
			e.Property = i
			return e
		}
		if names[p.Name] {
			return &SpecError{Field: "Name", Property: i, Message: fmt.Sprintf("The property %s is there twice.", p.Name)}
		}
		names[p.Name] = true
		bytes += p.Fill * float64(8+p.stored())
	}
	if total := bytes * float64(s.Entities); total > MaxBytes {
		return wrong("Entities", "This table would take about %.0f MB of memory; at most %d MB are generated. Use fewer entities or shorter values.",
			math.Ceil(total/1e6), MaxBytes/1_000_000)
	}
	if size := s.entitySize(); size > engine.MaxEntity {
		return wrong("Properties", "An entity would have %d bytes; the service takes at most %d.", size, engine.MaxEntity)
	}
	return nil
}

// entitySize is the size of the largest entity by the formula of section 1.3.
func (s Spec) entitySize() int {
	size := 4 + 2*(8+36)
	for _, p := range s.Properties {
		size += 8 + 2*len(p.Name) + 16 + 2*p.stored()
	}
	return size
}

// stored is the number of bytes of a variable part.
func (p PropertySpec) stored() int {
	if p.Type == edm.String || p.Type == edm.Binary {
		return p.Length
	}
	return 0
}

func (p PropertySpec) problem() *SpecError {
	wrong := func(field, format string, args ...any) *SpecError {
		return &SpecError{Field: field, Message: fmt.Sprintf(format, args...)}
	}
	if err := engine.CheckPropertyName(p.Name); err != nil {
		return wrong("Name", "%s", message(err))
	}
	if p.Type < edm.String || p.Type > edm.Binary {
		return wrong("Type", "The property %s needs one of the eight types.", p.Name)
	}
	if !(p.Fill >= 0 && p.Fill <= 1) {
		return wrong("Fill", "The fill of %s is the share of entities that have it, 0 to 1, not %g.", p.Name, p.Fill)
	}
	if p.Distinct < 0 || p.Distinct > math.MaxInt32 {
		return wrong("Distinct", "The number of distinct values of %s is 1 to %d, or 0 for as many as there can be, not %d.",
			p.Name, math.MaxInt32, p.Distinct)
	}
	limit := 0
	switch p.Type {
	case edm.String:
		limit = engine.MaxString
	case edm.Binary:
		limit = engine.MaxBinary
	}
	if limit > 0 && (p.Length < 0 || p.Length > limit) {
		return wrong("Length", "The length of %s is 0 to %d, not %d.", p.Name, limit, p.Length)
	}
	return nil
}

// message returns the sentence of an engine error without its code.
func message(err error) string {
	if e, ok := errors.AsType[*engine.Error](err); ok {
		return e.Message
	}
	return err.Error()
}
