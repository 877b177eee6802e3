// Package source finds the filters of queries in the source code of applications: Go, C#, JavaScript and TypeScript, Python, and
// Java. It knows string literals and their interpolations, not the languages: what is put together at run time from parts that
// are not in one expression is not seen, and Find says where.
//
//	text -> lexer: strings, words, signs -> expressions: strings joined, holes between them -> filters with a literal for each hole
//
// A hole is what a program puts into a filter: %s of a format, {pk} of an interpolated string, ${pk} of a template, @pk of a
// parameter, or a variable between two strings. It becomes a literal of the type that its place, its format, the call that converts it
// or its declaration says: '{pk}' is a String, 1 a number. Where nothing says it, a text stands for it and Filter.Untyped names it. Upper bounds get a literal that is greater than those of lower bounds, so that a range is not
// taken for an empty one.
//
//	language.go  Language, by a file's name
//	lexer.go     strings with holes, words and signs; comments are left out
//	join.go      strings that stand together: "a" + b + "c", adjacent ones in Python
//	arguments.go what a format is filled with
//	values.go    types of values: by the call that converts them, by literals
//	types.go     types of names, by declarations and by what they are set to
//	fill.go      holes become literals
//	find.go      Find: the filters of a file, and what it cannot see
package source
