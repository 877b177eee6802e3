// Package kill kills a process that writes to a data directory, again and again, and looks whether all that it had
// acknowledged is there and nothing is half there.
//
// Read in this order: script_test.go says what each writer does, as a function of a seed, and what it leads to;
// writer_test.go is the process that does it and tells what was acknowledged; kill_test.go ends it and compares.
package kill
