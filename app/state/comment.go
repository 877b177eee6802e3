package state

import "rangefinder/filterlang"

// Comments are of this page alone: what is sent, shown as a request or written as code has none; see filterlang.Comments. The text
// as it was written is kept everywhere else: in links, open and saved queries, the history.

// sent is what of a filter a service gets.
func sent(filter string) string { return filterlang.WithoutComments(filter) }
