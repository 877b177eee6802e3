// Package count is the dialog that counts entities and partitions of an account, and tells the statistics of a table. No service counts: all of them have to be read, so the
// dialog tells first what that costs, reads only when it is told to, can be stopped, and goes on where it ended. In reading order:
//
//	model.go  Model: what is counted, how far it is, what came of it; Update and Follow
//	view.go   Dialog, the drawing; Cost, its price
//	view_stats.go
//	          what whole entities come to: their properties, kinds and sizes, in the words of the statistics of this browser's tables
//
// Model, Update and Follow are pure.
package count
