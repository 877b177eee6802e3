// Package lab compares ways to choose the keys of a table: designs against access patterns, every number measured by running
// what the service would run on entities that really have the keys. In reading order:
//
//	spec.go     Spec: what is compared - a table or a Population, Patterns, Designs with their Indexes
//	text.go     a Spec as text that can be kept and sent; hostile until Parse has looked at it
//	stored.go   the Spec of a table that a workspace holds
//	report.go   Report: what was found, designs beside each other and a Cell for each pattern under each design
//	bench.go    Bench: measures, and remembers what it need not measure again
//	shadow.go   the tables of a design, filled with the entities
//	layout.go   Layout: what a design stores for an entity, and where, for programs and checks
//	read.go     the ways to ask a read pattern
//	unpadded.go numbers that a key holds without padding, which keeps ranges from using it
//	write.go    what a write pattern hits
//	hints.go    what a pattern could ask instead, and the properties there are
//	rank.go     verdicts, sums, ranks and break-evens
//	growth.go   Grow: what a cell comes to in a larger table, a model
//	units.go    ByUnits: a report as Azure Cosmos DB for Table charges for it, a model
//	checklist.go
//	            Checklist: the papers' procedure for choosing keys, answered from a Report
//	markdown.go Markdown: a comparison for a design review
//	suggest.go  Suggest: a comparison to begin with
//	measured.go Measured: patterns of what a log says
//
// The pattern says what an application asks and how often; the design says under which keys the entities are. A read pattern is
// a filter on the entities as they are in the table: its conditions become key ranges where a design allows it
// (keydesign.Design.Rewrite). A write pattern is measured by the keys that its entities have.
//
// # The tables that are measured
//
// A design's table is real: every entity of the table gets the key that the templates of package keydesign make of it, beside
// it lie the copies and lists of the indexes, and the engine reads it as it reads any table. An entity keeps its former keys in
// the properties WasPartitionKey and WasRowKey where the new ones replace them; sets of entities whose keys could meet in one
// table are told apart by the property CopyOf. An entity whose key another has, or that gets none, is left out, counted and
// listed; a design that has such entities holds less than the data and is not ranked.
//
// Storage is the bytes of all tables of a design, by the formula for an entity's size, in those of the table as it is. Former
// keys and CopyOf are stored, so they count: entities of 50 bytes with a copy each are more than twice the bytes.
//
// # What a read costs
//
// Class is the plan's of the filter that is asked, key conditions included. Examined, Returned, RoundTrips, Partitions and
// Bytes are those of the run: a page ends with 1,000 entities that match, with 4 MiB, or with the table. With Top the run ends
// when there are enough; when an order is wanted too and the entities that match do not come in it, all of them are read and
// the application sorts. A copy that lacks what the pattern wants, and each key on a list, costs one more request, one entity
// examined and one returned. Of all ways - by the keys, by each index - the one with the fewest points counts; a way that would
// lose entities is shown with its Doubt and does not.
//
// # What a write costs
//
// The entities of the table stand for those that are written, in the order of Arrival, or in one that has nothing to do with
// anything. A call takes the next Batch of them that have the same value in Together. Requests are one for each partition it
// touches, one more for each further 100 operations, two for each list - it is read before. An update writes a copy only when
// the copy has what changes; one that changes a property of a key deletes and inserts. Split are the calls whose entities lie
// in several partitions, which no transaction spans.
//
// Hottest is looked for in every second's worth of entities, Rate of them: the most that one partition takes, on average over
// these seconds, and HottestPeak in the worst. Where the table has fewer entities than a second, it is scaled up. A partition
// takes 2,000 a second today, and 500 by the target of 2010. AtEnd is the share of inserts that, in the order of Arrival, have
// a key behind all before them or before all: a table that grows at one end is one server's work.
//
// # How designs are ranked
//
// Points are one for a request, one for 1,000 entities examined, one for 100 written; a Total adds up those of all patterns,
// times their calls a day. The design with the fewest is first; totals within half a percent share a rank. A cell is better or
// worse than that of the first design by its points, a write of the same points by its hottest partition; a read of the same
// points is the same, and Why tells if one of the two crosses partitions. It is impossible where the transaction splits or the
// hottest partition takes more than the limit on average. A break-even is the calls a day at which the totals of two designs
// are the same, all else as it is.
package lab
