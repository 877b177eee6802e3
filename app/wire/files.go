package wire

import (
	"rangefinder/engine/interchange"
	"rangefinder/engine/workload"
	"rangefinder/filterlang/edm"
)

// Inspect tells what a file holds.
var Inspect = Read[InspectRequest, InspectReply]("inspect")

// InspectRequest asks what a file holds. The zero Layout finds out.
type InspectRequest struct {
	Token  string
	Layout interchange.Layout
}

// InspectReply is what the file's beginning tells, and how the tables in it would be taken.
type InspectReply struct {
	Inspection interchange.Inspection
	Existing   []string // those of its tables that are here already
	// Log is the kind of log of a Table service that the file is, "" for none; nothing else is known of one that holds no entities.
	Log workload.Kind `json:",omitempty"`
}

// Preview answers the first entities of a file as they would be imported.
var Preview = Read[PreviewRequest, PreviewReply]("preview")

// PreviewRequest asks for the first entities as they would be imported.
type PreviewRequest struct {
	Token   string
	Layout  interchange.Layout
	Mapping *interchange.Mapping
	Count   int    // at most 50
	Table   string // is compared with the file, "" for none
}

// MaxPreview is the most rows of a preview.
const MaxPreview = 50

// PreviewReply holds the first rows, refused ones among them.
type PreviewReply struct {
	Columns []string // properties, in order of appearance
	Rows    []PreviewRow
	Problem string // why the file cannot be read after these rows, "" when it can
	Looked  int    // rows looked at, MaxMet at most
	Sound   int    // those that can be taken
	Refused string // why the first of the others cannot, with its line
	Parts   int    // partitions of the sound rows
	Empty   [2]int // sound rows with an empty PartitionKey, and with an empty RowKey
	Whole   bool   // these are all that the file has
	Doubled int    // sound rows with the keys of an earlier one
	Doubles []Double
	Illegal int      // rows with a character in their keys that no key holds
	Mended  int      // rows whose keys got another in its place, as Mapping.Mend says
	Clashes []string // rows that are refused because they would get the keys of an earlier row by that, with their lines: sentences
	Met     *Met     // what the table that was asked about has of the file already; nil when it was not asked, or is not there
}

// Met says how many sound rows of a file have the keys of entities of a table, and the type that most values of each property there have.
type Met struct {
	Table string
	There int
	Types map[string]edm.Type
}

// MaxMet is the most rows whose keys are looked at before an import.
const MaxMet = 1000

// PreviewRow is one row of a preview.
type PreviewRow struct {
	Line         int
	Table        string `json:",omitempty"`
	PartitionKey string
	RowKey       string
	Cells        []Cell // one for each of PreviewReply.Columns
	Refused      string `json:",omitempty"` // why it would be refused
	Earlier      int    `json:",omitempty"` // line of the first row with the same keys, 0 when that is this one
	Later        int    `json:",omitempty"` // line of the last of them, as far as is looked, 0 when that is this one
}

// Import takes a file in. Cancelling ctx keeps what was written: the reply has Stopped set.
var Import = Write[ImportRequest, ImportReply]("import").finishing()

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
	Doubled  int      // rows with the keys of an earlier row of the file, as far as the first DoublesSought tell; other counts have them too
	Doubles  []Double // the first ten
	Refused  int
	Cut      int          // DateTimes that lost decimals after the seventh
	Left     int          // values that were left out, as the mapping says
	Place    string       // what Line counts: "line", or "element" of a JSON array
	First    []RefusedRow // the first hundred
	Report   string       // names the list of all refused rows to Report; "" when there are none
	Stopped  bool         // by the person or by StopAtError; Offset and Line are where to go on
	Problem  string       // why the file could not be read to its end, "" when it was
	Offset   int64
	Line     int
	// StoppedAt is the table whose name StopAtError stopped at, "" for none: going on begins with its name again.
	StoppedAt string
	Micros    int64
	// Undo takes the whole import back, tables that it made included, until the next reload; "" when nothing was written.
	Undo string
}

// DoublesSought is how many entities of a file are remembered to find later rows with the same keys.
const DoublesSought = 1 << 18

// Double is a row with the keys of an earlier row of its file.
type Double struct {
	First, Line          int
	PartitionKey, RowKey string
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

// ImportReport writes the list of refused rows of an import as a CSV file.
var ImportReport = Read[ReportRequest, FileReply]("import-report")

// ReportRequest asks for the refused rows of an import as a CSV file.
type ReportRequest struct{ Report string }

// Export writes a file.
var Export = Read[ExportRequest, FileReply]("export").finishing()

// ExportPartitions writes a table's list of partitions in an order.
var ExportPartitions = Read[ExportRequest, FileReply]("export-partitions").finishing()

// Losses answers what an export would lose, without making it.
var Losses = Read[ExportRequest, LossesReply]("losses")

// ExportRequest writes a file.
type ExportRequest struct {
	What   string // "result", "table" or "workspace", or "partitions": the list of a table's partitions, as plain CSV
	Table  string
	Result int // for "result": its number
	Format interchange.Format
	// Formulas leaves the first characters of CSV cells as they are, even those that a spreadsheet takes for a formula.
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

// Release frees a file that the worker made.
var Release = Read[ReleaseRequest, Done]("release").ofPage()

// ReleaseRequest frees a file that the worker made.
type ReleaseRequest struct{ URL string }

// Bundle answers a table as text for a link.
var Bundle = Read[BundleRequest, BundleReply]("bundle")

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

// Adopt makes a table from the text of a link, whole or not at all.
var Adopt = Write[AdoptRequest, LoadReply]("adopt")

// AdoptRequest makes a table from the NDJSON of a link.
type AdoptRequest struct {
	Table string
	Text  string
}

// Codes of a Failure about a file.
const (
	FileGone       = "FileGone"       // the token names no file: the tab that handed it over is gone
	FileUnreadable = "FileUnreadable" // its content is not what it should be, or it cannot be read
)

// FileUnwritable is the code of a Failure about a file that could not be made.
const FileUnwritable = "FileUnwritable"

// RescueID numbers the request of RescueFrame; no client comes so far.
const RescueID = 1 << 52

// RescueFrame asks the worker for everything as a workspace file: a page whose program has stopped sends it as it is. The answer
// is a FileReply.
func RescueFrame() []byte {
	b, _ := EncodeFrame(RescueID, FrameRequest, Export.Name, ExportRequest{What: "workspace", Format: interchange.Workspace}) // cannot fail: numbers and text
	return b
}
