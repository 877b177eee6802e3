package wire

import "encoding/json"

// Document reads or writes a document of the workspace.
var Document = Op[DocumentRequest, DocumentReply]{declare("document", func(body json.RawMessage) bool {
	var req DocumentRequest
	return json.Unmarshal(body, &req) == nil && !req.Set
})}.ofPage()

// DocumentRequest reads or, with Set, writes a document of the workspace; "" deletes it.
type DocumentRequest struct {
	Name string
	Text string
	Set  bool
}

// DocumentReply is a document, "" when there is none.
type DocumentReply struct{ Text string }
