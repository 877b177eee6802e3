// Package agent lets programs that write code, "agents", ask what Rangefinder knows, over the Model Context Protocol: what a $filter
// costs, which filters of a file read too much, what an application asks by its logs, which keys a table should have, whether a lesson
// is right. [Serve] speaks it on two streams; [NewFiles] says which files the tools may read, [Files.AllowWriting] which they may
// write. The tools have typed inputs and outputs, and a text for people beside.
//
// No tool reaches a network. A tool reads a file only when the file, or a folder that it is in, was named when the program was
// started: links do not lead out of such a folder. Nothing is written unless a file was named for that; only then is there a tool that
// writes, and it only adds tables.
//
// In reading order: server.go, session.go, files.go, and a file for each tool: explain.go, check.go, workload.go, suggest.go, lab.go,
// make.go, lesson.go.
package agent
