// Package study holds those handlers of the worker that only read a workspace, to tell what is in it or what it would cost. In reading
// order:
//
//	handlers.go  Handlers: all of them
//	partitions.go kinds.go exportpartitions.go
//	             the list of partitions with its histogram, the same as a file; what the census estimates, counted; kinds of entities
//	count.go     entities counted on an account
//	nodes.go misses.go near.go values.go cellfilters.go
//	             what a filter's parts count, filters near one that takes nothing, the values of a property, the filters that a cell offers
//	lab.go deploy.go simulator.go workload.go move.go
//	             the comparison of key designs, the load simulator, logs of what an application asks, what changes in Azure Cosmos DB
//
// What a handler keeps from one request to the next is a type of its own, which worker.Own tells apart.
package study
