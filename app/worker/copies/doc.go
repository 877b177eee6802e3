// Package copies holds those handlers of the worker that keep copies of accounts' tables, compare tables, and copy entities into any table. In
// reading order:
//
//	handlers.go  Handlers: all of them
//	copies.go    pull, push and its plan, conflicts and how they are resolved
//	compare.go   how two tables differ, and the differences of the last comparison
//	copyto.go    copies of entities into any table: planned, run, read back
//	copydecide.go copyfile.go
//	             an entity that the table has differently, decided; the rows of a file as what is copied
package copies
