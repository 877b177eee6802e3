// Package suggest looks for keys: from what an application asks and writes, and from the entities themselves, it makes designs,
// has package lab measure each, and returns the few that are worth a look, with reasons in sentences. In reading order:
//
//	suggest.go  Search, its Options and the Result
//	score.go    Scores: the four numbers that designs are compared by; what is worse in all of them is left out
//	facts.go    what the values of a property can be in a key
//	needs.go    what a pattern wants of the keys
//	estimate.go what a design will cost, roughly: the order in which designs are measured
//	keys.go     designs made of the properties that patterns compare
//	beside.go   copies and lists beside the entities; buckets against a hot partition
//	pool.go     the designs that were measured
//	few.go      the few of them that are shown
//	reasons.go  Reasons
//
// No design is the right one: cheap reads are bought with writes, bytes or a hot partition. So the answer is a choice of designs
// of which none is better than another in every number, and each says what it gains and what it costs.
//
// # The search
//
// A key that serves a pattern begins with properties that its filter asks to be equal to something, goes on with the one that is
// asked for by a range or an order, and ends in what makes it unique. Search makes these keys for each pattern, and mixes them:
// the PartitionKey of one with the RowKey of another. An estimate decides what is measured first. Of what was measured the best
// get copies for the patterns that they leave dear, up to three, and buckets where a partition is hot.
//
// A table of more than Options.Screen entities is searched on so many of them, drawn by the seed; the designs that are left are
// then measured on all. The work of a search is counted in entities that get a key, not in seconds: the same entities, patterns,
// options and seed give the same answer on every machine.
package suggest
