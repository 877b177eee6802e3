package population

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"rangefinder/engine"
	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Spec describes entities that do not exist yet. It is plain data: Check says what is wrong with it.
type Spec struct {
	Entities   int        `json:"entities"` // 1 to MaxEntities
	Seed       uint64     `json:"seed,omitempty"`
	Properties []Property `json:"properties"`
}

// Property describes the values of a property.
type Property struct {
	Name string `json:"name"`
	Type string `json:"type"` // as edm.Type names it: String, Int32, DateTime …

	// Distinct is how many values there are, from which each entity has one; 0: each entity has one of its own, as far as From
	// and To leave as many. A Boolean has two at most.
	Distinct int `json:"distinct,omitempty"`
	// Skew is 0 when every value is as frequent; with s the k-th most frequent is 1/k^s as frequent as the first (Zipf). It says
	// nothing when each entity has a value of its own.
	Skew    float64 `json:"skew,omitempty"`
	Missing float64 `json:"missing,omitempty"` // share of the entities without it, 0 to 1

	// From and To bound a number or a DateTime, as edm.ParseText takes it; the values are spread over the range evenly. A number
	// goes from From, or 1, to To inclusive; without To it counts on from From. A DateTime is before To; it is of 2026, or of
	// the year that begins with From.
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`

	Prefix string `json:"prefix,omitempty"` // of a String: what all values begin with
	Shape  Shape  `json:"shape,omitempty"`  // of a String: what comes then
	// Length is how many characters of a String come after the Prefix, more when the values need more to be told apart; for a
	// Binary its bytes. 0: as many as are needed for a String, 16 bytes for a Binary.
	Length int `json:"length,omitempty"`
}

// Shape is what the text of a String looks like.
type Shape string

// The shapes.
const (
	Number Shape = ""      // digits, from 0, with zeros before them: 0042
	Word   Shape = "word"  // lower case letters that can be spoken
	Email  Shape = "email" // a word at example.org
)

// The bounds of a Spec.
const (
	MaxEntities   = 1_000_000
	MaxProperties = 64
	MaxSkew       = 10
	MaxText       = 256       // bytes of a From, To or Prefix
	MaxBytes      = 256 << 20 // of all values together
)

// Error says what is wrong with a Spec, so that a form can show it at the field.
type Error struct {
	Property int    // index in Properties, or -1
	Field    string // of Property, or of Spec
	Message  string // one sentence a person can act on
}

func (e *Error) Error() string { return e.Message }

// Check returns the first thing that is wrong with s as an *Error, or nil.
func (s *Spec) Check() error {
	_, err := s.columns()
	if err != nil {
		return err
	}
	return nil
}

// columns returns what makes the values of each property, or what is wrong with s.
func (s *Spec) columns() ([]column, *Error) {
	switch {
	case s.Entities < 1 || s.Entities > MaxEntities:
		return nil, &Error{-1, "Entities", "A generated table has 1 to 1,000,000 entities, not " + strconv.Itoa(s.Entities) + "."}
	case len(s.Properties) > MaxProperties:
		return nil, &Error{-1, "Properties", "Generated entities have at most " + strconv.Itoa(MaxProperties) + " properties, not " + strconv.Itoa(len(s.Properties)) + "."}
	}
	columns := make([]column, len(s.Properties))
	size := 4 + 2*(len(partitionKey)+8)
	var bytes float64
	for i := range s.Properties {
		p := &s.Properties[i]
		for _, other := range s.Properties[:i] {
			if other.Name == p.Name {
				return nil, &Error{i, "Name", "There are two properties " + short(p.Name) + "; each has a name of its own."}
			}
		}
		c, wrong := newColumn(p, s, i)
		if wrong != nil {
			wrong.Property = i
			return nil, wrong
		}
		columns[i] = c
		size += 8 + 2*len(p.Name) + 16 + 2*c.length
		bytes += (1 - p.Missing) * float64(8+c.length)
	}
	if size > engine.MaxEntity {
		return nil, &Error{-1, "Properties", "An entity would have " + strconv.Itoa(size) + " bytes; the service takes at most " + strconv.Itoa(engine.MaxEntity) + "."}
	}
	if total := bytes * float64(s.Entities); total > MaxBytes {
		return nil, &Error{-1, "Entities", "The values would take about " + strconv.Itoa(int(total/(1<<20))) + " MiB; at most " + strconv.Itoa(MaxBytes>>20) +
			" are generated. Use fewer entities or shorter values."}
	}
	return columns, nil
}

// newColumn reads a property, the number-th one of s.
func newColumn(p *Property, s *Spec, number int) (column, *Error) {
	c := column{name: p.Name, distinct: p.Distinct, seed: seedOf(s.Seed, number)}
	wrong := func(field, message string) (column, *Error) { return c, &Error{Field: field, Message: message} }
	if err := engine.CheckPropertyName(p.Name); err != nil || systemName(p.Name) {
		return wrong("Name", short(p.Name)+" will not do. A property needs a name of its own that the service takes: letters, digits and _, no digit first, and not PartitionKey, RowKey, Timestamp or ETag.")
	}
	t, err := edm.ParseType(p.Type)
	c.typ = t
	switch {
	case err != nil || t == edm.NoType:
		return wrong("Type", "The type of "+p.Name+" is none of the eight: String, Int32, Int64, Double, Boolean, DateTime, Guid, Binary.")
	case p.Distinct < 0 || p.Distinct > MaxEntities:
		return wrong("Distinct", p.Name+" has 1 to 1,000,000 different values, or 0 for one an entity; not "+strconv.Itoa(p.Distinct)+".")
	case !(p.Skew >= 0 && p.Skew <= MaxSkew):
		return wrong("Skew", "The skew of "+p.Name+" is 0, every value as frequent, to "+strconv.Itoa(MaxSkew)+".")
	case !(p.Missing >= 0 && p.Missing <= 1):
		return wrong("Missing", "The share of entities without "+p.Name+" is 0 to 100 %.")
	}
	for _, f := range [...]struct{ field, text string }{{"From", p.From}, {"To", p.To}, {"Prefix", p.Prefix}} {
		if len(f.text) > MaxText || !utf8.ValidString(f.text) {
			return wrong(f.field, f.field+" of "+p.Name+" has at most "+strconv.Itoa(MaxText)+" bytes of text.")
		}
	}
	if c.own = c.distinct == 0; c.own {
		c.distinct = s.Entities
	}
	c.fill = uint64((1 - p.Missing) * (1 << 53))
	if e := c.bound(p); e != nil {
		return c, e
	}
	if e := c.shape(p); e != nil {
		return c, e
	}
	c.order = newShuffle(c.distinct, c.seed)
	if p.Skew > 0 && !c.own {
		c.ranks = newZipf(c.distinct, p.Skew)
	}
	return c, nil
}

// bound reads the range of a number or a DateTime, and cuts the number of values to what it holds.
func (c *column) bound(p *Property) *Error {
	switch c.typ {
	case edm.Int32, edm.Int64, edm.Double, edm.DateTime:
	case edm.Boolean:
		c.distinct = min(c.distinct, 2)
		return nil
	default:
		return nil
	}
	read := func(field, text string, v *edm.Value) *Error {
		if strings.TrimSpace(text) == "" {
			return nil
		}
		got, err := edm.ParseText(c.typ, text)
		if err != nil {
			return &Error{Field: field, Message: field + " of " + p.Name + " is not of type " + c.typ.String() + ": " + err.Error()}
		}
		if c.typ == edm.Double && (math.IsNaN(got.Float()) || math.Abs(got.Float()) > 1e300) {
			return &Error{Field: field, Message: field + " of " + p.Name + " is a number from -1e300 to 1e300."}
		}
		*v = got
		return nil
	}
	var from, to edm.Value
	if e := read("From", p.From, &from); e != nil {
		return e
	}
	if e := read("To", p.To, &to); e != nil {
		return e
	}
	late := &Error{Field: "To", Message: "To of " + p.Name + " comes before From, which is " + p.From + "."}
	if strings.TrimSpace(p.From) == "" {
		late.Message = "To of " + p.Name + " comes before 1, where the values begin when From is not given."
	}
	switch c.typ {
	case edm.Double:
		low, high := 1.0, 0.0
		if !from.IsZero() {
			low = from.Float()
		}
		if high = low + float64(c.distinct-1); !to.IsZero() {
			high = to.Float()
		}
		if high < low {
			return late
		}
		if c.low, c.high = low, high; low == high {
			c.distinct = 1
		}
	case edm.DateTime:
		low, high := generatedFrom, edm.Ticks(0)
		if !from.IsZero() {
			low = from.Ticks()
		} else if !to.IsZero() && to.Ticks() <= low {
			low = max(edm.MinTicks, to.Ticks()-year)
		}
		if high = min(low+year, edm.MaxTicks); !to.IsZero() {
			high = to.Ticks()
		}
		if low < edm.MinTicks || high < low {
			if low < edm.MinTicks {
				return &Error{Field: "From", Message: "From of " + p.Name + " is before 1601, the first year that the service takes."}
			}
			return late
		}
		c.from, c.span = int64(low), uint64(high-low)
		if c.span < uint64(c.distinct) {
			c.distinct = max(1, int(c.span))
		}
	default:
		low, high, most := int64(1), int64(0), int64(math.MaxInt64)
		if c.typ == edm.Int32 {
			most = math.MaxInt32
		}
		if !from.IsZero() {
			low = from.Int()
		}
		switch {
		case !to.IsZero():
			high = to.Int()
		case low > most-int64(c.distinct-1):
			high = most
		default:
			high = low + int64(c.distinct-1)
		}
		if high < low {
			return late
		}
		c.from, c.span = low, uint64(high)-uint64(low)
		if c.span < uint64(c.distinct-1) {
			c.distinct = int(c.span) + 1
		}
	}
	return nil
}

// shape reads how the text of a String is made, and the length of what has one.
func (c *column) shape(p *Property) *Error {
	most := 0
	switch c.typ {
	case edm.String:
		most = engine.MaxString - MaxText - len(atExample)
	case edm.Binary:
		most = engine.MaxBinary
	}
	if most > 0 && (p.Length < 0 || p.Length > most) {
		return &Error{Field: "Length", Message: "The length of " + p.Name + " is 1 to " + strconv.Itoa(most) + ", or 0 for as short as it can be; not " + strconv.Itoa(p.Length) + "."}
	}
	switch p.Shape {
	case Number, Word, Email:
	default:
		return &Error{Field: "Shape", Message: "The shape of " + p.Name + " is word, email, or none for digits."}
	}
	switch c.typ {
	case edm.Binary:
		if c.length = p.Length; c.length == 0 {
			c.length = 16
		}
	case edm.String:
		c.prefix, c.kind = p.Prefix, p.Shape
		if c.kind == Number {
			c.letters = max(p.Length, len(strconv.Itoa(c.distinct-1)))
			c.length = len(c.prefix) + c.letters
			break
		}
		for c.syllables = 1; 1<<(6*c.syllables) < c.distinct; c.syllables++ {
		}
		c.letters = max(p.Length, 2*c.syllables)
		c.length = len(c.prefix) + c.letters
		if c.kind == Email {
			c.length += len(atExample)
		}
		c.spelling = newShuffle(1<<(6*c.syllables), c.seed+1)
	}
	return nil
}

func systemName(name string) bool {
	switch strings.ToLower(name) {
	case strings.ToLower(filterlang.PartitionKey), strings.ToLower(filterlang.RowKey), strings.ToLower(filterlang.Timestamp), "etag":
		return true
	}
	return false
}

// short is a name in a sentence, cut where it is too long for one.
func short(name string) string {
	if len(name) > 60 {
		name = strings.ToValidUTF8(name[:60], "") + "…"
	}
	return "“" + name + "”"
}
