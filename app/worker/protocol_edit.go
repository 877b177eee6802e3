package worker

// BatchRequest is an entity group transaction: operations on one partition, in this order, all or none. One operation goes by
// itself, as the service's clients send it.
type BatchRequest struct {
	Source string `json:",omitempty"`
	Table  string
	Ops    []ApplyRequest // Source and Table are not looked at
}

// BatchReply tells what became of a group. A group whose outcome nobody knows is an error with the code OutcomeUnknown.
type BatchReply struct {
	ETags  []string `json:",omitempty"` // one for each operation, "" of a delete; none when it was refused
	Failed *Failure `json:",omitempty"` // why nothing of it was done
	At     int      `json:",omitempty"` // the operation that failed it all, -1 when that was not told
}
