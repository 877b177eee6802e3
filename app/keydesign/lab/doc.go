// Package lab compares ways to choose the keys of a table: designs against access patterns, every number measured by running
// what the service would run on entities that really have the keys. In reading order:
//
//	spec.go     Spec: what is compared - a table or a Population, Patterns, Designs with their Indexes
//	text.go     a Spec as text that can be kept and sent; hostile until Parse has looked at it
//	report.go   Report: what was found, designs beside each other and a Cell for each pattern under each design
//	bench.go    Bench: measures, and remembers what it need not measure again
//	shadow.go   the tables of a design, filled with the entities
//	read.go     the ways to ask a read pattern
//	write.go    what a write pattern hits
//	rank.go     verdicts, sums, ranks and break-evens
//	checklist.go
//	            Checklist: the papers' procedure for choosing keys, answered from a Report
//	markdown.go Markdown: a comparison for a design review
//
// The pattern says what an application asks and how often; the design says under which keys the entities are. A read pattern is
// a filter on the entities as they are in the table: its conditions become key ranges where a design allows it
// (keydesign.Design.Rewrite). A write pattern is measured by the keys that its entities have.
package lab
