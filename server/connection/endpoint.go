package connection

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
)

// secondarySuffix follows an account's name in the address of its secondary endpoint.
const secondarySuffix = "-secondary"

// parseEndpoint reads the address of an endpoint: http or https, a host, and for emulators the account's name for a path. Errors
// name what it is the address of, and do not repeat it.
func parseEndpoint(what, text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || !u.IsAbs() {
		return nil, fmt.Errorf("%s is not an address such as https://name.table.%s", what, defaultSuffix)
	}
	u.Scheme, u.Host = strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	path := strings.TrimRight(u.EscapedPath(), "/")
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("%s must begin with http:// or https://", what)
	case u.User != nil:
		return nil, fmt.Errorf("%s has a user in it, which no endpoint has", what)
	case u.RawQuery != "" || u.ForceQuery:
		return nil, fmt.Errorf("%s has a query; put a signature into SharedAccessSignature", what)
	case u.Fragment != "" || strings.HasSuffix(text, "#"):
		return nil, fmt.Errorf("%s has a fragment, which no endpoint has", what)
	case !validHost(u.Host):
		return nil, fmt.Errorf("%s names no valid host", what)
	case strings.Count(path, "/") > 1 || strings.Trim(path, nameCharacters+"/_") != "":
		return nil, fmt.Errorf("%s has a path that no endpoint has; at most the account's name belongs there, as emulators have it", what)
	}
	return &url.URL{Scheme: u.Scheme, Host: u.Host, Path: path}, nil
}

const nameCharacters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-"

// validHost reports whether a host, with or without port, can be one.
func validHost(host string) bool {
	u := url.URL{Host: host}
	name, port := u.Hostname(), u.Port()
	if name == "" || strings.HasSuffix(host, ":") || len(port) > 5 {
		return false
	}
	if strings.HasPrefix(host, "[") {
		ip, err := netip.ParseAddr(name)
		return err == nil && ip.Zone() == ""
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 || strings.Trim(label, nameCharacters+"_") != "" {
			return false
		}
	}
	return len(name) <= 253
}

// hostOf joins a name, which may be an IPv6 address, and a port.
func hostOf(name, port string) string { return net.JoinHostPort(name, port) }

// nameIn returns the name of the account that an endpoint is of.
func nameIn(endpoint *url.URL) (string, error) {
	name := strings.TrimPrefix(endpoint.Path, "/")
	if name == "" {
		if _, err := netip.ParseAddr(endpoint.Hostname()); err != nil {
			name, _, _ = strings.Cut(endpoint.Hostname(), ".")
		}
	}
	name = strings.TrimSuffix(strings.ToLower(name), secondarySuffix)
	if !validName(name) {
		return "", errors.New("the endpoint does not tell the account's name: give AccountName too")
	}
	return name, nil
}

// validName reports whether an account can have that name: those of Cosmos DB may be longer and have dashes.
func validName(name string) bool {
	return len(name) >= 3 && len(name) <= 63 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// isCosmos reports whether an endpoint is of Cosmos DB for Table.
func isCosmos(endpoint *url.URL) bool {
	host := endpoint.Hostname() + "."
	local := isLocal(endpoint) && endpoint.Port() == "8902" // its emulator
	return local || strings.Contains(host, ".table.cosmos.") || strings.Contains(host, ".table.cosmosdb.")
}

// isLocal reports whether an endpoint is on this machine.
func isLocal(endpoint *url.URL) bool {
	host := endpoint.Hostname()
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// scopeOf returns what a token has to be for.
func scopeOf(endpoint *url.URL) string {
	if !isCosmos(endpoint) {
		return "https://storage.azure.com/.default" // in every cloud
	}
	switch host := endpoint.Hostname(); {
	case strings.HasSuffix(host, ".azure.cn"):
		return "https://cosmos.azure.cn/.default"
	case strings.HasSuffix(host, ".azure.us"):
		return "https://cosmos.azure.us/.default"
	}
	return "https://cosmos.azure.com/.default"
}
