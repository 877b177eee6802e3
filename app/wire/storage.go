package wire

import "encoding/json"

// Storage tells where the workspace is kept.
var Storage = Read[Done, StorageInfo]("storage").ofPage()

// StorageInfo tells where the workspace is kept.
type StorageInfo struct {
	Durable bool   // every commit is on disk before it is shown
	Reason  string // why not
	Shared  bool   // another tab holds the file; this one works through it
	Log     int64  // bytes
	Used    int64  // bytes that the browser counts for this site
	Quota   int64  // 0: not known
	Persist bool   // the browser promised not to evict it
	Failed  string // why nothing can be written any more
	Full    bool   `json:",omitempty"` // there is no more room: nothing but deleting works
	Largest []Held `json:",omitempty"` // when it is full: what takes most, the largest first
	Damage  []DamageInfo
	Missing bool   `json:",omitempty"` // Reason is that the log of a workspace is not there: BeginAnew begins another one
	Told    string `json:",omitempty"` // of the opening, "" when there is nothing to tell beside Damage
}

// Held is a table or a snapshot with its size.
type Held struct {
	Name     string
	Snapshot bool
	Bytes    int64
}

// DamageInfo is damage that was found when the workspace was opened.
type DamageInfo struct {
	File string // for ExportDamaged and ForgetDamage; "" when they can do nothing
	Text string // what is damaged
}

// ExportDamaged gives a damaged file as it is.
var ExportDamaged = Read[DamageRequest, FileReply]("export-damaged").ofPage()

// ForgetDamage deletes a damaged file that was put aside.
var ForgetDamage = Write[DamageRequest, Done]("forget-damage").ofPage()

// DamageRequest names a damaged file.
type DamageRequest struct{ File string }

// BeginAnew makes a new workspace in the browser's storage where the log of one is missing. It is used after the page was loaded anew.
var BeginAnew = Write[Done, Done]("begin-anew").ofPage()

// Checkpoints lists the named snapshots of the workspace.
var Checkpoints = Read[Done, CheckpointsReply]("checkpoints")

// CheckpointsReply lists them, newest first.
type CheckpointsReply struct{ Checkpoints []CheckpointInfo }

// CheckpointInfo is a named snapshot of the whole workspace.
type CheckpointInfo struct {
	ID       string
	Name     string
	Time     string // RFC 3339
	Tables   int
	Entities int
	Bytes    int64
}

// SaveCheckpoint keeps the workspace as it is under a name.
var SaveCheckpoint = Write[CheckpointRequest, CheckpointInfo]("save-checkpoint").finishing()

// RestoreCheckpoint makes a checkpoint the workspace.
var RestoreCheckpoint = Write[CheckpointRequest, UndoReply]("restore-checkpoint").finishing()

// DropCheckpoint deletes a checkpoint.
var DropCheckpoint = Write[CheckpointRequest, UndoReply]("drop-checkpoint")

// CheckpointRequest names one: by Name to make it, by ID otherwise.
type CheckpointRequest struct {
	ID   string
	Name string
}

// Undo takes a restore or a deletion back.
var Undo = Write[UndoRequest, Done]("undo")

// UndoRequest takes something back.
type UndoRequest struct{ Undo string }

// UndoReply names what a later Undo takes back until the next reload: the workspace before a restore, a deleted table or a
// deleted checkpoint.
type UndoReply struct{ Undo string }

// UndoGone is the code of a Failure about something that cannot be taken back: it was already, or the worker was started anew.
const UndoGone = "UndoGone"

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
