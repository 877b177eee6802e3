// Package files holds those handlers of the worker that take files and links in, and those that give them out. In reading order:
//
//	handlers.go  Handlers: all of them
//	inspect.go   what a file holds, and its first rows exactly as an import takes them
//	import.go importslice.go
//	             an import, slice by slice, each slice one commit; importdocument.go joins documents
//	importreport.go importundo.go
//	             what an import leaves until the next reload: the rows that were refused, and how it is taken back
//	adopt.go     a link's table
//	export.go clipboard.go
//	             results, tables and the workspace as files; lines of a result for the clipboard, a table for a link
package files
