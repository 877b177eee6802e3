//go:build !js

package tablerest

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"rangefinder/engine"
)

// headers are those of a request or of a part of a batch. Names are in canonical form.
type headers interface {
	get(name string) string // the first value, "" when there is none
	count(name string) int  // number of values
}

type httpHeader http.Header

func (h httpHeader) get(name string) string {
	if v := h[name]; len(v) > 0 {
		return v[0]
	}
	return ""
}

func (h httpHeader) count(name string) int { return len(h[name]) }

// firstJSONVersion is the first version of the service that reads and writes JSON.
const firstJSONVersion = "2013-08-15"

// checkVersion says whether x-ms-version is a version, and one with JSON.
func (c *call) checkVersion() *engine.Error {
	version := c.header.get("X-Ms-Version")
	switch {
	case version == "":
		return nil
	case !validVersion(version):
		return Errorf(InvalidHeaderValue, "x-ms-version is a date, such as %s.", defaultVersion)
	case version < firstJSONVersion && c.query.comp == "":
		return Errorf(JSONFormatNotSupported, "Version %s knows no JSON, and ATOM is not spoken here; use %s.", version, defaultVersion)
	}
	return nil
}

func validVersion(s string) bool {
	if len(s) != len(defaultVersion) {
		return false
	}
	for i := 0; i < len(s); i++ {
		if dash := i == 4 || i == 7; dash && s[i] != '-' || !dash && (s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return true
}

// acceptsAnswer chooses the level of a JSON answer. It refuses a client that reads ATOM only, as one is that names nothing.
func (c *call) acceptsAnswer() *engine.Error {
	if c.query.hasFormat && c.dataServiceVersion3() {
		level, ok := jsonLevel(c.query.format)
		if !ok {
			return Errorf(AtomFormatNotSupported, "$format is application/json with odata=nometadata, minimalmetadata or fullmetadata.")
		}
		c.level = level
		return nil
	}
	for rest := c.header.get("Accept"); rest != ""; {
		var item string
		item, rest, _ = strings.Cut(rest, ",")
		if level, ok := jsonLevel(item); ok {
			c.level = level
			return nil
		}
	}
	if c.inBatch && c.header.get("Accept") == "" {
		return nil
	}
	return Errorf(AtomFormatNotSupported, "Send Accept: application/json;odata=minimalmetadata.")
}

// jsonLevel reads a media range; ok is false when it is not one that JSON is in.
func jsonLevel(s string) (l level, ok bool) {
	media, parameters, _ := strings.Cut(s, ";")
	switch media = strings.TrimSpace(media); {
	case strings.EqualFold(media, "application/json"), strings.EqualFold(media, "json"):
	case media == "*/*", strings.EqualFold(media, "application/*"):
	default:
		return 0, false
	}
	for parameters != "" {
		var p string
		p, parameters, _ = strings.Cut(parameters, ";")
		name, value, _ := strings.Cut(strings.TrimSpace(p), "=")
		if !strings.EqualFold(strings.TrimSpace(name), "odata") {
			continue
		}
		switch value = strings.Trim(strings.TrimSpace(value), `"`); {
		case strings.EqualFold(value, "minimalmetadata"):
		case strings.EqualFold(value, "nometadata"):
			l = noMetadata
		case strings.EqualFold(value, "fullmetadata"):
			l = fullMetadata
		default:
			return 0, false
		}
	}
	return l, true
}

// dataServiceVersion3 reports whether the request speaks version 3.0 of the data service, as it does when it says nothing.
func (c *call) dataServiceVersion3() bool {
	version := c.header.get("Maxdataserviceversion")
	if version == "" {
		version = c.header.get("Dataserviceversion")
	}
	return version == "" || version >= "3"
}

// wantsAtom reports whether an error has to be written for a client that reads ATOM: one that says so, or that is refused
// because it says nothing.
func (c *call) wantsAtom(code engine.Code) bool {
	accept := c.header.get("Accept")
	if accept == "" || c.query.hasFormat {
		return code == AtomFormatNotSupported && c.acceptsAnswer() != nil
	}
	return strings.Contains(accept, "atom+xml") && c.acceptsAnswer() != nil
}

// checkContentType says whether the body is JSON.
func (c *call) checkContentType() *engine.Error {
	given := c.header.get("Content-Type")
	media, _, _ := strings.Cut(given, ";")
	switch media = strings.TrimSpace(media); {
	case strings.EqualFold(media, "application/json"), media == "" && c.inBatch:
		return nil
	case media == "":
		return Errorf(MissingRequiredHeader, "A body needs Content-Type: application/json.")
	case strings.Contains(media, "atom+xml"):
		return Errorf(AtomFormatNotSupported, "The body has to be JSON.")
	}
	return Errorf(InvalidHeaderValue, "Content-Type is %s; it has to be application/json.", strconv.Quote(given))
}

// tunnel takes the method out of X-HTTP-Method.
func (c *call) tunnel() *engine.Error {
	switch n := c.header.count("X-Http-Method"); {
	case n == 0:
		return nil
	case c.method != http.MethodPost:
		return Errorf(XMethodNotUsingPost, "X-HTTP-Method goes with POST, not with %.20s.", c.method)
	case n > 1:
		return Errorf(XMethodIncorrectCount, "X-HTTP-Method is given %d times.", n)
	}
	switch method := c.header.get("X-Http-Method"); method {
	case "MERGE", http.MethodPatch, http.MethodPut, http.MethodDelete:
		c.method = method
		return nil
	}
	return Errorf(XMethodIncorrectValue, "X-HTTP-Method is MERGE, PATCH, PUT or DELETE.")
}

// maxTimeout is the longest a request may take; more is asked for in vain.
const maxTimeout = 30

// timeout reads the timeout parameter, in seconds.
func (x *exchange) timeout() (time.Duration, *engine.Error) {
	n, err := strconv.Atoi(x.query.timeout)
	switch {
	case err != nil:
		return 0, Errorf(InvalidQueryParameterValue, "timeout is a number of seconds.")
	case n < 1:
		return 0, Errorf(OutOfRangeQueryParameterValue, "timeout is at least 1 second.")
	}
	return time.Duration(min(n, maxTimeout)) * time.Second, nil
}

// preference is what Prefer asks of an insert.
type preference uint8

const (
	noPreference preference = iota
	returnContent
	returnNoContent
)

func (p preference) String() string {
	return [...]string{"", "return-content", "return-no-content"}[p]
}

func (c *call) preference() preference {
	switch value := strings.TrimSpace(c.header.get("Prefer")); {
	case strings.EqualFold(value, "return-no-content"):
		return returnNoContent
	case strings.EqualFold(value, "return-content"):
		return returnContent
	}
	return noPreference
}
