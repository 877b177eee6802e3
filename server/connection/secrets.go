package connection

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
)

// Secrets finds in what a service sends back what signed the request: the signature, the token or the SAS. It looks for the
// longest run of letters and digits in each, so it finds a secret however '+', '/' and '=' are encoded: for an address, for
// JSON, or in the Base64 of addresses. What it masks is the whole secret: the other runs too.
type Secrets struct{ needles []needle }

// needle is a text that is looked for, with the runs of its secret before it, the nearest first, and after it.
type needle struct {
	text          string
	bytes         []byte
	before, after []run
}

// run is a run of letters and digits of a secret. Up to gap bytes stand between it and its neighbour on the needle's side.
type run struct {
	text string
	gap  int
}

// maxGap bounds, in bytes, what stands for one letter between two runs of a secret in any encoding.
const maxGap = 16

// Bounds of what is looked for, in bytes. Twelve letters and digits stand nowhere by chance; of a secret with shorter runs than
// minRun all of it is looked for.
const (
	minRun    = 6
	minNeedle = 12
	maxNeedle = 48
)

// Secrets returns what finds the secrets that a signed request carries. A key is none of them: it signs and stays.
func (a *Account) Secrets(r *http.Request) Secrets {
	var s Secrets
	if text := r.Header.Get("Authorization"); text != "" {
		s.add(text[strings.LastIndexAny(text, " :")+1:])
	}
	if sas := a.Credential.sas(); sas != nil {
		s.add(sas.signature)
	}
	return s
}

func (s *Secrets) add(secret string) {
	run, begin := "", 0
	for i := range len(secret) + 1 {
		if i < len(secret) && isAlphanumeric(secret[i]) {
			continue
		}
		if i-begin > len(run) {
			run = secret[begin:i]
		}
		begin = i + 1
	}
	if len(run) < minRun {
		run = secret
	}
	if run = fromRare(run); run != "" {
		run = run[:min(len(run), maxNeedle)]
		before, after, _ := strings.Cut(secret, run)
		n := needle{run, []byte(run), runs(reversed(before)), runs(after)}
		for i := range n.before {
			n.before[i].text = reversed(n.before[i].text)
		}
		s.needles = append(s.needles, n)
	}
}

// runs returns the runs of letters and digits in what follows a needle.
func runs(text string) (list []run) {
	others := 0
	for begin, i := 0, 0; i <= len(text); i++ {
		if i < len(text) && isAlphanumeric(text[i]) {
			continue
		}
		if i > begin {
			list = append(list, run{text[begin:i], maxGap * max(1, others)})
			others = 0
		}
		others++
		begin = i + 1
	}
	return list
}

func reversed(text string) string {
	b := []byte(text)
	slices.Reverse(b)
	return string(b)
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// rare are letters that hardly begin anything in an answer, the rarest first.
const rare = "QXJVHGYUFBLMNOCISAD"

// fromRare cuts off the beginning of a text up to its rarest letter, when enough is left of it. Looking for a text with a rare
// first letter is ten times faster.
func fromRare(run string) string {
	begin, rank := 0, len(rare)
	for i := range max(len(run)-minNeedle+1, 0) {
		if n := strings.IndexByte(rare, run[i]); n >= 0 && n < rank {
			begin, rank = i, n
		}
	}
	return run[begin:]
}

// Reach returns within how many bytes a secret that was found begins, counted from the end of what is looked for.
func (s Secrets) Reach() int {
	n := 0
	for _, needle := range s.needles {
		length := len(needle.text)
		for _, run := range needle.before {
			length += run.gap + len(run.text)
		}
		n = max(n, length)
	}
	return n
}

// Mask overwrites every secret in b with stars, and reports whether there was one.
func (s Secrets) Mask(b []byte) (found bool) {
	for i := range s.needles {
		n := &s.needles[i]
		for at := 0; ; {
			next := bytes.Index(b[at:], n.bytes)
			if next < 0 {
				break
			}
			found = true
			from, to := n.whole(b, at+next)
			copy(b[from:], strings.Repeat("*", to-from))
			at = to
		}
	}
	return found
}

// whole returns where the secret is whose needle is at an offset of b, as far as its runs follow each other there. How far a run
// may be is counted from the needle: a short run is also found in what stands for a letter, as "b" is in "\u002b".
func (n *needle) whole(b []byte, at int) (from, to int) {
	from, to = at, at+len(n.text)
	begin, end := from, to
	for _, run := range n.before {
		begin = max(0, begin-run.gap-len(run.text))
		i := bytes.LastIndex(b[begin:from], []byte(run.text))
		if i < 0 {
			break
		}
		from = begin + i
	}
	for _, run := range n.after {
		end = min(len(b), end+run.gap+len(run.text))
		i := bytes.Index(b[to:end], []byte(run.text))
		if i < 0 {
			break
		}
		to += i + len(run.text)
	}
	return from, to
}

// In reports whether a text holds a secret.
func (s Secrets) In(text string) bool {
	for _, needle := range s.needles {
		if strings.Contains(text, needle.text) {
			return true
		}
	}
	return false
}

// Without returns a text with its secrets masked.
func (s Secrets) Without(text string) string {
	if !s.In(text) {
		return text
	}
	b := []byte(text)
	s.Mask(b)
	return string(b)
}
