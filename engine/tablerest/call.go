//go:build !js

package tablerest

import (
	"context"
	"strconv"
	"strings"

	"rangefinder/engine"
)

// call is one operation, a request of its own or a part of a batch, and what it answers.
type call struct {
	h         *Handler
	ctx       context.Context
	method    string // what is meant, after tunnelling
	at        address
	query     queryString
	header    headers
	body      string
	level     level
	inBatch   bool
	limit     *Limit
	secondary bool
	root      string // URL of the account, "" until it is asked for
	requestID string
	seen      *Observation

	reply reply
	out   []byte // body of the answer
}

// baseURL returns the URL of the account as the client knows it, without a slash at the end.
func (x *exchange) baseURL() string {
	if x.root == "" {
		scheme := "http://"
		if x.r.TLS != nil {
			scheme = "https://"
		}
		x.root = scheme + x.r.Host + x.prefix()
	}
	return x.root
}

// prefix returns what was stripped from the path before it came here: "/devstoreaccount1", or "".
func (x *exchange) prefix() string {
	whole := x.r.RequestURI
	if strings.HasPrefix(whole, "http") { // in absolute form
		if _, rest, ok := strings.Cut(whole, "://"); ok {
			whole = rest[max(0, strings.IndexByte(rest, '/')):]
		}
	}
	whole, _, _ = strings.Cut(whole, "?")
	if whole, ok := unescape(whole, false); ok {
		if prefix, ok := strings.CutSuffix(whole, x.r.URL.Path); ok {
			return strings.TrimSuffix(prefix, "/")
		}
	}
	return ""
}

// encoder returns the encoder of answers about the table of the call.
func (c *call) encoder(table string) encoder {
	return encoder{level: c.level, account: c.h.o.Account, base: c.root, table: table}
}

// allow refuses what the limit of the request or the secondary endpoint does not let it do. key is the entity it is about,
// nil for none.
func (c *call) allow(needs Operations, key *engineKey) *engine.Error {
	const reads = ReadEntities | ListTables | TableACL | ReadProperties
	if c.secondary && (needs&^reads != 0 || needs == TableACL && c.method == "PUT") {
		return Errorf(InsufficientAccountPermissions, "The secondary endpoint takes no writes.")
	}
	l := c.limit
	if l == nil {
		return nil
	}
	if needs&^l.Allowed != 0 {
		if l.Refusal != nil {
			return l.Refusal(needs)
		}
		return Errorf(AuthorizationPermissionMismatch, "The signature does not permit this operation.")
	}
	const inTable = ReadEntities | AddEntities | UpdateEntities | DeleteEntities
	if l.Table != "" && (needs&^inTable != 0 || !strings.EqualFold(l.Table, c.at.table)) {
		return Errorf(AuthorizationFailure, "The signature is for the entities of table %s only.", strconv.Quote(l.Table))
	}
	if key != nil && !l.holds(key.partition, key.row) {
		return Errorf(AuthorizationFailure, "The entity lies outside the keys that the signature is for.")
	}
	return nil
}

type engineKey struct{ partition, row string }

// prefixed returns the sentence of an error with the number of the failing operation before it. In a batch of one operation
// what the storage refuses goes without.
func prefixed(err *engine.Error, alone bool) string {
	if err.Index < 0 || alone && storageRefuses(err.Code) {
		return err.Message
	}
	return strconv.Itoa(err.Index) + ":" + err.Message
}

// storageRefuses reports whether an error comes from behind the service's front end.
func storageRefuses(code engine.Code) bool {
	switch code {
	case engine.EntityAlreadyExists, engine.ResourceNotFound, engine.UpdateConditionNotSatisfied, engine.ConditionNotMet,
		engine.PropertyValueTooLarge, engine.EntityTooLarge:
		return true
	}
	return false
}
