package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httputil"
	"strconv"
	"strings"
)

// readAnswer reads an answer to what is not HEAD: its status, those of its header fields whose names begin as continuation does, and
// its body. It does less than net/http's client, for the reason that wire says.
func readAnswer(in *bufio.Reader, body *bytes.Buffer) (status int, header http.Header, err error) {
	body.Reset()
	line, err := in.ReadSlice('\n')
	if err != nil {
		return 0, nil, err
	}
	if len(line) < len("HTTP/1.1 200") {
		return 0, nil, fmt.Errorf("the answer begins with %q", line)
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, nil, fmt.Errorf("the answer begins with %q", line)
	}
	length, chunked := int64(0), false
	for {
		if line, err = in.ReadSlice('\n'); err != nil {
			return 0, nil, err
		}
		name, value, found := bytes.Cut(bytes.TrimSpace(line), []byte(":"))
		if !found {
			break
		}
		value = bytes.TrimSpace(value)
		switch {
		case is(name, "Content-Length"):
			if length, err = strconv.ParseInt(string(value), 10, 64); err != nil {
				return 0, nil, err
			}
		case is(name, "Transfer-Encoding"):
			chunked = true
		case len(name) > len(continuation) && is(name[:len(continuation)], continuation):
			if header == nil {
				header = http.Header{}
			}
			header.Set(string(name), string(value))
		}
	}
	var content io.Reader = io.LimitReader(in, length)
	if chunked {
		content = httputil.NewChunkedReader(in)
	}
	n, err := body.ReadFrom(content)
	if err == nil && chunked {
		_, err = in.Discard(len("\r\n")) // the end of no trailer
	}
	if err == nil && !chunked && n < length {
		err = io.ErrUnexpectedEOF
	}
	return status, header, err
}

const continuation = "X-Ms-Continuation-"

func is(name []byte, want string) bool {
	return len(name) == len(want) && strings.EqualFold(string(name), want)
}
