package wire

import (
	"errors"
	"fmt"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// Entity reads an entity by its keys, as it is now.
var Entity = Read[KeyRequest, EntityReply]("entity")

// KeyRequest names an entity.
type KeyRequest struct {
	Source       string `json:",omitempty"`
	Table        string
	PartitionKey string
	RowKey       string
}

// EntityAt reads the entity on a line of the last run's result, as it was then.
var EntityAt = Read[LineRequest, EntityReply]("entity-at")

// LineRequest names an entity by its line in a result.
type LineRequest struct {
	Result int
	Line   int
	Order  int `json:",omitempty"` // see SortReply
}

// EntityReply is a whole entity for the inspector.
type EntityReply struct {
	PartitionKey string
	RowKey       string
	Timestamp    string
	ETag         string
	Size         int // bytes by the formula of section 1.3
	Properties   []TextProperty
	Marker       bool // the line is a page marker, not an entity
	Partial      bool `json:",omitempty"` // only the properties of $select are known: replacing it would lose the others
}

// TextProperty is a property with its value as exact text (edm.Value.Display, read back with edm.ParseText).
type TextProperty struct {
	Name string
	Type edm.Type
	Text string
}

// Apply does one write. A Failure names the property that is at fault.
var Apply = Write[ApplyRequest, ApplyReply]("apply")

// ApplyRequest does one write. Values are parsed with edm.ParseText; a failure names the property.
type ApplyRequest struct {
	Source       string `json:",omitempty"`
	Table        string
	Kind         string // "insert", "replace", "merge", "insert-or-replace", "insert-or-merge", "delete"
	PartitionKey string
	RowKey       string
	IfMatch      string
	Properties   []TextProperty
}

// ApplyReply is the entity as stored; empty after a delete.
type ApplyReply struct{ Entity EntityReply }

// Batch does an entity group transaction. What the rules refuse is told in the reply; an error says that nobody answered.
var Batch = Write[BatchRequest, BatchReply]("batch")

// BatchRequest is an entity group transaction: operations on one partition, in this order, all or none. One operation goes by
// itself, as the service's clients send it.
type BatchRequest struct {
	Source string `json:",omitempty"`
	Table  string
	Ops    []ApplyRequest // Source and Table are not looked at
}

// BatchReply tells what became of a group. A group whose outcome nobody knows is an error with the code OutcomeUnknown.
type BatchReply struct {
	ETags  []string `json:",omitempty"` // one for each operation, "" of a delete; none when it was refused
	Failed *Failure `json:",omitempty"` // why nothing of it was done
	At     int      `json:",omitempty"` // the operation that failed it all, -1 when that was not told
}

// opKinds are the words of ApplyRequest.Kind.
var opKinds = map[string]engine.OpKind{
	"insert":            engine.Insert,
	"replace":           engine.Replace,
	"merge":             engine.Merge,
	"insert-or-replace": engine.InsertOrReplace,
	"insert-or-merge":   engine.InsertOrMerge,
	"delete":            engine.Delete,
}

// ReadOp reads a write as the engine takes it. A value that cannot be read is a Failure that names its property.
func ReadOp(req ApplyRequest) (engine.Op, error) {
	kind, ok := opKinds[req.Kind]
	if !ok {
		return engine.Op{}, Invalid("Kind", fmt.Sprintf("%q is not an operation; use insert, replace, merge, insert-or-replace, insert-or-merge or delete", Clip(req.Kind)))
	}
	op := engine.Op{Kind: kind, PartitionKey: req.PartitionKey, RowKey: req.RowKey, IfMatch: req.IfMatch}
	for _, p := range req.Properties {
		v, err := ReadProperty(p)
		if err != nil {
			return engine.Op{}, err
		}
		op.Properties = append(op.Properties, engine.Property{Name: p.Name, Value: v})
	}
	return op, nil
}

// ReadProperty reads a value as it was typed; NoType is a null.
func ReadProperty(p TextProperty) (edm.Value, error) {
	switch p.Type {
	case edm.NoType:
		return edm.Value{}, nil
	case edm.String, edm.Int32, edm.Int64, edm.Double, edm.Boolean, edm.DateTime, edm.Guid, edm.Binary:
	default:
		return edm.Value{}, Invalid(p.Name, fmt.Sprintf("property %q has no type", Clip(p.Name)))
	}
	v, err := edm.ParseText(p.Type, p.Text)
	if err != nil {
		detail := err.Error()
		if bad, ok := errors.AsType[*edm.TextError](err); ok {
			detail = fmt.Sprintf("%s. Write %s.", bad.Reason, bad.Accepted)
		}
		return edm.Value{}, Invalid(p.Name, detail)
	}
	return v, nil
}
