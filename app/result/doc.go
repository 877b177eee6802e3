// Package result is what the run of a query brought: how far it is, its rows with what is done to them, and how an account is read on.
// In reading order:
//
//	run.go      Run and More, which ask the worker, and what it tells of them
//	update.go   Update: a run goes on and ends, and its rows are chosen, opened and deleted
//	then.go     ThenText, what came of the step in the browser; scan.go Worst, what a scan may cost
//	wait.go     a request of an account that waits for its next attempt
//	view.go view_tools.go view_live.go view_scan.go
//	            Panel, the line above the grid and the grid's place; ScanQuestion
//
// The model is grid.Result, which the grid shows. What is run, and whether it may be, is decided where the query is. Update is pure.
package result
