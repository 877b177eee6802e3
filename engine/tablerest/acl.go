//go:build !js

package tablerest

import (
	"encoding/xml"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"rangefinder/engine"
	"rangefinder/filterlang/edm"
)

// The limits of stored access policies.
const (
	maxPolicies = 5
	maxPolicyID = 64 // characters
)

// getACL answers the stored access policies of a table.
func (x *exchange) getACL() *engine.Error {
	name, err := x.aclTable()
	if err != nil {
		return err
	}
	policies, failed := x.h.o.ACL.Policies(x.ctx, name)
	if failed != nil {
		return wrapped(failed)
	}
	x.reply = reply{status: http.StatusOK, contentType: "application/xml"}
	x.out = appendPolicies(x.out, policies)
	return nil
}

// setACL replaces them.
func (x *exchange) setACL() *engine.Error {
	name, err := x.aclTable()
	if err != nil {
		return err
	}
	if err := x.readBody(); err != nil {
		return err
	}
	policies, err := parsePolicies(x.body)
	if err != nil {
		return err
	}
	if err := x.h.o.ACL.SetPolicies(x.ctx, name, policies); err != nil {
		return wrapped(err)
	}
	x.reply = reply{status: http.StatusNoContent}
	return nil
}

// aclTable returns the name of the table whose policies are asked for.
func (x *exchange) aclTable() (string, *engine.Error) {
	if err := x.allow(TableACL, nil); err != nil {
		return "", err
	}
	name, err := x.storedName(x.at.table)
	if err == nil && name == "" {
		err = engine.Errorf(engine.TableNotFound, "There is no table %.60q.", x.at.table)
	}
	return name, err
}

type signedIdentifiers struct {
	XMLName     xml.Name `xml:"SignedIdentifiers"`
	Identifiers []struct {
		ID     *string `xml:"Id"`
		Policy struct {
			Start      string
			Expiry     string
			Permission string
		} `xml:"AccessPolicy"`
	} `xml:"SignedIdentifier"`
}

// parsePolicies reads the body of Set Table ACL; an empty one is no policies. Error: InvalidXmlDocument.
func parsePolicies(body string) ([]AccessPolicy, *engine.Error) {
	if strings.TrimSpace(body) == "" {
		return nil, nil
	}
	var document signedIdentifiers
	if err := parseXML(body, &document); err != nil {
		return nil, err
	}
	if n := len(document.Identifiers); n > maxPolicies {
		return nil, Errorf(InvalidXMLDocument, "A table has at most %d stored access policies, not %d.", maxPolicies, n)
	}
	var out []AccessPolicy
	seen := map[string]bool{}
	for _, given := range document.Identifiers {
		if given.ID == nil || *given.ID == "" || utf8.RuneCountInString(*given.ID) > maxPolicyID || seen[*given.ID] {
			return nil, Errorf(InvalidXMLDocument, "Each policy needs an Id of its own, of 1 to %d characters.", maxPolicyID)
		}
		seen[*given.ID] = true
		p := AccessPolicy{ID: *given.ID, Permission: strings.TrimSpace(given.Policy.Permission)}
		var err *engine.Error
		if p.Start, err = policyTime(given.Policy.Start); err != nil {
			return nil, err
		}
		if p.Expiry, err = policyTime(given.Policy.Expiry); err != nil {
			return nil, err
		}
		for i, c := range p.Permission {
			if !strings.ContainsRune("raud", c) || strings.ContainsRune(p.Permission[:i], c) {
				return nil, Errorf(InvalidXMLDocument, "Permission is letters of raud, each once.")
			}
		}
		out = append(out, p)
	}
	return out, nil
}

// policyTime reads a time of a policy; the zero time when there is none.
func policyTime(text string) (time.Time, *engine.Error) {
	if text = strings.TrimSpace(text); text == "" {
		return time.Time{}, nil
	}
	t, err := edm.ParseDateTime(text)
	if err != nil {
		return time.Time{}, Errorf(InvalidXMLDocument, "%v", err)
	}
	return t.Time(), nil
}

const xmlHead = `<?xml version="1.0" encoding="utf-8"?>`

// appendPolicies appends the body of Get Table ACL.
func appendPolicies(dst []byte, policies []AccessPolicy) []byte {
	dst = append(dst, xmlHead...)
	if len(policies) == 0 {
		return append(dst, "<SignedIdentifiers />"...)
	}
	dst = append(dst, "<SignedIdentifiers>"...)
	for _, p := range policies {
		dst = append(dst, "<SignedIdentifier>"...)
		dst = appendElement(dst, "Id", p.ID)
		dst = append(dst, "<AccessPolicy>"...)
		dst = appendTimeElement(dst, "Start", p.Start)
		dst = appendTimeElement(dst, "Expiry", p.Expiry)
		if p.Permission != "" {
			dst = appendElement(dst, "Permission", p.Permission)
		}
		dst = append(dst, "</AccessPolicy></SignedIdentifier>"...)
	}
	return append(dst, "</SignedIdentifiers>"...)
}

func appendElement(dst []byte, name, text string) []byte {
	dst = append(append(append(dst, '<'), name...), '>')
	dst = appendXMLText(dst, text)
	return append(append(append(dst, '<', '/'), name...), '>')
}

func appendTimeElement(dst []byte, name string, t time.Time) []byte {
	if t.IsZero() {
		return dst
	}
	return appendElement(dst, name, t.UTC().Format("2006-01-02T15:04:05.0000000Z"))
}

// parseXML reads a document of one root element into what it is. Error: InvalidXmlDocument.
func parseXML(body string, into any) *engine.Error {
	d := xml.NewDecoder(strings.NewReader(strings.TrimPrefix(body, "\ufeff")))
	if err := d.Decode(into); err != nil {
		return Errorf(InvalidXMLDocument, "%v", err)
	}
	for {
		token, err := d.RawToken()
		if token == nil {
			return nil
		}
		text, blank := token.(xml.CharData)
		if err != nil || !blank || strings.TrimSpace(string(text)) != "" {
			return Errorf(InvalidXMLDocument, "Something follows the root element.")
		}
	}
}
