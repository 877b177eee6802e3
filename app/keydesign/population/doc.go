// Package population makes the entities of a table that does not exist yet, from how many there are and what is known of their
// values, so that keys can be chosen before there is data. In reading order:
//
//	spec.go      Spec and Property, their bounds, Error
//	generate.go  Generate: the entities, the same for a seed on every machine
//	values.go    which value an entity has, and what the values are
//	zipf.go      ranks as popularity has them
//
// Properties are drawn each by itself: what is known of one says nothing of another, which real data does not promise.
package population
