// Package misses says why a result is empty: which filters near the one that ran take something. In reading order:
//
//	model.go  Model: what was asked and found; Follow and Update
//	view.go   Draw, the drawing below an empty result
//
// Model, Follow and Update are pure.
package misses
