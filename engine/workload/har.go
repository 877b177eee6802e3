package workload

import "strings"

// readHAR reads the entries of a HAR file.
func (s *source) readHAR() error {
	line := 1
	if err := s.findArray("entries", &line); err != nil {
		return err
	}
	return s.split(newSplitter(s.in, line), s.entry)
}

// entry reads one request and its answer. Of the headers only those are looked at that say what was meant: a signature is in one.
func (s *source) entry(value []byte, line int) {
	var started, took, method, url, status, sent, received, client string
	var request, response, size []byte
	ok := members(value, func(key, value []byte) {
		switch string(key) {
		case "startedDateTime":
			started = textOf(value)
		case "time":
			took = textOf(value)
		case "request":
			request = value
		case "response":
			response = value
		}
	})
	ifMatch, protocol := false, false
	ok = ok && members(request, func(key, value []byte) {
		switch string(key) {
		case "method":
			method = textOf(value)
		case "url":
			url = textOf(value)
		case "bodySize":
			sent = textOf(value)
		case "headers":
			elements(value, func(header []byte) {
				name, text := nameValue(header)
				switch {
				case strings.EqualFold(name, "if-match"):
					ifMatch = true
				case strings.EqualFold(name, "x-http-method"):
					method = textOf(text)
				case strings.EqualFold(name, "x-ms-client-request-id"):
					client = textOf(text)
				case strings.EqualFold(name, "dataserviceversion"), strings.EqualFold(name, "maxdataserviceversion"):
					protocol = true
				}
			})
		}
	})
	ok = ok && members(response, func(key, value []byte) {
		switch string(key) {
		case "status":
			status = textOf(value)
		case "bodySize":
			received = textOf(value)
		case "content":
			size = value
		}
	})
	if !ok || url == "" || method == "" {
		s.bad(line, "the entry has no request with method and URL, or no response")
		return
	}
	t, named := parseTarget(url, false)
	if isOtherService(url) || !isTableHost(t.host) && !protocol && !strings.HasSuffix(t.host, ":10002") && !strings.Contains(url, "/"+emulatorAccount+"/") {
		s.ignore()
		return
	}
	s.call = Call{Line: line, Operation: operationBy(method, &t, ifMatch), clientRequest: client}
	c := &s.call
	switch {
	case !named:
		s.bad(line, "the URL names no table")
		return
	case c.Operation == Unknown:
		s.bad(line, "the method is none of the Table service")
		return
	}
	if c.Time, ok = parseTime(started); !ok {
		s.bad(line, "the time is missing or cannot be read")
		return
	}
	n, ok := parseNumber(status)
	if c.Status = int(n); !ok || n > 999 {
		s.bad(line, "the status code is missing or not a number")
		return
	}
	ms, timed := parseNumber(took)
	c.Duration, c.Timed = milliseconds(ms), timed
	c.BytesIn, c.BytesOut = parseBytes(sent), parseBytes(received)
	if c.BytesOut == 0 { // bodySize is -1 when it is unknown
		members(size, func(key, value []byte) {
			if string(key) == "size" {
				c.BytesOut = count(value)
			}
		})
	}
	c.aim(&t)
	s.give()
}

func nameValue(header []byte) (name string, value []byte) {
	members(header, func(key, v []byte) {
		switch string(key) {
		case "name":
			name = textOf(v)
		case "value":
			value = v
		}
	})
	return name, value
}
