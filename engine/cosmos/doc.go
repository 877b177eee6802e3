// Package cosmos lets an engine.DB behave as an account of Azure Cosmos DB for Table where that differs from Azure Table
// storage. Nothing here is measured: it is made from what the service documents, so that code which relies on order or on
// storage's limits is found before it moves. In reading order:
//
//	account.go  Account: an engine.Service that lists entities in an order of its own
//	limits.go   what it refuses of writes, and of other capitals in a table's name
//	move.go     what changes for a table and its queries when they move there
//	units.go    what is charged, by a model
//	front.go    Front, of the server's half: request units, 429 above a rate, and what the service does not have
//
// Two tables whose names differ in capitals only cannot be kept side by side, as they can there.
package cosmos
