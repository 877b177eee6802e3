// Package link turns a view, and small tables with it, into the fragment of an address and back. In reading order:
//
//	link.go     Link: what a link can hold, and nothing else
//	encode.go   Encode: the readable form, v=1&t=Movies&f=…, or q=… for a long filter, with d=… behind it when there is data
//	decode.go   Decode: the same backwards, bounded, with an Error for people
//	pack.go     the data: checksummed and compressed
//	embed.go    Snippet: the HTML that shows a link on another page
//
// A link lives behind the # of an address, so it reaches no server. It is made by one person and opened by another, so
// everything in it is hostile until Decode has looked at it, and what is done with its data is for the person to say.
package link
