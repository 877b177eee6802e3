package edm

import (
	"math"
	"time"
)

// Type is one of the eight property types of the Table service. The zero Type is no type: an absent property.
type Type uint8

// The eight types, in the order that pickers show them.
const (
	NoType Type = iota
	String
	Int32
	Int64
	Double
	Boolean
	DateTime
	Guid
	Binary
)

// Types lists the eight types in picker order.
var Types = [...]Type{String, Int32, Int64, Double, Boolean, DateTime, Guid, Binary}

var typeNames = [...]string{"none", "String", "Int32", "Int64", "Double", "Boolean", "DateTime", "Guid", "Binary"}

// String returns the bare name: "Int32". The wire form is EDM.
func (t Type) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return "invalid"
}

// EDM returns the name the service uses on the wire: "Edm.Int32".
func (t Type) EDM() string { return "Edm." + t.String() }

// Ticks is an instant in units of 100 ns since 0001-01-01T00:00:00Z, as .NET counts them.
type Ticks int64

// The instants the service accepts in a DateTime property, both inclusive.
const (
	MinTicks Ticks = 504911232000000000  // 1601-01-01T00:00:00Z
	MaxTicks Ticks = 3155378975999999999 // 9999-12-31T23:59:59.9999999Z

	// UnixTicks is 1970-01-01T00:00:00Z.
	UnixTicks int64 = 621355968000000000
)

// TicksOf returns the instant of t, cut to 100 ns.
func TicksOf(t time.Time) Ticks {
	return Ticks(UnixTicks + t.Unix()*10_000_000 + int64(t.Nanosecond()/100))
}

// Time returns the instant as a UTC time.
func (t Ticks) Time() time.Time {
	n := int64(t) - UnixTicks
	sec := n / 10_000_000
	rest := n % 10_000_000
	if rest < 0 {
		sec--
		rest += 10_000_000
	}
	return time.Unix(sec, rest*100).UTC()
}

// UUID is a Guid property's 16 bytes in the order they are written in text, so that comparing bytes is the order of .NET.
type UUID [16]byte

// Value is a typed property value. It is immutable and comparable with == (except that NaN equals a NaN of the same bits).
// The zero Value has NoType and stands for an absent property.
type Value struct {
	typ Type
	num uint64 // Int32, Int64: two's complement; Double: IEEE-754 bits; Boolean: 0 or 1; DateTime: ticks
	str string // String: UTF-8 text; Binary: the bytes; Guid: 16 bytes in text order
}

// NewString returns a String value. s must be valid UTF-8; limits are checked by the engine.
func NewString(s string) Value { return Value{typ: String, str: s} }

// NewInt32 returns an Int32 value.
func NewInt32(i int32) Value { return Value{typ: Int32, num: uint64(int64(i))} }

// NewInt64 returns an Int64 value.
func NewInt64(i int64) Value { return Value{typ: Int64, num: uint64(i)} }

// NewDouble returns a Double value; NaN and the infinities are legal.
func NewDouble(f float64) Value { return Value{typ: Double, num: math.Float64bits(f)} }

// NewBoolean returns a Boolean value.
func NewBoolean(b bool) Value {
	if b {
		return Value{typ: Boolean, num: 1}
	}
	return Value{typ: Boolean}
}

// NewDateTime returns a DateTime value.
func NewDateTime(t Ticks) Value { return Value{typ: DateTime, num: uint64(t)} }

// NewGuid returns a Guid value.
func NewGuid(g UUID) Value { return Value{typ: Guid, str: string(g[:])} }

// NewBinary returns a Binary value of the bytes of b.
func NewBinary(b string) Value { return Value{typ: Binary, str: b} }

// Type returns the value's type; NoType for an absent property.
func (v Value) Type() Type { return v.typ }

// IsZero reports whether v stands for an absent property.
func (v Value) IsZero() bool { return v.typ == NoType }

// Text returns the text of a String, or the raw bytes of a Binary or Guid.
func (v Value) Text() string { return v.str }

// Int returns the number of an Int32 or Int64.
func (v Value) Int() int64 { return int64(v.num) }

// Float returns the number of a Double.
func (v Value) Float() float64 { return math.Float64frombits(v.num) }

// Bool returns the truth of a Boolean.
func (v Value) Bool() bool { return v.num != 0 }

// Ticks returns the instant of a DateTime.
func (v Value) Ticks() Ticks { return Ticks(v.num) }

// UUID returns the bytes of a Guid.
func (v Value) UUID() (g UUID) {
	copy(g[:], v.str)
	return g
}
