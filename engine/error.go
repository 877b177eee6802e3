package engine

import (
	"fmt"
	"strconv"

	"rangefinder/filterlang"
)

// Code is an error code of the Table protocol, spelled as the service spells it.
type Code string

// The codes the engine raises. The protocol's other codes belong to the REST layer.
const (
	TableAlreadyExists           Code = "TableAlreadyExists"
	TableBeingDeleted            Code = "TableBeingDeleted"
	TableNotFound                Code = "TableNotFound"
	ResourceNotFound             Code = "ResourceNotFound"
	EntityAlreadyExists          Code = "EntityAlreadyExists"
	UpdateConditionNotSatisfied  Code = "UpdateConditionNotSatisfied"
	ConditionNotMet              Code = "ConditionNotMet"
	InvalidResourceName          Code = "InvalidResourceName"
	OutOfRangeInput              Code = "OutOfRangeInput"
	InvalidInput                 Code = "InvalidInput"
	PropertyNameInvalid          Code = "PropertyNameInvalid"
	PropertyNameTooLong          Code = "PropertyNameTooLong"
	PropertyValueTooLarge        Code = "PropertyValueTooLarge"
	TooManyProperties            Code = "TooManyProperties"
	EntityTooLarge               Code = "EntityTooLarge"
	RequestBodyTooLarge          Code = "RequestBodyTooLarge"
	DuplicatePropertiesSpecified Code = "DuplicatePropertiesSpecified"
	DifferentPartitions          Code = "CommandsInBatchActOnDifferentPartitions"
	InvalidDuplicateRow          Code = "InvalidDuplicateRow"
	NotImplemented               Code = "NotImplemented"
	InternalError                Code = "InternalError"

	// Codes of our own, for what happens to files.
	StorageFull    Code = "StorageFull"    // no room for what was to be written
	StorageFailed  Code = "StorageFailed"  // reading or writing failed
	StorageDamaged Code = "StorageDamaged" // a file is not what was written
	StorageNewer   Code = "StorageNewer"   // a file is of a newer version of this program
	StorageMissing Code = "StorageMissing" // a workspace was in the folder, and its log is not there

	// Codes of our own, for what no service said. InternalError is a service's word: who reads it looks for the mistake there.
	ProgramError Code = "ProgramError" // this program made a mistake
	WrongAnswer  Code = "WrongAnswer"  // a service answered what its protocol does not have there
)

// answers holds the HTTP status and the sentence the service answers with, section 6 of the service's description.
var answers = map[Code]struct {
	status  int
	message string
}{
	TableAlreadyExists:           {409, "The table specified already exists."},
	TableBeingDeleted:            {409, "The specified table is being deleted. Try operation later."},
	TableNotFound:                {404, "The table specified does not exist."},
	ResourceNotFound:             {404, "The specified resource does not exist."},
	EntityAlreadyExists:          {409, "The specified entity already exists."},
	UpdateConditionNotSatisfied:  {412, "The update condition specified in the request was not satisfied."},
	ConditionNotMet:              {412, "The condition specified using HTTP conditional header(s) is not met."},
	InvalidResourceName:          {400, "The specifed resource name contains invalid characters."}, // the service's spelling
	OutOfRangeInput:              {400, "One of the request inputs is out of range."},
	InvalidInput:                 {400, "One of the request inputs is not valid."},
	PropertyNameInvalid:          {400, "The property name is invalid."},
	PropertyNameTooLong:          {400, "The property name exceeds the maximum allowed length (255)."},
	PropertyValueTooLarge:        {400, "The property value exceeds the maximum allowed size (64KB). If the property value is a string, it is UTF-16 encoded and the maximum number of characters should be 32K or less."},
	TooManyProperties:            {400, "The entity contains more properties than allowed. Each entity can include up to 252 properties to store data. Each entity also has 3 system properties."},
	EntityTooLarge:               {400, "The entity is larger than the maximum allowed size (1MB)."},
	RequestBodyTooLarge:          {413, "The request body is too large and exceeds the maximum permissible limit."},
	DuplicatePropertiesSpecified: {400, "A property is specified more than one time."},
	DifferentPartitions:          {400, "All commands in a batch must operate on same entity group."},
	InvalidDuplicateRow:          {400, "The batch request contains multiple changes with same row key. An entity can appear only once in a batch request."},
	NotImplemented:               {501, "The requested operation is not implemented on the specified resource."},
	InternalError:                {500, "Server encountered an internal error. Please try again after some time."},
	StorageFull:                  {507, "There is no room left to store the change."},
	StorageFailed:                {500, "The change could not be stored."},
	StorageDamaged:               {500, "A stored file is damaged."},
	StorageNewer:                 {500, "The stored data are of a newer version."},
	StorageMissing:               {500, "The stored data are missing."},
	ProgramError:                 {500, "Rangefinder could not do this because of a mistake in its own program. No service refused it."},
	WrongAnswer:                  {502, "The service answered something that the Table protocol does not have there."},
}

// Status returns the HTTP status the service answers with; 500 for a code the engine does not know.
func (c Code) Status() int {
	if a, ok := answers[c]; ok {
		return a.status
	}
	return 500
}

// Error is a failure the Table protocol has a name for.
type Error struct {
	Code    Code
	Message string // the sentence the service answers with, without its "N:" prefix
	Detail  string // which value was wrong and what to do about it, for a person
	Field   string // the property, key or query option it is about, "" when it is about none
	Index   int    // failing operation of an entity group transaction, or -1

	// Syntax is set when a filter was refused.
	Syntax *filterlang.SyntaxError

	cause error
}

// Unwrap returns the error of a File or Folder that this one is about, nil for most.
func (e *Error) Unwrap() error { return e.cause }

// Error returns code and detail, with the number of the failing operation, counted from 1, when there is one.
func (e *Error) Error() string {
	text := e.Detail
	if text == "" {
		text = e.Message
	}
	if e.Index >= 0 {
		return string(e.Code) + ": operation " + strconv.Itoa(e.Index+1) + ": " + text
	}
	return string(e.Code) + ": " + text
}

// Errorf returns an Error with the service's sentence for the code and the given detail.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: answers[code].message, Detail: fmt.Sprintf(format, args...), Index: -1}
}

// UnknownOutcome is the error of a write of which nobody can tell whether it was done: its answer was lost, cannot be read, or
// blames the server; or it was refused when it was sent again. Who needs to know reads back what was written. It wraps what went
// wrong; an *Error in there is what the service said last.
type UnknownOutcome struct{ Err error }

// Error says that the outcome is not known, and why.
func (e *UnknownOutcome) Error() string {
	return "The change may have been made or not: " + e.Err.Error()
}

// Unwrap returns what went wrong.
func (e *UnknownOutcome) Unwrap() error { return e.Err }

// about names the field an error is about.
func (e *Error) about(field string) *Error {
	e.Field = field
	return e
}

// saying replaces the service's sentence, for the codes that have several.
func (e *Error) saying(format string, args ...any) *Error {
	e.Message = fmt.Sprintf(format, args...)
	return e
}

// at returns the error as the failure of the operation with that index.
func (e *Error) at(index int) *Error {
	e.Index = index
	return e
}

// causedBy adds the error that e is about.
func (e *Error) causedBy(err error) *Error {
	e.cause = err
	return e
}

// shown returns s for an error's detail, cut to a length a person reads.
func shown(s string) string {
	const limit = 60
	n := 0
	for i := range s {
		if n == limit {
			return strconv.Quote(s[:i]) + "…"
		}
		n++
	}
	return strconv.Quote(s)
}
