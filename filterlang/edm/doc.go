// Package edm holds the eight EDM types of a table entity: one immutable Value, the one comparison that also orders keys,
// and the text forms of a value. In reading order:
//
//	edm.go      Type, Value, Ticks, Guid and their constructors
//	compare.go  CompareString (UTF-16 ordinal) and Compare (widening of the literal only)
//	datetime.go the calendar: Ticks to ISO 8601 and back
//	text.go     names of types, filter literal, display text
//	form.go     what a person types into a form
//	json.go     the JSON wire form of section 2.2 of the service's description
//	packed.go   the packed form of an entity: the bytes the engine stores and a predicate reads; packedlayout.go its
//	            slots, packedkey.go its sort key, packedbuild.go and packedread.go the way in and out
//
// It imports nothing of this project.
package edm
