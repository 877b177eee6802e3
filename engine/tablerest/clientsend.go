package tablerest

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"rangefinder/engine"
)

// send sends a request to a path below the account. An answer of 400 and more is an error.
func (c *Client) send(ctx context.Context, method, path, body string, fields ...Field) (*Response, error) {
	return c.ask(ctx, c.request(method, path, body, fields...))
}

// request returns a request to a path below the account.
func (c *Client) request(method, path, body string, fields ...Field) Request {
	header := append(make([]Field, 0, 8),
		Field{"Accept", "application/json;odata=minimalmetadata"},
		Field{"DataServiceVersion", "3.0"},
		Field{"x-ms-version", clientVersion},
	)
	typed := false
	for _, f := range fields {
		typed = typed || f.Name == "Content-Type"
	}
	if body != "" && !typed {
		header = append(header, Field{"Content-Type", "application/json"})
	}
	return Request{Method: method, URL: c.URL + path, Header: append(header, fields...), Body: body}
}

// ask sends a request.
func (c *Client) ask(ctx context.Context, request Request) (*Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r, err := c.Doer.Do(ctx, request)
	switch {
	case err != nil:
		return nil, err
	case r.Status >= 300 || r.Status < 200:
		return nil, r.failure()
	}
	return r, nil
}

// clientVersion is the version of the protocol that a Client speaks.
const clientVersion = "2019-02-02"

// failure returns the error that an answer tells.
func (r *Response) failure() *engine.Error {
	code, text := readError(r.Body)
	if code == "" {
		return engine.Errorf(engine.WrongAnswer, "The service answered with status %d and no error of the Table protocol. Check the address: a proxy or another program may have answered in its place.", r.Status)
	}
	message, _, _ := strings.Cut(text, "\nRequestId:")
	message, _, _ = strings.Cut(message, "\nTime:") // alone where the service was not reached
	index := -1
	if number, rest, ok := strings.Cut(message, ":"); ok && number != "" && len(number) <= 3 {
		if n, err := strconv.ParseUint(number, 10, 16); err == nil {
			index, message = int(n), rest
		}
	}
	return &engine.Error{Code: engine.Code(code), Message: message, Index: index}
}

// readError reads code and text of an error in one of its forms; "" and "" when it is none.
func readError(body string) (code, text string) {
	if strings.HasPrefix(strings.TrimLeft(body, "\ufeff \t\r\n"), "<") {
		code, text = element(body, "code"), element(body, "message")
		return code, text
	}
	s := scanner{text: body}
	for s.space(); s.at < len(body); s.space() {
		raw, plain, ok := s.quoted()
		if !ok {
			s.at++ // a brace or a comma
			continue
		}
		if !s.take(':') {
			continue
		}
		name, _ := unquote(raw, plain)
		if name != "code" && name != "value" {
			continue
		}
		raw, plain, ok = s.scalar()
		if !ok || raw[0] != '"' {
			continue
		}
		value, _ := unquote(raw, plain)
		if name == "code" && code == "" {
			code = value
		} else if name == "value" && text == "" {
			text = value
		}
	}
	return code, text
}

// element returns the text of the first XML element of that local name, in lower case or with a capital.
func element(body, name string) string {
	for _, name := range []string{name, strings.ToUpper(name[:1]) + name[1:]} {
		for _, open := range []string{"<" + name, ":" + name} {
			_, rest, ok := strings.Cut(body, open)
			if !ok {
				continue
			}
			_, rest, _ = strings.Cut(rest, ">")
			text, _, ok := strings.Cut(rest, "</")
			if ok {
				return xmlText.Replace(text)
			}
		}
	}
	return ""
}

var xmlText = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&amp;", "&")

// unreadable says that an answer is not what the protocol has there, and why. It leaves an error that already says so.
func unreadable(err error) *engine.Error {
	why := err.Error()
	if e, ok := errors.AsType[*engine.Error](err); ok {
		if e.Code == engine.WrongAnswer {
			return e
		}
		if why = e.Detail; why == "" {
			why = e.Message
		}
	}
	return engine.Errorf(engine.WrongAnswer, "The service's answer cannot be read: %s. Check the address: a proxy or another program may have answered in its place.", strings.TrimRight(why, "."))
}

// readList calls each for the objects in the "value" of a list.
func readList(body string, each func(o *object) *engine.Error) *engine.Error {
	if err := validText(body); err != nil {
		return err
	}
	s := scanner{text: body}
	if !s.take('{') {
		return s.fail("an object was expected")
	}
	found := false
	for !s.take('}') {
		raw, plain, ok := s.quoted()
		if !ok || !s.take(':') {
			return s.fail("a member was expected")
		}
		name, _ := unquote(raw, plain)
		if name == "value" && s.take('[') {
			found = true
			if err := s.list(each); err != nil {
				return err
			}
		} else if _, _, ok := s.scalar(); !ok {
			return s.fail("a scalar was expected")
		}
		if s.take(',') {
			continue
		}
		if !s.take('}') {
			return s.fail("a comma or the end of the object was expected")
		}
		break
	}
	if !found {
		return s.fail("there is no list")
	}
	return nil
}

// list reads objects up to the end of a list whose bracket was read.
func (s *scanner) list(each func(o *object) *engine.Error) *engine.Error {
	if s.take(']') {
		return nil
	}
	var o object
	for {
		if err := s.object(&o); err != nil {
			return err
		}
		if err := each(&o); err != nil {
			return err
		}
		if s.take(',') {
			continue
		}
		if s.take(']') {
			return nil
		}
		return s.fail("a comma or the end of the list was expected")
	}
}
