// Package engine is the store: one account of tables in memory that behaves as the Azure Table service does. It is pure Go,
// the same in the browser's worker and in the server. In reading order:
//
//	service.go   Service: what a store of tables does; Query, Page, Op and their results
//	error.go     Error with the service's codes, sentences and statuses
//	profile.go   ProfileOf: which engine answers at an address
//	name.go      names, keys and the limits of section 1 of the service's description
//	limit.go     what is checked of a write, in the service's order
//	entity.go    Entity: immutable, read without copying; ETags; Project for $select
//	layout.go    property layouts, interned by table; the size formula
//	table.go     one version of a table: a tree of packed entities and a partition directory
//	db.go        DB: the root that readers take, tables
//	apply.go tx.go
//	             operations and entity group transactions, on copies of the trees
//	commit.go    Commit, subscribers, and the one place where a new root becomes visible
//	load.go grower.go bulk.go
//	             many entities at once: Loader into a table of its own making, Bulk by a policy
//	census.go sketch.go text.go
//	             the property census, kept as entities come and go, with estimates
//	distinct.go  Distinct: exact numbers in their place, by reading
//	tally.go     Tally: the same of entities that no table here holds
//	snapshot.go  Snapshot: an immutable view of a table by rank and by partition
//	span.go scan.go
//	             key ranges as stretches of the tree; reading one
//	count.go explain.go
//	             exact counts without reading: what a plan costs
//	matcher.go query.go token.go
//	             a filter on 64 entities at once; the pages of a query and where the next begins
//	run.go rankset.go
//	             Run: all pages of a query from one snapshot
//	hot.go       copies of the numbers that scans compare again and again
//	survey.go    Match: what a query would give, without keeping it
//	file.go      File and Folder: what a workspace that lasts needs of a disk
//	logformat.go the bytes of a log, record by record
//	log.go       every commit written and synced before it is visible, many by one sync
//	logwrite.go  commits as records
//	recovery.go logchoice.go repair.go logread.go replay.go replayorder.go builder.go
//	             OpenFolder: which file is the log, what of it can be read, tables from it; damage is put aside and told, and
//	             a new workspace is begun only where none was
//	rewrite.go close.go damage.go
//	             the log written anew while it is in use; the end of its use; damaged files
//	reserve.go   room that is held for a full disk: deletes and the rewrite live on it
//	track.go keeper.go known.go sync.go
//	             tracked tables: what entities were before they were changed here, kept in the commits that change them, for
//	             those that keep a table in step with another
//	image.go restore.go checkpoint.go document.go
//	             pictures of the workspace, named ones that last, going back to them; small texts beside the tables
//	memory.go    LimitHeap: a program that holds tables stays near what is live
//	invariant.go Check, for tests
//
// Data flows one way:
//
//	Op -> checkRequest -> tx on copies of the trees -> Commit -> log -> root swapped -> subscribers
//	$filter -> filterlang.Plan -> span -> scan of a root's trees -> Page or Result
//
// A writer copies what it changes (the trees copy nodes as they are touched) and swaps one root; readers take the root and
// never wait. Whatever a reader holds stays as it was.
package engine
