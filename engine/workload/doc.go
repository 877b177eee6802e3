// Package workload reads what an application asked a Table service, from the logs that services and tools write, and tells
// which shapes of queries make the service read most. Logs hold keys of entities, addresses of callers and signatures; none
// of these leaves the package, except the literals of an example filter, see Shape.Example.
//
//	log lines -> Read -> Call -> Summary.Add -> Shape, counted -> Summary.Shapes, the most expensive first
//
// Read knows the kind of a log by its content, unpacks gzip, and keeps one line at a time. A line it does not understand is
// counted, and the first of them are told by number and reason, without their text: nobody knows what a broken line holds.
//
// Queries that differ in their literals only are one Shape: "PartitionKey eq {String} and Rating gt {Int32}". Package filterlang
// parses the filter, the literals become holes with the name of their type, and it prints the result. Point reads by URL,
// writes, transactions and the operations of tables are shapes too, named by their operation. A Summary parses a filter only when
// no filter of the same tokens came before, because a parse costs forty times as much as its tokens.
//
// Shapes are ranked by what they make the service read. A log of this project says how many entities were examined; when all
// queries have that number it decides. Otherwise the class of the plan does, and the number of calls within a class: how many
// entities a full scan reads is not in the other logs. Durations, sizes and status codes stand beside the plan and are no
// proof of it: they measure the service, its load and the network.
//
// # Reading order
//
//	call.go       Call: one request to a table; operations by name and by method
//	target.go     what a URL says: table, keys or not, the query's options
//	shape.go      the text of a shape, from a filter
//	histogram.go  durations in bounded memory, for percentiles
//	summary.go    Summary: calls counted by shape; Shape
//	missed.go     what is there, when Since and Table leave out all
//	timeline.go   calls by time, in bounded memory
//	example.go    which filter may stand as an example
//	read.go       Read, Report and the kinds of logs; which one a file is
//	open.go       gzip, UTF-16, and files that were cut off
//	recognize.go  Recognize: whether a file is a log at all
//	lines.go      lines of bounded length; elements.go: the elements of a JSON array; object.go: the members of an object
//	monitor.go    Azure Monitor, as lines or elements; csv.go: as CSV
//	own.go        what rangefinder serve --log writes
//	analytics.go  Storage Analytics 1.0 and 2.0
//	har.go        HAR 1.2
//	azurite.go    Azurite's debug log and its access log
//
// Package source finds filters in the source code of applications.
package workload
