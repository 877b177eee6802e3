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
//   - a document of the workspace holds the source, what was pulled, and how far.
//
// Data flows one way each time:
//
//	Pull:    service -> page -> three-way merge with base and local -> one commit for each page, with the token that follows
//	Compare: two sides in key order -> differences
//	Push:    base and local -> Plan: groups of operations on one partition -> conditional requests -> results
//	         -> one commit for each group, that makes what was sent the new base
//
// A request whose outcome is not known is settled by reading back: an entity that is as it was to be has been written.
// Whatever stops the work, at whatever step, doing it again continues it.
package tablesync
