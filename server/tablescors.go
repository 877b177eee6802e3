package server

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"rangefinder/engine/tablerest"
)

// preflight answers whether a page of another origin may send a request, by the rules of the account's service properties.
func (a *account) preflight(w http.ResponseWriter, r *http.Request) {
	origin, method := r.Header.Get("Origin"), r.Header.Get("Access-Control-Request-Method")
	if origin == "" || method == "" {
		a.handler.Refuse(w, r, tablerest.Errorf(tablerest.MissingRequiredHeader, "A preflight request has Origin and Access-Control-Request-Method."))
		return
	}
	var wanted []string
	for _, value := range r.Header.Values("Access-Control-Request-Headers") {
		for name := range strings.SplitSeq(value, ",") {
			if name = strings.TrimSpace(name); name != "" {
				wanted = append(wanted, name)
			}
		}
	}
	rule, _ := a.corsRule(r, origin, method, wanted)
	if rule == nil {
		a.handler.Refuse(w, r, tablerest.Errorf(tablerest.CORSPreflightFailure, "No CORS rule of the account allows it."))
		return
	}
	h := w.Header()
	setAllowOrigin(h, rule, origin)
	h.Set("Access-Control-Allow-Methods", method)
	if len(wanted) > 0 {
		h.Set("Access-Control-Allow-Headers", strings.Join(wanted, ","))
	}
	h.Set("Access-Control-Max-Age", strconv.Itoa(rule.MaxAgeInSeconds))
	a.handler.Allow(w, r)
}

// allowOrigin lets a page of another origin read the answer, when a rule allows it.
func (a *account) allowOrigin(w http.ResponseWriter, r *http.Request) {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return
	}
	rule, varies := a.corsRule(r, origin, r.Method, nil)
	h := w.Header()
	if rule != nil {
		setAllowOrigin(h, rule, origin)
		if len(rule.ExposedHeaders) > 0 {
			h.Set("Access-Control-Expose-Headers", strings.Join(exposed(rule), ","))
		}
	}
	if varies {
		h.Set("Vary", "Origin")
	}
}

// setAllowOrigin names the origin; with one that the rule names itself the page may send what it knows of its user.
func setAllowOrigin(h http.Header, rule *tablerest.CORSRule, origin string) {
	if slices.Contains(rule.AllowedOrigins, "*") {
		h.Set("Access-Control-Allow-Origin", "*")
		return
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Allow-Credentials", "true")
	h.Set("Vary", "Origin")
}

// exposed returns the names of the headers that a rule lets the page read. Browsers know no prefixes, so a prefix stands for
// those headers that answers have.
func exposed(rule *tablerest.CORSRule) []string {
	var out []string
	for _, name := range rule.ExposedHeaders {
		prefix, ok := strings.CutSuffix(name, "*")
		if !ok || prefix == "" {
			out = append(out, name)
			continue
		}
		for _, header := range answerHeaders {
			if len(header) >= len(prefix) && strings.EqualFold(header[:len(prefix)], prefix) {
				out = append(out, header)
			}
		}
	}
	return out
}

// answerHeaders are the headers of answers that a prefix may stand for.
var answerHeaders = []string{
	"x-ms-request-id", "x-ms-client-request-id", "x-ms-version", "x-ms-error-code", "x-ms-continuation-NextPartitionKey",
	"x-ms-continuation-NextRowKey", "x-ms-continuation-NextTableName", "x-rangefinder-plan", "x-rangefinder-detail",
	"ETag", "Location", "DataServiceId", "Preference-Applied",
}

// corsRule returns the first rule that allows a request, nil when none does. varies is set when an answer depends on the
// origin.
func (a *account) corsRule(r *http.Request, origin, method string, headers []string) (rule *tablerest.CORSRule, varies bool) {
	p, err := a.settings.Properties(r.Context())
	if err != nil {
		return nil, false
	}
	for i := range p.CORS {
		c := &p.CORS[i]
		anyOrigin := slices.Contains(c.AllowedOrigins, "*")
		varies = varies || !anyOrigin
		if rule == nil && (anyOrigin || slices.Contains(c.AllowedOrigins, origin)) && slices.Contains(c.AllowedMethods, method) && allowsAll(c, headers) {
			rule = c
		}
	}
	return rule, varies
}

func allowsAll(c *tablerest.CORSRule, headers []string) bool {
	for _, header := range headers {
		if !slices.ContainsFunc(c.AllowedHeaders, func(allowed string) bool {
			prefix, ok := strings.CutSuffix(allowed, "*")
			if ok {
				return len(header) >= len(prefix) && strings.EqualFold(header[:len(prefix)], prefix)
			}
			return strings.EqualFold(header, allowed)
		}) {
			return false
		}
	}
	return true
}
