//go:build !js

package tablerest

import (
	"net/http"
	"strconv"

	"rangefinder/engine"
)

// ShortAnswer returns the body of a transaction's answer with no more than status and ETag of each operation, in the same form and with
// the same boundaries. ok is false unless all was done: then the answer says why, and stays whole.
func ShortAnswer(contentType string, body []byte) (short []byte, ok bool) {
	outer, _ := boundaryOf(contentType)
	whole := string(body)
	texts, end := splitSections(whole, outer, 2)
	if outer == "" || len(texts) != 1 || end == unended {
		return nil, false
	}
	s, _ := readSection(texts[0])
	inner, ok := boundaryOf(s.header.get("Content-Type"))
	if !ok {
		return nil, false
	}
	parts, end := splitSections(s.body, inner, engine.MaxBatchOps+1)
	if end != closed || len(parts) > engine.MaxBatchOps {
		return nil, false
	}
	short = append(short, "--"+outer+"\r\nContent-Type: multipart/mixed; boundary="+inner+"\r\n\r\n"...)
	for _, text := range parts {
		s, ok := readSection(text)
		if !ok {
			return nil, false
		}
		a, ok := readAnswer(s)
		if !ok || a.Status < 200 || a.Status >= 300 {
			return nil, false
		}
		short = append(short, "--"+inner+"\r\n\r\nHTTP/1.1 "+strconv.Itoa(a.Status)+" "+http.StatusText(a.Status)+"\r\n"...)
		if tag := a.Get("ETag"); tag != "" {
			short = append(short, "ETag: "+tag+"\r\n"...)
		}
		short = append(short, "\r\n"...)
	}
	return append(short, "--"+inner+"--\r\n--"+outer+"--\r\n"...), true
}
