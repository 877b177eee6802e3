// Package deploy is a design of the lab in use: its tables in this browser or in an account, and whether the copies in them are still
// what the entities say.
//
//	Prepare: the tables that lab.Bench.Tables made of a source -> a tablecopy.All with its plan: what is written, in how many requests
//	Check:   the tables in use, read page by page -> Found: copies that are missing, stale or orphaned, with examples, and a
//	         tablecopy.All that mends them, with its plan
//
// Both plans are carried out, stopped, gone on with and verified by tablecopy.All.Run and Verify, so nothing is overwritten that somebody
// changed meanwhile. What belongs where says a lab.Layout; codegen writes the same rules as programs. app/worker/study calls Prepare
// and Check for the page, server/cmd/rangefinder for the command line; neither writes before a person has seen the plan.
//
// # How a check reads
//
// Nothing is assumed about the order of entities, and memory does not grow with the tables. The first reading adds up, in a fixed number
// of buckets, hashes of the copies that the entities ask for, and subtracts those of the copies that are there: a bucket that is not zero
// has drifted. The second reading keeps the keys of the drifted buckets, as many as fit; Found.More says when there are others. The third
// reads the entities once more, after the copies, and makes what should be there.
//
// An application may write meanwhile. It writes an entity first and its copies then, so a copy that was read before its entity is in step
// or older, and it is mended only while it is as it was read, on condition of its ETag. When the entity of a missing copy is deleted
// before the copy is made, the copy is an orphan, which the next check finds.
//
// In reading order:
//
//	deploy.go  Prepare
//	check.go   Check and Found; the three readings
//	drift.go   drift: sums of the first reading, keys of the second
//	mend.go    from keys to a plan
package deploy
