// Package lessons holds the worker's handlers of lessons: their data is in a worker.Room beside the workspace, where all handlers work
// unchanged. In reading order:
//
//	handlers.go  Handlers: all of them
//	lessons.go   the course, a lesson opened, a teacher's file run, a learner's report read, a lesson's tables kept
//	try.go       an attempt at a step: done, judged and shown
package lessons
