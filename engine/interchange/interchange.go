// Package interchange reads and writes files of entities, streaming both ways: no file is ever whole in memory. In reading
// order:
//
//	interchange.go  Format, Entity, Mapping: what all formats share; format.go their list
//	inspect.go      Inspect: which format a file is (detect.go, opening.go), its table (tablename.go), its columns, and the types
//	                and keys to propose (guess.go, nearly.go, numbers.go, dates.go, propose.go, offer.go); equal.go finds rows that repeat others
//	reader.go       Reader: a file as entities for engine.DB.Bulk, bad rows told one by one. A source gives the rows of a format
//	                as cells: jsonlines.go, jsonlist.go and azurite.go over jsonscan.go, and csv.go; all of them read through
//	                window.go. column.go says what becomes of a name, convert.go makes values of cells, template.go keys, which mend.go
//	                makes legal
//	writer.go       Writer: entities as a file; writejson.go, writecsv.go
//	losses.go       Losses: what a format cannot hold of a table
//
// Native formats (OData JSON, NDJSON, typed CSV, the workspace file) give back every entity equal in type and bits. What they
// do beyond, or short of, what other programs write:
//
//   - A Double of -0.0 is written -0.0, and one that is a whole number below 1e21 is annotated Edm.Double in JSON, because
//     programs that read 10.0 as 10 would make an Int32 of it. Every NaN is written NaN and read as the NaN that edm reads: a
//     NaN has no other bits in this program.
//   - A Binary of no bytes in typed CSV is an empty cell with the type Edm.Binary beside it.
//   - Typed CSV has an apostrophe before a text that a spreadsheet would run as a formula, one that begins with = + - @, their
//     full-width forms, a tab or a line end, and before one that looks so behind apostrophes. Quotes around the first name of
//     the header, and no other, tell the reader to take one apostrophe off such a text. Without them, as in files of Storage
//     Explorer, texts are taken as they are. A spreadsheet that saves the file drops the quotes: then the apostrophes stay.
//   - No legal property name can be taken for an annotation (it holds neither @ nor .), so that names need no escape.
//   - Timestamp and odata.etag are written, for the reader's eyes, and ignored when read; a workspace file has neither, so that
//     it differs only where the data does.
//   - JSON is UTF-8 with only those characters escaped that other programs stumble over.
//
// A workspace file is NDJSON: a header {"rangefinder.workspace":1}, for each table {"rangefinder.table":"Movies"} and its
// entities in key order, for each document {"rangefinder.document":"queries","text":"…"}, and {"rangefinder.end":true}, which
// tells a whole file from one cut short.
package interchange

import (
	"cmp"
	"fmt"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Format is a kind of file.
type Format uint8

// The formats.
const (
	NoFormat  Format = iota
	ODataJSON        // {"odata.metadata":…,"value":[…]} as a service answers with minimalmetadata; native
	NDJSON           // one entity a line, annotated as in ODataJSON; native
	TypedCSV         // Storage Explorer's CSV with a Name@type column beside each property; native
	Workspace        // every table and document of a workspace, NDJSON sorted so that it diffs well; native
	PlainCSV         // text separated by commas, semicolons or tabs; its types are chosen by the reader
	PlainJSON        // an array of objects, or one object a line, without annotations
	AzuriteDB        // Azurite's __azurite_db_table__.json; read only
)

// FormatInfo describes a format for a list of choices.
type FormatInfo struct {
	Format    Format
	Name      string // "OData JSON"
	Extension string // of files, with the dot: ".json", ".ndjson", ".typed.csv", ".csv", ".rangefinder.ndjson"
	MIME      string
	Native    bool // lossless
	Writable  bool
}

// Entity is an entity as a file gives it. Its strings and properties are valid until the next call of Reader.Next.
type Entity struct {
	engine.BulkEntity
	Table  string // in formats that hold several tables, otherwise ""
	Line   int    // on which it begins, from 1; in a JSON array the number of the element
	Offset int64  // of the first byte after it: a Reader may start there again
	Cut    int    // how many of its DateTimes lost decimals after the seventh
	Left   int    // how many of its values were left out, as ColumnMap.Leave says
	Mended bool   // a character of its keys was replaced, as Mapping.Mend says
}

// RowError is a row that cannot be an entity. The Reader goes on after it.
type RowError struct {
	Table  string
	Line   int
	Offset int64  // of the first byte after it
	Column string // at fault, "" for the row as a whole
	Value  string // at fault, cut at 200 characters
	Reason string // a sentence
	Place  string // what Line counts: "element" of a JSON array, otherwise "" or "line"
	Clash  bool   // it would get the keys of an earlier row, as Mapping.Mend says
}

func (e *RowError) Error() string {
	if e.Column == "" {
		return fmt.Sprintf("%s %d: %s", cmp.Or(e.Place, "line"), e.Line, e.Reason)
	}
	return fmt.Sprintf("%s %d, %s: %s", cmp.Or(e.Place, "line"), e.Line, e.Column, e.Reason)
}

// FileError is a file that cannot be read any further.
type FileError struct {
	Line      int
	Offset    int64
	Truncated bool   // the file ends in the middle: what came before was whole
	Whole     bool   // and what came after was read too
	Reason    string // a sentence
	Place     string // what Line counts, as of RowError
	// Row and Column say where in the text of a JSON list it stands, from 1, where Line counts no lines; 0 where nobody knows.
	Row, Column int
}

func (e *FileError) Error() string {
	at := fmt.Sprintf("line %d, column %d", e.Row, e.Column)
	switch {
	case e.Line == 0 && e.Row == 0:
		return e.Reason
	case e.Line == 0:
		return at + ": " + e.Reason
	case e.Row > 0:
		return fmt.Sprintf("%s %d (%s): %s", cmp.Or(e.Place, "line"), e.Line, at, e.Reason)
	}
	return fmt.Sprintf("%s %d: %s", cmp.Or(e.Place, "line"), e.Line, e.Reason)
}

// Layout is how the text of a file is to be read.
type Layout struct {
	Format Format
	Comma  rune // of CSV: ',', ';' or '\t'; 0 is ','
	Header bool // of PlainCSV: the first line names the columns; otherwise they are Column1, Column2, …
	// Windows1252 says that the text of CSV is not UTF-8 but that code page, in which Excel writes “CSV” on Windows.
	Windows1252 bool `json:",omitempty"`
}

// Mapping says how columns become an entity. nil is: every column a property of its name, with the type that the file gives.
type Mapping struct {
	Columns []ColumnMap // columns that are not listed are as with a nil Mapping
	// PartitionKey and RowKey are templates: text with {Column} for the text of a column, {#} for a counter over the rows of
	// the import, {#:6} for one padded with zeros to six digits, {guid} for a new GUID, {{ for a brace. "" is {PartitionKey}
	// and {RowKey}.
	PartitionKey string
	RowKey       string
	// Counter is what {#} begins with.
	Counter int
	// Mend stands in a key for each character that no key holds; 0 leaves the key as it is, and its row is refused. A row that gets the
	// keys of an earlier row by that is refused with a Clash.
	Mend rune `json:",omitempty"`
}

// ColumnMap is what becomes of one column.
type ColumnMap struct {
	Source   string
	Property string   // "" is Source
	Type     edm.Type // NoType is what the file says, for a plain file what each value looks like
	Skip     bool     // no property; templates may still use the column
	Date     string   `json:",omitempty"` // of a DateTime: the form that its texts have, one of Column.Dates; "" is that of a DateTime
	Leave    bool     `json:",omitempty"` // a value that is not of Type is left out; otherwise its row is refused
}

// Column is a column as Inspect finds it.
type Column struct {
	Name     string
	Type     edm.Type   // proposed
	Fits     []edm.Type // every type that all values looked at can be read as, String among them
	Declared bool       // the file itself gives the type
	Mixed    bool       // values are declared with several types: NoType in the mapping keeps each
	Property string     // proposed where Name is no legal name of a property, otherwise ""
	Examples []string   // up to three different values, cut at 60 characters
	Missing  int        // rows looked at that lack it
	Nearly   *Nearly    `json:",omitempty"` // of a String column that has few values of another kind
	Dates    []string   `json:",omitempty"` // forms in which the texts of a String column are dates: two where no value tells day and month apart
	Why      string     `json:",omitempty"` // why Type is proposed for values that look like numbers, where that is not plain: sentences
}

// Nearly is the type that all but a few values of a column can be read as.
type Nearly struct {
	Type   edm.Type
	Fit    int    // values that can be read as it
	Values int    // of all rows looked at
	Odd    string // the first that cannot, cut at 60 characters
	Line   int    // of Odd
	Double string `json:",omitempty"` // what Odd becomes as a Double, where every value that cannot is a number with more digits than that
	Read   string `json:",omitempty"` // what Odd becomes, where every value can: Odd is the first that is not written as the type is
}

// Inspection is what the first part of a file tells.
type Inspection struct {
	Layout
	Size   int64 // of the file, bytes
	Rows   int   // looked at
	Whole  bool  // the rows looked at are the whole file
	Tables []TableInspection
	// PartitionKey and RowKey are proposed templates, "" for the columns of those names.
	PartitionKey string
	RowKey       string
	Offer        *KeyOffer // another PartitionKey, nil for none
	KeyNotes     []string  // sentences: why these templates
	Notes        []string  // sentences about what the file cannot give, e.g. types that nometadata has lost
	Place        string    // what the numbers of the file's rows count: "line", or "element" of a JSON array
	Equal        string    `json:",omitempty"` // a sentence about rows that repeat others: where RowKeys are numbered, both come
	Refused      string    `json:",omitempty"` // a sentence about rows that will be refused with what is proposed
	Foreign      bool      `json:",omitempty"` // a row of CSV is not UTF-8; Layout.Windows1252 may read it
	Broken       string    `json:",omitempty"` // the one of them that says where the file ends too early or cannot be read, after which nothing is imported
}

// KeyOffer is a template that gives most rows a better key than the one that is proposed, which every row has.
type KeyOffer struct {
	Template string
	Why      string // what it would do, and which rows it does not suit: sentences
}

// TableInspection is one table of a file; files of one table have one, with its name if the file or its name tells.
type TableInspection struct {
	Name    string
	Columns []Column
}

// Loss is something of a table that a format cannot hold.
type Loss struct {
	Property string // "" for the whole table
	Reason   string // a sentence
}
