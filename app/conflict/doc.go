// Package conflict is an entity that two sides hold differently, and what becomes of it: one model and one drawing for every place
// where somebody else may have been quicker. In reading order:
//
//	conflict.go  Sides: base, theirs and mine; Pick: whose value of a property stays; what each outcome makes of them
//	words.go     what is said of a conflict and of its outcomes
//	view.go      Case: a conflict as it is drawn, a table of properties with a column for each side
//
// Who opens it:
//
//	inspector, Review   package review draws the conflict of a pending change; base is what was read
//	push                package copies draws the conflicts of a copy; base is what was pulled
//	copy, import        package copyto draws what the target has already; there is no base, so there are two columns, until a run
//	                    meets a change of what the plan has seen, which is the base then
//
// A place gives the sides and two functions that make its messages; it keeps the picks, and carries the outcome out. Whatever is kept
// of mine is written on condition that the target still holds the theirs that was shown: a third writer is a conflict again.
//
// The package asks nobody and writes nothing.
package conflict
