// Package editor is what the editor of the filter shows and offers. In reading order:
//
//	effect.go    SetEditor, ShowMarks…: effects on the editor
//	marks.go     Marks of a plan: colours, underlines, what was found
//	offset.go    UTF16Offsets, ByteOffset: places in a text as the editor counts them
//	refusal.go   Begun, Suited: what a refusal says and offers while somebody types
//	complete.go  Offers: the values that completion has, and Complete
//
// Everything here is pure. The text itself belongs to the query line.
package editor
