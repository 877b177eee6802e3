package tableauth

import (
	"net/http"
	"net/url"
	"strings"
	"time"
)

// secondarySuffix follows an account's name in the address of its secondary endpoint.
const secondarySuffix = "-secondary"

// scheme is how the Authorization header of a request is made.
type scheme uint8

const (
	sharedKey scheme = iota
	sharedKeyLite
)

func (s scheme) String() string { return [...]string{"SharedKey", "SharedKeyLite"}[s] }

// SignSharedKey dates a request that is about to be sent and signs it with SharedKey. The URL's path must be the one that goes
// over the wire; where it begins with the account, as emulators have it, the account is signed twice.
func SignSharedKey(r *http.Request, account string, key Key, now time.Time) {
	sign(sharedKey, r, account, key, now)
}

// SignSharedKeyLite is SignSharedKey with SharedKeyLite.
func SignSharedKeyLite(r *http.Request, account string, key Key, now time.Time) {
	sign(sharedKeyLite, r, account, key, now)
}

func sign(s scheme, r *http.Request, account string, key Key, now time.Time) {
	r.Header.Set("X-Ms-Date", now.UTC().Format(http.TimeFormat))
	text := stringToSign(s, r, signingDate(r), account, withoutSecondary(wirePath(r), account))
	r.Header.Set("Authorization", s.String()+" "+account+":"+key.Sign(text))
}

// stringToSign returns what the signature of a request is made of. The path is the one on the wire, percent-encoded.
func stringToSign(s scheme, r *http.Request, date, account, path string) string {
	resource := "/" + account + path
	if comp, ok := compParameter(r.URL.RawQuery); ok {
		resource += "?comp=" + comp
	}
	if s == sharedKeyLite {
		return date + "\n" + resource
	}
	return r.Method + "\n" + r.Header.Get("Content-Md5") + "\n" + r.Header.Get("Content-Type") + "\n" + date + "\n" + resource
}

// signingDate returns the date that is signed; x-ms-date wins.
func signingDate(r *http.Request) string {
	if date := r.Header.Get("X-Ms-Date"); date != "" {
		return date
	}
	return r.Header.Get("Date")
}

// wirePath returns the path of a request as it came, or as it is going to be sent.
func wirePath(r *http.Request) string {
	path := r.RequestURI
	if path == "" {
		path = r.URL.EscapedPath()
	} else if !strings.HasPrefix(path, "/") { // in absolute form
		if _, rest, ok := strings.Cut(path, "://"); ok {
			if i := strings.IndexAny(rest, "/?"); i >= 0 {
				path = rest[i:]
			} else {
				path = ""
			}
		}
	}
	path, _, _ = strings.Cut(path, "?")
	if path == "" {
		return "/"
	}
	return path
}

// withoutSecondary returns the path with the plain name of the account where it begins with that of its secondary endpoint.
func withoutSecondary(path, account string) string {
	rest, ok := strings.CutPrefix(path, "/"+account+secondarySuffix)
	if ok && (rest == "" || rest[0] == '/') {
		return "/" + account + rest
	}
	return path
}

// compParameter returns the comp parameter of a raw query. Name and value are decoded first, as whoever answers the request
// decodes them: otherwise a signature of GET /Movies would also be one of GET /Movies?%63omp=acl.
func compParameter(raw string) (value string, ok bool) {
	if !strings.Contains(raw, "comp") && !strings.Contains(raw, "%") {
		return "", false
	}
	for pair := range strings.SplitSeq(raw, "&") {
		name, text, _ := strings.Cut(pair, "=")
		if name, err := url.QueryUnescape(name); err != nil || name != "comp" {
			continue // a malformed name is refused by whoever answers
		}
		if value, err := url.QueryUnescape(text); err == nil {
			return value, true
		}
		return text, true
	}
	return "", false
}

// parseAuthorization reads the value of an Authorization header: "SharedKeyLite account:signature". ok is false when it is
// nothing of that form.
func parseAuthorization(value string) (s scheme, account, signature string, ok bool) {
	word, rest, found := strings.Cut(value, " ")
	switch {
	case !found:
		return 0, "", "", false
	case strings.EqualFold(word, "SharedKey"):
		s = sharedKey
	case strings.EqualFold(word, "SharedKeyLite"):
		s = sharedKeyLite
	default:
		return 0, "", "", false
	}
	account, signature, ok = strings.Cut(strings.TrimSpace(rest), ":")
	if !ok || account == "" || signature == "" || strings.ContainsAny(account, " /\\\t") {
		return 0, "", "", false
	}
	return s, account, signature, true
}
