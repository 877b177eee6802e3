package tablerest

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// The codes of section 6 that the engine does not raise.
const (
	MethodNotAllowed                  engine.Code = "MethodNotAllowed"
	AtomFormatNotSupported            engine.Code = "AtomFormatNotSupported"
	JSONFormatNotSupported            engine.Code = "JsonFormatNotSupported"
	PropertiesNeedValue               engine.Code = "PropertiesNeedValue"
	XMethodIncorrectCount             engine.Code = "XMethodIncorrectCount"
	XMethodIncorrectValue             engine.Code = "XMethodIncorrectValue"
	XMethodNotUsingPost               engine.Code = "XMethodNotUsingPost"
	InvalidHeaderValue                engine.Code = "InvalidHeaderValue"
	MissingRequiredHeader             engine.Code = "MissingRequiredHeader"
	MissingContentLengthHeader        engine.Code = "MissingContentLengthHeader"
	InvalidQueryParameterValue        engine.Code = "InvalidQueryParameterValue"
	OutOfRangeQueryParameterValue     engine.Code = "OutOfRangeQueryParameterValue"
	InvalidURI                        engine.Code = "InvalidUri"
	InvalidXMLDocument                engine.Code = "InvalidXmlDocument"
	HostInformationNotPresent         engine.Code = "HostInformationNotPresent"
	InvalidAuthenticationInfo         engine.Code = "InvalidAuthenticationInfo"
	AuthenticationFailed              engine.Code = "AuthenticationFailed"
	AuthorizationFailure              engine.Code = "AuthorizationFailure"
	AuthorizationPermissionMismatch   engine.Code = "AuthorizationPermissionMismatch"
	AuthorizationResourceTypeMismatch engine.Code = "AuthorizationResourceTypeMismatch"
	AuthorizationServiceMismatch      engine.Code = "AuthorizationServiceMismatch"
	AuthorizationProtocolMismatch     engine.Code = "AuthorizationProtocolMismatch"
	AuthorizationSourceIPMismatch     engine.Code = "AuthorizationSourceIPMismatch"
	InsufficientAccountPermissions    engine.Code = "InsufficientAccountPermissions"
	AccountIsDisabled                 engine.Code = "AccountIsDisabled"
	CORSPreflightFailure              engine.Code = "CorsPreflightFailure"
	ServerBusy                        engine.Code = "ServerBusy"
	OperationTimedOut                 engine.Code = "OperationTimedOut"

	// QueryDenied is a code of our own: the query reads more than whoever runs the server allows. Its status is one that no
	// client tries again.
	QueryDenied engine.Code = "QueryDenied"
)

// answers holds status and sentence of the codes above.
var answers = map[engine.Code]struct {
	status  int
	message string
}{
	MethodNotAllowed:                  {405, "The requested method is not allowed on the specified resource."},
	AtomFormatNotSupported:            {415, "Atom format is not supported."},
	JSONFormatNotSupported:            {415, "JSON format is not supported."},
	PropertiesNeedValue:               {400, "The values are not specified for all properties in the entity."},
	XMethodIncorrectCount:             {400, "More than one X-HTTP-Method is specified."},
	XMethodIncorrectValue:             {400, "The specified X-HTTP-Method is invalid."},
	XMethodNotUsingPost:               {400, "The request uses X-HTTP-Method with an HTTP verb other than POST."},
	InvalidHeaderValue:                {400, "The value for one of the HTTP headers is not in the correct format."},
	MissingRequiredHeader:             {400, "An HTTP header that's mandatory for this request is not specified."},
	MissingContentLengthHeader:        {411, "The content length for the request is not specified."},
	InvalidQueryParameterValue:        {400, "Value for one of the query parameters specified in the request URI is invalid."},
	OutOfRangeQueryParameterValue:     {400, "One of the query parameters specified in the request URI is outside the permissible range."},
	InvalidURI:                        {400, "The requested URI does not represent any resource on the server."},
	InvalidXMLDocument:                {400, "XML specified is not syntactically valid."},
	HostInformationNotPresent:         {400, "The required host information is not present in the request. You must send a non-empty Host header or include the absolute URI in the request line."},
	InvalidAuthenticationInfo:         {400, "Authentication information is not given in the correct format. Check the value of Authorization header."},
	AuthenticationFailed:              {403, "Server failed to authenticate the request. Make sure the value of the Authorization header is formed correctly including the signature."},
	AuthorizationFailure:              {403, "This request is not authorized to perform this operation."},
	AuthorizationPermissionMismatch:   {403, "This request is not authorized to perform this operation using this permission."},
	AuthorizationResourceTypeMismatch: {403, "This request is not authorized to perform this operation using this resource type."},
	AuthorizationServiceMismatch:      {403, "This request is not authorized to perform this operation using this service."},
	AuthorizationProtocolMismatch:     {403, "This request is not authorized to perform this operation using this protocol."},
	AuthorizationSourceIPMismatch:     {403, "This request is not authorized to perform this operation using this source IP."},
	InsufficientAccountPermissions:    {403, "The account being accessed does not have sufficient permissions to execute this operation."},
	AccountIsDisabled:                 {403, "The specified account is disabled."},
	CORSPreflightFailure:              {403, "CORS not enabled or no matching rule found for this request."},
	ServerBusy:                        {503, "The server is currently unable to receive requests. Please retry your request."},
	OperationTimedOut:                 {500, "The operation could not be completed within the permitted time."},
	QueryDenied:                       {400, "The query reads more than this server allows."},
}

// Errorf returns an error with the service's sentence for any code of section 6 and a detail for a person.
func Errorf(code engine.Code, format string, args ...any) *engine.Error {
	if a, ok := answers[code]; ok {
		return &engine.Error{Code: code, Message: a.message, Detail: fmt.Sprintf(format, args...), Index: -1}
	}
	return engine.Errorf(code, format, args...)
}

// Status returns the HTTP status that goes with a code; 500 for one nobody knows.
func Status(code engine.Code) int {
	if a, ok := answers[code]; ok {
		return a.status
	}
	return code.Status()
}

// errorForm is how an error is written.
type errorForm uint8

const (
	jsonError errorForm = iota // OData JSON: everything about tables and entities
	xmlError                   // ACLs and service properties
	atomError                  // the answer to a client that reads ATOM only
)

// appendError appends the body of an error: code, sentence, request id and time.
func appendError(dst []byte, form errorForm, code engine.Code, message, requestID string, now time.Time) []byte {
	text := message + "\nRequestId:" + requestID + "\nTime:" + now.UTC().Format("2006-01-02T15:04:05.0000000Z")
	switch form {
	case xmlError:
		dst = append(dst, `<?xml version="1.0" encoding="utf-8"?><Error><Code>`...)
		dst = appendXMLText(dst, string(code))
		dst = append(dst, `</Code><Message>`...)
		dst = appendXMLText(dst, text)
		return append(dst, `</Message></Error>`...)
	case atomError:
		dst = append(dst, `<?xml version="1.0" encoding="utf-8" standalone="yes"?><error xmlns="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><code>`...)
		dst = appendXMLText(dst, string(code))
		dst = append(dst, `</code><message xml:lang="en-US">`...)
		dst = appendXMLText(dst, text)
		return append(dst, `</message></error>`...)
	}
	dst = append(dst, `{"odata.error":{"code":`...)
	dst = edm.AppendJSONString(dst, string(code))
	dst = append(dst, `,"message":{"lang":"en-US","value":`...)
	dst = edm.AppendJSONString(dst, text)
	return append(dst, `}}}`...)
}

// appendXMLText appends text of an XML element. What XML 1.0 cannot hold becomes U+FFFD.
func appendXMLText(dst []byte, s string) []byte {
	for _, r := range s {
		switch {
		case r == '&':
			dst = append(dst, "&amp;"...)
		case r == '<':
			dst = append(dst, "&lt;"...)
		case r == '>':
			dst = append(dst, "&gt;"...)
		case r == '\r':
			dst = append(dst, "&#xD;"...)
		case r < ' ' && r != '\t' && r != '\n' || r == 0xFFFE || r == 0xFFFF:
			dst = append(dst, "\uFFFD"...)
		default:
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}

// wrapped returns an error of the protocol for any error: the *engine.Error in its chain, OperationTimedOut for a deadline,
// InternalError for what has no name.
func wrapped(err error) *engine.Error {
	if e, ok := errors.AsType[*engine.Error](err); ok {
		return e
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return Errorf(OperationTimedOut, "The time given to the request was over.")
	}
	return engine.Errorf(engine.InternalError, "%v", err)
}
