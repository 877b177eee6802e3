package engine

import (
	"context"
	"time"

	"rangefinder/filterlang"
	"rangefinder/filterlang/edm"
)

// Service is an account of tables: the store itself, the worker's client in the page, and later a REST client. Every
// method may be called from several goroutines; errors with a name in the Table protocol are *Error.
type Service interface {
	// CreateTable makes an empty table. Errors: TableAlreadyExists, TableBeingDeleted, InvalidResourceName,
	// OutOfRangeInput (length), InvalidInput (reserved name).
	CreateTable(ctx context.Context, table string) error
	// DeleteTable removes a table and its entities. Error: ResourceNotFound.
	DeleteTable(ctx context.Context, table string) error
	// Tables lists the tables after the given name ("" for the first page), at most top of them (0: 1,000), ordered by
	// lower-cased name.
	Tables(ctx context.Context, after string, top int) (TablePage, error)
	// Get reads one entity. Errors: TableNotFound, ResourceNotFound.
	Get(ctx context.Context, table, partitionKey, rowKey string) (Entity, error)
	// Query returns one page. Errors: TableNotFound, InvalidInput, NotImplemented.
	Query(ctx context.Context, table string, q Query) (*Page, error)
	// Apply does one operation.
	Apply(ctx context.Context, table string, op Op) (OpResult, error)
	// Batch does an entity group transaction: 1 to 100 operations on one partition, all or none. The Error's Index is the
	// failing operation.
	Batch(ctx context.Context, table string, ops []Op) ([]OpResult, error)
}

// TablePage is one page of table names, in the case they were created with.
type TablePage struct {
	Names []string
	Next  string // continuation, "" at the end
}

// OpKind is what an Op does.
type OpKind uint8

// The write operations of section 3.
const (
	Insert          OpKind = iota // EntityAlreadyExists when the key exists
	Replace                       // needs IfMatch; ResourceNotFound, UpdateConditionNotSatisfied, ConditionNotMet
	Merge                         // needs IfMatch; a null property keeps the old value
	InsertOrReplace               // upsert
	InsertOrMerge                 // upsert
	Delete                        // needs IfMatch
)

// Op is one write.
type Op struct {
	Kind         OpKind
	PartitionKey string
	RowKey       string
	IfMatch      string     // ETag or "*"; required by Replace, Merge and Delete, refused by the others
	Properties   []Property // custom properties; a zero Value is a null and is not stored
}

// Property is a named value.
type Property struct {
	Name  string
	Value edm.Value
}

// OpResult is what a successful Op answers.
type OpResult struct {
	ETag      string // "" after Delete
	Timestamp edm.Ticks
}

// Query asks for one page of entities.
type Query struct {
	Filter string   // $filter text, "" for none
	Select []string // $select names, nil for all
	Top    int      // $top: page size 1 to 1,000; 0 means 1,000 (NoEntities asks for none)
	From   Token    // continuation token of the page before, zero for the first page
}

// Token names the first key that the next page may hold, inclusive; it need not exist. The zero Token is no token.
type Token struct {
	PartitionKey string
	RowKey       string
	HasRow       bool // RowKey is meaningful
	Valid        bool
}

// Page is one page of a query with what it cost.
type Page struct {
	Entities []Entity // in key order
	Next     Token    // zero at the end; a page may be empty and still have one
	Plan     *filterlang.Plan
	Stats    Stats
}

// Stats is what a query really did.
type Stats struct {
	Examined   int           // entities read and evaluated
	Returned   int           // entities in the result
	Partitions int           // distinct PartitionKeys examined
	Mismatched int           // examined entities that are not returned and in which a compared property has another type
	Bytes      int64         // of the returned entities, by the formula of section 1.3
	RoundTrips int           // requests
	Elapsed    time.Duration // in the engine
}
