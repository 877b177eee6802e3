package server

import (
	"strconv"
	"strings"

	"rangefinder/web"
)

// negotiate returns the smallest copy that the Accept-Encoding headers allow and the name of its encoding, or nil when
// only the identity will do.
func (res resource) negotiate(accept []string) (packed *web.Copy, encoding string) {
	allowed := parseAcceptEncoding(accept)
	if res.brotli != nil && allowed("br") {
		packed, encoding = res.brotli, "br"
	}
	if res.gzip != nil && allowed("gzip") && (packed == nil || res.gzip.Size < packed.Size) {
		packed, encoding = res.gzip, "gzip"
	}
	return packed, encoding
}

// parseAcceptEncoding understands weights only as far as they forbid: "br;q=0" excludes brotli, and "*" stands for
// every encoding that is not named.
func parseAcceptEncoding(headers []string) (allowed func(encoding string) bool) {
	weights := make(map[string]bool)
	for _, part := range strings.Split(strings.Join(headers, ","), ",") {
		name, parameters, _ := strings.Cut(part, ";")
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "" {
			continue
		}
		weights[name] = true
		for _, parameter := range strings.Split(parameters, ";") {
			key, value, _ := strings.Cut(parameter, "=")
			if strings.EqualFold(strings.TrimSpace(key), "q") {
				q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
				weights[name] = err == nil && q > 0
			}
		}
	}
	return func(encoding string) bool {
		if allow, named := weights[encoding]; named {
			return allow
		}
		return weights["*"]
	}
}
