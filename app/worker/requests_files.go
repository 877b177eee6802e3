package worker

import "context"

// The operations on files, checkpoints and storage.
const (
	opInspect           = "inspect"
	opPreview           = "preview"
	opImport            = "import"
	opImportReport      = "import-report"
	opLosses            = "losses"
	opExport            = "export"
	opRelease           = "release"
	opCopyRows          = "copy"
	opBundle            = "bundle"
	opAdopt             = "adopt"
	opCheckpoints       = "checkpoints"
	opSaveCheckpoint    = "save-checkpoint"
	opRestoreCheckpoint = "restore-checkpoint"
	opDropCheckpoint    = "drop-checkpoint"
	opDropTable         = "drop-table"
	opUndo              = "undo"
	opStorage           = "storage"
	opExportDamaged     = "export-damaged"
	opForgetDamage      = "forget-damage"
	opDocument          = "document"
)

// Inspect tells what a file holds.
func (c *Client) Inspect(ctx context.Context, req InspectRequest) (*InspectReply, error) {
	return call[InspectReply](ctx, c, opInspect, req, nil, leave)
}

// Preview answers the first entities of a file as they would be imported.
func (c *Client) Preview(ctx context.Context, req PreviewRequest) (*PreviewReply, error) {
	return call[PreviewReply](ctx, c, opPreview, req, nil, leave)
}

// Import takes a file in. Cancelling ctx keeps what was written: the reply has Stopped set.
func (c *Client) Import(ctx context.Context, req ImportRequest, onProgress func(Progress)) (*ImportReply, error) {
	return call[ImportReply](ctx, c, opImport, req, onProgress, await)
}

// ImportReport writes the list of refused rows of an import as a CSV file.
func (c *Client) ImportReport(ctx context.Context, req ReportRequest) (*FileReply, error) {
	return call[FileReply](ctx, c, opImportReport, req, nil, leave)
}

// Losses answers what an export would lose, without making it.
func (c *Client) Losses(ctx context.Context, req ExportRequest) (*LossesReply, error) {
	return call[LossesReply](ctx, c, opLosses, req, nil, leave)
}

// Export writes a file.
func (c *Client) Export(ctx context.Context, req ExportRequest, onProgress func(Progress)) (*FileReply, error) {
	return call[FileReply](ctx, c, opExport, req, onProgress, await)
}

// Release frees a file that the worker made.
func (c *Client) Release(ctx context.Context, req ReleaseRequest) error {
	_, err := call[Done](ctx, c, opRelease, req, nil, leave)
	return err
}

// CopyRows answers lines of a result as text for the clipboard.
func (c *Client) CopyRows(ctx context.Context, req CopyRequest) (*CopyReply, error) {
	return call[CopyReply](ctx, c, opCopyRows, req, nil, leave)
}

// Bundle answers a table as text for a link.
func (c *Client) Bundle(ctx context.Context, req BundleRequest) (*BundleReply, error) {
	return call[BundleReply](ctx, c, opBundle, req, nil, leave)
}

// Adopt makes a table from the text of a link, whole or not at all.
func (c *Client) Adopt(ctx context.Context, req AdoptRequest) (*LoadReply, error) {
	return call[LoadReply](ctx, c, opAdopt, req, nil, leave)
}

// Checkpoints lists the named snapshots of the workspace.
func (c *Client) Checkpoints(ctx context.Context) (*CheckpointsReply, error) {
	return call[CheckpointsReply](ctx, c, opCheckpoints, Done{}, nil, leave)
}

// SaveCheckpoint keeps the workspace as it is under a name.
func (c *Client) SaveCheckpoint(ctx context.Context, req CheckpointRequest, onProgress func(Progress)) (*CheckpointInfo, error) {
	return call[CheckpointInfo](ctx, c, opSaveCheckpoint, req, onProgress, await)
}

// RestoreCheckpoint makes a checkpoint the workspace.
func (c *Client) RestoreCheckpoint(ctx context.Context, req CheckpointRequest, onProgress func(Progress)) (*UndoReply, error) {
	return call[UndoReply](ctx, c, opRestoreCheckpoint, req, onProgress, await)
}

// DropCheckpoint deletes a checkpoint.
func (c *Client) DropCheckpoint(ctx context.Context, req CheckpointRequest) (*UndoReply, error) {
	return call[UndoReply](ctx, c, opDropCheckpoint, req, nil, leave)
}

// DropTable deletes a table; unlike DeleteTable it can be undone.
func (c *Client) DropTable(ctx context.Context, req TableRequest) (*UndoReply, error) {
	return call[UndoReply](ctx, c, opDropTable, req, nil, leave)
}

// Undo takes a restore or a deletion back.
func (c *Client) Undo(ctx context.Context, req UndoRequest) error {
	_, err := call[Done](ctx, c, opUndo, req, nil, leave)
	return err
}

// Storage tells where the workspace is kept.
func (c *Client) Storage(ctx context.Context) (*StorageInfo, error) {
	return call[StorageInfo](ctx, c, opStorage, Done{}, nil, leave)
}

// ExportDamaged gives a damaged file as it is.
func (c *Client) ExportDamaged(ctx context.Context, req DamageRequest) (*FileReply, error) {
	return call[FileReply](ctx, c, opExportDamaged, req, nil, leave)
}

// ForgetDamage deletes a damaged file that was put aside.
func (c *Client) ForgetDamage(ctx context.Context, req DamageRequest) error {
	_, err := call[Done](ctx, c, opForgetDamage, req, nil, leave)
	return err
}

// Document reads or writes a document of the workspace.
func (c *Client) Document(ctx context.Context, req DocumentRequest) (*DocumentReply, error) {
	return call[DocumentReply](ctx, c, opDocument, req, nil, leave)
}

// CloneTable makes a table that holds what another of this browser holds.
func (c *Client) CloneTable(ctx context.Context, req CloneRequest) (*UndoReply, error) {
	return call[UndoReply](ctx, c, opClone, req, nil, leave)
}
