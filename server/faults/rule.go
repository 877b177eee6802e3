package faults

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// kind is what a rule does.
type kind uint8

const (
	lose kind = iota
	drop
	delay
	throttle
	pages
	etag
)

var kinds = map[string]kind{"lose": lose, "drop": drop, "delay": delay, "throttle": throttle, "pages": pages, "etag": etag}

// Rule is one rule.
type Rule struct {
	text     string
	kind     kind
	one      uint64        // one request in so many; 1 is each
	from, to time.Duration // delay
	rate     float64       // throttle, requests a second; 0: by chance
	few, lot int           // pages, entities
	method   string        // "" for all, "reads" and "writes" for some
}

// String returns the rule as it was written.
func (r Rule) String() string { return r.text }

// Parse reads a rule. Its errors say what belongs there.
func Parse(text string) (Rule, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return Rule{}, errors.New("a rule is empty; write lose 1/20 POST, delay 200ms, throttle 500/s, pages 10 or etag 1/50")
	}
	k, ok := kinds[words[0]]
	if !ok {
		return Rule{}, fmt.Errorf("%.20q is not a fault; it is lose, drop, delay, throttle, pages or etag", words[0])
	}
	r := Rule{text: strings.Join(words, " "), kind: k, one: 1}
	words = words[1:]
	next := func() string {
		if len(words) == 0 {
			return ""
		}
		word := words[0]
		words = words[1:]
		return word
	}
	var err error
	chance := false // it was said
	switch k {
	case delay:
		err = r.readDelay(next())
	case pages:
		err = r.readPages(next())
	case throttle:
		word := next()
		if rate, ok := strings.CutSuffix(word, "/s"); ok {
			if r.rate, err = strconv.ParseFloat(rate, 64); err != nil || !(r.rate > 0) || r.rate > 1e9 {
				err = fmt.Errorf("%.20q is not a rate; write throttle 500/s", word)
			}
			chance = true
		} else {
			words = append([]string{word}, words...)
		}
	}
	if err != nil {
		return Rule{}, err
	}
	if len(words) > 0 && strings.Contains(words[0], "/") {
		if chance {
			return Rule{}, fmt.Errorf("%.20q does not go with a rate", words[0])
		}
		share, ok := strings.CutPrefix(words[0], "1/")
		n, err := strconv.ParseUint(share, 10, 32)
		if !ok || err != nil || n == 0 {
			return Rule{}, fmt.Errorf("%.20q is not a share of requests; one in twenty is 1/20", words[0])
		}
		r.one, chance, words = n, true, words[1:]
	}
	if !chance && k != delay && k != pages {
		return Rule{}, fmt.Errorf("%s needs to know how often: one in twenty requests is %s 1/20", r.text, kindName(k))
	}
	if len(words) > 0 {
		if r.method, err = readMethod(next()); err != nil {
			return Rule{}, err
		}
		if reads := r.method == "reads" || r.method == http.MethodGet || r.method == http.MethodHead; k == etag && reads || k == pages && !reads {
			return Rule{}, fmt.Errorf("%s meets no request: etag is about writes, and pages about reads", r.text)
		}
	}
	if len(words) > 0 {
		return Rule{}, fmt.Errorf("%.20q is one word too many", words[0])
	}
	return r, nil
}

func kindName(k kind) string {
	for name, other := range kinds {
		if other == k {
			return name
		}
	}
	return ""
}

// maxDelay is the longest delay: longer than any client waits.
const maxDelay = 10 * time.Minute

func (r *Rule) readDelay(word string) (err error) {
	from, to, ok := strings.Cut(word, "-")
	if !ok {
		to = from
	}
	if r.from, err = time.ParseDuration(from); err == nil {
		r.to, err = time.ParseDuration(to)
	}
	if err != nil || r.from < 0 || r.to < r.from || r.to > maxDelay {
		return fmt.Errorf("%.40q is not a delay; write delay 200ms, or delay 50ms-2s for one between the two, %v at most", word, maxDelay)
	}
	return nil
}

func (r *Rule) readPages(word string) (err error) {
	few, lot, ok := strings.Cut(word, "-")
	if !ok {
		lot = few
	}
	if r.few, err = strconv.Atoi(few); err == nil {
		r.lot, err = strconv.Atoi(lot)
	}
	if err != nil || r.few < 0 || r.lot < max(1, r.few) || r.lot > 1000 {
		return fmt.Errorf("%.40q is not a size of pages; write pages 10, or pages 0-10 for a number between the two, from 0 to 1000", word)
	}
	return nil
}

func readMethod(word string) (string, error) {
	switch lower := strings.ToLower(word); lower {
	case "reads", "writes":
		return lower, nil
	}
	switch upper := strings.ToUpper(word); upper {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete, "MERGE":
		return upper, nil
	}
	return "", fmt.Errorf("%.20q says no requests; write a method such as POST, or reads, or writes", word)
}

// is reports whether the rule is about requests of a method.
func (r *Rule) is(method string) bool {
	read := method == http.MethodGet || method == http.MethodHead
	switch r.method {
	case "":
		return true
	case "reads":
		return read
	case "writes":
		return !read
	}
	return r.method == method
}
