// Package tablecopy copies entities into a table of any service: of an account, of another database, of a server. It says what it is
// about to do before the first write, overwrites nothing that it was not told to, and can be stopped at any time.
//
//	Gather:  a table, or what a query returns of it -> a Snapshot in memory; a local table is one already
//	Prepare: the Snapshot and what the target has under its keys -> a Copy with its Plan: what is to be written, in how many
//	         requests and bytes, what is there already, and what the target does not take
//	Meet, Decide: one entity that both have differently -> its sides, and what somebody made of them instead of the rule
//	Run:     the plan -> entity group transactions, several at a time, each entity on condition that the target has it as Prepare
//	         found it
//	Verify:  what should be there, read back, all of it or a sample
//
// A copy that was stopped, or whose connection was lost, needs no note of how far it was. Prepare finds what was written, because it is
// equal, and plans the rest. So nothing is written twice, whatever the target answered or did not.
//
// Whoever was quicker is never overwritten unseen. An entity that the target has already, and that is not equal, is decided by a rule
// that the caller gives, and counted in the plan. One that comes or changes after Prepare has looked is left as it is and reported.
//
// The work of writing is tablesync's: a Copy is a tracked table in memory whose base is what the target has, so that grouping, conditions,
// lost answers and refusals are dealt with in one place.
//
// In reading order:
//
//	types.go    what callers give and see
//	gather.go   the source
//	survey.go   reading what the target has, in as few requests as its keys allow; spans.go cuts the keys into what is read at once
//	prepare.go  Prepare, and the Plan
//	decide.go   Meet and Decide
//	run.go      Run, and the Report
//	verify.go   Verify
//	all.go      All: several copies as one
package tablecopy
