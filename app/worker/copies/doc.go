// Package copies holds those handlers of the worker that keep copies of accounts' tables and compare tables. In reading order:
//
//	handlers.go  Handlers: all of them
//	copies.go    pull, push and its plan, conflicts and how they are resolved
//	compare.go   how two tables differ, and the differences of the last comparison
package copies
