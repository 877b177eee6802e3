package wire

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
