package worker

import (
	"rangefinder/engine/interchange"
)

// InspectRequest asks what a file holds. The zero Layout finds out.
type InspectRequest struct {
	Token  string
	Layout interchange.Layout
}

// InspectReply is what the file's beginning tells, and how the tables in it would be taken.
type InspectReply struct {
	Inspection interchange.Inspection
	Existing   []string // those of its tables that are here already
}

// PreviewRequest asks for the first entities as they would be imported.
type PreviewRequest struct {
	Token   string
	Layout  interchange.Layout
	Mapping *interchange.Mapping
	Count   int // at most 50
}

// PreviewReply holds the first rows, refused ones among them.
type PreviewReply struct {
	Columns []string // properties, in order of appearance
	Rows    []PreviewRow
	Problem string // why the file cannot be read after these rows, "" when it can
}

// PreviewRow is one row of a preview.
type PreviewRow struct {
	Line         int
	Table        string `json:",omitempty"`
	PartitionKey string
	RowKey       string
	Cells        []Cell // one for each of PreviewReply.Columns
	Refused      string `json:",omitempty"` // why it would be refused
}

// ImportRequest takes a file in. It goes on where an earlier one was stopped when Resume is that one's reply.
type ImportRequest struct {
	Token       string
	Layout      interchange.Layout
	Mapping     *interchange.Mapping
	Table       string // for files of one table; made when it is missing. "" takes the names in the file
	OnExisting  string // "skip", "replace", "merge", "refuse"
	StopAtError bool   // end at the first refused row
	Resume      *ImportReply
}

// ImportReply sums an import up. Its counts include those of the import that it resumed.
type ImportReply struct {
	Tables   []string
	Made     []string // tables that the import made
	Rows     int      // read
	Added    int
	Replaced int
	Merged   int
	Skipped  int
	Refused  int
	Cut      int          // DateTimes that lost decimals after the seventh
	First    []RefusedRow // the first hundred
	Report   string       // names the list of all refused rows to Report; "" when there are none
	Stopped  bool         // by the person or by StopAtError; Offset and Line are where to go on
	Problem  string       // why the file could not be read to its end, "" when it was
	Offset   int64
	Line     int
	Micros   int64
	// Undo takes the whole import back, tables that it made included, until the next reload; "" when nothing was written.
	Undo string
}

// RefusedRow is a row that was not taken.
type RefusedRow struct {
	Line         int
	Table        string `json:",omitempty"`
	PartitionKey string `json:",omitempty"`
	RowKey       string `json:",omitempty"`
	Column       string `json:",omitempty"`
	Value        string `json:",omitempty"`
	Code         string `json:",omitempty"` // the service's, where it has one
	Reason       string
}

// ReportRequest asks for the refused rows of an import as a CSV file.
type ReportRequest struct{ Report string }

// ExportRequest writes a file.
type ExportRequest struct {
	What   string // "result", "table" or "workspace", or "partitions": the list of a table's partitions, as plain CSV
	Table  string
	Result int // for "result": its number
	Format interchange.Format
	// Formulas leaves the first characters of plain CSV cells as they are, even those that a spreadsheet takes for a formula.
	Formulas bool
	Order    PartitionOrder `json:",omitempty"` // for "partitions"
}

// LossesReply answers what an export would lose, for a request that is not carried out.
type LossesReply struct {
	Losses   []interchange.Loss
	Entities int
}

// FileReply is a file that the worker made.
type FileReply struct {
	URL      string // for port.Saver; Release frees it
	Name     string // proposed
	Bytes    int64
	Entities int
	Micros   int64
}

// ReleaseRequest frees a file that the worker made.
type ReleaseRequest struct{ URL string }

// CopyRequest asks for lines of a result as text for the clipboard.
type CopyRequest struct {
	Result int
	First  int // line
	Last   int // line, inclusive
	Order  int `json:",omitempty"` // see SortReply
	// Format is "tsv", "rich" for TSV and an HTML table beside it, "json", or "cell" for one value whole.
	Format string
	// Columns are those of a table, in this order; nil for all of the result. JSON has whole entities.
	Columns []string `json:",omitempty"`
	Bare    bool     `json:",omitempty"` // a table without its header
	// Formulas leaves the first characters of TSV cells as they are, even those that a spreadsheet takes for a formula.
	Formulas bool
}

// CopyReply is the text, at most MaxCopy bytes of it.
type CopyReply struct {
	Text     string
	HTML     string `json:",omitempty"` // the same as a table, of "rich"
	Entities int
	Cut      bool // the rest was left out
}

// MaxCopy bounds what is put on the clipboard, in bytes.
const MaxCopy = 8 << 20

// BundleRequest asks for a table, or the result's entities, as compact text for a link.
type BundleRequest struct {
	Table string
	Limit int // bytes before compression; an answer beyond it is cut off with TooLarge
}

// BundleReply is NDJSON of the table.
type BundleReply struct {
	Text     string
	Entities int
	TooLarge bool
}

// AdoptRequest makes a table from the NDJSON of a link.
type AdoptRequest struct {
	Table string
	Text  string
}

// CheckpointInfo is a named snapshot of the whole workspace.
type CheckpointInfo struct {
	ID       string
	Name     string
	Time     string // RFC 3339
	Tables   int
	Entities int
	Bytes    int64
}

// CheckpointsReply lists them, newest first.
type CheckpointsReply struct{ Checkpoints []CheckpointInfo }

// CheckpointRequest names one: by Name to make it, by ID otherwise.
type CheckpointRequest struct {
	ID   string
	Name string
}

// UndoReply names what a later Undo takes back until the next reload: the workspace before a restore, a deleted table or a
// deleted checkpoint.
type UndoReply struct{ Undo string }

// UndoRequest takes something back.
type UndoRequest struct{ Undo string }

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
	Damage  []DamageInfo
}

// DamageInfo is damage that was found when the workspace was opened.
type DamageInfo struct {
	File   string // for ExportDamaged and ForgetDamage
	Offset int64
	Length int64
	Reason string
	Before int
	After  int
}

// DamageRequest names a damaged file.
type DamageRequest struct{ File string }

// DocumentRequest reads or, with Set, writes a document of the workspace; "" deletes it.
type DocumentRequest struct {
	Name string
	Text string
	Set  bool
}

// DocumentReply is a document, "" when there is none.
type DocumentReply struct{ Text string }
