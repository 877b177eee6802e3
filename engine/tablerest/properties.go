//go:build !js

package tablerest

import (
	"encoding/xml"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"rangefinder/engine"
)

// The limits of CORS rules.
const (
	maxCORSRules = 5
	maxCORSBytes = 2 << 10 // of all their texts
)

// serveAccount answers what is asked of the account itself.
func (x *exchange) serveAccount() *engine.Error {
	get := x.method == http.MethodGet
	switch {
	case x.query.restype != "service":
		return Errorf(InvalidURI, "There is nothing at the account's own address; ask for /Tables.")
	case x.query.comp == "properties" && get:
		return x.do("Get Table Service Properties", x.getProperties)
	case x.query.comp == "properties" && x.method == http.MethodPut:
		return x.do("Set Table Service Properties", x.setProperties)
	case x.query.comp == "stats" && get:
		return x.do("Get Table Service Stats", x.getStats)
	case x.query.comp != "properties" && x.query.comp != "stats":
		return badComp(x.query.comp)
	}
	return Errorf(MethodNotAllowed, "%.20s does not go with comp=%s.", x.method, x.query.comp)
}

func (x *exchange) getProperties() *engine.Error {
	if err := x.allow(ReadProperties, nil); err != nil {
		return err
	}
	p, err := x.h.o.Properties.Properties(x.ctx)
	if err != nil {
		return wrapped(err)
	}
	x.reply = reply{status: http.StatusOK, contentType: "application/xml"}
	x.out = appendProperties(x.out, &p)
	return nil
}

// setProperties changes what the body holds and leaves the rest.
func (x *exchange) setProperties() *engine.Error {
	if err := x.allow(WriteProperties, nil); err != nil {
		return err
	}
	if err := x.readBody(); err != nil {
		return err
	}
	err := x.h.o.Properties.ChangeProperties(x.ctx, func(p *ServiceProperties) error {
		if err := changeProperties(p, x.body); err != nil {
			return err
		}
		return nil
	})
	if err != nil {
		return wrapped(err)
	}
	x.reply = reply{status: http.StatusAccepted}
	return nil
}

// getStats answers that the other half of the account is in step: it is the same half.
func (x *exchange) getStats() *engine.Error {
	if err := x.allow(ReadProperties, nil); err != nil {
		return err
	}
	if !x.secondary {
		return Errorf(InvalidQueryParameterValue, "comp=stats goes to the secondary endpoint, %s-secondary.", x.h.o.Account)
	}
	x.reply = reply{status: http.StatusOK, contentType: "application/xml"}
	x.out = append(x.out, xmlHead+"<StorageServiceStats><GeoReplication><Status>live</Status>"...)
	x.out = appendElement(x.out, "LastSyncTime", x.h.o.Now().UTC().Format(http.TimeFormat))
	x.out = append(x.out, "</GeoReplication></StorageServiceStats>"...)
	return nil
}

type xmlProperties struct {
	XMLName       xml.Name `xml:"StorageServiceProperties"`
	Logging       *xmlLogging
	HourMetrics   *xmlMetrics
	MinuteMetrics *xmlMetrics
	CORS          *struct {
		Rules []xmlCORSRule `xml:"CorsRule"`
	} `xml:"Cors"`
}

type xmlLogging struct {
	Version             *string
	Delete, Read, Write *bool
	RetentionPolicy     *xmlRetention
}

type xmlMetrics struct {
	Version         *string
	Enabled         *bool
	IncludeAPIs     *bool
	RetentionPolicy *xmlRetention
}

type xmlRetention struct {
	Enabled *bool
	Days    *int
}

type xmlCORSRule struct {
	AllowedOrigins, AllowedMethods, AllowedHeaders, ExposedHeaders *string
	MaxAgeInSeconds                                                *int
}

// changeProperties applies the body of Set Table Service Properties. Error: InvalidXmlDocument; then p is as it was.
func changeProperties(p *ServiceProperties, body string) *engine.Error {
	var document xmlProperties
	if err := parseXML(body, &document); err != nil {
		return err
	}
	if document.Logging == nil && document.HourMetrics == nil && document.MinuteMetrics == nil && document.CORS == nil {
		return Errorf(InvalidXMLDocument, "Give at least one of Logging, HourMetrics, MinuteMetrics and Cors.")
	}
	next := *p
	if l := document.Logging; l != nil {
		if l.Version == nil || l.Delete == nil || l.Read == nil || l.Write == nil {
			return Errorf(InvalidXMLDocument, "Logging needs Version, Delete, Read, Write and RetentionPolicy.")
		}
		next.Logging = Logging{Version: *l.Version, Delete: *l.Delete, Read: *l.Read, Write: *l.Write}
		if err := l.RetentionPolicy.put(&next.Logging.Retention); err != nil {
			return err
		}
	}
	if err := document.HourMetrics.put(&next.HourMetrics); err != nil {
		return err
	}
	if err := document.MinuteMetrics.put(&next.MinuteMetrics); err != nil {
		return err
	}
	if document.CORS != nil {
		rules, err := readCORS(document.CORS.Rules)
		if err != nil {
			return err
		}
		next.CORS = rules
	}
	*p = next
	return nil
}

func (r *xmlRetention) put(into *Retention) *engine.Error {
	switch {
	case r == nil || r.Enabled == nil:
		return Errorf(InvalidXMLDocument, "A RetentionPolicy with Enabled is needed.")
	case *r.Enabled && (r.Days == nil || *r.Days < 1 || *r.Days > 365):
		return Errorf(InvalidXMLDocument, "An enabled RetentionPolicy needs Days from 1 to 365.")
	}
	*into = Retention{Enabled: *r.Enabled}
	if into.Enabled {
		into.Days = *r.Days
	}
	return nil
}

func (m *xmlMetrics) put(into *Metrics) *engine.Error {
	switch {
	case m == nil:
		return nil
	case m.Version == nil || m.Enabled == nil:
		return Errorf(InvalidXMLDocument, "Metrics need Version, Enabled and RetentionPolicy.")
	case *m.Enabled && m.IncludeAPIs == nil:
		return Errorf(InvalidXMLDocument, "Enabled metrics need IncludeAPIs.")
	}
	next := Metrics{Version: *m.Version, Enabled: *m.Enabled}
	if next.Enabled {
		next.IncludeAPIs = m.IncludeAPIs
	}
	if err := m.RetentionPolicy.put(&next.Retention); err != nil {
		return err
	}
	*into = next
	return nil
}

// corsMethods are the methods a rule may name.
var corsMethods = []string{"DELETE", "GET", "HEAD", "MERGE", "POST", "OPTIONS", "PUT", "PATCH"}

func readCORS(given []xmlCORSRule) ([]CORSRule, *engine.Error) {
	if len(given) > maxCORSRules {
		return nil, Errorf(InvalidXMLDocument, "There are at most %d CORS rules, not %d.", maxCORSRules, len(given))
	}
	var out []CORSRule
	bytes := 0
	for _, r := range given {
		if r.AllowedOrigins == nil || r.AllowedMethods == nil || r.AllowedHeaders == nil || r.ExposedHeaders == nil || r.MaxAgeInSeconds == nil {
			return nil, Errorf(InvalidXMLDocument, "A CORS rule needs AllowedOrigins, AllowedMethods, MaxAgeInSeconds, ExposedHeaders and AllowedHeaders.")
		}
		bytes += len(*r.AllowedOrigins) + len(*r.AllowedMethods) + len(*r.AllowedHeaders) + len(*r.ExposedHeaders)
		rule := CORSRule{
			AllowedOrigins:  list(*r.AllowedOrigins),
			AllowedMethods:  list(*r.AllowedMethods),
			AllowedHeaders:  list(*r.AllowedHeaders),
			ExposedHeaders:  list(*r.ExposedHeaders),
			MaxAgeInSeconds: *r.MaxAgeInSeconds,
		}
		if len(rule.AllowedOrigins) == 0 || len(rule.AllowedMethods) == 0 || rule.MaxAgeInSeconds < 0 {
			return nil, Errorf(InvalidXMLDocument, "A CORS rule needs an origin, a method and an age of at least 0.")
		}
		for _, method := range rule.AllowedMethods {
			if !slices.Contains(corsMethods, method) {
				return nil, Errorf(InvalidXMLDocument, "A CORS rule cannot allow the method %.20q.", method)
			}
		}
		out = append(out, rule)
	}
	if bytes > maxCORSBytes {
		return nil, Errorf(InvalidXMLDocument, "The CORS rules have %d bytes; at most %d are allowed.", bytes, maxCORSBytes)
	}
	return out, nil
}

// list reads a list with commas.
func list(text string) []string {
	out := []string{}
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, item)
		}
	}
	return out
}

// appendProperties appends the body of Get Table Service Properties.
func appendProperties(dst []byte, p *ServiceProperties) []byte {
	dst = append(dst, xmlHead+"<StorageServiceProperties><Logging>"...)
	dst = appendElement(dst, "Version", p.Logging.Version)
	dst = appendElement(dst, "Delete", strconv.FormatBool(p.Logging.Delete))
	dst = appendElement(dst, "Read", strconv.FormatBool(p.Logging.Read))
	dst = appendElement(dst, "Write", strconv.FormatBool(p.Logging.Write))
	dst = appendRetention(dst, p.Logging.Retention)
	dst = append(dst, "</Logging>"...)
	dst = appendMetrics(dst, "HourMetrics", &p.HourMetrics)
	dst = appendMetrics(dst, "MinuteMetrics", &p.MinuteMetrics)
	if len(p.CORS) == 0 {
		return append(dst, "<Cors /></StorageServiceProperties>"...)
	}
	dst = append(dst, "<Cors>"...)
	for _, r := range p.CORS {
		dst = append(dst, "<CorsRule>"...)
		dst = appendElement(dst, "AllowedOrigins", strings.Join(r.AllowedOrigins, ","))
		dst = appendElement(dst, "AllowedMethods", strings.Join(r.AllowedMethods, ","))
		dst = appendElement(dst, "MaxAgeInSeconds", strconv.Itoa(r.MaxAgeInSeconds))
		dst = appendElement(dst, "ExposedHeaders", strings.Join(r.ExposedHeaders, ","))
		dst = appendElement(dst, "AllowedHeaders", strings.Join(r.AllowedHeaders, ","))
		dst = append(dst, "</CorsRule>"...)
	}
	return append(dst, "</Cors></StorageServiceProperties>"...)
}

func appendMetrics(dst []byte, name string, m *Metrics) []byte {
	dst = append(append(append(dst, '<'), name...), '>')
	dst = appendElement(dst, "Version", m.Version)
	dst = appendElement(dst, "Enabled", strconv.FormatBool(m.Enabled))
	if m.IncludeAPIs != nil {
		dst = appendElement(dst, "IncludeAPIs", strconv.FormatBool(*m.IncludeAPIs))
	}
	dst = appendRetention(dst, m.Retention)
	return append(append(append(dst, '<', '/'), name...), '>')
}

func appendRetention(dst []byte, r Retention) []byte {
	dst = append(dst, "<RetentionPolicy>"...)
	dst = appendElement(dst, "Enabled", strconv.FormatBool(r.Enabled))
	if r.Enabled {
		dst = appendElement(dst, "Days", strconv.Itoa(r.Days))
	}
	return append(dst, "</RetentionPolicy>"...)
}
