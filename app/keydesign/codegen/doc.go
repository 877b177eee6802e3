// Package codegen writes a design as code that makes the keys of an entity: what a template says in C#, Go, JavaScript and
// Python, byte for byte, with nothing but the language's own library. In reading order:
//
//	codegen.go  Code: the functions of a design, whatever the language
//	language.go what a language needs to say: the steps of a filter, literals, helpers
//	golang.go javascript.go python.go csharp.go
//	            the languages
//
// Go, JavaScript and Python are run by the tests beside Design.Keys, on every kind of value; for C# there is a file that was
// read with care. A letter that got an upper case after Unicode 15 may have it in one language and not yet in another.
//
// Each language writes what the design needs and no more. Property names and literal texts come from strangers: every one is
// a string in quotes or a comment, with all that is not plainly printable escaped.
package codegen
