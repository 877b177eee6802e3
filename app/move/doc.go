// Package move is the dialog "Would this table move?": what changes for a table of this browser and its queries in Azure Cosmos DB for
// Table. The worker looks; nothing is sent anywhere. In reading order:
//
//	model.go  Model: the table, its queries and what was found; Update and Follow
//	view.go   Dialog, the drawing
//
// Model, Update and Follow are pure.
package move
