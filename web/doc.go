// Package web holds everything the page loads, embedded in the binary: the files of web/static as they are, and what
// web/build made of them and of the client program (web/dist).
//
// Read in this order: [Bundle] is the set of files, [File] is one of them with its encodings, [Embedded] opens the
// copy inside this binary and [Load] one on disk. Package web/bundle writes web/dist; package
// web/postlink makes the program small.
//
// The WebAssembly program is stored twice, in brotli and in gzip, and never as it is: a client that accepts neither
// gets what the gzip copy unpacks to.
package web
