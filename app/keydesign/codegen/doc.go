// Package codegen writes a design as code that makes the keys of an entity: what a template says in C#, Go, JavaScript and
// Python, byte for byte, with nothing but the language's own library. In reading order:
//
//	codegen.go  Code: the functions of a design, whatever the language
//	instep.go   InStep: the same, and functions that write an entity with its copies; instep_*.go, for each language
//	language.go what a language needs to say: the steps of a filter, literals, helpers
//	golang.go javascript.go python.go csharp.go
//	            the languages
//
// Go, JavaScript and Python are run by the tests beside Design.Keys, on every kind of value; for C# there is a file that was
// read with care. A letter that got an upper case after Unicode 15 may have it in one language and not yet in another.
//
// What InStep writes uses the language's client for tables. e2e/sdk runs it in JavaScript and Go against the endpoint, and in C# and
// Python where their clients are, and has the copies checked by package deploy.
//
// Each language writes what the design needs and no more. Property names and literal texts come from strangers: every one is
// a string in quotes or a comment, with all that is not plainly printable escaped.
package codegen
