package workload

import (
	"strings"
	"time"
)

// Operation is what a request did. Its text is for people and for JSON.
type Operation string

// The operations. Unknown is no operation of the Table service.
const (
	Unknown         Operation = ""
	Query           Operation = "query"
	PointRead       Operation = "point read"
	Insert          Operation = "insert"
	Replace         Operation = "replace"
	Merge           Operation = "merge"
	InsertOrReplace Operation = "insert or replace"
	InsertOrMerge   Operation = "insert or merge"
	Delete          Operation = "delete"
	Transaction     Operation = "transaction"
	Tables          Operation = "tables"  // list, create and delete tables, read and write their access policies
	Service         Operation = "service" // properties and statistics, preflight requests
)

// Writes reports whether the operation changes entities.
func (o Operation) Writes() bool {
	switch o {
	case Insert, Replace, Merge, InsertOrReplace, InsertOrMerge, Delete, Transaction:
		return true
	}
	return false
}

// Call is one request to a Table service, as a log tells of it. It has no keys, no caller and no signature.
type Call struct {
	Line      int       // of the log, from 1, where it is told
	Time      time.Time // when it began; zero if the log does not say
	Operation Operation
	Table     string // as it was written, "" for operations of the account and for transactions
	Keys      bool   // the URL names one entity
	Filter    string
	Cut       bool // the log kept only the beginning of Filter
	Select    bool // has $select
	Top       int  // $top, 0 without
	Continued bool // asks for the next page by a continuation token
	Duration  time.Duration
	Timed     bool  // Duration is known
	Status    int   // HTTP status, 0 if the log does not say
	BytesIn   int64 // of the request, 0 if the log does not say
	BytesOut  int64 // of the answer, 0 if the log does not say

	Measured bool   // Examined, Returned and Class are known: a log of this project
	Examined int64  // entities that were read
	Returned int64  // entities in the answer
	Class    string // of the plan, as filterlang.Class.Name

	clientRequest string // the id by which a retry is recognised
}

// named are the operations by the names that logs have for them: lower case, without spaces, underscores, "table_" and "entity".
var named = map[string]Operation{
	"query": Query, "queryentities": Query, "queryentitieswithpartitionandrowkey": PointRead, "get": PointRead,
	"insert": Insert, "update": Replace, "replace": Replace, "merge": Merge, "mergewithmerge": Merge,
	"insertorreplace": InsertOrReplace, "insertormerge": InsertOrMerge, "delete": Delete,
	"grouptransaction": Transaction, "batch": Transaction,
	"querytables": Tables, "querytable": Tables, "gettable": Tables, "createtable": Tables, "deletetable": Tables,
	"gettableacl": Tables, "settableacl": Tables, "getaccesspolicy": Tables, "setaccesspolicy": Tables,
	"gettableserviceproperties": Service, "settableserviceproperties": Service, "gettableservicestats": Service,
	"getserviceproperties": Service, "setserviceproperties": Service, "getservicestats": Service, "getproperties": Service,
	"setproperties": Service, "getstatistics": Service, "preflighttablerequest": Service, "preflightrequest": Service,
}

// operationOf returns the operation that a log names: "QueryEntities", "Query Entities" and "Table_QueryEntities" are one.
func operationOf(name string) Operation {
	if len(name) > 64 {
		return Unknown
	}
	switch name { // the frequent ones
	case "QueryEntities", "Query Entities", "QueryEntity":
		return Query
	case "InsertEntity", "Insert Entity":
		return Insert
	}
	word := strings.ToLower(name)
	word = strings.TrimPrefix(word, "table_")
	word = strings.NewReplacer(" ", "", "_", "", "entity", "").Replace(word)
	return named[word]
}

// operationBy returns the operation of a request by its method and URL.
func operationBy(method string, t *target, ifMatch bool) Operation {
	switch t.kind {
	case serviceTarget:
		return Service
	case tablesTarget:
		return Tables
	case batchTarget:
		return Transaction
	}
	switch method = strings.ToUpper(method); method {
	case "GET", "HEAD":
		if t.keys {
			return PointRead
		}
		return Query
	case "POST":
		if t.keys {
			return Merge // X-HTTP-Method: the method that was meant
		}
		return Insert
	case "PUT":
		if ifMatch {
			return Replace
		}
		return InsertOrReplace
	case "MERGE", "PATCH":
		if ifMatch {
			return Merge
		}
		return InsertOrMerge
	case "DELETE":
		return Delete
	case "OPTIONS":
		return Service
	}
	return Unknown
}

// aim sets what the URL says. An operation named by a log gives way to the URL where both are reads: classic logs say
// QueryEntity of both.
func (c *Call) aim(t *target) {
	c.Table, c.Keys = t.table, t.keys
	switch {
	case c.Operation == Query && t.keys:
		c.Operation = PointRead
	case c.Operation == PointRead && !t.keys && t.kind == entitiesTarget:
		c.Operation = Query
	}
	if c.Operation == Query {
		c.Filter, c.Top, c.Continued = t.filter, t.top, t.continued
	}
	c.Select = t.selects && (c.Operation == Query || c.Operation == PointRead)
}
