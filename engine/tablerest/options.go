//go:build !js

package tablerest

import (
	"context"
	"time"

	"rangefinder/engine"
	"rangefinder/filterlang"
)

// The limits of a request.
const (
	MaxBody = 4 << 20  // bytes; a longer body is RequestBodyTooLarge before it is read
	MaxURL  = 64 << 10 // bytes of path and query as they came; longer is InvalidUri
)

// Options are what a Handler needs besides the tables. The zero Options serve an account named "devstoreaccount1".
type Options struct {
	Account    string           // name of the account, as odata.type tells it; "" is devstoreaccount1
	Now        func() time.Time // clock of the Time in errors; time.Now when nil
	MaxBody    int              // bytes of a request's body; 0 is the constant MaxBody
	Properties PropertiesStore  // service properties; in memory when nil
	ACL        ACLStore         // stored access policies; in memory when nil

	// Deny, when set, is asked before each query with its plan and what there is to say about it; its error is the answer.
	// The table is as the request names it. Point reads by URL are not asked about.
	Deny func(table string, plan *filterlang.Plan, findings []filterlang.Finding) *engine.Error
	// Observe, when set, is called once after each request, in the request's goroutine. It must not keep the slices.
	Observe func(Observation)
	// Fault, when set, says by a request's context what was done to it on purpose, "" for nothing. Observe is told.
	Fault func(context.Context) string
	// Debug adds a header x-rangefinder-detail to refusals: what was wrong with which value.
	Debug bool
}

// Observation is what happened with one request. It holds no header, no query string and no body, so no secrets.
type Observation struct {
	Start           time.Time
	Elapsed         time.Duration
	Method          string // as it came; see Operation for what was meant
	Path            string // decoded, below the account
	Operation       string // "Query Entities": the names of section 3; "" when the request names none
	Status          int    // 0 when the client was gone before an answer
	BytesIn         int64  // of the body
	BytesOut        int64  // of the body
	RequestID       string // x-ms-request-id
	ClientRequestID string // x-ms-client-request-id
	Table           string // as the request names it
	Parts           int    // operations of an entity group transaction
	Filter          string // $filter of a query of entities
	Select          []string
	Top             int              // as engine.Query.Top
	Continued       bool             // it goes on where an earlier page of a query ended
	Plan            *filterlang.Plan // of a query of entities, also a refused one; of a point read it has the class alone
	Stats           engine.Stats     // of a query of entities and a point read
	Charge          float64          // request units that the answer tells in ChargeHeader, 0 for none
	Code            engine.Code      // of the error answered, "" on success; also that of an error inside a batch
	Message         string           // of the error, with the operation's number
	Detail          string           // of the error, for a person
	Fault           string           // what was done to the request on purpose, "" for nothing
	Panic           any              // what the service panicked with
	Stack           []byte           // of that panic
}

// Operations is a set of what a caller may do.
type Operations uint16

// What SAS permissions are about.
const (
	ReadEntities    Operations = 1 << iota // get and query
	AddEntities                            // insert; upserts need AddEntities and UpdateEntities
	UpdateEntities                         // replace and merge
	DeleteEntities                         // delete
	ListTables                             // query tables, get one table
	CreateTables                           //
	DeleteTables                           //
	TableACL                               // read and write stored access policies
	ReadProperties                         // service properties and stats
	WriteProperties                        // service properties
)

// Limit is what the caller of a request may do: what a SAS says. The handler asks it for each operation, those of a batch
// one by one. A request without a Limit may do everything.
type Limit struct {
	Allowed Operations
	Table   string // the only table, in any case; "" is any. With one, operations on tables and the service are refused.

	// The range of keys: both ends inclusive. A RowKey goes with its PartitionKey.
	StartPartition, StartRow *string
	EndPartition, EndRow     *string

	// Refusal, when set, makes the error for operations that Allowed lacks; AuthorizationPermissionMismatch when nil.
	Refusal func(needs Operations) *engine.Error
}

type limitKey struct{}

type secondaryKey struct{}

// WithLimit returns the context of a request that may do no more than the limit. A nil limit is none.
func WithLimit(ctx context.Context, l *Limit) context.Context {
	return context.WithValue(ctx, limitKey{}, l)
}

// WithSecondary returns the context of a request that came to the secondary endpoint: it may read, and ask for stats.
func WithSecondary(ctx context.Context) context.Context {
	return context.WithValue(ctx, secondaryKey{}, true)
}
