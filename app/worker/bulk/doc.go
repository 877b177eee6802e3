// Package bulk holds those handlers of the worker that write many entities at once. In reading order:
//
//	handlers.go     Handlers: all of them
//	many.go         a property of many entities, set, renamed, given another type or removed
//	remove.go       many entities deleted
//	removefound.go manyfound.go
//	                both in an account: what is found there is read first, and what is left of a run can be gone on with
//	accountwrite.go writes in an account, each on condition that its entity is as it was read
package bulk
