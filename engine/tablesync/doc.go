// Package tablesync keeps a local table and one of a Table service in step: pull, compare, push. Nothing is lost and nothing
// is overwritten unseen.
//
// A copy is a local table that knows where it came from. What it knows is kept in the same database, so that it is as durable
// as the tables, and is changed in the same commits:
//
//   - an entity that has not been changed here is its own base: it carries the Timestamp of the service, from which the ETag
//     follows;
//   - the first local change to an entity puts what it was before, or that it was not there, into the table's base beside it
//     (engine.Track), so what is pending is exactly what the base lists;
//   - the note of the table holds the source, what was pulled, and how far.
//
// All of it goes where the table goes: into snapshots, back with a restored table, away with a deleted one, and by documents
// into workspace files (carry.go).
//
// Data flows one way each time:
//
//	Pull:    service -> page -> three-way merge with base and local -> one commit for each page, with the token that follows
//	Compare: two sides, brought into key order -> differences
//	Push:    base and local -> Plan: groups of operations on one partition -> conditional requests -> results
//	         -> one commit for each group, that makes what was sent the new base
//
// Order is never assumed. A service that keeps the order of keys, as Azure Table storage promises, is pulled and compared in one
// pass; one that is known not to, or is found out by a page, has its entities merged one by one and its absences judged when
// the list is over. Compare reads such a side to its end first, and packs what differs from a table at hand.
//
// Before a group is sent, hashes of what is sent are noted with its entities. Whoever finds them at the service later knows
// that nobody else wrote them, though the answer was lost and the entity was changed again since.
//
// A request whose outcome is not known is settled by reading back: an entity that is as it was to be has been written.
// Whatever stops the work, at whatever step, doing it again continues it.
//
// In reading order:
//
//	types.go copy.go     what callers see; the note of a copy, and one work at a time on each
//	merge.go             three-way merging of one entity
//	pull.go ahead.go chunk.go
//	                     pages, some of them read ahead, and the commits that merge them
//	unordered.go         the same for lists without order, as Azure Cosmos DB for Table gives them
//	compare.go sorted.go two sides in key order, and how a side without order comes into it
//	plan.go push.go sent.go lanes.go turns.go doubt.go readback.go rehearse.go
//	                     what is to be sent, sending it, and what becomes of what was refused or not answered
//	resolve.go decide.go carry.go
//	                     conflicts, by a rule or one by one, and changes taken back; copies in workspace files
package tablesync
