//go:build !js

package tablerest

import "rangefinder/engine"

// ShortAnswer returns what ShortHeader asks for of a transaction's answer: a line with the ETag of each operation, "" for one that has
// none, and "=" when it is the one of the line before. ok is false unless all was done: then the answer says why, and stays whole.
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
	before := ""
	for i, text := range parts {
		s, ok := readSection(text)
		if !ok {
			return nil, false
		}
		a, ok := readAnswer(s)
		if !ok || a.Status < 200 || a.Status >= 300 {
			return nil, false
		}
		switch tag := a.Get("ETag"); {
		case tag == "=":
			return nil, false
		case i > 0 && tag == before:
			short = append(short, "=\n"...)
		default:
			short, before = append(append(short, tag...), '\n'), tag
		}
	}
	return short, true
}
