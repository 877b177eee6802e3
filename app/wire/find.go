package wire

// Find looks for a text in all lines of the last run's result.
var Find = Read[FindRequest, FindReply]("find")

// FindRequest looks for a text in the lines of a result, all of them.
type FindRequest struct {
	Result  int
	Order   int
	Text    string
	Case    bool     // tell upper from lower case
	Columns []string // those that are looked at; nil for all of the result
	// From is the line where the search for the next one begins, itself included. Back looks upwards. Both go round.
	From int
	Back bool
}

// FindReply is exact for the lines that the result has.
type FindReply struct {
	Lines  int // with a match
	Cells  int // that match, in all lines
	Line   int // the one found, -1 for none
	Column string
	Index  int // of the line among those with a match, from 1
	Read   int // entities that were looked at
	Micros int64
}

// Marked says which cells of a window are to be marked.
type Marked struct {
	Text string
	Case bool
}
