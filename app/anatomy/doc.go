// Package anatomy is a model of how a table lies on its servers, for pictures of what a filter reads: one list in key order, cut into
// shares of servers, of which a plan reads one stretch, a page of up to 1,000 entities at a time. It draws nothing.
//
// The list and what is read of it are exact. Two things are a model: the service does not say where a server's share begins, so
// the list is shared out evenly unless the cuts are given; and pages are shown as if every entity that is read were returned, so
// there are at most as many, until it is counted how many what matches fills. In reading order:
//
//	index.go    Index, Part, Stretch: a table as a list
//	picture.go  Picture: what is touched, and the same in words
//	orders.go   Orders: a made-up table whose keys are known, for pages that show no table
package anatomy
