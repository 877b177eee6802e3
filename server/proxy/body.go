package proxy

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"unicode"

	"rangefinder/engine/tablerest"
)

// bodyKind is what the body of an operation is.
type bodyKind uint8

const (
	noBody         bodyKind = iota // what the page sends is not read
	objectBody                     // one JSON object
	policiesBody                   // XML: SignedIdentifiers
	propertiesBody                 // XML: StorageServiceProperties
	batchBody                      // an entity group transaction, or one read
)

// The codes of bodies that are refused.
const (
	invalidInput = "InvalidInput"
	invalidXML   = "InvalidXmlDocument"
)

// readBody reads the body of the page's request.
func readBody(r *http.Request) ([]byte, *refusal) {
	if r.ContentLength == 0 {
		return nil, nil
	}
	body := bytes.NewBuffer(make([]byte, 0, min(r.ContentLength+bytes.MinRead, 64<<10))) // grows with what arrives, not with what is announced
	if n, err := body.ReadFrom(io.LimitReader(r.Body, r.ContentLength)); err != nil || n < r.ContentLength {
		return nil, &refusal{invalidInput, "The body of the request ends before its content length."}
	}
	return body.Bytes(), nil
}

// rewrite returns the body and the Content-Type to send, made of what was read. An operation whose body is left out is sent
// without one; the service says what it thinks of that. writes is false for a batch that reads.
func (k bodyKind) rewrite(r *http.Request, base string) (body []byte, contentType string, writes bool, refused *refusal) {
	if k == noBody {
		return nil, "", true, nil
	}
	if body, refused = readBody(r); refused != nil || len(body) == 0 && k != batchBody {
		return nil, "", true, refused
	}
	given := r.Header["Content-Type"]
	switch k {
	case batchBody:
		if len(given) != 1 {
			return nil, "", true, wrongType("multipart/mixed with a boundary")
		}
		body, contentType, writes, failed := tablerest.RebuildBatch(string(body), given[0], base)
		if failed != nil {
			return nil, "", writes, &refusal{string(failed.Code), failed.Message + " " + failed.Detail}
		}
		return body, contentType, writes, nil
	case objectBody:
		if !isType(given, "application/json") {
			return nil, "", true, wrongType("application/json")
		}
		body, ok := tablerest.CompactObject(body)
		if !ok {
			return nil, "", true, &refusal{invalidInput, "The body is not one JSON object in UTF-8."}
		}
		return body, "application/json", true, nil
	}
	if !isType(given, "application/xml") {
		return nil, "", true, wrongType("application/xml")
	}
	root := "SignedIdentifiers"
	if k == propertiesBody {
		root = "StorageServiceProperties"
	}
	if body, ok := rewriteXML(body, root); ok {
		return body, "application/xml", true, nil
	}
	return nil, "", true, &refusal{invalidXML, "The body is not a document " + root + " with elements of the protocol."}
}

// isType reports whether a Content-Type is left out, or given once and of that media type.
func isType(given []string, media string) bool {
	if len(given) == 0 {
		return true
	}
	_, ok := tablerest.ContentType(media)(given[0])
	return ok && len(given) == 1
}

func wrongType(want string) *refusal {
	return &refusal{InvalidHeader, "The body goes with the header Content-Type: " + want + ", sent once."}
}

// elements are those of the documents that the protocol has.
var elements = []string{
	"SignedIdentifiers", "SignedIdentifier", "Id", "AccessPolicy", "Start", "Expiry", "Permission",
	"StorageServiceProperties", "Logging", "HourMetrics", "MinuteMetrics", "Version", "Delete", "Read", "Write", "Enabled", "IncludeAPIs",
	"RetentionPolicy", "Days", "Cors", "CorsRule", "AllowedOrigins", "AllowedMethods", "AllowedHeaders", "ExposedHeaders", "MaxAgeInSeconds",
}

// Bounds of a document.
const (
	maxXML   = 64 << 10 // bytes
	maxDepth = 8
)

// rewriteXML writes a document anew: its elements, without attributes, and their texts, on one line. ok is false for an element
// that is not of the protocol, for a text with a control character, and for anything else but comments.
func rewriteXML(body []byte, root string) (written []byte, ok bool) {
	if len(body) > maxXML {
		return nil, false
	}
	var out bytes.Buffer
	out.WriteString(xml.Header[:len(xml.Header)-1])
	in := xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(body, []byte("\ufeff"))))
	depth, documents := 0, 0
	for {
		token, err := in.Token()
		if err != nil {
			return out.Bytes(), errors.Is(err, io.EOF) && depth == 0 && documents == 1
		}
		switch token := token.(type) {
		case xml.StartElement:
			if depth == 0 {
				documents++
			}
			depth++
			if token.Name.Space != "" || !slices.Contains(elements, token.Name.Local) || (depth == 1) != (token.Name.Local == root) || depth > maxDepth {
				return nil, false
			}
			out.WriteString("<" + token.Name.Local + ">")
		case xml.EndElement:
			depth--
			out.WriteString("</" + token.Name.Local + ">")
		case xml.CharData:
			text := strings.TrimSpace(string(token))
			if strings.ContainsFunc(text, isLineEnd) || text != "" && depth == 0 {
				return nil, false
			}
			xml.EscapeText(&out, []byte(text)) // a Buffer takes all
		case xml.ProcInst:
			if token.Target != "xml" {
				return nil, false
			}
		case xml.Comment:
		default:
			return nil, false
		}
	}
}

// isLineEnd reports whether a program may take a character for the end of a line, as it may each control character.
func isLineEnd(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }
