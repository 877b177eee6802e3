package tablerest

import (
	"context"
	"strconv"
	"strings"
	"unicode/utf8"
)

// observed sends the request once and tells of it.
func (t *Retrier) observed(ctx context.Context, r Request, number int, id string) (*Response, error) {
	x := Exchange{
		Attempt: number, Started: t.now(), Method: r.Method, URL: withoutSignature(r.URL), Sent: shownFields(r.Header),
		BodySize: r.size(), ClientRequestID: id, Entities: -1,
	}
	answer, err := t.Doer.Do(ctx, r)
	x.Duration = t.now().Sub(x.Started)
	if err != nil {
		x.Body, x.Failed = cut(r.whole().Body), withoutSignature(err.Error())
		t.Observe(x)
		return answer, err
	}
	x.Status, x.Received = answer.Status, shownFields(answer.Header)
	if size := answer.Get(SizeHeader); size != "" {
		x.AnswerSize, _ = strconv.Atoi(size) // without bodies: the answer's is not what the account sent
	} else {
		x.Body, x.Answer, x.AnswerSize = cut(r.whole().Body), cut(answer.Body), len(answer.Body)
	}
	x.RequestID = answer.Get("x-ms-request-id")
	switch {
	case answer.Status >= 300:
		x.Code, _ = readError(answer.Body)
	case r.Method == "GET":
		x.Entities = countEntities(answer.Body)
		x.Continues = answer.Get("x-ms-continuation-NextPartitionKey") != "" || answer.Get("x-ms-continuation-NextTableName") != ""
	}
	t.Observe(x)
	return answer, nil
}

// countEntities returns the number of objects in the list of an answer, -1 when it is none.
func countEntities(body string) int {
	count, depth, list := 0, 0, false
	for i := 0; i < len(body); i++ {
		switch body[i] {
		case '"':
			for i++; i < len(body) && body[i] != '"'; i++ {
				if body[i] == '\\' {
					i++
				}
			}
		case '{':
			if depth++; depth == 2 && list {
				count++
			}
		case '}':
			depth--
		case '[':
			list = list || depth == 1
		}
	}
	if !list {
		return -1
	}
	return count
}

// cut returns the beginning of a body for an Exchange, in memory of its own when it is a part.
func cut(body string) string {
	if len(body) <= MaxExchangeBody {
		return body
	}
	n := MaxExchangeBody
	for n > MaxExchangeBody-utf8.UTFMax && !utf8.RuneStart(body[n]) {
		n--
	}
	return strings.Clone(body[:n])
}

// removed stands where a signature was.
const removed = "REMOVED"

// withoutSignature returns a text in which every "sig=" of a query has lost its value.
func withoutSignature(text string) string {
	const name = "sig="
	for at := 0; at+len(name) <= len(text); at++ {
		if !strings.EqualFold(text[at:at+len(name)], name) || at > 0 && isWord(text[at-1]) {
			continue
		}
		at += len(name)
		end := at
		for end < len(text) && text[end] != '&' && text[end] != '#' && text[end] != '"' && text[end] > ' ' {
			end++
		}
		text = text[:at] + removed + text[end:]
		at += len(removed)
	}
	return text
}

func isWord(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' }

// shownFields returns header fields without what signs a request or names a session.
func shownFields(fields []Field) []Field {
	out := make([]Field, 0, len(fields))
	for _, f := range fields {
		switch strings.ToLower(f.Name) {
		case "authorization", "proxy-authorization", "cookie", "set-cookie", "x-rangefinder-session", SizeHeader:
			continue
		}
		out = append(out, Field{f.Name, withoutSignature(f.Value)})
	}
	return out
}
