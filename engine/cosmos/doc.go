// Package cosmos lets an engine.DB behave as an account of Azure Cosmos DB for Table where that differs from Azure Table
// storage. Nothing here is measured: it is made from what the service documents, so that code which relies on order or on
// storage's limits is found before it moves. In reading order:
//
//	account.go  Account: an engine.Service that lists entities in an order of its own
package cosmos
