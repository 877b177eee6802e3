package wire

import (
	"strings"

	"rangefinder/app/sample"
	"rangefinder/filterlang"
)

// Tables lists every table. Of an account behind the server only the names are known.
var Tables = Read[SourceRequest, TablesReply]("tables")

// SourceRequest names an account: list its tables.
type SourceRequest struct {
	Source string `json:",omitempty"`
}

// TablesReply lists every table in the service's order, with what the worker itself uses.
type TablesReply struct {
	Tables []TableInfo
	Heap   int64 // bytes of the worker's Go heap in use
}

// TableInfo is what the side bar shows of a table.
type TableInfo struct {
	Name       string
	Entities   int
	Partitions int
	Bytes      int64 // by the formula of section 1.3
}

// CreateTable makes an empty table.
var CreateTable = Write[TableRequest, Done]("create-table")

// DeleteTable removes a table and its entities.
var DeleteTable = Write[TableRequest, Done]("delete-table")

// DropTable deletes a table; unlike DeleteTable it can be undone.
var DropTable = Write[TableRequest, UndoReply]("drop-table")

// TableRequest names a table: create, delete, census.
type TableRequest struct {
	Source string `json:",omitempty"`
	Table  string
}

// CloneTable makes a table that holds what another of this browser holds.
var CloneTable = Write[CloneRequest, UndoReply]("clone")

// CloneRequest names a table of this browser, and the new one.
type CloneRequest struct{ Table, To string }

// Census reads the property census of a table; of an account behind the server, that of the entities read so far.
var Census = Read[TableRequest, CensusReply]("census")

// CensusReply is the property census of a table.
type CensusReply struct{ Census filterlang.Census }

// Changed is the event after a commit.
type Changed struct {
	Table string // the table that changed, "" when tables came or went
	Room  string `json:",omitempty"` // of a lesson's tables: where they are
}

// TableNamed returns the table of that name, in any capitals; nil when the list has none.
func TableNamed(list []TableInfo, name string) *TableInfo {
	for i := range list {
		if strings.EqualFold(list[i].Name, name) {
			return &list[i]
		}
	}
	return nil
}

// LoadSample fetches a sample and makes its tables, all of them or none.
var LoadSample = Write[SampleRequest, LoadReply]("sample").finishing()

// SampleRequest loads a sample's tables, replacing nothing: a table that exists is refused with TableAlreadyExists.
type SampleRequest struct{ Name string }

// Generate fills a new table, whole or not at all.
var Generate = Write[GenerateRequest, LoadReply]("generate").finishing()

// GenerateRequest fills a new table.
type GenerateRequest struct{ Spec sample.Spec }

// LoadReply names the tables that a sample or a generation made.
type LoadReply struct {
	Tables   []string
	Entities int
	Micros   int64
}

// FetchFailed is the code of a Failure about a sample's file.
const FetchFailed = "FetchFailed"
