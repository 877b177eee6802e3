package sdk

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rangefinder/server/tableauth"
)

// message is a request as the differential tests write it: what it is compared by is to be read by a person.
type message struct {
	method string
	path   string   // below the account, percent-encoded
	query  []string // name=value, not encoded
	header []string // "Name: value"
	body   string
	batch  []message // operations of a transaction, instead of a body
	etags  [2]string // for If-Match, as we and as Azurite gave it; "" is none
}

// forService returns the message with the ETags that the service gave: 0 is ours, 1 Azurite.
func (m *message) forService(i int) *message {
	out := *m
	if m.etags[i] != "" {
		out.header = append(m.header[:len(m.header):len(m.header)], "If-Match: "+m.etags[i])
	}
	if m.batch != nil {
		out.batch = make([]message, len(m.batch))
		for k := range m.batch {
			out.batch[k] = *m.batch[k].forService(i)
		}
	}
	return &out
}

// inOtherCase reports whether the message, or one of its operations, names a table in another case than it has.
func (m *message) inOtherCase() bool {
	if slices.ContainsFunc(m.batch, func(part message) bool { return part.inOtherCase() }) {
		return true
	}
	return m.batch == nil && !slices.ContainsFunc(tables, func(name string) bool { return strings.Contains(m.path+m.body, name) })
}

// isTop reports whether the message asks for pages of that size.
func (m *message) isTop(n string) bool {
	return slices.Contains(m.query, "$top="+n)
}

func (m *message) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", m.method, m.path)
	if m.query != nil {
		b.WriteString("?" + strings.Join(m.query, "&"))
	}
	for _, h := range m.header {
		b.WriteString("\n" + h)
	}
	if m.etags[0] != "" {
		fmt.Fprintf(&b, "\nIf-Match: %s (Azurite: %s)", m.etags[0], m.etags[1])
	}
	if m.body != "" {
		b.WriteString("\n\n" + m.body)
	}
	for i := range m.batch {
		b.WriteString("\n  " + strings.ReplaceAll(m.batch[i].String(), "\n", "\n  "))
	}
	return b.String()
}

// target returns the message's URL at a service.
func (m *message) target(base string) string {
	if m.query == nil {
		return base + m.path
	}
	var pairs []string
	for _, pair := range m.query {
		name, value, _ := strings.Cut(pair, "=")
		pairs = append(pairs, name+"="+strings.ReplaceAll(url.QueryEscape(value), "+", "%20"))
	}
	return base + m.path + "?" + strings.Join(pairs, "&")
}

// payload returns the body as it is sent to a service.
func (m *message) payload(base string) string {
	if m.batch == nil {
		return m.body
	}
	var b strings.Builder
	b.WriteString("--batch_b\r\nContent-Type: multipart/mixed; boundary=changeset_c\r\n\r\n")
	for i := range m.batch {
		part := &m.batch[i]
		fmt.Fprintf(&b, "--changeset_c\r\nContent-Type: application/http\r\nContent-Transfer-Encoding: binary\r\n\r\n%s %s HTTP/1.1\r\n", part.method, part.target(base))
		for _, h := range part.header {
			b.WriteString(h + "\r\n")
		}
		b.WriteString("Accept: application/json;odata=minimalmetadata\r\nContent-Type: application/json\r\nDataServiceVersion: 3.0\r\n\r\n" + part.body + "\r\n")
	}
	b.WriteString("--changeset_c--\r\n--batch_b--\r\n")
	return b.String()
}

// reply is the answer of a service.
type reply struct {
	status int
	header http.Header
	body   string
}

var client = &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: 2}}

// send sends the message to a service, signed with the emulator's key unless it brings an Authorization of its own or a
// signature in its query.
func (m *message) send(t *testing.T, base string) reply {
	t.Helper()
	request, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), m.method, m.target(base), strings.NewReader(m.payload(base)))
	if err != nil {
		t.Fatalf("%v in %s", err, m)
	}
	request.Header.Set("x-ms-version", "2019-02-02")
	request.Header.Set("DataServiceVersion", "3.0")
	request.Header.Set("Accept", "application/json;odata=nometadata")
	switch {
	case m.batch != nil:
		request.Header.Set("Content-Type", "multipart/mixed; boundary=batch_b")
	case m.body != "":
		request.Header.Set("Content-Type", "application/json")
	}
	date := time.Now()
	for _, h := range m.header {
		name, value, _ := strings.Cut(h, ": ")
		if name == "Date" {
			if date, err = time.Parse(http.TimeFormat, value); err != nil {
				t.Fatal(err)
			}
			continue
		}
		request.Header.Set(name, value)
	}
	if request.Header.Get("Authorization") == "" && !slices.ContainsFunc(m.query, func(pair string) bool { return strings.HasPrefix(pair, "sig=") }) {
		known := tableauth.WellKnownAccount()
		tableauth.SignSharedKeyLite(request, known.Name, known.Keys[0], date)
	}
	response, err := client.Do(request)
	if err != nil {
		t.Fatalf("%v in %s", err, m)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatalf("%v in %s", err, m)
	}
	return reply{response.StatusCode, response.Header, string(body)}
}

var (
	xmlError  = regexp.MustCompile(`(?s)(?:<Code>(.*?)</Code>|<Code/>).*?<Message>(.*?)</Message>`)
	partLine  = regexp.MustCompile(`(?s)HTTP/1\.1 (\d+)(.*?)(?:\r?\n--|\z)`)
	partETag  = regexp.MustCompile(`(?mi)^ETag: (.*?)\r?$`)
	etagText  = regexp.MustCompile(`W/\\?"datetime'[^']*'\\?"`)
	stampText = regexp.MustCompile(`("Timestamp":)"[^"]*"`)
)

// refusal returns the code and the sentence of an error, without its request and time.
func refusal(body string) (code, sentence string) {
	if i := strings.IndexByte(body, '{'); i >= 0 {
		var answer struct {
			Error struct {
				Code    string
				Message struct{ Value string }
			} `json:"odata.error"`
		}
		if json.NewDecoder(strings.NewReader(body[i:])).Decode(&answer) == nil {
			code, sentence = answer.Error.Code, answer.Error.Message.Value
		}
	} else if m := xmlError.FindStringSubmatch(body); m != nil {
		code, sentence = m[1], m[2]
	} else {
		sentence = body
	}
	sentence, _, _ = strings.Cut(sentence, "\nRequestId")
	return code, sentence
}

// part is the answer to one operation of a transaction, or to all of one that failed.
type part struct {
	status         int
	etag           string
	code, sentence string
}

// parts returns the parts of a transaction's answer; nil of another answer.
func (r *reply) parts() []part {
	var out []part
	for _, m := range partLine.FindAllStringSubmatch(r.body, -1) {
		var p part
		if etag := partETag.FindStringSubmatch(m[2]); etag != nil {
			p.etag = etag[1]
		}
		if p.status, _ = strconv.Atoi(m[1]); p.status >= 400 {
			p.code, p.sentence = refusal(m[2])
		}
		out = append(out, p)
	}
	return out
}
